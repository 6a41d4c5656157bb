import { formatShare, type Provenance } from "../../../src/eval/index.ts";
import { estimate } from "../../../src/eval/rows.ts";
import { EXTRACTORS, type Extractor, shippedModel } from "../../../src/extractors/index.ts";
import { type DataPlaces, domainOf, findSet, type Label, readLabels } from "../../../src/sets/index.ts";
import { hashText } from "../../../src/text/index.ts";
import { LEARN_DEFAULTS, LEARN_PAPER, type LearnOptions, learnMss } from "../../../src/train/index.ts";
import { plainTable, provenanceLines, signedShare } from "../experiment.ts";
import { describeSets, type Example, listExamples, scoreBlock } from "./corpus.ts";

/** Settings are chosen on the sites of one half and reported on those of the other. */
export type Half = "chosen" | "reported";

/** All sets with several pages a site that the shipped model has not seen. */
const SETS = [
  "daniel-en-zh-pl",
  "big9",
  "cleanportaleval",
  "czech-sites",
  "dragnet-a",
  "multi2023-en-fr-de-zh",
  "l3s-gn1-a",
];
/** The fewest pages of a site that is learned, and those of one with enough of them. */
const MIN_PAGES = 5;
const ENOUGH_PAGES = 10;

/** Settings with and without importance; of those with it, a margin of 30 loses least for what it gains. */
const CHOSEN_AMONG: Readonly<Record<string, Partial<LearnOptions>>> = {
  "the default: constant 0, margin 8": {},
  "constant 4, margin 12": { constant: 4, margin: 12 },
  "constant 12, margin 22": { constant: 12, margin: 22 },
  "constant 24, margin 20": { constant: 24, margin: 20 },
  "constant 24, margin 30": { constant: 24, margin: 30 },
  "constant 24, margin 40": { constant: 24, margin: 40 },
  "constant 24, margin 60": { constant: 24, margin: 60 },
  "constant 24, margin 30, cutoff 128": { constant: 24, margin: 30, cutoff: 128 },
  "constant 24, margin 30, share 0.8": { constant: 24, margin: 30, share: 0.8 },
  "constant 24, margin 30, doubt 4": { constant: 24, margin: 30, doubt: 4 },
};

/** The default, what was chosen with importance, that with a part switched off, and the paper's. */
const REPORTED: Readonly<Record<string, Partial<LearnOptions>>> = {
  "the default: constant 0, margin 8": {},
  "importance on: constant 24, margin 30": { constant: 24, margin: 30 },
  "the same without margin": { constant: 24, margin: 0 },
  "the same without back-off": { constant: 24, margin: 30, backOff: false },
  "the paper's, after the same supervision": { ...LEARN_PAPER, supervised: "default" },
};

/** A site of one time with its labelled pages. */
interface Site {
  readonly name: string;
  readonly half: Half;
  readonly examples: readonly Example[];
  /** Mean F1 of the shipped model's blocks. */
  readonly supervised: number;
}

/** The result of learning on one site. */
interface Gain {
  readonly site: Site;
  readonly semiSupervised: number;
}

/** The gain of the shipped model from a user's own unlabelled pages: settings tried on one half of the sites, or reported on the other. */
export async function* siteTrials(
  places: DataPlaces,
  provenance: Provenance,
  halves: readonly Half[],
): AsyncGenerator<string> {
  const sites = await readSites(places, halves);
  yield provenanceLines(provenance, describeSets(sites.flatMap(({ examples }) => examples)));
  for (const half of halves) {
    const own = sites.filter((site) => site.half === half);
    const variants = half === "chosen" ? CHOSEN_AMONG : REPORTED;
    yield `## ${half === "chosen" ? "Settings, on the half to choose on" : "A site's own pages, on the other half"}`;
    yield* variantRows(own, variants);
    if (half === "reported") yield* reportTables(own);
  }
}

async function readSites(places: DataPlaces, halves: readonly Half[]): Promise<Site[]> {
  const seen = new Set(shippedModel().training.domains);
  const sites: Site[] = [];
  for (const set of SETS) {
    const counts = await countPages(await findSet(set, places));
    const isWanted = (label: Label) => {
      const domain = domainOf(label) ?? label.id;
      return counts.get(nameOf(label))! >= MIN_PAGES && !seen.has(domain) && halves.includes(halfOf(domain));
    };
    const wanted = await listExamples(places, [set], isWanted);
    for (const [name, examples] of Map.groupBy(wanted, ({ label }) => nameOf(label))) {
      const half = halfOf(examples[0]!.domain);
      if (examples.length < MIN_PAGES) continue;
      sites.push({ name, half, examples, supervised: meanF1(EXTRACTORS.mss, examples) });
    }
  }
  return sites.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** The pages of each site: only sites with several are parsed. */
async function countPages(folder: string): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for await (const label of readLabels(folder)) {
    counts.set(nameOf(label), (counts.get(nameOf(label)) ?? 0) + 1);
  }
  return counts;
}

