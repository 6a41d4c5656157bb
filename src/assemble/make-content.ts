import { type Extraction, MIN_PROSE_WORDS, type Page } from "../page/index.ts";
import { copyOf, countWordsIn } from "../text/index.ts";
import { type ArticleSource, articleSource } from "./article-source.ts";
import { buildContent, type Kept } from "./build-content.ts";
import type { Content } from "./content.ts";
import type { Fates } from "./fates.ts";
import { ALL_EXTRAS, dropExtras, type Wanted } from "./roles.ts";
import { blocksText } from "./text.ts";

/** What an article holds and where it is from. */
export interface MadeContent {
  readonly source: ArticleSource;
  readonly content: Content;
  readonly text: string;
  readonly wordCount: number;
  /** Whether captions and other extras are all that was kept, and are the article for want of anything else. */
  readonly isOfExtras: boolean;
}

/** What is wanted of an article, for the text alone or for all of it. */
type ContentOptions = Pick<Wanted, "include" | "title"> & Pick<Kept, "purpose">;

/** The content of what an extractor kept, without what is not wanted. */
export function makeContent(
  page: Page,
  extraction: Extraction,
  wanted: ContentOptions,
  fates?: Fates,
): MadeContent {
  const source = articleSource(page, extraction);
  // What becomes of leaves is told of the page, which a body in data is not part of.
  const noted = source.page === page ? fates : undefined;
  const made = buildFrom(source, wanted, noted);
  if (made.wordCount > 0) return made;
  // A gallery is all captions, a short post may stand in its page's title: where nothing else is left, they are the article.
  const include = { ...wanted.include, ...ALL_EXTRAS };
  const whole = buildFrom(source, { ...wanted, include, purpose: "article" });
  if (whole.wordCount < MIN_PROSE_WORDS) return made;
  noted?.startAgain(include);
  return { ...buildFrom(source, { ...wanted, include, purpose: "article" }, noted), isOfExtras: true };
}

function buildFrom(source: ArticleSource, wanted: ContentOptions, fates?: Fates): MadeContent {
  const { cuts, titleNode } = source;
  const leaves = dropExtras(source.page, source.kept, { ...wanted, titleNode }, fates);
  const { purpose = "article" } = wanted;
  const content = buildContent(source.page, { leaves, purpose, ...(cuts && { cuts }) }, fates);
  const joined = blocksText(content.blocks, { captions: wanted.include.captions });
  const wordCount = countWordsIn(joined, 0, joined.length);
  // One paragraph alone is still a slice of its page.
  return { source, content, text: copyOf(joined), wordCount, isOfExtras: false };
}
