import { type PartitionOptions, partitionPage } from "../../../src/site/partition/partition-page.ts";
import type { SitePage } from "../../../src/site/source/page-source.ts";
import { labelKey } from "../../../src/site/taxonomy/label-words.ts";
import { mineTaxonomy } from "../../../src/site/taxonomy/mine-taxonomy.ts";
import { readPageLabels, type SiteLabels } from "../../../src/site/taxonomy/page-labels.ts";
import type { SectionModel } from "../../../src/site/taxonomy/section-evidence.ts";
import type { Concept, Taxonomy } from "../../../src/site/taxonomy/taxonomy.ts";
import { plainTable } from "../experiment.ts";
import type { SiteRun } from "../site/site-run.ts";
import { leaveOutSites } from "./learn-sections.ts";
import { addressHash, domSections, isInHeading, isLinked, type SiteSections } from "./link-baselines.ts";
import {
  Agreement,
  agreed,
  closure,
  hashName,
  openPages,
  partOf,
  partsOf,
  READERS,
  type Reader,
  readTruth,
  type SiteTruth,
  Tally,
} from "./truth.ts";

/** A site of the truth with its pages, read. */
interface ReadSite {
  readonly truth: SiteTruth;
  readonly pages: readonly SitePage[];
  readonly language: string | undefined;
}

/** A way to find the sections of a site; `all` is the taxonomy across sites, for joins. */
interface Method {
  readonly name: string;
  readonly ofSite: (site: ReadSite) => SiteSections;
  readonly ofSites?: (sites: readonly ReadSite[]) => Taxonomy;
}

type MiningOptions = Parameters<typeof mineTaxonomy>[1];

/** The settings of the paper: no menus, no addresses, no joins beyond words. */
const PAPER: MiningOptions = { readsAddresses: false, readsMenus: false, minJoinScore: 2 };

type LabelReader = (site: ReadSite) => SiteLabels;
const PLAIN: LabelReader = labelReader({});
const BY_COST: LabelReader = labelReader({ groupThreshold: 0.33 });

/** Gives what judges the sections of a site. */
type ModelOf = (site: string) => SectionModel;

const methodsOf = (modelOf: ModelOf): readonly Method[] => [
  mined(modelOf, "default"),
  mined(modelOf, "paper's settings", PAPER, BY_COST),
  mined(modelOf, "grouping by cost", {}, BY_COST),
  mined(modelOf, "without menus", { readsMenus: false }),
  mined(modelOf, "without joins", { minJoinScore: 2 }),
  { name: "untouched DOM", ofSite: (site) => domSections(site.pages, isLinked) },
  { name: "headings alone", ofSite: (site) => domSections(site.pages, isInHeading) },
];

/** The default without one kind of evidence for joins each. */
const joinMethodsOf = (modelOf: ModelOf): readonly Method[] =>
  (["address", "translation", "stories", "position"] as const).map((kind) =>
    mined(modelOf, `without ${kind}`, { ignoredEvidence: [kind] }),
  );

/** Sections, relations and joins of real sites against two readers' labels. */
export async function measureTaxonomyTruth(run: SiteRun): Promise<string> {
  const sites = await readSites(run);
  const modelOf = leaveOutSites(sites.map((site) => ({ truth: site.truth, labels: PLAIN(site) })));
  const methods = methodsOf(modelOf);
  return [
    agreementTable(
      run,
      sites.map(({ truth }) => truth),
    ),
    methodTable(run, sites, methods),
    joinTable(run, sites, joinMethodsOf(modelOf)),
    siteTable(sites, methods),
  ].join("\n\n");
}

/** Sections and relations of a site are found with trees that know nothing of it; names are joined with the shipped ones. */
function mined(
  modelOf: ModelOf,
  name: string,
  options: MiningOptions = {},
  read: LabelReader = PLAIN,
): Method {
  return {
    name,
    ofSite: (site) =>
      sectionsOf(mineTaxonomy([read(site)], { ...options, sectionModel: modelOf(site.truth.site) })),
    ofSites: (sites) => mineTaxonomy(sites.map(read), { ...options, minSites: 1 }),
  };
}

/** Reads the labels of each site once. */
function labelReader(options: PartitionOptions): LabelReader {
  const labelled = new Map<ReadSite, SiteLabels>();
  return (site) => {
    const known = labelled.get(site) ?? readLabels(site, options);
    labelled.set(site, known);
    return known;
  };
}

function readLabels({ truth, pages }: ReadSite, options: PartitionOptions): SiteLabels {
  return {
    site: truth.site,
    pages: pages.map((page) => readPageLabels(page, partitionPage(page.page, options))),
  };
}

