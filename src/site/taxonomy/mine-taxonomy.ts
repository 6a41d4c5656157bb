import { readAddress } from "./addresses.ts";
import { type Cluster, groupLabels, mainLabel } from "./clusters.ts";
import { type JoinOptions, joinClusters } from "./join-clusters.ts";
import { addToSet, collectUses, type LabelUse } from "./label-uses.ts";
import type { LabelNode } from "./label-words.ts";
import { readOwnNames } from "./own-names.ts";
import { eachLabel, type PageLabels, type SiteLabels } from "./page-labels.ts";
import { makeConceptReader, type SiteUse } from "./relation-evidence.ts";
import { type SectionModel, shippedSectionModel } from "./section-evidence.ts";
import { makeSectionConcept } from "./section-names.ts";
import { type Candidate, findCandidates, growSiteTree, sectionPages, type TreeOptions } from "./site-tree.ts";
import type { Concept, ConceptLabel, EvidenceKind, Taxonomy } from "./taxonomy.ts";

/** Sites that make a label or a relation frequent; with fewer than `FEW_SITES` sites one is enough. */
const FREQUENT = 2;
const FEW_SITES = 3;

/** The score from which an address is a section, and one with changing stories; chosen with sites left out, for precision: a wrong section makes wrong relations too. */
export const MIN_SECTION_SCORE = 0.62;
const MIN_NEWS_SCORE = 0.52;

const DEFAULT_MIN_JOIN_SCORE = 0.5;

/** Options of taxonomy mining; the measured defaults are in docs/taxonomy.md. */
interface TaxonomyOptions {
  /** Minimum number of sites that have a concept. */
  readonly minSites?: number;
  /** Minimum score for joining labels with different words; above 1 none are joined. */
  readonly minJoinScore?: number;
  /** Whether URL paths (`/sport/tennis/` under `/sport/`) count as relations too. */
  readonly readsAddresses?: boolean;
  /** Whether nested menus count as relations, before the labels of pages as in the paper. */
  readonly readsMenus?: boolean;
  /** Kinds of evidence for joins that do not count. */
  readonly ignoredEvidence?: readonly EvidenceKind[];
  /** What judges sections; others are for measuring on sites that this was not learned on. */
  readonly sectionModel?: SectionModel;
}

/** Mines one taxonomy from the labels of several sites, or of one. */
export function mineTaxonomy(sites: readonly SiteLabels[], options: TaxonomyOptions = {}): Taxonomy {
  const frequent = sites.length < FEW_SITES ? 1 : FREQUENT;
  const {
    minSites = frequent,
    minJoinScore = DEFAULT_MIN_JOIN_SCORE,
    readsAddresses = true,
    readsMenus = true,
    ignoredEvidence = [],
    sectionModel = shippedSectionModel(),
  } = options;
  const concepts = mineConcepts(sites, sectionModel, { minJoinScore, ignoredEvidence }).filter(
    ({ addresses }) => addresses.size >= minSites,
  );
  concepts.sort((a, b) => b.addresses.size - a.addresses.size || (mainLabel(a) < mainLabel(b) ? -1 : 1));
  const pairs = sites.flatMap((site) => findPairs(site, concepts, { readsAddresses, readsMenus }));
  return writeTaxonomy(sites, concepts, mineRelations(pairs, concepts, frequent));
}

function mineConcepts(sites: readonly SiteLabels[], model: SectionModel, options: JoinOptions): Cluster[] {
  const conceptOf = makeSectionConcept();
  const uses = sites.flatMap((site) => collectUses(site, conceptOf, model));
  return joinClusters(groupLabels(readOwnNames(uses.filter(isSection), conceptOf)), options);
}

/** Whether a label names a section: one with changing stories needs less evidence. */
function isSection({ sectionScore, hasNews }: LabelUse): boolean {
  return sectionScore >= (hasNews ? MIN_NEWS_SCORE : MIN_SECTION_SCORE);
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
      labels: makeLabels(cluster),
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

/** The labels of a concept: its main name, then those of most sites. */
function makeLabels(cluster: Cluster): ConceptLabel[] {
  const written = new Map<string, LabelUse[]>();
  for (const use of cluster.uses) {
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
  const main = mainLabel(cluster);
  return labels.sort(
    (a, b) =>
      Number(b.text === main) - Number(a.text === main) ||
      b.sites.length - a.sites.length ||
      (a.text < b.text ? -1 : 1),
  );
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

/** All i-related pairs of concepts of a site: in the tree that its menus and URL paths state, else in the trees of its pages. */
function findPairs(
  { site, pages }: SiteLabels,
  clusters: readonly Cluster[],
  options: TreeOptions,
): RelatedPair[] {
  const uses = usesOn(site, clusters);
  const parents = growSiteTree(findCandidates(pages, uses, options));
  // Deviation: the paper's trees of labels are read only where menus and addresses state nothing; on real sites they add mistakes.
  const found = parents.size > 0 ? pairsOfParents(parents) : pairsOfTrees(pages, uses);
  return found.map((pair) => ({ ...pair, site }));
}

function usesOn(site: string, clusters: readonly Cluster[]): SiteUse[] {
  return clusters.flatMap(({ uses }, concept) =>
    mainUses(uses.filter((use) => use.site === site)).map((use) => ({ concept, use })),
  );
}

function pairsOfParents(parents: ReadonlyMap<number, number>): Omit<RelatedPair, "site">[] {
  return [...parents.keys()].flatMap((narrower) => {
    const pairs: Omit<RelatedPair, "site">[] = [];
    for (let at = parents.get(narrower); at !== undefined; at = parents.get(at))
      pairs.push({ broader: at, narrower, distance: pairs.length + 1 });
    return pairs;
  });
}

/** The sections of a single site, and the pairs of them that may be a relation; for learning what makes one. */
export function readSiteCandidates(
  site: SiteLabels,
  sectionModel: SectionModel = shippedSectionModel(),
): {
  uses: readonly SiteUse[];
  candidates: readonly Candidate[];
} {
  const clusters = mineConcepts([site], sectionModel, {
    minJoinScore: DEFAULT_MIN_JOIN_SCORE,
    ignoredEvidence: [],
  });
  const uses = usesOn(site.site, clusters);
  return { uses, candidates: findCandidates(site.pages, uses, { readsAddresses: true, readsMenus: true }) };
}

/** Labels above others on the pages; what only a section's own page shows is under the section. */
function pairsOfTrees(pages: readonly PageLabels[], uses: readonly SiteUse[]): Omit<RelatedPair, "site">[] {
  const conceptOf = makeConceptReader(uses);
  const found: Omit<RelatedPair, "site">[] = [];
  const see = (broader: number, narrower: number, distance: number) => {
    if (broader !== narrower) found.push({ broader, narrower, distance });
  };
  const roots = sectionPages(pages, uses);
  const inMenu = menuAddresses(pages[0], roots);
  for (const page of pages) {
    const read = (node: LabelNode) => conceptOf(node, page.language);
    walk(page.labels, [], read, see);
    const root = roots.get(page);
    if (root !== undefined) walk(withoutMenu(page.labels, inMenu), [root], read, see);
  }
  return found;
}

/** The uses of a concept on a site whose address is nearest to the root: "/sport/", not "/region/sport/". */
function mainUses(uses: readonly LabelUse[]): LabelUse[] {
  const least = Math.min(...uses.map(({ address }) => address.parts.length));
  return uses.filter(({ address }) => address.parts.length === least);
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
