import type { Article, ProfileFit, WarningCode } from "./article/index.ts";
import { assemble, DEFAULT_INCLUSION, type Inclusion, type PageWarner } from "./assemble/index.ts";
import { NewsError } from "./errors/index.ts";
import { CORE_DEFAULT, CORE_EXTRACTORS, type CoreExtractorId } from "./extractors/core-extractors.ts";
import type { Extractor } from "./extractors/index.ts";
import { type CharsetDecoder, type CharsetDetector, readHtml } from "./html/index.ts";
import { readMetadata, type ShownReader, TEXT_AGAINST_DECLARED } from "./metadata/index.ts";
import { type Hints, Page, type SiteProfile } from "./page/index.ts";
import type { LanguageDetector } from "./text/index.ts";
import { parseHttpUrl, type Suffixes } from "./url/index.ts";

/** What is known of a page, and what is wanted of it. */
export interface ExtractOptions<Id extends string = CoreExtractorId> {
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
  /** What was mined from other pages of its site, as `readSiteProfile` reads it. */
  readonly siteProfile?: SiteProfile | undefined;
  /** What the text holds besides the body. */
  readonly include?: Partial<Inclusion> | undefined;
  /** Adds where every field came from and what became of every leaf. */
  readonly explain?: boolean | undefined;
  /** The present in milliseconds since 1970, after which no date is believed; the machine's clock where it is not said. */
  readonly now?: number | undefined;
  /** The largest page accepted; 64 MB where it is not said. */
  readonly maxBytes?: number | undefined;
}

/** The parts with data of their own, which a small bundle leaves out. */
export interface ExtractParts<Id extends string = CoreExtractorId> {
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
  /** Tells the language of a text, for pages that declare none or another one. */
  readonly detectLanguage?: LanguageDetector;
  /** Reads writers, dates and walls as pages of many languages show them. */
  readonly shownReader?: ShownReader;
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

/** The article of a page, from its bytes, its markup, or the page as a browser shows it. */
export type Extract<Id extends string = CoreExtractorId> = (
  input: Uint8Array | string | OpenPage,
  options?: ExtractOptions<Id>,
) => Article;

/** The one-call function over the given parts. */
export function makeExtract<Id extends string = CoreExtractorId>(parts: ExtractParts<Id> = {}): Extract<Id> {
  const { model = CORE_EXTRACTORS[CORE_DEFAULT] } = parts;
  checkExtractor("model", model);
  const extractors = { ...(parts.extractors ?? CORE_EXTRACTORS), [model.id]: model };
  return (input, options = {}) => {
    const extractor = chosenExtractor(options.extractor ?? model, extractors);
    const { include, explain } = options;
    checkInclusion(include);
    const { page, warnings: found = [] } = isOpen(input) ? input : openPage(input, options, parts);
    const hints = hintsOf(options);
    const extraction = extractor.extract(page, hints);
    const contributions = explain ? extractor.explain?.(page, hints, extraction) : undefined;
    const { suffixes, detectLanguage, shownReader } = parts;
    const metadata = readMetadata(page, extraction, {
      suffixes,
      detectLanguage,
      shownReader,
      now: presentOf(options.now),
    });
    const warnings: WarningCode[] = [...found, ...page.warnings];
    const profileFit = hints.siteProfile && parts.fitProfile?.(page, hints.siteProfile);
    if (profileFit?.isStale) warnings.push("SITE_PROFILE_STALE");
    if (metadata.language.source === TEXT_AGAINST_DECLARED) warnings.push("LANGUAGE_MISMATCH");
    return assemble(page, extraction, metadata, {
      extractor: extractor.id,
      include,
      explain,
      contributions,
      profileFit,
      warnOfPage: parts.warnOfPage,
      warnings,
    });
  };
}

function isOpen(input: Uint8Array | string | OpenPage): input is OpenPage {
  return input instanceof Object && "page" in input;
}

function openPage<Id extends string>(
  input: Uint8Array | string,
  { url: stated, charset, encoding, maxBytes }: ExtractOptions<Id>,
  { detectCharset: detect, decodeCharset: decode }: ExtractParts<Id>,
): OpenPage {
  const { document, warnings } = readHtml(input, { charset, encoding, maxBytes, detect, decode });
  const url = stated == null ? undefined : parseHttpUrl(stated)?.href;
  const isIgnored = stated != null && url === undefined;
  return { page: new Page(document, url), warnings: isIgnored ? [...warnings, "URL_IGNORED"] : warnings };
}

/** Programs without types give names and halves of extractors. */
function checkExtractor(option: string, value: Extractor): Extractor {
  if (typeof value?.extract === "function") return value;
  throw new NewsError("BAD_OPTION", `The option ${option} is no extractor; give one as galley/fused makes`);
}

function checkInclusion(include: Partial<Inclusion> | undefined): void {
  const unknown = Object.keys(include ?? {}).find((part) => !Object.hasOwn(DEFAULT_INCLUSION, part));
  if (unknown === undefined) return;
  const known = Object.keys(DEFAULT_INCLUSION).join(", ");
  throw new NewsError("BAD_OPTION", `An article has no part "${unknown}" to include; it has ${known}`);
}

function presentOf(stated: number | undefined): number {
  const now = stated ?? Date.now();
  // No date lies before what is no number: all would be dropped without a word.
  if (typeof now !== "number" || Number.isNaN(now)) {
    throw new NewsError("BAD_OPTION", "The option now is no number of milliseconds");
  }
  return now;
}

function hintsOf({
  collectedTitle,
  siteProfile,
}: Pick<ExtractOptions, "collectedTitle" | "siteProfile">): Hints {
  if (siteProfile != null && !Array.isArray(siteProfile.templates)) {
    throw new NewsError("BAD_OPTION", "The option siteProfile is no profile; read one with readSiteProfile");
  }
  return { ...(collectedTitle != null && { collectedTitle }), ...(siteProfile != null && { siteProfile }) };
}

function chosenExtractor(
  extractor: string | Extractor,
  extractors: Readonly<Record<string, Extractor>>,
): Extractor {
  if (typeof extractor !== "string") return checkExtractor("extractor", extractor);
  const found = Object.hasOwn(extractors, extractor) ? extractors[extractor] : undefined;
  if (found !== undefined) return found;
  const known = Object.keys(extractors).join(", ");
  throw new NewsError("BAD_OPTION", `There is no extractor "${extractor}"; there are ${known}`);
}
