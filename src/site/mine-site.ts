import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { makeFolder, writeWhole } from "../archive/index.ts";
import { NewsError } from "../errors/index.ts";
import { EXTRACTORS } from "../extractors/index.ts";
import { countShownWords, type Page, type SiteProfile } from "../page/index.ts";
import { RepeatedBlocks } from "../profile/index.ts";
import { addressKey } from "../url/index.ts";
import { type ArticlePage, articlePages } from "./articles.ts";
import { type ArticleLink, articleLinks, type FollowOptions, type Front, followSections } from "./fronts.ts";
import type { MinedArticle, MinedSite } from "./mined-site.ts";
import { addJsonLine, readJsonLines } from "./source/open-site.ts";
import {
  type OpenedSource,
  type SitePage,
  type SiteWarning,
  siteLinks,
  siteOf,
  warningsOf,
} from "./source/page-source.ts";
import { type Address, liesUnder, readAddress } from "./taxonomy/addresses.ts";
import { labelKey } from "./taxonomy/label-words.ts";
import { mineTaxonomy } from "./taxonomy/mine-taxonomy.ts";
import type { PageLabels, SiteLabels } from "./taxonomy/page-labels.ts";
import type { Taxonomy } from "./taxonomy/taxonomy.ts";
import { mineProfile, needsMining, type ProfileDrift } from "./template/mine-profile.ts";
import type { SiteWarningCode } from "./warnings.data.ts";

/** The progress of mining. */
export interface MineProgress {
  readonly step: "sections" | "articles";
  /** Pages read in this step. */
  readonly pages: number;
}

/** How a site is mined. */
export interface MineOptions extends FollowOptions {
  /** Article pages that are opened at most; all that the source has by default. */
  readonly maxArticles?: number | undefined;
  /** The profile of an earlier run, to measure how well it still fits. */
  readonly before?: SiteProfile | undefined;
  /** The clock that gives `made`. */
  readonly now?: (() => Date) | undefined;
  /** Called for each front page that was not known before. */
  readonly onFront?: ((front: Front) => void) | undefined;
  readonly onProgress?: ((progress: MineProgress) => void) | undefined;
}

/** Article pages that templates are mined from: more gain almost nothing, and all of them are in memory at once. */
const SAMPLE = 40;
/** An article on more section pages is in a list that all of them carry. */
const MAX_SECTION_PAGES = 3;
/** Front pages that a second language needs before the site counts as multilingual. */
const MIN_OF_LANGUAGE = 2;

/** Mines one site: its sections, their taxonomy, the articles in them, its profile. Memory holds a bounded number of pages. */
export async function mineSite(source: OpenedSource, options: MineOptions = {}): Promise<MinedSite> {
  const warningCodes = new Set<SiteWarningCode>();
  const { home, fronts } = await readFronts(source, warningCodes, options);
  const links = articleLinks(fronts);
  const made = (options.now?.() ?? new Date()).toISOString();
  const { profile, drift } = await readProfile(source, { made, fronts, links }, options);
  const taxonomy = mineTaxonomy([{ site: source.site, pages: fronts.map(({ labels }) => labels) }]);
  const found = [...homeWarnings(home.page), ...siteWarnings(fronts, profile, taxonomy)];
  for (const code of [...source.warningCodes, ...found]) warningCodes.add(code);
  return {
    format: "galley-site",
    version: 1,
    site: source.site,
    home: home.url ?? home.id,
    made,
    sections: sectionsOf(fronts),
    articles: placeArticles(links, taxonomy),
    taxonomy,
    profile,
    drift,
    warnings: warningsOf(warningCodes, source.warningDetails),
    failures: source.failures,
  };
}

/** The labels of a site's front pages, and the warnings about the site. */
export interface LabelsRead extends SiteLabels {
  readonly warnings: readonly SiteWarning[];
}

/** Reads the labels that a taxonomy across sites is mined from. */
export async function readSiteLabels(source: OpenedSource, options: FollowOptions = {}): Promise<LabelsRead> {
  const warningCodes = new Set<SiteWarningCode>();
  const pages: PageLabels[] = [];
  for await (const { front } of followSections(source, warningCodes, options)) pages.push(front.labels);
  const home = homeWarnings((await source.home()).page);
  return {
    site: source.site,
    pages,
    warnings: warningsOf(new Set([...source.warningCodes, ...home, ...warningCodes]), source.warningDetails),
  };
}

async function readFronts(
  source: OpenedSource,
  warningCodes: Set<SiteWarningCode>,
  { onFront, onProgress, ...follow }: MineOptions,
): Promise<{ readonly home: SitePage; readonly fronts: readonly Front[] }> {
  const fronts: Front[] = [];
  for await (const { front, isNew } of followSections(source, warningCodes, follow)) {
    fronts.push(front);
    if (isNew) onFront?.(front);
    onProgress?.({ step: "sections", pages: fronts.length });
  }
  return { home: await source.home(), fronts };
}

