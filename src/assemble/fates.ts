import type { Inclusion } from "./inclusion.ts";
import { PICTURE_FAULTS, type PictureFault } from "./pictures/index.ts";
import type { Role } from "./role-ranges.ts";

/** What became of a leaf that the extractor kept. */
export interface Told {
  /** Whether the article holds it at all. */
  readonly kept: boolean;
  readonly reason: string;
}

const TOLD = {
  picture: { kept: true, reason: "picture of the article" },
  captions: { kept: true, reason: "in the html only: captions" },
  frame: { kept: true, reason: "in the media only" },
  cut: { kept: true, reason: "kept in part" },
  permalink: { kept: false, reason: "left out: link to its own heading" },
  repeated: { kept: false, reason: "left out: shown before" },
} as const satisfies Record<string, Told>;

/** What assembly can do with a leaf: count it to a part of the page, or one of the things that no option decides. */
export type Fate = Role | PictureFault | keyof typeof TOLD;

/** Notes what assembly does with leaves that the extractor kept, where they do not simply become text. */
export class Fates {
  #include: Inclusion;
  readonly #fates = new Map<number, Fate>();
  readonly #added = new Map<number, Role>();

  constructor(include: Inclusion) {
    this.#include = include;
  }

  /** Forgets all notes, for content that is made anew with other parts wanted. */
  startAgain(include: Inclusion): void {
    this.#include = include;
    this.#fates.clear();
  }

  /** Notes the fate of a leaf; parts that are wanted are part of the text and need no note. */
  note(leaf: number, fate: Fate): void {
    const isWanted = fate in this.#include && this.#include[fate as Role];
    if (!isWanted) this.#fates.set(leaf, fate);
  }

  /** Notes that a leaf is in the article because its part was asked for, whatever the extractor said. */
  noteAdded(leaf: number, part: Role): void {
    this.#added.set(leaf, part);
  }

  /** What became of a leaf; undefined where the extractor's word stands. */
  of(leaf: number): Told | undefined {
    const part = this.#added.get(leaf);
    if (part !== undefined) return { kept: true, reason: `asked for: ${part}` };
    const fate = this.#fates.get(leaf);
    if (fate === undefined) return undefined;
    if (fate in TOLD) return TOLD[fate as keyof typeof TOLD];
    const reason = fate in PICTURE_FAULTS ? PICTURE_FAULTS[fate as PictureFault] : fate;
    return { kept: false, reason: `left out: ${reason}` };
  }
}
