import { type Article, type WarningCode, warn } from "../article/index.ts";
import { extract } from "../default-extract.ts";
import { WHOLE_PARTS } from "../default-parts.ts";
import { nextPart, refreshTarget } from "../discover/index.ts";
import { asNewsError, NewsError } from "../errors/index.ts";
import { EXTRACTORS, type Extractor } from "../extractors/index.ts";
import { demandPage, type FetchedPage, type PoliteFetcher } from "../fetch/index.ts";
import { headlineKey, type Page, type SiteProfile } from "../page/index.ts";
import { readSitePage } from "../site/index.ts";
import {
  type Candidate,
  type FinishOptions,
  type ObtainedResult,
  type Result,
  type Store,
  type StoredArticle,
  type StoredRawPage,
  type TitleFacts,
  type Validators,
  VERSIONED_FIELDS,
} from "../store/index.ts";
import { words } from "../text/index.ts";
import { addressKey, identityUrl, registrableDomain } from "../url/index.ts";
import { isStoreFault, refusalOf, resultOf, type Trial } from "./judge-page.ts";
import type { ReadSitePage } from "./site-knowledge.ts";

/** The most redirect pages in a row before the article. */
const MAX_ONWARD = 2;
/** Parts of one article. */
const MAX_PARTS = 20;

/** How candidates are made into articles. */
export interface ObtainOptions {
  readonly fetcher: Pick<PoliteFetcher, "get">;
  /** Default: the shipped one. */
  readonly extractor?: Extractor | undefined;
  /** The extractor taught for a site, by its registrable domain; `extractor` takes precedence. */
  readonly extractorOf?: ((site: string) => Promise<Extractor | undefined>) | undefined;
  /** Renders a page in a browser first. The page as received is then not kept, as it would give another article. */
  readonly render?: ((file: FetchedPage) => Promise<Page>) | undefined;
  readonly onPage?: ((page: ReadSitePage) => Promise<void>) | undefined;
  /** What was mined of a site, by its registrable domain. */
  readonly profileOf?: ((site: string) => Promise<SiteProfile | undefined>) | undefined;
  readonly conceptOf?: ((site: string, article: Article) => Promise<string | null>) | undefined;
  /** The validators that the server of an address sent last. */
  readonly validatorsOf?: ((url: string) => Promise<Validators | undefined>) | undefined;
  /** Keeps the page as it was received beside the article. */
  readonly keepRaw?: boolean | undefined;
  /** Whether no page of an article was kept; with `keepRaw` it is then fetched even if unchanged. */
  readonly lacksPage?: ((articleId: number) => Promise<boolean>) | undefined;
  readonly sinceMs?: number | undefined;
  readonly untilMs?: number | undefined;
  /** Delay before the first retry of a transient failure; ten minutes by default. */
  readonly firstRetryMs?: number | undefined;
  readonly nowMs: number;
}

/** The outcome of a candidate, and the validators that its server sent. */
export type Obtained = Pick<FinishOptions, "result" | "validators">;

/** Fetches a candidate and extracts its article; failures are results too. */
export async function obtain(candidate: Candidate, options: ObtainOptions): Promise<Obtained> {
  try {
    const fetched = await fetchArticle(candidate, options);
    if ("unchangedUrl" in fetched) return { result: { kind: "unchanged", url: fetched.unchangedUrl } };
    const result = await readCandidate(candidate, fetched, options);
    // Validators are those of the first page: if a later one is missing, they would hide that the article is incomplete.
    if (result.kind !== "obtained" || isCutShort(result.article)) return { result };
    const { url, validators } = fetched.file;
    const { etag = null, lastModified = null } = validators;
    return { result, validators: { url, etag, lastModified } };
  } catch (error) {
    // A failure of the library is not the page's.
    if (isStoreFault(error)) throw error;
    return { result: resultOf(asNewsError(error), trialOf(candidate, options)) };
  }
}

function isCutShort({ warnings }: Article): boolean {
  return warnings.some(({ code }) => code === "PART_MISSING");
}

