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

/** Runs of one age whose words are remembered: as many as most pages have, since several methods ask for each. */
const AGE_RUNS = 2000;
const MAX_LETTERS = 200;
/** What was cut last, and what was before that: a page's own runs are there until it has been read by all. */
let young = new Map<string, readonly number[]>();
let old = young;

/** Where the words of a run of a script without spaces begin: offsets into it, the first always 0. */
export function segmentRun(run: string): readonly number[] {
  return young.get(run) ?? old.get(run) ?? segmentAll([run])[0]!;
}

/** The same for all runs of a page at once, which takes half the time. */
export function segmentRuns(runs: readonly string[]): (readonly number[])[] {
  const fresh: string[] = [];
  const places = new Map<string, number>();
  // For every run its words, or where it stands among the fresh ones.
  const found = runs.map((run) => {
    const starts = young.get(run) ?? old.get(run);
    if (starts !== undefined) return starts;
    const place = places.get(run) ?? fresh.push(run) - 1;
    places.set(run, place);
    return place;
  });
  const cut = segmentAll(fresh);
  return found.map((starts) => (typeof starts === "number" ? cut[starts]! : starts));
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
  if (young.size === AGE_RUNS) {
    old = young;
    young = new Map();
  }
  young.set(copyOf(run), starts);
}
