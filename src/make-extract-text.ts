import type { Warning, WarningCode } from "./article/index.ts";
import { asksForParts, assembleText } from "./assemble/index.ts";
import type { CoreExtractorId } from "./extractors/core-extractors.ts";
import { type ExtractTextOptions, type JudgedPage, makeJudgePage, type OpenPage } from "./judge-page.ts";
import { type ExtractParts, metadataOptions } from "./make-extract.ts";
import { findShownParts, readMetadata, readTitle, type ShownParts } from "./metadata/index.ts";

/** The text of a page's article, without what the page says of it. */
export interface ExtractedText {
  /** The same as the article's. */
  readonly text: string;
  readonly wordCount: number;
  /** Probability that the page is an article; null from extractors that do not judge it. */
  readonly isArticle: number | null;
  /** Probability that the text is the article, whole and alone; null from extractors that do not judge it. */
  readonly confidence: number | null;
  readonly extractor: string;
  /** What was odd about bytes, markup and text; what only metadata can tell is not among it. */
  readonly warnings: readonly Warning[];
}

/** The text of a page's article and no more: the fastest way through an archive. */
export type ExtractText<Id extends string = CoreExtractorId> = (
  input: Uint8Array | string | OpenPage,
  options?: ExtractTextOptions<Id>,
) => ExtractedText;

/** The function that gives only the text, over the given parts. */
export function makeExtractText<Id extends string = CoreExtractorId>(
  parts: ExtractParts<Id> = {},
): ExtractText<Id> {
  const judgePage = makeJudgePage(parts);
  const { suffixes, warnOfPage } = parts;
  return (input, options = {}) => {
    const judged = judgePage(input, options);
    const { page, warnings: found, extractor, extraction, profileFit } = judged;
    const warnings: WarningCode[] = [...found, ...page.leafWarnings];
    if (profileFit?.isStale) warnings.push("SITE_PROFILE_STALE");
    const made = assembleText(page, extraction, {
      include: options.include,
      shown: asksForParts(options.include) ? findShown(parts, judged, options) : undefined,
      // Most texts begin with a paragraph; only where a line might be the headline is it asked what that is.
      title: () => readTitle(page, extraction, { suffixes }),
      warnOfPage,
      warnings,
    });
    return { ...made, extractor: extractor.id };
  };
}

/** Where the page shows parts that are asked for; what it does not show of them is metadata. */
function findShown<Id extends string>(
  parts: ExtractParts<Id>,
  { page, extraction }: Pick<JudgedPage, "page" | "extraction">,
  options: ExtractTextOptions<Id>,
): ShownParts {
  const read = metadataOptions(parts, options);
  return findShownParts(page, extraction, readMetadata(page, extraction, read), read);
}
