import type { FrequentRelation } from "./mine-relations.ts";

/**
 * The one concept that each concept stands under in the tree. Sites that contradict each other (A under B here, B under
 * A there) must be outvoted, a nearer concept goes before a farther one, and no concept comes to stand under itself.
 */
export function chooseBroader(relations: readonly FrequentRelation[], count: number): (number | undefined)[] {
  const support = new Map(relations.map((each) => [key(each.broader, each.narrower), each.sites.length]));
  const sure = relations.filter(
    ({ broader, narrower, sites }) => sites.length > (support.get(key(narrower, broader)) ?? 0),
  );
  const isAbove = new Set(sure.map(({ broader, narrower }) => key(broader, narrower)));
  const ofChild = Map.groupBy(sure, ({ narrower }) => narrower);
  const nearest = [...ofChild.values()].flatMap((candidates) =>
    candidates.filter(({ broader }) => !candidates.some((other) => isAbove.has(key(broader, other.broader)))),
  );
  nearest.sort(
    (a, b) =>
      b.sites.length - a.sites.length ||
      b.share - a.share ||
      a.broader - b.broader ||
      a.narrower - b.narrower,
  );
  const chosen: (number | undefined)[] = Array.from({ length: count }, () => undefined);
  for (const { broader, narrower } of nearest)
    if (chosen[narrower] === undefined && !standsUnder(broader, narrower, chosen)) chosen[narrower] = broader;
  return chosen;
}

function standsUnder(start: number, top: number, chosen: readonly (number | undefined)[]): boolean {
  for (let at: number | undefined = start; at !== undefined; at = chosen[at]) if (at === top) return true;
  return false;
}

function key(broader: number, narrower: number): string {
  return `${broader} ${narrower}`;
}
