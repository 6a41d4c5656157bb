import { copyOf } from "./copy-of.ts";

/** Scripts written without spaces: Thai, Lao, Burmese, Khmer, kana, Han. */
const UNSPACED_RANGES = [
  [0x0e00, 0x0eff],
  [0x1000, 0x109f],
  [0x1780, 0x17ff],
  [0x3005, 0x3007],
  [0x3040, 0x30ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xf900, 0xfaff],
] as const;

/** Puts a value at every UTF-16 unit of a script written without spaces. */
export function fillUnspaced(table: Uint8Array, value: number): void {
  for (const [from, to] of UNSPACED_RANGES) table.fill(value, from, to + 1);
}

let segmenter: Intl.Segmenter | undefined;

/** Runs whose words are remembered: as many as a page has, since several methods ask for each. */
const MAX_REMEMBERED = 500;
const MAX_LETTERS = 200;
const known = new Map<string, readonly number[]>();

/** Where the words of a run of a script without spaces begin: offsets into it, the first always 0. */
export function segmentRun(run: string): readonly number[] {
  const found = known.get(run);
  if (found !== undefined) return found;
  const starts = findStarts(run);
  if (run.length > MAX_LETTERS) return starts;
  if (known.size === MAX_REMEMBERED) known.clear();
  known.set(copyOf(run), starts);
  return starts;
}

function findStarts(run: string): number[] {
  segmenter ??= new Intl.Segmenter("und", { granularity: "word" });
  const starts: number[] = [];
  for (const { index } of segmenter.segment(run)) starts.push(index);
  return starts;
}
