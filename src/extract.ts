import type { Article, ProfileFit, Warning, WarningCode } from "./article/index.ts";
import {
  asksForRoles,
  assemble,
  assembleText,
  DEFAULT_INCLUSION,
  type Inclusion,
  type PageWarner,
  type PictureReader,
} from "./assemble/index.ts";
import { faultOfNode, NewsError } from "./errors/index.ts";
import { CORE_DEFAULT, CORE_EXTRACTORS, type CoreExtractorId } from "./extractors/core-extractors.ts";
import type { Extractor } from "./extractors/index.ts";
import { type CharsetDecoder, type CharsetDetector, readHtml } from "./html/index.ts";
import {
  findShownParts,
  type MetadataOptions,
  readMetadata,
  readTitle,
  type ShownParts,
  type ShownReader,
  TEXT_AGAINST_DECLARED,
} from "./metadata/index.ts";
import { type Announcement, type Extraction, type Hints, Page, type SiteProfile } from "./page/index.ts";
import type { RoleReader } from "./roles/index.ts";
import type { LanguageDetector } from "./text/index.ts";
import { addressParts, type Suffixes } from "./url/index.ts";

/** What is known of a page, and what is wanted of it. */
export interface ExtractOptions<Id extends string = CoreExtractorId> extends ExtractTextOptions<Id> {
  /** Adds where every field came from and what became of every leaf. */
  readonly explain?: boolean | undefined;
}

/** The parts with data of their own, which a small bundle leaves out. */
export interface ExtractParts<Id extends string = CoreExtractorId> extends ExtractTextParts<Id> {
  /** Tells the language of a text, for pages that declare none or another one. */
  readonly detectLanguage?: LanguageDetector;
  /** Reads writers, dates and walls as pages of many languages show them. */
  readonly shownReader?: ShownReader;
}

/** The article of a page, from its bytes, its markup, or the page as a browser shows it. */
export type Extract<Id extends string = CoreExtractorId> = (
  input: ExtractInput,
  options?: ExtractOptions<Id>,
) => Article;

/** Bytes, markup, or a page that was opened elsewhere. */
type ExtractInput = Uint8Array | string | OpenPage;

/** The one-call function over the given parts. */
export function makeExtract<Id extends string = CoreExtractorId>(parts: ExtractParts<Id> = {}): Extract<Id> {
  const inspect = makeInspect(parts);
  return (input, options) => inspect(input, options).article;
}

/** An article with what it was made of. */
export interface Inspected {
  readonly article: Article;
  readonly page: Page;
  readonly extractor: Extractor;
  readonly hints: Hints;
  /** With the roles of leaves where the page was searched for its parts: where an explanation is asked for. */
  readonly extraction: Extraction;
}

/** The article of a page with what it was made of, for those who look at single leaves. */
export type Inspect<Id extends string = CoreExtractorId> = (
  input: ExtractInput,
  options?: ExtractOptions<Id>,
) => Inspected;

/** Like `makeExtract`, with what the article was made of. */
export function makeInspect<Id extends string = CoreExtractorId>(parts: ExtractParts<Id> = {}): Inspect<Id> {
  const runExtractor = makeRunExtractor(parts);
  return (input, options = {}) => {
    const { page, warnings: found, extractor, hints, extraction, profileFit } = runExtractor(input, options);
    const { include, explain } = options;
    const contributions = explain ? extractor.explain?.(page, hints, extraction) : undefined;
    const read = metadataOptions(parts, options);
    const metadata = readMetadata(page, extraction, read);
    // Most callers want the body alone, and do not wait for a search around it.
    const isSearched = explain || asksForRoles(include);
    const shown = isSearched ? findShownParts(page, extraction, metadata, read) : undefined;
    const warnings: WarningCode[] = [...found, ...page.warnings];
    if (profileFit?.isStale) warnings.push("SITE_PROFILE_STALE");
    if (metadata.language.source === TEXT_AGAINST_DECLARED) warnings.push("LANGUAGE_MISMATCH");
    const judged = withRoles(page, extraction, { shown, ...parts });
    const article = assemble(page, judged, metadata, {
      extractor: extractor.id,
      include,
      explain,
      contributions,
      shown,
      profileFit,
      pictureReader: parts.pictureReader,
      warnOfPage: parts.warnOfPage,
      warnings,
    });
    return { article, page, extractor, hints, extraction: judged };
  };
}

