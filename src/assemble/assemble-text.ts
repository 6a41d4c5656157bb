import type { Article } from "../article/index.ts";
import type { ShownParts } from "../metadata/index.ts";
import type { Extraction, Page } from "../page/index.ts";
import { askedParts } from "./add-parts.ts";
import { collectWarnings, type Warners } from "./collect-warnings.ts";
import { DEFAULT_INCLUSION, type Inclusion } from "./inclusion.ts";
import { makeContent } from "./make-content.ts";
import type { PictureReader } from "./pictures/index.ts";

/** What a text is made of besides its page. */
interface AssembleTextOptions extends Warners {
  readonly include?: Partial<Inclusion> | undefined;
  /** Where the page shows parts that are asked for. */
  readonly shown?: ShownParts | undefined;
  /** Tells which pictures are the article's, as for `assemble`. */
  readonly pictureReader?: PictureReader | undefined;
  /** Tells the title, which is no part of the text; asked only where a line may be it. */
  readonly title: () => string | null;
}

/** The fields of an article that come from its text and the verdict on it alone. */
type AssembledText = Pick<Article, "text" | "wordCount" | "isArticle" | "confidence" | "warnings">;

/** The text of a page as `assemble` gives it, without its metadata. */
export function assembleText(
  page: Page,
  extraction: Extraction,
  { title, ...options }: AssembleTextOptions,
): AssembledText {
  const include = { ...DEFAULT_INCLUSION, ...options.include };
  // Captions stand with their pictures.
  const purpose = include.captions ? "article" : "text";
  const { source, text, wordCount } = makeContent(page, extraction, {
    ...{ include, title, purpose },
    asked: askedParts(options),
    pictureReader: options.pictureReader,
  });
  // Of a page that nobody has called an article it is told only why it is empty.
  const made = { ...source, text, wordCount, paywall: null, isArticle: false };
  return {
    text,
    wordCount,
    isArticle: extraction.verdict?.isArticle ?? null,
    confidence: extraction.verdict?.confidence ?? null,
    warnings: collectWarnings(page, extraction, made, options),
  };
}
