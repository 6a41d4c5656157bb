import { addToSet, type LabelUse } from "./label-uses.ts";
import { jaccard } from "./page-labels.ts";
import type { Join } from "./taxonomy.ts";

/** Minimum Jaccard similarity of the stems of two labels of one concept. */
const MIN_SIMILARITY = 0.6;

/** Label uses that are one concept, and the features that decide on joins. */
export interface Cluster {
  readonly uses: readonly LabelUse[];
  readonly joins: readonly Join[];
  /** The indices of the initial clusters that it was joined from. */
  readonly parts: readonly number[];
  /** Its addresses on each site. */
  readonly addresses: ReadonlyMap<string, ReadonlySet<string>>;
  /** Its names in labels and URL paths, stemmed, and the sites that use each. */
  readonly names: ReadonlyMap<string, ReadonlySet<string>>;
  /** Titles of its stories and the sites that show each. */
  readonly stories: ReadonlyMap<string, ReadonlySet<string>>;
  readonly languages: ReadonlySet<string>;
  readonly vocabulary: ReadonlyMap<string, number>;
}

/** Makes a cluster of label uses. */
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
    addToSet(addresses, use.site, use.address.key);
    for (const name of use.names) addToSet(names, name, use.site);
    for (const title of use.stories.keys()) addToSet(stories, title, use.site);
    for (const [word, count] of use.vocabulary) vocabulary.set(word, (vocabulary.get(word) ?? 0) + count);
  }
  const languages = new Set(uses.map(({ language }) => language ?? ""));
  return { uses, joins, parts, addresses, names, stories, languages, vocabulary };
}

/** The label of most sites; ties go to the alphabetically first. */
export function mainLabel({ uses }: Cluster): string {
  const counts = new Map<string, Set<string>>();
  for (const { text, site } of uses) addToSet(counts, text, site);
  const [first] = [...counts].sort(
    ([a, aSites], [b, bSites]) => bSites.size - aSites.size || (a < b ? -1 : 1),
  );
  return first?.[0] ?? "";
}

/**
 * Groups label uses with similar stems: the paper's concepts, with all their labels as `Syn`.
 * Deviation: a label joins only the most frequent similar one; otherwise "World" and "Sport" would be chained together
 * through "World news" and "Sport news".
 */
export function groupLabels(uses: readonly LabelUse[]): LabelUse[][] {
  const exact = [...Map.groupBy(uses, ({ stems }) => stems.join(" ")).values()];
  const ordered = exact.map((members) => ({ members, sites: new Set(members.map(({ site }) => site)).size }));
  ordered.sort((a, b) => b.sites - a.sites || compare(a.members, b.members));
  const leaders: { readonly stems: readonly string[]; readonly members: LabelUse[] }[] = [];
  const byStem = new Map<string, number[]>();
  for (const { members } of ordered) {
    const stems = members[0]?.stems ?? [];
    const near = [...new Set(stems.flatMap((stem) => byStem.get(stem) ?? []))].sort((a, b) => a - b);
    const leader = near.find((index) => jaccard(leaders[index]?.stems ?? [], stems) >= MIN_SIMILARITY);
    if (leader !== undefined) {
      leaders[leader]?.members.push(...members);
      continue;
    }
    for (const stem of stems) byStem.set(stem, [...(byStem.get(stem) ?? []), leaders.length]);
    leaders.push({ stems, members: [...members] });
  }
  return leaders.map(({ members }) => members);
}

function compare(a: readonly LabelUse[], b: readonly LabelUse[]): number {
  const [first, second] = [a[0]?.stems.join(" ") ?? "", b[0]?.stems.join(" ") ?? ""];
  return first < second ? -1 : first > second ? 1 : 0;
}
