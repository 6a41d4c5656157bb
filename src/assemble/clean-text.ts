import { dropUnseen, UNIT_COUNT } from "../text/index.ts";

/**
 * A line end between two wide characters is no space: Chinese and Japanese sources wrap lines inside sentences. The wide
 * space U+3000 is not among them: from each one of a long run the rest of the run would be read again.
 */
const WIDE_WRAP =
  /(?<=[\u3001-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff01-\uff60])[^\S\n]*\n\s*(?=[\u3001-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff01-\uff60])/g;
const SPACE = 0x20;
const SPACES = /\s+/g;
const EDGE_SPACES = /^ +| +$/g;

/** Text with unseen characters dropped and white space folded as a browser folds it, a space at either end kept. */
export function foldText(text: string): string {
  if (isClean(text, 0, text.length)) return text;
  return dropUnseen(text).replace(WIDE_WRAP, "").replace(SPACES, " ");
}

/** Whether a range of a text has only single spaces for white space, and nothing that no output may hold: most have. */
export function isClean(text: string, start: number, end: number): boolean {
  cleanness ??= classifyUnits();
  const table = cleanness;
  let before = 0;
  let faults = 0;
  // Without branches, which a processor guesses wrong at the end of every word.
  for (let at = start; at < end; at++) {
    const unit = table[text.charCodeAt(at)]!;
    faults |= unit & (before | UNCLEAN);
    before = unit;
  }
  return faults === 0;
}

/** What a UTF-16 unit is here: nothing of note, a space that must stand alone, or a fault. */
const LONE_SPACE = 1;
const UNCLEAN = 2;
/** White space, what is unseen, halves of pairs and what is no character, each range up to the unit after its last. */
const UNCLEAN_RANGES = [
  [0x00, 0x20],
  [0x7f, 0xa1],
  [0xad, 0xae],
  [0x1680, 0x1681],
  [0x2000, 0x200c],
  [0x2028, 0x2030],
  [0x205f, 0x2061],
  [0x2066, 0x206a],
  [0x3000, 0x3001],
  [0xd800, 0xe000],
  [0xfdd0, 0xfdf0],
  [0xfeff, 0xff00],
  [0xfffe, 0x10000],
] as const;
let cleanness: Uint8Array | undefined;

function classifyUnits(): Uint8Array {
  const table = new Uint8Array(UNIT_COUNT);
  for (const [from, to] of UNCLEAN_RANGES) table.fill(UNCLEAN, from, to);
  table[SPACE] = LONE_SPACE;
  return table;
}

/** An attribute's value or another short label as one clean line, null where nothing is left. */
export function cleanLabel(text: string | undefined): string | null {
  if (text === undefined) return null;
  return foldText(text).replace(EDGE_SPACES, "") || null;
}