/** An extraction with the roles of leaves, where the page was searched for its parts and the extractor gives none. */
function withRoles(
  page: Page,
  extraction: Extraction,
  { shown, roleReader }: { readonly shown: ShownParts | undefined; readonly roleReader?: RoleReader },
): Extraction {
  if (shown === undefined || roleReader === undefined || extraction.roles !== undefined) return extraction;
  return { ...extraction, roles: roleReader(page, extraction, shown) };
}

/** What metadata is read with: the parts that are there, and the present. */
function metadataOptions<Id extends string>(
  { suffixes, detectLanguage, shownReader }: ExtractParts<Id>,
  { now, announced }: Pick<ExtractOptions<Id>, "now" | "announced">,
): MetadataOptions {
  const announcedDates = announced?.flatMap(({ published }) => published ?? []);
  return { suffixes, detectLanguage, shownReader, now: presentOf(now), announcedDates };
}

function presentOf(stated: number | undefined): number {
  const now = stated ?? Date.now();
  // Every date would be after NaN, and silently dropped.
  if (typeof now !== "number" || Number.isNaN(now)) {
    throw new NewsError("BAD_OPTION", "The option now is not a number of milliseconds.");
  }
  return now;
}

/** The text of a page's article, without its metadata. */
export interface ExtractedText {
  /** The same as the article's. */
  readonly text: string;
  readonly wordCount: number;
  /** Probability that the page is an article; null from extractors that do not judge it. */
  readonly isArticle: number | null;
  /** Probability that the text is the whole article and nothing else; null from extractors that do not judge it. */
  readonly confidence: number | null;
  readonly extractor: string;
  /** What was odd about bytes, markup and text; warnings that need metadata are left out. */
  readonly warnings: readonly Warning[];
}

/** The text of a page's article and no more: the fastest way through an archive. */
export type ExtractText<Id extends string = CoreExtractorId> = (
  input: ExtractInput,
  options?: ExtractTextOptions<Id>,
) => ExtractedText;

/** The function that gives only the text, over the given parts. */
export function makeExtractText<Id extends string = CoreExtractorId>(
  parts: ExtractParts<Id> = {},
): ExtractText<Id> {
  const runExtractor = makeRunExtractor(parts);
  const { suffixes, pictureReader, warnOfPage } = parts;
  return (input, options = {}) => {
    const { page, warnings: found, extractor, extraction, profileFit } = runExtractor(input, options);
    const findShown = () => {
      const read = metadataOptions(parts, options);
      return findShownParts(page, extraction, readMetadata(page, extraction, read), read);
    };
    const warnings: WarningCode[] = [...found, ...page.leafWarnings];
    if (profileFit?.isStale) warnings.push("SITE_PROFILE_STALE");
    const shown = asksForRoles(options.include) ? findShown() : undefined;
    const made = assembleText(page, withRoles(page, extraction, { shown, ...parts }), {
      include: options.include,
      shown,
      // Lazy: the title is needed only if the text begins with a line that may be the headline.
      title: () => readTitle(page, extraction, { suffixes }),
      pictureReader,
      warnOfPage,
      warnings,
    });
    return { ...made, extractor: extractor.id };
  };
}

/** Options that are texts where they are given. */
const TEXT_OPTIONS = ["url", "charset", "encoding", "collectedTitle"] as const;

