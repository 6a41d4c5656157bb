import { pathKey, prefixes, readAddress } from "./address.ts";
import type { Cluster } from "./cluster.ts";
import { makeLabelStems } from "./label-stems.ts";
import type { LabelUse } from "./label-uses.ts";
import { put } from "./member-sets.ts";
import { eachLabel, type LabelNode, type PageLabels, type SiteLabels } from "./page-labels.ts";

/** One concept above another on a site, with so many steps between them. */
export interface RelatedPair {
  readonly broader: number;
  readonly narrower: number;
  /** The paper's i: 1 for parent and child. */
  readonly distance: number;
  readonly site: string;
}

/** A label that so many of a site's section pages show is part of its menu, not of one section. */
const MENU_SHARE = 1 / 3;

/** All i-related pairs of concepts in the trees of a site's pages, and those that its addresses state. */
export function findPairs(
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

type ConceptReader = (text: string, language: string | undefined) => number | undefined;

/** A label without a link of its own is known by its words. */
function makeConceptReader(clusters: readonly Cluster[]): ConceptReader {
  const stemsOf = makeLabelStems();
  const known = new Map<string, number>();
  for (const [concept, { uses }] of clusters.entries())
    for (const { stems } of uses) known.set(stems.join(" "), concept);
  return (text, language) => known.get(stemsOf(text, language).join(" "));
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

/** Beyond the paper: `/sport/tennis/` stands under `/sport/`. */
function pairsOfAddresses(uses: readonly SiteUse[], site: string): RelatedPair[] {
  const outer = Map.groupBy(uses, ({ use }) => pathKey(use.address));
  return uses.flatMap(({ concept: narrower, use }) =>
    prefixes(use.address)
      .flatMap((prefix) => outer.get(prefix) ?? [])
      .filter(({ concept }) => concept !== narrower)
      .map(({ concept: broader }) => ({ broader, narrower, distance: 1, site })),
  );
}

/** The pages that concepts of the site link to, the home page left out. */
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
    eachLabel(page.labels, ({ url }) => put(shownBy, readAddress(url)?.key ?? "", page));
  const menu = new Set<string>();
  eachLabel(home?.labels ?? [], ({ url }) => menu.add(readAddress(url)?.key ?? ""));
  for (const [address, shown] of shownBy)
    if (shown.size > Math.max(1, sections.size * MENU_SHARE)) menu.add(address);
  return menu;
}

/** The labels of a section's page that only it has; what stands under a label of the menu goes with it. */
function withoutMenu(nodes: readonly LabelNode[], menu: ReadonlySet<string>): LabelNode[] {
  return nodes.flatMap((node) => {
    const address = readAddress(node.url)?.key;
    if (address !== undefined && menu.has(address)) return [];
    return [{ ...node, children: withoutMenu(node.children, menu) }];
  });
}
