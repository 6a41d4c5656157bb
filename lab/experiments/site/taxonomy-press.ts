import { partitionPage } from "../../../src/site/partition/index.ts";
import { readSitePage } from "../../../src/site/source/read-page.ts";
import {
  mineTaxonomy,
  readPageLabels,
  type SiteLabels,
  type Taxonomy,
} from "../../../src/site/taxonomy/index.ts";
import { makePress, type NewsSite, type TaxonomyNode } from "../../../test/newsroom/index.ts";
import { PARENTS } from "../../../test/newsroom/names.ts";
import { type Agreement, ancestors, compareSets, namesOf, relationKey } from "./label-relations.ts";

/** How well a taxonomy of made-up sites agrees with what they know of themselves. */
export interface PressScore {
  readonly relations: Agreement;
  /** Pairs of names that are one section. */
  readonly names: Agreement;
}

/** Reads the labels of the home and section pages of made-up sites. */
export function readPress(seed: number): { sites: NewsSite[]; labels: SiteLabels[] } {
  const sites = makePress({ seed });
  const labels = sites.map(({ domain, pages }) => ({
    site: domain,
    pages: pages
      .filter(({ pageType }) => pageType === "home" || pageType === "section")
      .map(({ id, url, html }) => {
        const { page } = readSitePage(html, { url });
        return readPageLabels({ id, url, page }, partitionPage(page));
      }),
  }));
  return { sites, labels };
}

/** Mines a press and compares it with the truth; labels are joined only where the options say so. */
export function scorePress(
  { sites, labels }: ReturnType<typeof readPress>,
  options: Parameters<typeof mineTaxonomy>[1] = {},
): PressScore {
  const mined = mineTaxonomy(labels, options);
  const truth = sites.flatMap(({ truth }) => truth.taxonomy.flatMap(withChildren));
  return {
    relations: compareSets(minedRelations(mined), trueRelations(truth)),
    names: compareSets(minedNames(mined), trueNames(truth)),
  };
}

function withChildren(node: TaxonomyNode): TaxonomyNode[] {
  return [node, ...node.children.flatMap(withChildren)];
}

function minedRelations(mined: Taxonomy): Set<string> {
  return new Set(
    ancestors(mined).flatMap(([broader, narrower]) =>
      namesOf(broader).flatMap((outer) => namesOf(narrower).map((inner) => relationKey(outer, inner))),
    ),
  );
}

function trueRelations(nodes: readonly TaxonomyNode[]): Set<string> {
  return new Set(
    nodes.flatMap((outer) =>
      nodes
        .filter((inner) => PARENTS[inner.concept] === outer.concept)
        .map((inner) => relationKey(outer.name, inner.name)),
    ),
  );
}

function minedNames(mined: Taxonomy): Set<string> {
  return new Set(mined.concepts.flatMap((concept) => pairsOf(namesOf(concept))));
}

function trueNames(nodes: readonly TaxonomyNode[]): Set<string> {
  const concepts = Map.groupBy(nodes, ({ concept }) => concept);
  return new Set([...concepts.values()].flatMap((same) => pairsOf(same.map(({ name }) => name))));
}

function pairsOf(names: readonly string[]): string[] {
  const all = [...new Set(names)].sort();
  return all.flatMap((first, at) => all.slice(at + 1).map((second) => relationKey(first, second)));
}