/** What is known of a page, and which of its texts are wanted. */
export interface ExtractTextOptions<Id extends string = CoreExtractorId> {
  /** The address the page was found at; relative addresses are resolved against it. */
  readonly url?: string | undefined;
  /** The charset of the HTTP header: a hint that the bytes may contradict. */
  readonly charset?: string | undefined;
  /** The charset of the bytes where it is known for certain. */
  readonly encoding?: string | undefined;
  /** The method: a registered id, or an extractor of your own. */
  readonly extractor?: Id | Extractor | undefined;
  /** The title under which the page was collected. */
  readonly collectedTitle?: string | undefined;
  /** What lists stated about the page: all titles under which it was collected, and its dates. */
  readonly announced?: readonly Announcement[] | undefined;
  /** What was mined from other pages of its site, as `readSiteProfile` reads it. */
  readonly siteProfile?: SiteProfile | undefined;
  /** What the text holds besides the body. */
  readonly include?: Partial<Inclusion> | undefined;
  /** The present in milliseconds since 1970, after which no date is believed. Default: the machine's clock. */
  readonly now?: number | undefined;
  /** The largest page accepted. Default: 64 MiB. */
  readonly maxBytes?: number | undefined;
}

/** The parts with data of their own that the text of a page takes, which a small bundle leaves out. */
export interface ExtractTextParts<Id extends string = CoreExtractorId> {
  /** The method used where none is named, such as `fusedModel` of galley/fused makes; econ without it. */
  readonly model?: Extractor;
  /** The methods that can be chosen by name besides the model; without it, those of the core. */
  readonly extractors?: Readonly<Record<Id, Extractor>>;
  /** Guesses the charset of pages that declare none. */
  readonly detectCharset?: CharsetDetector;
  /** Decodes the charsets that the runtime's own decoder gets wrong. */
  readonly decodeCharset?: CharsetDecoder;
  /** Knows under which suffixes domains are registered. */
  readonly suffixes?: Suffixes;
  /** Tells the article's pictures from those around it, and finds their captions. */
  readonly pictureReader?: PictureReader;
  /** Tells the role of each leaf, for explanations and requested parts; without it, parts are known by their markup alone. */
  readonly roleReader?: RoleReader;
  /** Warns of walls, live blogs, galleries and the like. */
  readonly warnOfPage?: PageWarner;
  /** Tells whether a page still fits the profile of its site. */
  readonly fitProfile?: (page: Page, profile: SiteProfile) => ProfileFit | undefined;
}

/** A page that was opened elsewhere, as galley/browser does; its own address and encoding go before the options'. */
export interface OpenPage {
  readonly page: Page;
  /** What was odd about it. */
  readonly warnings?: readonly WarningCode[];
}

/** A page and its extraction. */
interface ExtractedPage extends Required<OpenPage> {
  readonly extractor: Extractor;
  readonly hints: Hints;
  readonly extraction: Extraction;
  /** How it fits the profile of its site, where one was given. */
  readonly profileFit: ProfileFit | undefined;
}

/** Opens pages and runs the extractor that is asked for. */
function makeRunExtractor<Id extends string>(parts: ExtractTextParts<Id>) {
  const { model = CORE_EXTRACTORS[CORE_DEFAULT] } = parts;
  checkExtractor("model", model);
  const extractors = { ...(parts.extractors ?? CORE_EXTRACTORS), [model.id]: model };
  return (input: ExtractInput, options: ExtractTextOptions<Id>): ExtractedPage => {
    const fault = faultOfNode();
    if (fault) throw fault;
    // Untyped callers may pass the address alone.
    if (typeof options !== "object" || options === null) {
      throw new NewsError("BAD_OPTION", "The options are an object, such as { url }.");
    }
    const extractor = chosenExtractor(options.extractor ?? model, extractors);
    checkInclusion(options.include);
    checkTexts(options);
    const { page, warnings: found = [] } = isOpen(input) ? input : openPage(input, options, parts);
    const hints = hintsOf(options);
    const isOther = isOfOtherSite(page, hints);
    const warnings = isOther ? ([...found, "OTHER_SITE_PROFILE"] as const) : found;
    const extraction = extractor.extract(page, hints);
    const profileFit = hints.siteProfile && parts.fitProfile?.(page, hints.siteProfile);
    return { page, warnings, extractor, hints, extraction, profileFit };
  };
}

