import { type Cluster, groupLabels, mainLabel } from "./clusters.ts";
import { joinClusters } from "./join-clusters.ts";
import { addToSet, collectUses, type LabelUse } from "./label-uses.ts";
import {
  eachLabel,
  type LabelNode,
  makeLabelStems,
  type PageLabels,
  pathKey,
  prefixes,
  readAddress,
  type SiteLabels,
} from "./page-labels.ts";
import type { Concept, ConceptLabel, Taxonomy } from "./taxonomy.ts";

/** Pages that must show a label if there is only one site with more than that many pages. */
const MIN_PAGES = 2;

/** Sites that make a label or a relation frequent; with fewer than `FEW_SITES` sites one is enough. */
const FREQUENT = 2;
const FEW_SITES = 3;

/** Options of taxonomy mining; the measured defaults are in docs/taxonomy.md. */
interface TaxonomyOptions {
  /** Minimum number of sites that have a concept. */
  readonly minSites?: number;
  /** Minimum score for joining labels with different words; above 1 none are joined. */
  readonly minJoinScore?: number;
  /** Whether URL paths (`/sport/tennis/` under `/sport/`) count as relations too. */
  readonly readsAddresses?: boolean;
}

/** Mines one taxonomy from the labels of several sites, or of one. */
export function mineTaxonomy(sites: readonly SiteLabels[], options: TaxonomyOptions = {}): Taxonomy {
  const frequent = sites.length < FEW_SITES ? 1 : FREQUENT;
  const { minSites = frequent, minJoinScore = 0.4, readsAddresses = true } = options;
  const groups = groupLabels(sites.flatMap(collectUses));
  const withStories = groups.filter((uses) => uses.some(({ stories }) => stories.size > 0));
  // Sections have news; pages about the publisher, its shop and its terms do not.
  const sections = joinClusters(withStories, minJoinScore).filter(({ uses }) =>
    uses.some(({ hasNews }) => hasNews),
  );
  const concepts = sections.filter((cluster) => isFrequent(cluster, sites, minSites));
  concepts.sort((a, b) => b.addresses.size - a.addresses.size || (mainLabel(a) < mainLabel(b) ? -1 : 1));
  const pairs = sites.flatMap((site) => findPairs(site, concepts, readsAddresses));
  return writeTaxonomy(sites, concepts, mineRelations(pairs, concepts, frequent));
}

