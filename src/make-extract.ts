import type { Article, WarningCode } from "./article/index.ts";
import { asksForParts, assemble } from "./assemble/index.ts";
import { NewsError } from "./errors/index.ts";
import type { CoreExtractorId } from "./extractors/core-extractors.ts";
import {
  type ExtractTextOptions,
  type ExtractTextParts,
  makeJudgePage,
  type OpenPage,
} from "./judge-page.ts";
import {
  findShownParts,
  type MetadataOptions,
  readMetadata,
  type ShownReader,
  TEXT_AGAINST_DECLARED,
} from "./metadata/index.ts";
import type { LanguageDetector } from "./text/index.ts";

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
  input: Uint8Array | string | OpenPage,
  options?: ExtractOptions<Id>,
) => Article;

/** The one-call function over the given parts. */
export function makeExtract<Id extends string = CoreExtractorId>(parts: ExtractParts<Id> = {}): Extract<Id> {
  const judgePage = makeJudgePage(parts);
  return (input, options = {}) => {
    const { include, explain } = options;
    const { page, warnings: found, extractor, hints, extraction, profileFit } = judgePage(input, options);
    const contributions = explain ? extractor.explain?.(page, hints, extraction) : undefined;
    const read = metadataOptions(parts, options);
    const metadata = readMetadata(page, extraction, read);
    // Most callers want the body alone, and do not wait for a search around it.
    const isSearched = explain || asksForParts(include);
    const warnings: WarningCode[] = [...found, ...page.warnings];
    if (profileFit?.isStale) warnings.push("SITE_PROFILE_STALE");
    if (metadata.language.source === TEXT_AGAINST_DECLARED) warnings.push("LANGUAGE_MISMATCH");
    return assemble(page, extraction, metadata, {
      extractor: extractor.id,
      include,
      explain,
      contributions,
      shown: isSearched ? findShownParts(page, extraction, metadata, read) : undefined,
      profileFit,
      warnOfPage: parts.warnOfPage,
      warnings,
    });
  };
}

/** What metadata is read with: the parts that are there, and the present. */
export function metadataOptions<Id extends string>(
  { suffixes, detectLanguage, shownReader }: ExtractParts<Id>,
  { now }: Pick<ExtractOptions<Id>, "now">,
): MetadataOptions {
  return { suffixes, detectLanguage, shownReader, now: presentOf(now) };
}

function presentOf(stated: number | undefined): number {
  const now = stated ?? Date.now();
  // No date lies before what is no number: all would be dropped without a word.
  if (typeof now !== "number" || Number.isNaN(now)) {
    throw new NewsError("BAD_OPTION", "The option now is not a number of milliseconds");
  }
  return now;
}
