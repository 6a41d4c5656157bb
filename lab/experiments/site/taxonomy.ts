import { readSet } from "../../../src/sets/index.ts";
import { partitionPage } from "../../../src/site/partition/partition-page.ts";
import { readSitePage } from "../../../src/site/source/page-source.ts";
import { liesUnder, readAddress } from "../../../src/site/taxonomy/addresses.ts";
import { labelKey } from "../../../src/site/taxonomy/label-words.ts";
import { mineTaxonomy } from "../../../src/site/taxonomy/mine-taxonomy.ts";
import { type PageLabels, readPageLabels, type SiteLabels } from "../../../src/site/taxonomy/page-labels.ts";
import { type Concept, type Taxonomy, taxonomyToTree } from "../../../src/site/taxonomy/taxonomy.ts";
import { makePress, type NewsSite, type TaxonomyNode } from "../../../test/newsroom/index.ts";
import { PARENTS } from "../../../test/newsroom/names.ts";
import { plainTable } from "../experiment.ts";
import { JUDGED_RELATIONS } from "./judged-relations.data.ts";
import type { SiteRun } from "./site-run.ts";

const SEEDS = [1, 2, 3, 4, 5];
const SETS = ["sites2020", "topnews2016", "frontpages-de"];
/** Above any score: nothing is joined, as in the paper. */
const NO_JOINS = { minJoinScore: 2 };
/** Sites of the largest concepts that are shown. */
const SHOWN_SITES = 10;

/** Taxonomies of made-up sites against their truth, and of real home pages by a rule and by a reader. */
export async function measureTaxonomy(run: SiteRun): Promise<string> {
  return [measurePress(run), await measureReal(run)].join("\n\n");
}

function measurePress({ isQuick, tell }: SiteRun): string {
  const rows = SEEDS.slice(0, isQuick ? 1 : SEEDS.length).map((seed) => {
    tell(`press ${seed}`);
    const press = readPress(seed);
    return { seed, joined: scorePress(press), plain: scorePress(press, NO_JOINS) };
  });
  const cells = ({ precision, recall }: Agreement) => [share(precision), share(recall)];
  const lines = rows.map(({ seed, joined, plain }) => [
    String(seed),
    ...[joined.relations, joined.names, plain.relations].flatMap(cells),
  ]);
  const mean = rows.map(({ joined, plain }) =>
    [joined.relations, joined.names, plain.relations].flatMap(values),
  );
  lines.push(["mean", ...(mean[0] ?? []).map((_, at) => share(average(mean.map((row) => row[at] ?? 0))))]);
  const columns = ["press", "relations P", "R", "names P", "R", "without joins P", "R"];
  return `Twelve made-up sites a press, each with its own names, addresses and choice of sections, in four languages. A relation
is a pair of labels of which the one stands under the other in the tree's closure, whatever sites they come from; names are pairs
of labels that are one section.

${plainTable(columns, lines, 1)}`;
}

async function measureReal(run: SiteRun): Promise<string> {
  const sites = await readSites(run);
  run.tell(`${sites.length} sites`);
  const mined = mineTaxonomy(sites);
  const pages = sites.reduce((sum, site) => sum + site.pages.length, 0);
  const unaddressed = ancestors(mineTaxonomy(sites, { readsAddresses: false }));
  const stated = unaddressed.filter(([broader, narrower]) => isStated(broader, narrower)).length;
  const { known, right } = judge(mined);
  return `${pages} home and section pages of ${sites.length} real sites: ${mined.concepts.length} concepts, ${mined.relations.length} frequent relations, ${ancestors(mined).length} in the tree's closure.

| judged by | relations | right |
| --- | --: | --: |
| the rule: on some site the narrower address goes on from the broader; mined without addresses | ${unaddressed.length} | ${share(stated / unaddressed.length)} |
| one reader, by the labels | ${known} | ${share(right / known)} |

The rule cannot see sections that stand under others in menus only, so its share is a lower bound. The reader was a language
model that judged ${JUDGED_RELATIONS.length} relations by their labels alone; the row counts those of them that are still mined.

\`\`\`text
${excerpt(mined)}
\`\`\``;
}

