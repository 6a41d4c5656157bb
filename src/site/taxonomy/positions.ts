import type { Cluster } from "./cluster.ts";
import { togetherShare } from "./join-evidence.ts";
import { put } from "./member-sets.ts";
import type { Evidence } from "./taxonomy.ts";

/** That two concepts stand under the same one makes it likelier that they are one, and no more. */
export const MOST_BY_POSITION = 0.3;
/** What is left of other evidence for two concepts that stand under different ones. */
const CONTRADICTION = 0.5;

/** What the positions of two clusters say of their being one. */
export interface PositionMatch {
  readonly evidence: Evidence | undefined;
  /** By how much all other evidence counts: 0 where the one stands under the other. */
  readonly factor: number;
}

/** Which clusters stand under which, on how many sites. */
export class Positions {
  readonly #clusters: readonly Cluster[];
  readonly #above: readonly ReadonlyMap<number, ReadonlySet<string>>[];

  constructor(clusters: readonly Cluster[]) {
    const clusterAt = new Map<string, number>();
    for (const [at, { uses }] of clusters.entries())
      for (const { isOwner, address } of uses) if (isOwner) clusterAt.set(address.key, at);
    this.#clusters = clusters;
    this.#above = clusters.map(({ uses }, at) => {
      const found = new Map<number, Set<string>>();
      for (const { above, site } of uses) {
        for (const place of above) {
          const outer = clusterAt.get(place);
          if (outer !== undefined && outer !== at) put(found, outer, site);
        }
      }
      return found;
    });
  }

  compare(first: number, second: number): PositionMatch {
    const [a, b] = [this.#above[first] ?? new Map(), this.#above[second] ?? new Map()];
    if (a.has(second) || b.has(first)) return { evidence: undefined, factor: 0 };
    const shared = [...a.keys()].filter((outer) => b.has(outer));
    if (shared.length === 0)
      return { evidence: undefined, factor: this.#areApart(a.keys(), b.keys()) ? CONTRADICTION : 1 };
    const share = (outer: number): number =>
      Math.min(this.#share(a.get(outer), first), this.#share(b.get(outer), second));
    const best = Math.max(...shared.map(share));
    const sites = new Set(shared.flatMap((outer) => [...(a.get(outer) ?? []), ...(b.get(outer) ?? [])]));
    const names = shared.flatMap((outer) => this.#clusters[outer]?.uses[0]?.text ?? []);
    return {
      evidence: {
        kind: "position",
        score: best * MOST_BY_POSITION,
        sites: [...sites].sort(),
        shared: names.slice(0, 3),
      },
      factor: 1,
    };
  }

  /** Whether there are concepts above both, and some site has each of them beside each of the others. */
  #areApart(above: Iterable<number>, others: Iterable<number>): boolean {
    const [first, second] = [[...above], [...others]].map((places) =>
      places.flatMap((at) => this.#clusters[at] ?? []),
    );
    if (!first?.length || !second?.length) return false;
    return first.every((a) => second.every((b) => togetherShare(a, b) > 0));
  }

  #share(sites: ReadonlySet<string> | undefined, at: number): number {
    return (sites?.size ?? 0) / (this.#clusters[at]?.addresses.size ?? 1);
  }
}