function isFrequent({ uses, addresses }: Cluster, sites: readonly SiteLabels[], minSites: number): boolean {
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
      (each) => !isUnder(index, each.broader, broader) && !isUnder(each.broader, index, broader),
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

/** A label on a larger share of a site's section pages is part of its menu. */
const MENU_SHARE = 1 / 3;
/** Minimum share of the sites with both concepts that have one under the other. */
const MIN_SUPPORT_SHARE = 0.25;
/** Minimum ratio of the sites of the broader concept to those of the narrower. */
const MIN_BROADER_SITES = 0.5;

/** A frequent relation of two concepts, given by index. */
interface FrequentRelation {
  readonly broader: number;
  readonly narrower: number;
  readonly sites: readonly string[];
  readonly share: number;
}

/**
 * Algorithm 1: the frequent 1-related pairs, then those of the rest together with the 2-related pairs, and so on.
 * Deviation: a site counts once for a pair, since its menu is on every page.
 * Deviation: with support alone, rare mistakes become frequent as sites are added, so a minimum share of the sites that have
 * both concepts must show the relation, and the broader one must not be much rarer than the narrower.
 */
function mineRelations(
  pairs: readonly RelatedPair[],
  clusters: readonly Cluster[],
  minSupport: number,
): FrequentRelation[] {
  const frequent = new Map<string, FrequentRelation>();
  const shownBy = new Map<string, Set<string>>();
  const atDistance = Map.groupBy(pairs, ({ distance }) => distance);
  // Steps 3 to 7: pairs found so far that are not frequent are the paper's NFR and stay in the bag.
  for (const distance of [...atDistance.keys()].sort((a, b) => a - b)) {
    for (const { broader, narrower, site } of atDistance.get(distance) ?? [])
      addToSet(shownBy, `${broader} ${narrower}`, site);
    for (const [pair, sites] of shownBy) {
      if (frequent.has(pair) || sites.size < minSupport) continue;
      const relation = judge(pair, sites, clusters);
      if (relation !== undefined) frequent.set(pair, relation);
    }
  }
  return [...frequent.values()];
}

function judge(
  pair: string,
  sites: ReadonlySet<string>,
  clusters: readonly Cluster[],
): FrequentRelation | undefined {
  const [broader = 0, narrower = 0] = pair.split(" ").map(Number);
  const [outer, inner] = [clusters[broader]?.addresses, clusters[narrower]?.addresses];
  if (outer === undefined || inner === undefined) return undefined;
  if (outer.size < inner.size * MIN_BROADER_SITES) return undefined;
  const both = [...outer.keys()].filter((site) => inner.has(site)).length;
  const share = Math.min(1, sites.size / Math.max(1, both));
  return share < MIN_SUPPORT_SHARE ? undefined : { broader, narrower, sites: [...sites].sort(), share };
}

/** One concept above another in the tree of a page. */
interface RelatedPair {
  readonly broader: number;
  readonly narrower: number;
  /** The paper's i: 1 for parent and child. */
  readonly distance: number;
  readonly site: string;
}

/** All i-related pairs of concepts in the trees of a site's pages, and those given by URL paths. */
function findPairs(
  { site, pages }: SiteLabels,
  clusters: readonly Cluster[],
  readsAddresses: boolean,
): RelatedPair[] {
  const conceptOf = makeConceptReader(clusters);
  const uses = clusters.flatMap(({ uses }, concept) =>
    uses.filter((use) => use.site === site && use.isOwner).map((use) => ({ concept, use })),
  );
  const found: RelatedPair[] = readsAddresses ? pairsOfAddresses(uses, site) : [];
  const roots = sectionPages(pages, uses);
  const inMenu = menuAddresses(pages[0], roots);
  for (const page of pages) {
    const see = (broader: number, narrower: number, distance: number) => {
      if (broader !== narrower) found.push({ broader, narrower, distance, site });
    };
    walk(page.labels, [], (node) => conceptOf(node.text, page.language), see);
    const root = roots.get(page);
    if (root === undefined) continue;
    const fresh = withoutMenu(page.labels, inMenu);
    walk(fresh, [root], (node) => conceptOf(node.text, page.language), see);
  }
  return found;
}

/** Recognises concepts by their words, since a label may have no link. */
function makeConceptReader(clusters: readonly Cluster[]) {
  const stemsOf = makeLabelStems();
  const known = new Map<string, number>();
  for (const [concept, { uses }] of clusters.entries())
    for (const { stems } of uses) known.set(stems.join(" "), concept);
  return (text: string, language: string | undefined) => known.get(stemsOf(text, language).join(" "));
}

function walk(
  nodes: readonly LabelNode[],
  above: readonly (number | undefined)[],
  conceptOf: (node: LabelNode) => number | undefined,
  see: (broader: number, narrower: number, distance: number) => void,
): void {
  for (const node of nodes) {
    const concept = conceptOf(node);
    if (concept !== undefined)
      for (const [depth, broader] of above.entries())
        if (broader !== undefined) see(broader, concept, above.length - depth);
    if (node.children.length > 0) walk(node.children, [...above, concept], conceptOf, see);
  }
}

interface SiteUse {
  readonly concept: number;
  readonly use: LabelUse;
}

/** Deviation: beyond the paper, `/sport/tennis/` is under `/sport/`. */
function pairsOfAddresses(uses: readonly SiteUse[], site: string): RelatedPair[] {
  const outer = Map.groupBy(uses, ({ use }) => pathKey(use.address));
  return uses.flatMap(({ concept: narrower, use }) =>
    prefixes(use.address)
      .flatMap((prefix) => outer.get(prefix) ?? [])
      .filter(({ concept }) => concept !== narrower)
      .map(({ concept: broader }) => ({ broader, narrower, distance: 1, site })),
  );
}

/** The pages that concepts of the site link to, without the home page. */
function sectionPages(pages: readonly PageLabels[], uses: readonly SiteUse[]): Map<PageLabels, number> {
  const conceptAt = new Map(uses.map(({ concept, use }) => [use.address.key, concept]));
  const found = new Map<PageLabels, number>();
  for (const page of pages.slice(1)) {
    const concept = conceptAt.get(readAddress(page.url)?.key ?? "");
    if (concept !== undefined) found.set(page, concept);
  }
  return found;
}

function menuAddresses(
  home: PageLabels | undefined,
  sections: ReadonlyMap<PageLabels, number>,
): ReadonlySet<string> {
  const shownBy = new Map<string, Set<PageLabels>>();
  for (const page of sections.keys())
    eachLabel(page.labels, ({ url }) => addToSet(shownBy, readAddress(url)?.key ?? "", page));
  const menu = new Set<string>();
  eachLabel(home?.labels ?? [], ({ url }) => menu.add(readAddress(url)?.key ?? ""));
  for (const [address, shown] of shownBy)
    if (shown.size > Math.max(1, sections.size * MENU_SHARE)) menu.add(address);
  return menu;
}

/** The labels of a section's page without the menu and what is below its labels. */
function withoutMenu(nodes: readonly LabelNode[], menu: ReadonlySet<string>): LabelNode[] {
  return nodes.flatMap((node) => {
    const address = readAddress(node.url)?.key;
    if (address !== undefined && menu.has(address)) return [];
    return [{ ...node, children: withoutMenu(node.children, menu) }];
  });
}

/**
 * The parent of each concept in the tree. Contradicting sites (A under B here, B under A there) must be outvoted, nearer
 * ancestors go before farther ones, and cycles are avoided.
 */
function chooseBroader(relations: readonly FrequentRelation[], count: number): (number | undefined)[] {
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
    if (chosen[narrower] === undefined && !isUnder(broader, narrower, chosen)) chosen[narrower] = broader;
  return chosen;
}

/** Whether a concept is another one, or under it. */
function isUnder(start: number, top: number, broader: readonly (number | undefined)[]): boolean {
  for (let at: number | undefined = start; at !== undefined; at = broader[at]) if (at === top) return true;
  return false;
}

function key(broader: number, narrower: number): string {
  return `${broader} ${narrower}`;
}
