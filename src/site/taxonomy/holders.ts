/** What more clusters have in common tells none of them apart. */
const MAX_HOLDERS = 40;

/** For each thing the places in the list of those that have it, each once. */
export type Holders = ReadonlyMap<string, readonly number[]>;

/** Finds who has what; things that too many have are left out. */
export function findHolders(held: readonly Iterable<string>[]): Holders {
  const holders = new Map<string, number[]>();
  for (const [at, things] of held.entries()) {
    for (const thing of things) {
      const known = holders.get(thing);
      if (known === undefined) holders.set(thing, [at]);
      else if (known.at(-1) !== at) known.push(at);
    }
  }
  for (const [thing, { length }] of holders) if (length > MAX_HOLDERS) holders.delete(thing);
  return holders;
}

/** Sums over what each two of the list share; a pair is known by `first * size + second`, the first being the smaller. */
export function sumShared(
  holders: Holders,
  size: number,
  weightOf: (thing: string) => number,
): Map<number, number> {
  const sums = new Map<number, number>();
  for (const [thing, having] of holders) {
    const weight = weightOf(thing);
    for (const [at, first] of having.entries()) {
      for (const second of having.slice(at + 1)) {
        const pair = first * size + second;
        sums.set(pair, (sums.get(pair) ?? 0) + weight);
      }
    }
  }
  return sums;
}
