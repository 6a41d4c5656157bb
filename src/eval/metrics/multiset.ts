/** How often each item occurs. */
export function countItems(items: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

/** The size of what two multisets share. */
export function sharedCount(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const [item, count] of small) shared += Math.min(count, large.get(item) ?? 0);
  return shared;
}