function trialOf({ attempts }: Candidate, { nowMs, firstRetryMs }: ObtainOptions): Trial {
  return { nowMs, attempts, firstRetryMs };
}

interface OpenedFile {
  readonly file: FetchedPage;
  readonly page: Page;
}

async function fetchArticle(
  { url, articleId, hasNewTitle }: Candidate,
  { fetcher, validatorsOf, render, keepRaw, lacksPage }: ObtainOptions,
): Promise<OpenedFile | { readonly unchangedUrl: string }> {
  let asked = url;
  const isPageWanted = articleId !== null && keepRaw && !render && (await lacksPage?.(articleId));
  const validators = async (at: string) => {
    asked = at;
    // Fetched whole for a new title, which is compared with the page, and for an address without an article so far.
    const isWhole = articleId === null || hasNewTitle || isPageWanted;
    const known = isWhole ? undefined : await validatorsOf?.(at);
    return known && { etag: known.etag ?? undefined, lastModified: known.lastModified ?? undefined };
  };
  for (let [at, step] = [url, 0]; ; step++) {
    const file = await fetcher.get(at, { validators });
    if (file === "unchanged") return { unchangedUrl: asked };
    const opened = openFile(file);
    const onward = step < MAX_ONWARD ? refreshTarget(opened.page) : undefined;
    if (onward === undefined) return render ? { ...opened, page: await render(file) } : opened;
    at = onward;
  }
}

function openFile(file: FetchedPage): OpenedFile {
  return { file, page: readSitePage(file.bytes, { url: file.url, charset: file.charset }).page };
}

async function readCandidate(
  candidate: Candidate,
  { file, page }: OpenedFile,
  options: ObtainOptions,
): Promise<Result> {
  const { sinceMs, untilMs, keepRaw } = options;
  const titles = [...new Set(candidate.findings.flatMap(({ title }) => title ?? []))];
  const site = siteOf(file.url);
  const siteProfile = await options.profileOf?.(site);
  const extractor = options.extractor ?? (await options.extractorOf?.(site));
  const read = (opened: Page): Article =>
    extract({ page: opened }, { announced: candidate.findings, extractor, siteProfile });
  const first = read(page);
  const refusal = refusalOf(
    { article: first, requestedUrl: candidate.url, url: file.url, sinceMs, untilMs },
    trialOf(candidate, options),
  );
  if (refusal) return refusal;
  const parts = await readParts(first, { file, page }, read, options);
  // A stored article is not replaced by one whose later page is missing this time.
  if (candidate.articleId !== null && parts.missing?.retry) throw parts.missing;
  const article = joinParts({ articles: parts.articles, isCut: parts.missing !== undefined });
  const rawPages = parts.files.map(({ url, bytes, charset = null }) => ({ url, bytes, charset }));
  const isStale = article.warnings.some(({ code }) => code === "SITE_PROFILE_STALE");
  await options.onPage?.({ site, rawPage: rawPages[0]!, isStale });
  const obtained: ObtainedResult = {
    kind: "obtained",
    article,
    identity: identityOf(file.url, article.canonicalUrl),
    ownIdentity: identityUrl(file.url),
    isSameStory: (known) => isSameStory(known, article),
    concept: await options.conceptOf?.(site, article),
    titleFacts: titles.map((title) => readTitle(page, article, title)),
    rawPages: keepRaw && !options.render ? rawPages : undefined,
  };
  return obtained;
}

/** The identity of an article: the stated address if it is on the same site and not the home page, else its own. */
function identityOf(url: string, canonicalUrl: string | null): string {
  const stated = canonicalUrl === null ? null : URL.parse(canonicalUrl);
  const isOwn = stated !== null && siteOf(stated.href) === siteOf(url);
  const isOwnPage = stated !== null && !isListOf(stated, url);
  return identityUrl(isOwn && isOwnPage ? stated.href : url);
}

