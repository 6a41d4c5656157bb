import { ScratchArena } from "../../text/index.ts";
import type { Page } from "../page.ts";
import { BLOCK_FEATURES, type FeatureFamily } from "./block-features.data.ts";
import { type FamilyWriter, makeContext, type RowBatch } from "./feature-context.ts";
import { describePosition, describeRepeats, describeWindow } from "./neighbour-features.ts";
import { describeTags, describeText, readTexts } from "./own-features.ts";
import { describePage, describeStated, describeTitle } from "./page-features.ts";
import { describeAncestors, describePaths, describeSemantics } from "./tree-features.ts";

/** What is known of every block of a page, a row each with the columns of `BLOCK_FEATURES`; NaN where there is nothing to say. */
export interface BlockFeatures {
  /** Rows: one for every block, with text or without. */
  readonly count: number;
  /** Columns. */
  readonly width: number;
  /** Row after row; made on first use, and nearly a kilobyte a block. */
  readonly values: Float32Array;
  /** Writes the rows of some blocks, `width` values each: whoever needs a few at a time needs no matrix. */
  writeRows(rows: RowBatch): void;
  /** Releases the scratch arrays: no row may be written any more. */
  release(): void;
}

/** Describes every block of a page in a few linear passes. */
export function computeBlockFeatures(page: Page): BlockFeatures {
  const { count } = page.blocks;
  const width = BLOCK_FEATURES.length;
  const scratch = new ScratchArena();
  const writeFamilies = prepareFamilies(page, scratch);
  const writeRows = (rows: RowBatch) => {
    const written = writeFamilies(rows, 0);
    if (written !== width) throw new RangeError(`Write ${width} values a row, not ${written}.`);
  };
  let values: Float32Array | undefined;
  return {
    count,
    width,
    writeRows,
    release: () => scratch.release(),
    get values() {
      if (values === undefined) {
        values = new Float32Array(count * width);
        writeRows({ count, blocks: Int32Array.from({ length: count }, (_, block) => block), values, width });
      }
      return values;
    },
  };
}

/** Makes the passes over the page; what they find writes the families in the order of the columns. */
function prepareFamilies(page: Page, scratch: ScratchArena): FamilyWriter {
  const { texts, described } = readTexts(page, scratch);
  const context = makeContext(page, texts, scratch);
  const families = {
    text: describeText(described),
    tags: describeTags(context),
    semantics: describeSemantics(context),
    position: describePosition(context),
    title: describeTitle(context),
    stated: describeStated(context),
    page: describePage(context),
    ancestors: describeAncestors(context),
    paths: describePaths(context),
    window: describeWindow(context),
    repeats: describeRepeats(context),
  } as const satisfies Record<FeatureFamily, FamilyWriter>;
  // Named calls rather than a loop: each call site knows its target.
  return (rows, column) => {
    let next = families.text(rows, column);
    next = families.tags(rows, next);
    next = families.semantics(rows, next);
    next = families.position(rows, next);
    next = families.title(rows, next);
    next = families.stated(rows, next);
    next = families.page(rows, next);
    next = families.ancestors(rows, next);
    next = families.paths(rows, next);
    next = families.window(rows, next);
    return families.repeats(rows, next);
  };
}
