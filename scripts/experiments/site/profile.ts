import {
  domainOf,
  econClass,
  formatShare,
  type Label,
  readLabels,
  wordOverlap,
} from "../../../src/eval/index.ts";
import { extract } from "../../../src/extract.ts";
import { EXTRACTORS } from "../../../src/extractors/index.ts";
import type { SiteProfile } from "../../../src/page/index.ts";
import { collectRepeated } from "../../../src/site/repeated/index.ts";
import { hashText, words } from "../../../src/text/index.ts";
import { plainTable } from "../plain-table.ts";
import { openPage, type TruePage } from "./instance-sites.ts";
import type { SiteRun } from "./site-run.ts";

/** Labelled sets with several pages a site, of sites that no model was trained on. */
const SETS = ["daniel-en-zh-pl", "multi2023-en-fr-de-zh", "czech-sites", "big9", "l3s-gn1-a"];
/** How many other pages of its site a page is told of: at most, and at least. */
const SIZES = [
  { name: "2", most: 2, least: 2 },
  { name: "5", most: 5, least: 5 },
  { name: "10 to 20", most: 20, least: 10 },
] as const;
/** One in how many sites is measured where the section is only tried out. */
const QUICK_STEP = 10;
const COLUMNS = [
  ...["set", "other pages", "pages measured", "blocks in a profile", "F1 without", "F1 with"],
  ...["correctly without", "correctly with", "better", "worse"],
];

/** How right an answer is. */
interface Rightness {
  readonly f1: number;
  readonly correctly: number;
}

/** An answer without and with the profile of other pages of the site. */
interface Pair {
  readonly without: Rightness;
  readonly told: Rightness;
  readonly blocks: number;
}

/** What the blocks that other pages of a site repeat are worth to `fused`. */
export async function measureProfile({ folder, isQuick, tell }: SiteRun): Promise<string> {
  const rows: string[][] = [];
  for (const set of SETS) {
    tell(`repeated blocks: ${set}`);
    const sites = await readSites(await folder(set));
    const chosen = isQuick ? sites.filter((_, at) => at % QUICK_STEP === 0) : sites;
    const pairs = SIZES.map((): Pair[] => []);
    for (const labels of chosen) await measureSite(labels, pairs);
    for (const [at, { name }] of SIZES.entries()) {
      if (pairs[at]!.length > 0) rows.push([set, name, ...cellsOf(pairs[at]!)]);
    }
  }
  return `${plainTable(COLUMNS, rows, 2)}

Every page is answered by \`fused\` without a profile and with one of other pages of its site, drawn by chance, never of the page
itself. Pages of sites that the model has seen are left out. Pages of \`big9\` from different years count as different sites.`;
}

/** The labels of sites that are unseen and have pages enough, site by site. */
async function readSites(folder: string): Promise<readonly (readonly Label[])[]> {
  const seen = new Set(EXTRACTORS.fused.trainedOn?.());
  const labels: Label[] = [];
  for await (const label of readLabels(folder)) {
    const { body, bodyIsPrefix } = label.truth;
    if (body !== null && !bodyIsPrefix && !seen.has(domainOf(label) ?? "")) labels.push(label);
  }
  const sites = Map.groupBy(labels, (label) => `${label.site ?? domainOf(label)} ${label.era}`);
  return [...sites.values()].filter((own) => own.length > SIZES[0].least);
}

async function measureSite(labels: readonly Label[], pairs: readonly Pair[][]): Promise<void> {
  const pages = labels.flatMap((label) => openPage(label) ?? []);
  for (const measured of pages) {
    const without = rightness(measured);
    const others = othersOf(measured, pages);
    for (const [at, { most, least }] of SIZES.entries()) {
      if (others.length < least) continue;
      const found = await collectRepeated(others.slice(0, most));
      const told = rightness(measured, profileOf(found));
      pairs[at]!.push({ without, told, blocks: Object.keys(found.repeated).length });
    }
  }
}

/** The other pages of a site in an order that is drawn for each page. */
function othersOf(measured: TruePage, pages: readonly TruePage[]): readonly TruePage[] {
  const order = ({ label }: TruePage) => hashText(`${measured.label.id} ${label.id}`) >>> 0;
  return pages.filter((page) => page !== measured).sort((a, b) => order(a) - order(b));
}

function profileOf(found: Pick<SiteProfile, "pages" | "repeated">): SiteProfile {
  return { format: "galley-site-profile", version: 1, site: "", made: "", ...found, templates: [] };
}

function rightness({ label, page }: TruePage, siteProfile?: SiteProfile): Rightness {
  const { text } = extract({ page }, { siteProfile });
  const { f1, precision, recall } = wordOverlap(words(label.truth.body ?? ""), words(text));
  return { f1, correctly: Number(econClass(precision, recall) === "correctly") };
}

function cellsOf(pairs: readonly Pair[]): string[] {
  const mean = (value: (pair: Pair) => number) =>
    pairs.reduce((sum, pair) => sum + value(pair), 0) / pairs.length;
  const count = (isCounted: (pair: Pair) => boolean) => String(pairs.filter(isCounted).length);
  return [
    String(pairs.length),
    mean(({ blocks }) => blocks).toFixed(0),
    formatShare(mean(({ without }) => without.f1)),
    formatShare(mean(({ told }) => told.f1)),
    formatShare(mean(({ without }) => without.correctly)),
    formatShare(mean(({ told }) => told.correctly)),
    count(({ without, told }) => told.f1 > without.f1),
    count(({ without, told }) => told.f1 < without.f1),
  ];
}