async function readSites(run: SiteRun): Promise<SiteLabels[]> {
  const homes = new Map<string, PageLabels>();
  const sections = new Map<string, PageLabels[]>();
  for (const set of run.isQuick ? SETS.slice(1, 2) : SETS) {
    run.tell(set);
    for await (const { label, html } of readSet(await run.folder(set))) {
      const { id, site, url, pageType, encoding } = label;
      const isHome = pageType === "home";
      if (!site || (isHome ? homes.has(site) : pageType !== "section")) continue;
      const { page } = readSitePage(html, { url: url ?? undefined, encoding: encoding ?? undefined });
      const labels = readPageLabels({ id, url: url ?? undefined, page }, partitionPage(page));
      if (isHome) homes.set(site, labels);
      else sections.set(site, [...(sections.get(site) ?? []), labels]);
    }
  }
  return [...homes].map(([site, home]) => ({ site, pages: [home, ...(sections.get(site) ?? [])] }));
}

function isStated(broader: Concept, narrower: Concept): boolean {
  const addresses = ({ labels }: Concept) =>
    labels.flatMap(({ urls }) => urls.flatMap((url) => readAddress(url) ?? []));
  const outer = addresses(broader);
  return addresses(narrower).some((inner) => outer.some((each) => liesUnder(inner, each)));
}

function judge(mined: Taxonomy): { known: number; right: number } {
  const found = new Set(
    ancestors(mined).flatMap(([broader, narrower]) =>
      namesOf(broader).flatMap((outer) => namesOf(narrower).map((inner) => relationKey(outer, inner))),
    ),
  );
  const known = JUDGED_RELATIONS.filter(([broader, narrower]) => found.has(relationKey(broader, narrower)));
  return { known: known.length, right: known.filter(([, , verdict]) => verdict === "right").length };
}

function excerpt(mined: Taxonomy): string {
  const large = new Set(
    mined.concepts.filter(({ sites }) => sites.length >= SHOWN_SITES).map(({ id }) => id),
  );
  const concepts = mined.concepts
    .filter(({ id, broader }) => large.has(id) && (broader === undefined || large.has(broader)))
    .map((concept) => ({ ...concept, labels: concept.labels.slice(0, 1) }));
  return taxonomyToTree({ ...mined, concepts }).trimEnd();
}

function values({ precision, recall }: Agreement): number[] {
  return [precision, recall];
}

function average(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0) / Math.max(1, numbers.length);
}

function share(value: number): string {
  return value.toFixed(3).replace(/^0/, "");
}

/** How well a taxonomy of made-up sites agrees with their truth. */
interface PressScore {
  readonly relations: Agreement;
  /** Pairs of names that are one section. */
  readonly names: Agreement;
}

/** Reads the labels of the home and section pages of made-up sites. */
function readPress(seed: number): { sites: NewsSite[]; labels: SiteLabels[] } {
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
function scorePress(
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

/** Precision and recall of a set against another. */
interface Agreement {
  readonly precision: number;
  readonly recall: number;
}

/** The concepts above each concept of the tree, the nearest first. */
function ancestors(taxonomy: Taxonomy): [broader: Concept, narrower: Concept][] {
  const byId = new Map(taxonomy.concepts.map((concept) => [concept.id, concept]));
  return taxonomy.concepts.flatMap((concept) => {
    const found: [Concept, Concept][] = [];
    for (let at = concept.broader; at !== undefined; at = byId.get(at)?.broader) {
      const broader = byId.get(at);
      if (broader !== undefined) found.push([broader, concept]);
    }
    return found;
  });
}

/** The names of a concept, each once whatever its case, the most used first. */
function namesOf({ labels }: Concept): string[] {
  const names = new Map<string, string>();
  for (const { text } of labels) if (!names.has(labelKey(text))) names.set(labelKey(text), text);
  return [...names.values()];
}

/** One text for a relation of two labels. */
function relationKey(broader: string, narrower: string): string {
  return `${labelKey(broader)} > ${labelKey(narrower)}`;
}

/** Precision and recall. */
function compareSets(found: ReadonlySet<string>, truth: ReadonlySet<string>): Agreement {
  const right = [...found].filter((each) => truth.has(each)).length;
  return { precision: right / Math.max(1, found.size), recall: right / Math.max(1, truth.size) };
}
