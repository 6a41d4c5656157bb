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
const MAX_REMEMBERED = 1000;
const MAX_LETTERS = 200;
const known = new Map<string, readonly number[]>();

/** Where the words of a run of a script without spaces begin: offsets into it, the first always 0. */
export function segmentRun(run: string): readonly number[] {
  return known.get(run) ?? segmentAll([run])[0]!;
}

/** The same for all runs of a page at once, which takes half the time. */
export function segmentRuns(runs: readonly string[]): (readonly number[])[] {
  const fresh = [...new Set(runs)].filter((run) => !known.has(run));
  // Those in memory may be forgotten while the others are put there.
  const starts = new Map(runs.map((run) => [run, known.get(run) ?? []] as const));
  segmentAll(fresh).forEach((found, index) => {
    starts.set(fresh[index]!, found);
  });
  return runs.map((run) => starts.get(run)!);
}

function segmentAll(runs: readonly string[]): (readonly number[])[] {
  segmenter ??= new Intl.Segmenter("und", { granularity: "word" });
  const found: number[][] = [];
  let start = 0;
  let starts: number[] = [];
  if (runs.length === 0) return found;
  // The end of a line is a segment of its own: what is before it tells nothing of what is behind.
  for (const { index } of segmenter.segment(`${runs.join("\n")}\n`)) {
    const run = runs[found.length]!;
    if (index < start + run.length) {
      starts.push(index - start);
      continue;
    }
    remember(run, starts);
    found.push(starts);
    starts = [];
    start = index + 1;
  }
  return found;
}

function remember(run: string, starts: readonly number[]): void {
  if (run.length > MAX_LETTERS) return;
  if (known.size === MAX_REMEMBERED) known.clear();
  known.set(copyOf(run), starts);
}
