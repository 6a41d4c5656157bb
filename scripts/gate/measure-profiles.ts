import { createHash } from "node:crypto";
import type { SetSummary } from "../../src/eval/evaluate.ts";
import type { PageScore } from "../../src/eval/page-score.ts";
import { runExtractor, scorePage } from "../../src/eval/score-page.ts";
import { EXTRACTORS, type Extractor } from "../../src/extractors/index.ts";
import type { SiteProfile } from "../../src/page/index.ts";
import {
  type DataPlaces,
  findSet,
  hashPage,
  hasTruth,
  type Label,
  type LabelledPage,
  loadPage,
  readLabels,
} from "../../src/sets/index.ts";
import { mineProfile } from "../../src/site/index.ts";
import { readUnseenSites } from "./unseen-sites.ts";

/** The extractor's name in the floors when it gets a site profile. */
export const WITH_PROFILE = "fused, site profile";

/** Pages of a site that its profile is mined from, and others that are measured with it. */
const PAGES = { mined: 5, measured: 3 } as const;
const MADE = new Date(0).toISOString();

/** Pages of a set that were measured. */
export type MeasuredSet = Pick<SetSummary, "name" | "pages" | "hash">;

/** What was measured, and on which pages. */
export interface Measured {
  /** Their names, how many pages were measured, and a hash of all that were read. */
  readonly sets: readonly MeasuredSet[];
  readonly scores: readonly PageScore[];
}

/** Measures `fused` on pages of unseen sites, with profiles mined from other pages of the same sites. */
export async function measureProfiles(wanted: readonly GateSites[], places: DataPlaces): Promise<Measured> {
  const sets: MeasuredSet[] = [];
  const scores: PageScore[] = [];
  for (const { name, sites } of wanted) {
    const own = `${name} by site`;
    const hash = createHash("sha256");
    let pages = 0;
    for (const labels of await sampleSites(await findSet(name, places), sites)) {
      const opened = labels.map((label): LabelledPage => ({ label, html: loadPage(label) }));
      for (const { label, html } of opened) hash.update(hashPage(label, html));
      const measured = opened.slice(PAGES.mined);
      for (const score of scoreSite(opened.slice(0, PAGES.mined), measured)) {
        scores.push({ ...score, page: { ...score.page, set: own } });
      }
      pages += measured.length;
    }
    sets.push({ name: own, pages, hash: hash.digest("hex") });
  }
  return { sets, scores };
}

/** The first pages of the first sites in the order of their hashes; those to mine come before those to measure. */
async function sampleSites(folder: string, count: number): Promise<readonly (readonly Label[])[]> {
  const needed = PAGES.mined + PAGES.measured;
  return byRank(await readUnseenSites(folder, EXTRACTORS.fused), ({ site, era }) => `${site} ${era}`)
    .filter(({ labels }) => labels.length >= needed)
    .slice(0, count)
    .map(({ labels }) => byRank(labels, ({ id }) => id).slice(0, needed));
}

function scoreSite(mined: readonly LabelledPage[], measured: readonly LabelledPage[]): PageScore[] {
  const { fused } = EXTRACTORS;
  const pages = mined.flatMap((one) => runExtractor(one, fused).seen?.page ?? []);
  const site = mined[0]?.label.site ?? "";
  const profiled = withProfile(fused, mineProfile(pages, { site, made: MADE }, { judge: fused }));
  return measured.flatMap((one) =>
    scorePage(one, [profiled], { titleHint: "none", nodes: false, texts: false }),
  );
}

function withProfile(extractor: Extractor, siteProfile: SiteProfile): Extractor {
  return {
    ...extractor,
    id: WITH_PROFILE,
    extract: (page, hints) => extractor.extract(page, { ...hints, siteProfile }),
  };
}

/** A fixed sample of a set that the gate measures. */
export interface GateSet {
  readonly name: string;
  readonly pages: number;
  readonly pageType?: string;
}

/** What the gate measures: old and new news, many languages, and modern articles of any kind; 240 pages take seconds. */
export const GATE_SETS: readonly GateSet[] = [
  { name: "l3s-gn1-a", pages: 60 },
  { name: "fundus-a", pages: 60 },
  { name: "wcxb-dev", pages: 60, pageType: "article" },
  { name: "daniel-en-zh-pl", pages: 60 },
];

/** Sites of a set that the gate measures `fused` on with their site profiles. */
export interface GateSites {
  readonly name: string;
  readonly sites: number;
}

/** Sets with many pages a site: every site is mined from a few pages and measured on a few others, in some seconds. */
export const GATE_SITES: readonly GateSites[] = [
  { name: "daniel-en-zh-pl", sites: 20 },
  { name: "multi2023-en-fr-de-zh", sites: 20 },
  { name: "big9", sites: 10 },
];

/** The ids of a fixed sample of a set: the pages whose hashed ids come first, whatever the order of the index. */
export async function sampleIds(folder: string, { pages, pageType }: GateSet): Promise<ReadonlySet<string>> {
  const ids: string[] = [];
  for await (const label of readLabels(folder)) if (isWanted(label, pageType)) ids.push(label.id);
  return new Set(byRank(ids, (id) => id).slice(0, pages));
}

function isWanted(label: Label, pageType: string | undefined): boolean {
  return (
    hasTruth(label) && label.truth.body !== null && (pageType === undefined || label.pageType === pageType)
  );
}

/** Things in an order that chance has drawn once for all: by the hashes of their names. */
function byRank<Thing>(things: readonly Thing[], nameOf: (thing: Thing) => string): Thing[] {
  const ranked = things.map((thing) => ({ thing, rank: rankOf(nameOf(thing)) }));
  return ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1)).map(({ thing }) => thing);
}

function rankOf(name: string): string {
  return createHash("sha256").update(name).digest("hex");
}
