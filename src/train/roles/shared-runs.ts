import { joinHashes } from "../../text/index.ts";

/** Words in a row that a page and a truth share: at `page` and at `truth`, `length` of them. */
export interface SharedRun {
  readonly page: number;
  readonly truth: number;
  readonly length: number;
}

/** Fewer words in a row are shared by any two texts of a language. */
export const MIN_RUN_WORDS = 4;
/**
 * Where the copies of a run on the page times those in the truth are more, each is compared with its own number only:
 * a chorus of a thousand lines would otherwise ask for a million comparisons.
 */
const MAX_COPY_PAIRS = 256;

/** The longest possible runs of four and more words that both have, wherever they stand, by their place on the page. */
export function findSharedRuns(page: Int32Array, truth: Int32Array): SharedRun[] {
  const places = placesOf(runHashes(truth));
  const starts = runHashes(page);
  const copies = countOf(starts);
  const seen = new Map<number, number>();
  const found: { page: number; truth: number; length: number }[] = [];
  /** The run that was found last for each distance between page and truth. */
  const latest = new Map<number, { page: number; truth: number; length: number }>();
  for (let at = 0; at < starts.length; at++) {
    const hash = starts[at]!;
    const all = places.get(hash);
    if (all === undefined) continue;
    const number = seen.get(hash) ?? 0;
    seen.set(hash, number + 1);
    const isCrowded = all.length * copies.get(hash)! > MAX_COPY_PAIRS;
    for (const place of isCrowded ? all.slice(number, number + 1) : all) {
      const run = latest.get(at - place);
      if (run !== undefined && run.page + run.length === at + MIN_RUN_WORDS - 1) {
        run.length++;
        continue;
      }
      const fresh = { page: at, truth: place, length: MIN_RUN_WORDS };
      latest.set(at - place, fresh);
      found.push(fresh);
    }
  }
  return found;
}

function runHashes(hashes: Int32Array): Int32Array {
  const found = new Int32Array(Math.max(0, hashes.length - MIN_RUN_WORDS + 1));
  for (let at = 0; at < found.length; at++) {
    let hash = hashes[at]!;
    for (let next = at + 1; next < at + MIN_RUN_WORDS; next++) hash = joinHashes(hash, hashes[next]!);
    found[at] = hash;
  }
  return found;
}

function placesOf(hashes: Int32Array): Map<number, number[]> {
  const places = new Map<number, number[]>();
  hashes.forEach((hash, at) => {
    const known = places.get(hash);
    if (known === undefined) places.set(hash, [at]);
    else known.push(at);
  });
  return places;
}

function countOf(hashes: Int32Array): Map<number, number> {
  const counts = new Map<number, number>();
  for (const hash of hashes) counts.set(hash, (counts.get(hash) ?? 0) + 1);
  return counts;
}
