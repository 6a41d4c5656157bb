/** Why a labelled page is not learned from. */
export const DROP_REASONS = [
  "without a body",
  "labelled only in part",
  "unreadable",
  "seen before",
  "without the labelled body",
  "too short",
  "with too many tags",
  "without the labelled node",
] as const;
/** Why a labelled page is not learned from. */
export type DropReason = (typeof DROP_REASONS)[number];

/** How many were dropped, by reason. */
export type Drops<Reason extends string = DropReason> = ReadonlyMap<Reason, number>;

/** The numbers of several sets together. */
export function sumDrops(all: readonly Drops[]): Drops {
  const sum = new Map<DropReason, number>();
  for (const drops of all) {
    for (const [reason, count] of drops) sum.set(reason, (sum.get(reason) ?? 0) + count);
  }
  return sum;
}

/** The numbers in words: `3 unreadable, 1 seen before`. */
export function describeDrops(drops: ReadonlyMap<string, number>): string {
  return [...drops].map(([reason, count]) => `${count} ${reason}`).join(", ");
}
