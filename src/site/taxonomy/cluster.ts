import type { LabelUse } from "./label-uses.ts";
import { put } from "./member-sets.ts";
import type { Join } from "./taxonomy.ts";

/** Uses of labels that are taken for one concept, and what joins may be decided by. */
export interface Cluster {
  readonly uses: readonly LabelUse[];
  readonly joins: readonly Join[];
  /** The places of what it was joined from in the list before all joins. */
  readonly parts: readonly number[];
  /** Where each site has it. */
  readonly addresses: ReadonlyMap<string, ReadonlySet<string>>;
  /** The names it has in paths and as a label, in stems, and on which sites. */
  readonly names: ReadonlyMap<string, ReadonlySet<string>>;
  /** Titles of its stories and on which sites. */
  readonly stories: ReadonlyMap<string, ReadonlySet<string>>;
  readonly languages: ReadonlySet<string>;
  readonly vocabulary: ReadonlyMap<string, number>;
}

/** Puts uses together. */
export function makeCluster(
  uses: readonly LabelUse[],
  parts: readonly number[],
  joins: readonly Join[] = [],
): Cluster {
  const addresses = new Map<string, Set<string>>();
  const names = new Map<string, Set<string>>();
  const stories = new Map<string, Set<string>>();
  const vocabulary = new Map<string, number>();
  for (const use of uses) {
    put(addresses, use.site, use.address.key);
    for (const name of use.names) put(names, name, use.site);
    for (const title of use.stories.keys()) put(stories, title, use.site);
    for (const [word, count] of use.vocabulary) vocabulary.set(word, (vocabulary.get(word) ?? 0) + count);
  }
  const languages = new Set(uses.map(({ language }) => language ?? ""));
  return { uses, joins, parts, addresses, names, stories, languages, vocabulary };
}

/** The most used label, and of those the first by its letters. */
export function mainLabel({ uses }: Cluster): string {
  const counts = new Map<string, Set<string>>();
  for (const { text, site } of uses) put(counts, text, site);
  const [first] = [...counts].sort(
    ([a, aSites], [b, bSites]) => bSites.size - aSites.size || (a < b ? -1 : 1),
  );
  return first?.[0] ?? "";
}