async function readSites(run: SiteRun): Promise<ReadSite[]> {
  const truths = readTruth("taxonomy", run);
  const sites: ReadSite[] = [];
  for (const [set, own] of Map.groupBy(truths, (truth) => truth.set)) {
    run.tell(set);
    const opened = await openPages(await run.folder(set), new Set(own.flatMap(({ pages }) => pages)));
    for (const truth of own) {
      const pages = truth.pages.map((id) => opened.get(id)!);
      sites.push({ truth, pages, language: pages[0]?.page.declared.language?.slice(0, 2) });
    }
  }
  return sites;
}

function methodTable(run: SiteRun, sites: readonly ReadSite[], methods: readonly Method[]): string {
  const rows = partsOf(run).flatMap((part) => {
    const own = sites.filter(({ truth }) => partOf(truth) === part);
    return methods.map((method) => {
      run.tell(`${part}: ${method.name}`);
      const { sections, relations } = scoreSites(own, method);
      const { joins, across } = scoreJoins(own, method);
      return [part, method.name, ...[sections, relations, joins, across].flatMap((tally) => tally.cells())];
    });
  });
  const columns = [
    "sites",
    "method",
    "sections P",
    "R",
    "relations P",
    "R",
    "joins P",
    "R",
    "across languages P",
    "R",
  ];
  return plainTable(columns, rows, 2);
}

function joinTable(run: SiteRun, sites: readonly ReadSite[], methods: readonly Method[]): string {
  const rows = partsOf(run).flatMap((part) => {
    const own = sites.filter(({ truth }) => partOf(truth) === part);
    return methods.map((method) => {
      run.tell(`${part}: ${method.name}`);
      const { joins, across } = scoreJoins(own, method);
      return [part, method.name, ...joins.cells(), ...across.cells()];
    });
  });
  return plainTable(["part", "joins", "P", "R", "across languages P", "R"], rows, 2);
}

function siteTable(sites: readonly ReadSite[], [method]: readonly Method[]): string {
  const rows = sites.map((site) => {
    const { sections, relations } = scoreSites([site], method!);
    const counts = [sections.truth, relations.truth].map(String);
    return [site.truth.site, partOf(site.truth), ...counts, ...sections.cells(), ...relations.cells()];
  });
  const columns = ["site", "part", "sections", "relations", "sections P", "R", "relations P", "R"];
  return plainTable(columns, rows, 2);
}

/** How well the readers agree, by part. */
function agreementTable(run: SiteRun, truths: readonly SiteTruth[]): string {
  const rows = partsOf(run).map((part) => {
    const own = truths.filter((truth) => partOf(truth) === part);
    const scores = { sections: new Agreement(), relations: new Agreement(), joins: new Agreement() };
    let [sections, relations] = [0, 0];
    for (const truth of own) {
      const [a, b] = READERS.map((reader) => sectionKeys(truth, reader));
      const [aboveA, aboveB] = READERS.map((reader) => closure(truth, reader));
      scores.sections.add(a!, b!);
      scores.relations.add(aboveA!, aboveB!);
      sections += agreed(a!, b!).truth.size;
      relations += agreed(aboveA!, aboveB!).truth.size;
    }
    const names = commonNames(own);
    const [joinsA, joinsB] = READERS.map((reader) => trueJoins(own, names, reader));
    scores.joins.add(joinsA!, joinsB!);
    const joins = agreed(joinsA!, joinsB!).truth.size;
    const counts = [own.length, sections, relations, joins].map(String);
    return [part, ...counts, scores.sections.cell, scores.relations.cell, scores.joins.cell];
  });
  const columns = [
    "part",
    "sites",
    "sections",
    "relations",
    "joins",
    "agreement: sections",
    "relations",
    "joins",
  ];
  return plainTable(columns, rows, 1);
}

function sectionKeys({ entries }: SiteTruth, reader: Reader): Set<string> {
  return new Set(entries.flatMap((entry, at) => (entry[reader] === undefined ? [] : [String(at)])));
}

function scoreSites(sites: readonly ReadSite[], method: Method) {
  const sections = new Tally();
  const relations = new Tally();
  for (const site of sites) scoreSite(site.truth, method.ofSite(site), sections, relations);
  return { sections, relations };
}

function scoreSite(truth: SiteTruth, given: SiteSections, sections: Tally, relations: Tally): void {
  const [a, b] = READERS.map((reader) => sectionKeys(truth, reader));
  const marks = agreed(a!, b!);
  const byHash = new Map<string, number[]>();
  for (const [at, { name, address }] of truth.entries.entries()) {
    for (const key of [`n${name}`, `a${address}`]) {
      if (key !== "a") byHash.set(key, [...(byHash.get(key) ?? []), at]);
    }
  }
  const entriesOf = given.sections.map(({ names, addresses }) => {
    const keys = [...names.map((name) => `n${name}`), ...addresses.map((address) => `a${address}`)];
    return [...new Set(keys.flatMap((key) => byHash.get(key) ?? []))];
  });
  const recalled = new Set(entriesOf.flat().map(String));
  sections.truth += marks.truth.size;
  for (const key of marks.truth) if (recalled.has(key)) sections.recalled++;
  for (const entries of entriesOf) {
    const isRight = entries.some((at) => marks.truth.has(String(at)));
    if (isRight) sections.right++;
    if (isRight || entries.length === 0) sections.found++;
  }
  scoreRelations(truth, given, { entriesOf, isSure: (at) => marks.truth.has(String(at)) }, relations);
}