function siteOf(url: string): string {
  return registrableDomain(url, WHOLE_PARTS.suffixes) ?? url;
}

/** Whether a stated address is that of the home page or a section, which some systems state for every story. */
function isListOf(stated: URL, url: string): boolean {
  const own = segmentsOf(new URL(url));
  const others = segmentsOf(stated);
  if (stated.search !== "") return false;
  const [first, ...rest] = others;
  if (first === undefined) return true;
  const isAbove = others.length < own.length && others.every((segment, at) => segment === own[at]);
  const isName = rest.length === 0 && /^\p{L}+$/u.test(decodeSafely(first)) && own.length > 1;
  return isAbove || isName || (rest.length === 0 && LOCALE.test(first));
}

/** The default file name of a folder. */
const INDEX_FILE = /^(?:index|default|home)\.(?:[xs]?html?|php\d?|aspx?|jsp|cfm)$/i;
/** The home page of an edition: `de-de`. */
const LOCALE = /^[a-z]{2}[-_][a-z]{2}$/i;

function segmentsOf({ pathname }: URL): readonly string[] {
  const segments = pathname.split("/").filter((segment) => segment !== "");
  return INDEX_FILE.test(segments.at(-1) ?? "") ? segments.slice(0, -1) : segments;
}

/** Different stories of one paper share a third of their words, versions of one story most. */
const MIN_SAME_STORY = 0.5;

/** Whether two articles are versions of one story: by their headline, or by most of their words. */
function isSameStory(known: Article, article: Article): boolean {
  const [before, after] = [known, article].map(({ title }) => headlineKey(title ?? ""));
  return (before !== "" && before === after) || likeness(known.text, article.text) >= MIN_SAME_STORY;
}