async function readProfile(
  source: OpenedSource,
  { made, fronts, links }: { made: string; fronts: readonly Front[]; links: readonly ArticleLink[] },
  { before, maxArticles = Number.POSITIVE_INFINITY, onProgress }: MineOptions,
): Promise<Pick<MinedSite, "profile" | "drift">> {
  const repeated = new RepeatedBlocks();
  const sample: ArticlePage[] = [];
  let pages = 0;
  for await (const article of articlePages(source, links, new Set(fronts.map(({ id }) => id)))) {
    repeated.add(article.page);
    if (sample.length < SAMPLE) sample.push(article);
    pages++;
    onProgress?.({ step: "articles", pages });
    if (pages >= maxArticles) break;
  }
  const opened = sample.map(({ page }) => page);
  const mined = mineProfile(
    opened,
    { site: source.site, made },
    { groups: groupsOf(sample), judge: EXTRACTORS.fused },
  );
  // Templates are mined from a sample, repeated blocks from all pages.
  const profile = { ...mined, ...repeated.result() };
  return { profile, drift: before && needsMining(before, opened) };
}

/** The article pages by the group of links that leads to them. */
function groupsOf(articles: readonly ArticlePage[]): readonly (readonly Page[])[] {
  const linked = articles.filter(({ group }) => group !== undefined);
  return [...Map.groupBy(linked, ({ group }) => group).values()].map((own) => own.map(({ page }) => page));
}

/** The home page and the pages that announce articles; menus lead to the imprint and the shop too. */
function sectionsOf(fronts: readonly Front[]): MinedSite["sections"] {
  return fronts
    .filter(({ items }, at) => at === 0 || items.length > 0)
    .map(({ id, labels, items }) => ({ id, url: labels.url ?? id, articles: items.length }));
}

/** Assigns each article to a concept: by its label, its address, or the section that announces it. */
export function placeArticles(
  links: readonly ArticleLink[],
  { concepts }: Taxonomy,
): readonly MinedArticle[] {
  const labels = concepts.flatMap(({ id, labels: all }) => all.map((label) => ({ id, ...label })));
  const byText = new Map(labels.map(({ id, text }) => [labelKey(text), id]));
  const places = labels.flatMap(({ id, urls }) =>
    urls.map((url) => ({ id, url, address: readAddress(url) })),
  );
  const byAddress = new Map(places.map(({ id, url }) => [addressKey(url), id]));
  const concept = ({ url, section, foundOn }: ArticleLink): string | null => {
    const named = section === null ? undefined : byText.get(labelKey(section));
    if (named !== undefined) return named;
    const pages = foundOn.flatMap((page) => byAddress.get(addressKey(page)) ?? []);
    const announced = pages.length <= MAX_SECTION_PAGES ? pages[0] : undefined;
    return placeAbove(readAddress(url), places) ?? announced ?? null;
  };
  return links.map((link) => ({ ...link, concept: concept(link) }));
}

interface Place {
  readonly id: string;
  readonly address: Address | undefined;
}

/** The concept whose address is the longest prefix of this one. */
function placeAbove(address: Address | undefined, places: readonly Place[]): string | undefined {
  let best: Place | undefined;
  for (const place of places) {
    if (address === undefined || place.address === undefined || !liesUnder(address, place.address)) continue;
    if (place.address.parts.length > (best?.address?.parts.length ?? 0)) best = place;
  }
  return best?.id;
}

function homeWarnings(home: Page): readonly SiteWarningCode[] {
  const found: SiteWarningCode[] = [];
  if (countShownWords(home, 1) === 0) found.push("NO_WORDS");
  if (siteLinks(home).length === 0) found.push("NO_LINKS");
  return found;
}

function siteWarnings(
  fronts: readonly Front[],
  profile: SiteProfile,
  { concepts }: Taxonomy,
): readonly SiteWarningCode[] {
  const isOnePage = fronts.length === 1 && profile.pages === 0;
  const found: SiteWarningCode[] = isOnePage ? ["ONE_PAGE"] : [];
  if (hasSeveralLanguages(fronts)) found.push("SEVERAL_LANGUAGES");
  if (concepts.length === 0) found.push("NO_SECTIONS");
  if (profile.templates.length === 0) found.push("NO_TEMPLATE");
  return found;
}

function hasSeveralLanguages(fronts: readonly Front[]): boolean {
  const byLanguage = Map.groupBy(fronts, ({ labels }) => labels.language);
  byLanguage.delete(undefined);
  return [...byLanguage.values()].filter(({ length }) => length >= MIN_OF_LANGUAGE).length > 1;
}

const RUN = "run.json";
const FRONTS = "fronts.jsonl";
const PAGES = "pages";
const FORMAT = "galley-site-run";

/** The content of `run.json`: where the pages come from, and whether all of them were read. */
interface RunState {
  readonly source: string;
  readonly isFinished: boolean;
}

/** The output folder of mining one site, from which an interrupted run resumes. */
export class RunFolder {
  readonly path: string;
  /** Front pages that were read before the run was interrupted, by id. */
  readonly known: ReadonlyMap<string, Front>;
  /** Whether it resumes an interrupted run. */
  readonly isResumed: boolean;
  readonly #source: string;

