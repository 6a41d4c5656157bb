import type { RowParts } from "../../extractors/index.ts";
import { hashText } from "../../text/index.ts";
import { clothePage } from "../mss/clothes.ts";
import { type FusedRows, readFusedRows } from "./fused-rows.ts";
import { type Lesson, readLabelled } from "./lessons.ts";

/** The rows of a lesson: as the page is, and in other clothes. */
export interface LessonRows {
  readonly lesson: Lesson;
  readonly own: FusedRows;
  readonly clothed: readonly ClothedRows[];
}

/** The rows of a page in other clothes. */
export interface ClothedRows extends FusedRows {
  /** Draws the families of features that the page misses. */
  readonly seed: number;
}

/** What the rows of a lesson are made with. */
export interface LessonRowSettings {
  readonly parts: RowParts;
  readonly seed: number;
  /** How often an article is learned again in the clothes of another time. */
  readonly clothes: number;
}

const CLOTHED_WEIGHT = 0.5;

/** The rows of a lesson; nothing where no blocks can be learned from it. */
export function readLessonRows(lesson: Lesson, settings: LessonRowSettings): LessonRows | undefined {
  const { label, html, isArticle } = lesson;
  const read = lesson.hasBlocks ? readLabelled({ label, html }) : undefined;
  if (read === undefined) return undefined;
  const seed = hashText(`${settings.seed} ${label.set} ${label.id}`);
  // Every other page is told its title, as some users will tell it and some will not.
  const title = seed % 2 === 0 ? label.truth.title : null;
  const { parts } = settings;
  const clothed: ClothedRows[] = [];
  for (let copy = 1; isArticle && copy <= settings.clothes; copy++) {
    const dressed = readLabelled({ label, html: clothePage(read.page, seed + copy) });
    if (dressed === undefined) continue;
    clothed.push({
      ...readFusedRows(dressed, { parts, title, weight: CLOTHED_WEIGHT }),
      seed: seed + copy,
    });
  }
  return { lesson, own: readFusedRows(read, { parts, title, weight: 1 }), clothed };
}