function nameOf(label: Label): string {
  return [label.set, label.site ?? domainOf(label) ?? label.id, label.era ?? ""].join(" ").trim();
}

function halfOf(domain: string): Half {
  return ((hashText(domain) >>> 4) & 1) === 1 ? "chosen" : "reported";
}

/** The mean F1 of the block against the main text alone, as in the paper's tables. */
function meanF1(extractor: Extractor, examples: readonly Example[]): number {
  const sum = examples.reduce((total, own) => total + scoreBlock("", extractor, own).short.f1, 0);
  return sum / examples.length;
}

function gainOf(site: Site, options: Partial<LearnOptions>): Gain {
  const pages = site.examples.map(({ page }) => page);
  try {
    const extractor = learnMss(pages, { ...LEARN_DEFAULTS, ...options });
    return { site, semiSupervised: meanF1(extractor, site.examples) };
  } catch {
    // A site that cannot be learned, and says so, stays with the shipped model.
    return { site, semiSupervised: site.supervised };
  }
}

/** Every third page is kept apart, and the others are learned from. */
const APART = 3;

function gainOnNewPages(site: Site): Gain {
  const isNew = (_: Example, at: number) => at % APART === APART - 1;
  const learnt = site.examples.filter((example, at) => !isNew(example, at));
  const rest = site.examples.filter(isNew);
  const supervised = meanF1(EXTRACTORS.mss, rest);
  const extractor = learnMss(learnt.map(({ page }) => page));
  return { site: { ...site, examples: rest, supervised }, semiSupervised: meanF1(extractor, rest) };
}

/** Row by row, as each takes its time. */
function* variantRows(
  sites: readonly Site[],
  variants: Readonly<Record<string, Partial<LearnOptions>>>,
): Generator<string> {
  for (const [name, options] of Object.entries(variants)) {
    const row = [name, ...gainCells(sites.map((site) => gainOf(site, options)))];
    yield plainTable(["settings", ...COLUMNS], [row], 1);
  }
}

const COLUMNS = [
  `sites with ${ENOUGH_PAGES} pages or more`,
  `with ${MIN_PAGES} to ${ENOUGH_PAGES - 1}`,
].flatMap((group) => [group, "better", "equal", "worse", "gain (95 %)"]);

/** Differences below this are of rounding. */
const EQUAL = 1e-9;

function gainCells(gains: readonly Gain[]): string[] {
  const isBig = ({ site }: Gain) => site.examples.length >= ENOUGH_PAGES;
  return [gains.filter(isBig), gains.filter((gain) => !isBig(gain))].flatMap((group) => {
    const changes = group.map(({ site, semiSupervised }) => semiSupervised - site.supervised);
    const better = changes.filter((change) => change > EQUAL).length;
    const worse = changes.filter((change) => change < -EQUAL).length;
    return [
      String(group.length),
      String(better),
      String(group.length - better - worse),
      String(worse),
      describeChange(changes),
    ];
  });
}

function describeChange(changes: readonly number[]): string {
  const { wordF1 } = estimate(changes.map((change) => ({ wordF1: change })));
  if (wordF1 === undefined) return "";
  return `${signedShare(wordF1.mean)} (${signedShare(wordF1.low)} to ${signedShare(wordF1.high)})`;
}

function* reportTables(sites: readonly Site[]): Generator<string> {
  const gains = sites.map((site) => gainOf(site, {}));
  const apart = sites.filter(({ examples }) => examples.length >= ENOUGH_PAGES).map(gainOnNewPages);
  const changes = apart.map(({ site, semiSupervised }) => semiSupervised - site.supervised);
  const better = changes.filter((change) => change > EQUAL).length;
  const worse = changes.filter((change) => change < -EQUAL).length;
  yield `On pages that were not learnt from (every third, sites with ${ENOUGH_PAGES} pages or more): ${better} of ${apart.length} sites better, ${worse} worse, ${describeChange(changes)}.`;
  const rows = gains.map(({ site, semiSupervised }) => [
    site.name,
    String(site.examples.length),
    formatShare(site.supervised),
    formatShare(semiSupervised),
    signedShare(semiSupervised - site.supervised),
  ]);
  yield plainTable(["site", "pages", "supervised", "semi-supervised", "gain"], rows, 1);
}
