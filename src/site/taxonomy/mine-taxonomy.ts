import { type Cluster, groupLabels, mainLabel } from "./clusters.ts";
import { joinClusters } from "./join-clusters.ts";
import { addToSet, collectUses, type LabelUse } from "./label-uses.ts";
import { chooseBroader, type FrequentRelation, findPairs, mineRelations } from "./mine-relations.ts";
import type { SiteLabels } from "./page-labels.ts";
import {
  type Concept,
  type ConceptLabel,
  defaultOptions,
  type Taxonomy,
  type TaxonomyOptions,
} from "./taxonomy.ts";

/** Pages that must show a label where there is only one site with more than that many pages. */
const MIN_PAGES = 2;

/** Mines one taxonomy from the labels of several sites, or of one. */
export function mineTaxonomy(sites: readonly SiteLabels[], options: Partial<TaxonomyOptions> = {}): Taxonomy {
  const merged = { ...defaultOptions(sites.length), ...options };
  const uses = sites.flatMap(collectUses);
  const groups = groupLabels(uses, merged.minLabelSimilarity);
  const joined = joinClusters(groups.filter(hasStories), merged).filter(isSection);
  const concepts = joined.filter((cluster) => isFrequent(cluster, sites, merged));
  concepts.sort((a, b) => b.addresses.size - a.addresses.size || (mainLabel(a) < mainLabel(b) ? -1 : 1));
  const pairs = sites.flatMap((site) => findPairs(site, concepts, merged.readsAddresses));
  const relations = mineRelations(pairs, concepts, merged);
  return writeTaxonomy(sites, concepts, relations);
}

function hasStories(uses: readonly LabelUse[]): boolean {
  return uses.some(({ stories }) => stories.size > 0);
}

/** Sections have news; pages about the publisher, its shop and its terms do not. */
function isSection({ uses }: Cluster): boolean {
  return uses.some(({ hasNews }) => hasNews);
}

function isFrequent(
  { uses, addresses }: Cluster,
  sites: readonly SiteLabels[],
  { minSites }: TaxonomyOptions,
): boolean {
  const pages = sites[0]?.pages.length ?? 0;
  if (sites.length === 1 && pages > MIN_PAGES && !uses.some((use) => use.pages >= MIN_PAGES)) return false;
  return addresses.size >= minSites;
}

function writeTaxonomy(
  sites: readonly SiteLabels[],
  clusters: readonly Cluster[],
  relations: readonly FrequentRelation[],
): Taxonomy {
  const ids = makeIds(clusters);
  const broader = chooseBroader(relations, clusters.length);
  const above = Map.groupBy(relations, ({ narrower }) => narrower);
  const idOf = (index: number): string => ids[index] ?? "";
  const concepts = clusters.map((cluster, index): Concept => {
    const parent = broader[index];
    const others = (above.get(index) ?? []).filter((each) => each.broader !== parent);
    const related = others.filter(
      (each) => !isAbove(each.broader, index, broader) && !isAbove(index, each.broader, broader),
    );
    return {
      id: idOf(index),
      labels: makeLabels(cluster.uses),
      sites: [...cluster.addresses.keys()].sort(),
      ...(parent === undefined ? {} : { broader: idOf(parent) }),
      related: related.map((each) => idOf(each.broader)),
      joins: cluster.joins,
    };
  });
  return {
    format: "galley-taxonomy",
    version: 1,
    sites: sites.map(({ site }) => site),
    concepts,
    relations: relations.map((each) => ({
      ...each,
      broader: idOf(each.broader),
      narrower: idOf(each.narrower),
    })),
  };
}

function isAbove(top: number, start: number, broader: readonly (number | undefined)[]): boolean {
  for (let at = broader[start]; at !== undefined; at = broader[at]) if (at === top) return true;
  return false;
}

function makeIds(clusters: readonly Cluster[]): string[] {
  const taken = new Set<string>();
  for (const cluster of clusters) {
    const words = mainLabel(cluster)
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu);
    const name = words?.join("-") ?? "concept";
    let id = name;
    for (let count = 2; taken.has(id); count++) id = `${name}-${count}`;
    taken.add(id);
  }
  return [...taken];
}

function makeLabels(uses: readonly LabelUse[]): ConceptLabel[] {
  const written = new Map<string, LabelUse[]>();
  for (const use of uses) {
    const key = `${use.text}\n${use.language ?? ""}`;
    written.set(key, [...(written.get(key) ?? []), use]);
  }
  const labels = [...written.values()].map((members): ConceptLabel => {
    const [{ text, language }] = members as [LabelUse];
    const bySite = new Map<string, Set<string>>();
    for (const { site, url } of members) addToSet(bySite, site, url);
    const sites = [...bySite.keys()].sort();
    return {
      text,
      ...(language === undefined ? {} : { language }),
      sites,
      urls: sites.flatMap((site) => [...(bySite.get(site) ?? [])].slice(0, 1)),
    };
  });
  return labels.sort((a, b) => b.sites.length - a.sites.length || (a.text < b.text ? -1 : 1));
}
