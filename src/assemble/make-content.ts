import type { Extraction, Page } from "../page/index.ts";
import { copyOf, countWordsIn } from "../text/index.ts";
import { type ArticleSource, articleSource } from "./article-source.ts";
import { buildContent, type Kept } from "./build-content.ts";
import type { Content } from "./content.ts";
import type { Fates } from "./fates.ts";
import { dropExtras, type Wanted } from "./roles.ts";
import { blocksText } from "./text.ts";

/** What an article holds and where it is from. */
export interface MadeContent {
  readonly source: ArticleSource;
  readonly content: Content;
  readonly text: string;
  readonly wordCount: number;
}

/** The content of what an extractor kept, without what is not wanted. */
export function makeContent(
  page: Page,
  extraction: Extraction,
  wanted: Pick<Wanted, "include" | "title"> & Pick<Kept, "purpose">,
  fates?: Fates,
): MadeContent {
  const source = articleSource(page, extraction);
  // What becomes of leaves is told of the page, which a body in data is not part of.
  const noted = source.page === page ? fates : undefined;
  const { cuts, titleNode } = source;
  const leaves = dropExtras(source.page, source.kept, { ...wanted, titleNode }, noted);
  const { purpose = "article" } = wanted;
  const content = buildContent(source.page, { leaves, purpose, ...(cuts && { cuts }) }, noted);
  const joined = blocksText(content.blocks, { captions: wanted.include.captions });
  const wordCount = countWordsIn(joined, 0, joined.length);
  // One paragraph alone is still a slice of its page.
  return { source, content, text: copyOf(joined), wordCount };
}
