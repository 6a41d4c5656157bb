import { WordCache } from "./word-cache.ts";

let segmenter: Intl.Segmenter | undefined;

/** Runs per cache generation: as many as most pages have, since several extractors ask for each. */
const GENERATION_RUNS = 2000;
const MAX_LETTERS = 200;
const known = new WordCache<readonly number[]>(GENERATION_RUNS, MAX_LETTERS);

/** Where the words of a run of a script without spaces begin, as offsets; the first is always 0. */
export function segmentRun(run: string): readonly number[] {
  return known.get(run) ?? segmentAll([run])[0]!;
}

/** The same for all runs of a page at once, which takes half the time. */
export function segmentRuns(runs: readonly string[]): (readonly number[])[] {
  const fresh: string[] = [];
  const places = new Map<string, number>();
  // For every run its word starts, or its index among the fresh ones.
  const found = runs.map((run) => {
    const starts = known.get(run);
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
  // A line feed is a segment of its own, and the text before it does not affect the text after it.
  for (const { index } of segmenter.segment(`${runs.join("\n")}\n`)) {
    const run = runs[found.length]!;
    if (index < start + run.length) {
      starts.push(index - start);
      continue;
    }
    known.set(run, starts);
    found.push(starts);
    starts = [];
    start = index + 1;
  }
  return found;
}