function scoreRelations(
  truth: SiteTruth,
  { above }: SiteSections,
  {
    entriesOf,
    isSure,
  }: { readonly entriesOf: readonly number[][]; readonly isSure: (at: number) => boolean },
  tally: Tally,
): void {
  const [a, b] = READERS.map((reader) => closure(truth, reader));
  const marks = agreed(a!, b!);
  const recalled = new Set<string>();
  for (const [broader, narrower] of above) {
    const [outer, inner] = [entriesOf[broader]!, entriesOf[narrower]!];
    const pairs = outer.flatMap((one) => inner.map((other) => `${one} ${other}`));
    for (const pair of pairs) recalled.add(pair);
    const isRight = pairs.some((pair) => marks.truth.has(pair));
    const isUnsure =
      pairs.some((pair) => marks.doubtful.has(pair)) ||
      [outer, inner].some((entries) => entries.length > 0 && !entries.some(isSure));
    if (isRight) tally.right++;
    if (isRight || !isUnsure) tally.found++;
  }
  tally.truth += marks.truth.size;
  for (const pair of marks.truth) if (recalled.has(pair)) tally.recalled++;
}

/** The languages of the sites that have each name as a section for both readers. */
function commonNames(truths: readonly SiteTruth[]): ReadonlySet<string> {
  return new Set(
    truths.flatMap(({ entries }) => entries.flatMap(({ name, a, b }) => (a && b ? [name] : []))),
  );
}

/** The pairs of different names that a reader calls one concept, on any sites. */
function trueJoins(truths: readonly SiteTruth[], names: ReadonlySet<string>, reader: Reader): Set<string> {
  const ofConcept = new Map<string, Set<string>>();
  for (const { entries } of truths) {
    for (const { name, ...marks } of entries) {
      const concept = marks[reader]?.concept;
      if (concept === undefined || !names.has(name)) continue;
      ofConcept.set(concept, (ofConcept.get(concept) ?? new Set()).add(name));
    }
  }
  return new Set([...ofConcept.values()].flatMap((same) => pairsOf([...same])));
}

function scoreJoins(sites: readonly ReadSite[], { ofSites }: Method) {
  const [joins, across] = [new Tally(), new Tally()];
  if (ofSites === undefined) return { joins, across };
  const truths = sites.map(({ truth }) => truth);
  const names = commonNames(truths);
  const [a, b] = READERS.map((reader) => trueJoins(truths, names, reader));
  const { truth, doubtful } = agreed(a!, b!);
  const found = new Set(
    ofSites(sites).concepts.flatMap((concept) =>
      pairsOf([...new Set(namesOf(concept))].filter((name) => names.has(name))),
    ),
  );
  joins.add(found, truth, doubtful);
  const languages = languagesOf(sites);
  const isForeign = (pair: string) => {
    const [first, second] = pair.split(" ").map((name) => [...(languages.get(name) ?? [])]);
    return !first?.some((language) => second?.includes(language));
  };
  const foreign = (pairs: ReadonlySet<string>) => new Set([...pairs].filter(isForeign));
  across.add(foreign(found), foreign(truth), doubtful);
  return { joins, across };
}

function languagesOf(sites: readonly ReadSite[]): ReadonlyMap<string, ReadonlySet<string | undefined>> {
  const found = new Map<string, Set<string | undefined>>();
  for (const { truth, language } of sites)
    for (const { name } of truth.entries)
      found.set(name, (found.get(name) ?? new Set<string | undefined>()).add(language));
  return found;
}

function pairsOf(names: readonly string[]): string[] {
  const all = [...names].sort();
  return all.flatMap((first, at) => all.slice(at + 1).map((second) => `${first} ${second}`));
}

function namesOf({ labels }: Concept): string[] {
  return labels.map(({ text }) => hashName(labelKey(text)));
}

/** The sections of a taxonomy of one site. */
function sectionsOf({ concepts }: Taxonomy): SiteSections {
  const numbers = new Map(concepts.map(({ id }, at) => [id, at]));
  const above = concepts.flatMap((concept, at) => {
    const pairs: [number, number][] = [];
    for (let up = numbers.get(concept.broader ?? ""); up !== undefined; ) {
      pairs.push([up, at]);
      up = numbers.get(concepts[up]?.broader ?? "");
    }
    return pairs;
  });
  const sections = concepts.map((concept) => ({
    names: namesOf(concept),
    addresses: concept.labels.flatMap(({ urls }) => urls.flatMap(addressHash)),
  }));
  return { sections, above };
}
