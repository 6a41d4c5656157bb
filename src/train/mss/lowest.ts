/** What a full table forgets when it must make room. */
const FORGOTTEN_SHARE = 1 / 4;

/** Whether an entry of a rank and hash is among the lowest. */
export type IsLowest = (rank: number, hash: number) => boolean;

/** Tells the entries with the lowest ranks, a quarter of all; of equal ranks those with the lower hashes, so that it is the same every time. */
export function findLowest(ranks: Float64Array, hashes: Int32Array): IsLowest {
  const wanted = Math.ceil(ranks.length * FORGOTTEN_SHARE);
  const limit = ranks.toSorted()[wanted - 1] ?? 0;
  const isTied = (_: number, at: number) => ranks[at] === limit;
  const tied = Uint32Array.from(hashes.filter(isTied)).sort();
  const below = ranks.reduce((count, rank) => count + Number(rank < limit), 0);
  const lastHash = tied[wanted - below - 1] ?? 0;
  return (rank, hash) => rank < limit || (rank === limit && hash >>> 0 <= lastHash);
}