  private constructor(path: string, source: string, isResumed: boolean) {
    this.path = path;
    this.isResumed = isResumed;
    this.#source = source;
    this.known = new Map(savedFronts(path).map((front) => [front.id, front]));
  }

  /** Resumes an interrupted run; after a finished one, deletes its pages and starts over. */
  static async open(path: string, source: string): Promise<RunFolder> {
    makeFolder(path);
    const before = readState(path);
    // A run that failed before its first page left nothing worth protecting.
    if (before !== undefined && before.source !== source && existsSync(join(path, FRONTS))) {
      const message = `The folder ${path} holds what was mined from ${before.source}; name another one for ${source}.`;
      throw new NewsError("BAD_OPTION", message);
    }
    if (before === undefined) refuseForeign(path);
    const isResumed = before?.source === source && !before.isFinished;
    if (before !== undefined && !isResumed)
      for (const name of [FRONTS, PAGES]) rmSync(join(path, name), { recursive: true, force: true });
    const run = new RunFolder(path, source, isResumed);
    await run.#write(false);
    return run;
  }

  /** Where fetched pages are kept. */
  get storeFolder(): string {
    return join(this.path, PAGES);
  }

  /** Saves a front page, so that a later run need not read it. */
  addFront(front: Front): void {
    addJsonLine(join(this.path, FRONTS), front);
  }

  /** Marks the run as finished. */
  finish(): Promise<void> {
    return this.#write(true);
  }

  #write(isFinished: boolean): Promise<void> {
    const state = { format: FORMAT, version: 1, source: this.#source, isFinished };
    return writeWhole(join(this.path, RUN), `${JSON.stringify(state)}\n`);
  }
}

/** Whether a folder is the output of mining a site. */
export function isRunFolder(path: string): boolean {
  return existsSync(join(path, RUN)) && existsSync(join(path, FRONTS));
}

/** The front pages saved in an output folder. */
export function savedFronts(path: string): readonly Front[] {
  return readJsonLines(join(path, FRONTS), parseFront);
}

/** The labels of a site that was mined before, from its output folder. */
export function keptSiteLabels(folder: string): SiteLabels {
  const pages = savedFronts(folder).map(({ labels }) => labels);
  const site = pages[0]?.url === undefined ? undefined : siteOf(pages[0].url);
  if (site !== undefined) return { site, pages };
  throw new NewsError("NO_PAGES", `The folder ${folder} holds no front page; mine its site again.`);
}

/** Files of the same names in a folder without `run.json` are the user's: they must not be read or deleted as ours. */
function refuseForeign(path: string): void {
  const found = [FRONTS, PAGES].find((name) => existsSync(join(path, name)));
  if (found === undefined) return;
  const message = `The folder ${path} holds ${found}, which is from no earlier run; name another folder.`;
  throw new NewsError("BAD_OPTION", message);
}

function readState(path: string): RunState | undefined {
  const file = join(path, RUN);
  if (!existsSync(file)) return undefined;
  let fields: unknown;
  try {
    fields = JSON.parse(readFileSync(file, "utf8"));
  } catch (cause) {
    throw new NewsError("BAD_OPTION", `The file ${file} is damaged; name another folder.`, { cause });
  }
  const { format, source, isFinished } = Object(fields) as Record<string, unknown>;
  if (format === FORMAT && typeof source === "string") return { source, isFinished: isFinished === true };
  throw new NewsError("BAD_OPTION", `The file ${file} was not written by galley; name another folder.`);
}

/** We wrote these lines, so checking that they are complete is enough. */
function parseFront(value: unknown): Front | undefined {
  const { id, labels, items } = Object(value) as Partial<Front>;
  const isFront = typeof id === "string" && Array.isArray(labels?.labels) && Array.isArray(items);
  return isFront ? ({ id, labels, items } as Front) : undefined;
}

/** Describes how a site changed since an earlier profile: how well its articles still fit, which paths are gone and which are new. */
export function describeChange(before: SiteProfile, after: SiteProfile, drift: ProfileDrift): string {
  const day = before.made.slice(0, 10);
  if (before.templates.length === 0)
    return `no template on ${day}, ${after.templates.length === 0 ? "and none" : "one"} now`;
  const fit = `the template of ${day} ${drift.isStale ? "no longer fits" : "still fits"}: ${drift.fitting} of ${drift.pages} articles`;
  const old = bodyPaths(before);
  const now = bodyPaths(after);
  const gone = [...old].filter((path) => !now.has(path));
  const added = [...now].filter((path) => !old.has(path));
  const evidence = [...shown("gone", gone), ...shown("new", added)];
  return [fit, ...evidence].join("; ");
}

/** The number of paths, and the first as evidence. */
function shown(what: string, paths: readonly string[]): readonly string[] {
  const [first] = paths;
  if (first === undefined) return [];
  return [`${paths.length} ${paths.length === 1 ? "place" : "places"} ${what} (${first})`];
}

function bodyPaths({ templates }: SiteProfile): ReadonlySet<string> {
  const paths = templates.flatMap((template) => template.paths);
  return new Set(paths.filter(({ role }) => role === "body").map(({ path }) => path));
}