/** Whether a profile is of another site than the page; made-up names, of saved pages without addresses, end in `.invalid`. */
function isOfOtherSite({ url }: Page, { siteProfile }: Hints): boolean {
  if (siteProfile === undefined || url === undefined) return false;
  const { site } = siteProfile;
  const isDomain = /\.(?!invalid$)[^.]+$/.test(site);
  const host = addressParts(url)?.hostname;
  return isDomain && host !== undefined && host !== site && !host.endsWith(`.${site}`);
}

function isOpen(input: ExtractInput): input is OpenPage {
  return input instanceof Object && "page" in input;
}

function openPage<Id extends string>(
  input: Uint8Array | string,
  { url: stated, charset, encoding, maxBytes }: ExtractTextOptions<Id>,
  { detectCharset: detect, decodeCharset: decode }: ExtractTextParts<Id>,
): OpenPage {
  const { document, warnings } = readHtml(input, { charset, encoding, maxBytes, detect, decode });
  const url = stated == null ? undefined : addressParts(stated)?.href;
  const isIgnored = stated != null && url === undefined;
  return { page: new Page(document, url), warnings: isIgnored ? [...warnings, "URL_IGNORED"] : warnings };
}

/** Untyped callers may pass a partial object. */
function checkExtractor(option: string, value: Extractor): Extractor {
  if (typeof value?.extract === "function") return value;
  throw new NewsError(
    "BAD_OPTION",
    `The option ${option} is not an extractor; give one as galley/fused makes.`,
  );
}

/** Untyped callers may pass a URL object. */
function checkTexts(options: Partial<Record<(typeof TEXT_OPTIONS)[number], unknown>>): void {
  const wrong = TEXT_OPTIONS.find((name) => !isText(options[name]));
  if (wrong !== undefined) throw new NewsError("BAD_OPTION", `The option ${wrong} is not a string.`);
}

function checkInclusion(include: Partial<Inclusion> | undefined): void {
  if ((include != null && typeof include !== "object") || Array.isArray(include)) {
    throw new NewsError("BAD_OPTION", "The option include is an object, such as { captions: true }.");
  }
  const unknown = Object.keys(include ?? {}).find((part) => !Object.hasOwn(DEFAULT_INCLUSION, part));
  const wrong = Object.entries(include ?? {}).find(
    ([, isWanted]) => isWanted != null && typeof isWanted !== "boolean",
  );
  if (wrong !== undefined)
    throw new NewsError("BAD_OPTION", `The option include.${wrong[0]} is not true or false.`);
  if (unknown === undefined) return;
  const known = Object.keys(DEFAULT_INCLUSION).join(", ");
  throw new NewsError("BAD_OPTION", `An article has no part "${unknown}" to include; it has ${known}.`);
}

function hintsOf({
  announced,
  collectedTitle,
  siteProfile,
}: Pick<ExtractTextOptions, "announced" | "collectedTitle" | "siteProfile">): Hints {
  if (siteProfile != null && !Array.isArray(siteProfile.templates)) {
    throw new NewsError(
      "BAD_OPTION",
      "The option siteProfile is not a site profile; read one with readSiteProfile.",
    );
  }
  if (announced != null && !(Array.isArray(announced) && announced.every(isAnnouncement))) {
    throw new NewsError("BAD_OPTION", "The option announced is not a list of { title }.");
  }
  const title = collectedTitle ?? announced?.find((list) => list.title)?.title;
  return {
    ...(title != null && { collectedTitle: title }),
    ...(announced != null && { announced }),
    ...(siteProfile != null && { siteProfile }),
  };
}

/** Untyped callers may pass anything. */
function isAnnouncement(value: Announcement): boolean {
  return value instanceof Object && isText(value.title) && isText(value.published);
}

function isText(value: unknown): boolean {
  return value == null || typeof value === "string";
}

function chosenExtractor(
  extractor: string | Extractor,
  extractors: Readonly<Record<string, Extractor>>,
): Extractor {
  if (typeof extractor !== "string") return checkExtractor("extractor", extractor);
  const found = Object.hasOwn(extractors, extractor) ? extractors[extractor] : undefined;
  if (found !== undefined) return found;
  const known = Object.keys(extractors).join(", ");
  throw new NewsError("BAD_OPTION", `There is no extractor "${extractor}"; there are ${known}.`);
}