function decodeSafely(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** How the relevance method judged a collected title, and how similar the page's own title is. */
function readTitle(page: Page, article: Article, title: string): TitleFacts {
  const notes = EXTRACTORS.relevance.extract(page, { collectedTitle: title }).notes?.title;
  return {
    title,
    situation: notes?.situation ?? null,
    reserveRange: notes?.reserveRange ?? false,
    likeness: article.title === null ? null : likeness(title, article.title),
  };
}

/** The share of words that two texts have in common, 0..1. */
function likeness(title: string, other: string): number {
  const [own, others] = [new Set(words(title)), new Set(words(other))];
  if (own.size + others.size === 0) return 0;
  return (2 * [...own].filter((word) => others.has(word)).length) / (own.size + others.size);
}

interface Parts {
  readonly articles: readonly Article[];
  readonly files: readonly FetchedPage[];
  /** Why the next part could not be read. */
  readonly missing: NewsError | undefined;
}

/** An article with its further pages, as long as they have its title. */
async function readParts(
  first: Article,
  { file, page }: OpenedFile,
  read: (page: Page) => Article,
  options: ObtainOptions,
): Promise<Parts> {
  const [articles, files] = [[first], [file]];
  const start = page.url;
  if (start === undefined) return { articles, files, missing: undefined };
  const seen = new Set([addressKey(start)]);
  for (let at = page; articles.length < MAX_PARTS; ) {
    const next = nextPart(at, start);
    if (next === undefined || seen.has(addressKey(next))) break;
    seen.add(addressKey(next));
    const opened = await tryPart(next, options);
    if (opened instanceof NewsError) return { articles, files, missing: opened };
    const part = read(opened.page);
    if (headlineKey(part.title ?? "") !== headlineKey(first.title ?? "")) break;
    articles.push(part);
    files.push(opened.file);
    at = opened.page;
  }
  return { articles, files, missing: undefined };
}

async function tryPart(url: string, options: ObtainOptions): Promise<OpenedFile | NewsError> {
  try {
    const opened = openFile(demandPage(await options.fetcher.get(url, {}), url));
    return options.render ? { ...opened, page: await options.render(opened.file) } : opened;
  } catch (error) {
    const failure = asNewsError(error);
    if (failure.code === "INTERNAL") throw error;
    return failure;
  }
}

/** The articles of several pages as one. */
function joinParts({ articles, isCut }: Pick<Parts, "articles"> & { readonly isCut: boolean }): Article {
  const first = articles[0]!;
  const odd: WarningCode[] = [];
  if (isCut) odd.push("PART_MISSING");
  if (first.paywall === true) odd.push("PAYWALL_DECLARED");
  const warnings = [...first.warnings, ...odd.map(warn)];
  if (articles.length === 1) return { ...first, warnings };
  const sources = new Set<string>();
  const media = articles
    .flatMap((part) => part.media)
    .filter(({ src }) => !sources.has(src) && sources.add(src));
  return {
    ...first,
    text: articles.map(({ text }) => text).join("\n\n"),
    html: articles.map(({ html }) => html).join("\n"),
    media,
    wordCount: articles.reduce((sum, { wordCount }) => sum + wordCount, 0),
    warnings,
  };
}

const AT_ONCE = 50;

interface ReextractOptions {
  readonly store: Store;
  /** Default: the shipped one. */
  readonly extractorOf?: ((site: string) => Promise<Extractor | undefined>) | undefined;
  readonly profileOf?: ((site: string) => Promise<SiteProfile | undefined>) | undefined;
  /** Only articles of this registrable domain. */
  readonly site?: string | undefined;
  /** Compares and writes nothing. */
  readonly isTrial?: boolean | undefined;
  readonly now: () => number;
  readonly onArticle?: ((url: string, changed: readonly string[]) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What became of the articles. */
export interface Reextracted {
  readonly changed: number;
  readonly same: number;
  /** Their page was not kept. */
  readonly withoutPage: number;
  /** Nothing was found this time; the version before stays. */
  readonly lost: number;
}

/** Extracts articles again from their kept pages; a different result becomes a new version. */
export async function reextract(options: ReextractOptions): Promise<Reextracted> {
  const { store, site, signal } = options;
  const counts = { changed: 0, same: 0, withoutPage: 0, lost: 0 };
  for (let after = 0; !signal?.aborted; ) {
    const articles = await store.listArticles({ after, limit: AT_ONCE });
    if (articles.length === 0) break;
    for (const stored of articles) {
      after = stored.id;
      if (signal?.aborted) break;
      if (site === undefined || stored.site === site) counts[await again(stored, options)]++;
    }
  }
  return counts;
}

async function again(stored: StoredArticle, options: ReextractOptions): Promise<keyof Reextracted> {
  const { store, isTrial, now, onArticle } = options;
  const pages = await store.getRawPages(stored.id);
  if (pages.length === 0) return "withoutPage";
  const article = await readPages(stored, pages, options);
  const url = pages[0]!.url;
  // An extraction that finds nothing does not replace the stored article.
  if (refusalOf({ article, requestedUrl: url, url }, { nowMs: now(), attempts: 0 })) return "lost";
  const { articleId, changed } = isTrial
    ? { articleId: stored.id, changed: changedFields(stored.article, article) }
    : await store.reextracted(stored.id, article, now());
  // Removed meanwhile, with its page.
  if (articleId === null) return "withoutPage";
  if (changed.length > 0) onArticle?.(url, changed);
  return changed.length > 0 ? "changed" : "same";
}

function changedFields(before: Article, after: Article): readonly string[] {
  return VERSIONED_FIELDS.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
}

async function readPages(
  { site, collectedTitles, article: before }: StoredArticle,
  pages: readonly StoredRawPage[],
  { extractorOf, profileOf }: ReextractOptions,
): Promise<Article> {
  const hints = {
    announced: collectedTitles,
    extractor: await extractorOf?.(site),
    siteProfile: await profileOf?.(site),
  };
  const articles = pages.map(({ bytes, url, charset }) => {
    const { page } = readSitePage(bytes, { url, charset: charset ?? undefined });
    return extract({ page }, hints);
  });
  return joinParts({ articles, isCut: before.warnings.some(({ code }) => code === "PART_MISSING") });
}
