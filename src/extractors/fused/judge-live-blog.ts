import { type Extraction, isOfType, type Page } from "../../page/index.ts";

const LIVE_TYPES: ReadonlySet<string> = new Set(["liveblogposting"]);
/** How likely a page is an article whose data calls it a live blog: such pages count as articles. */
const STATED_ARTICLE = 0.9;

/** An answer whose page is an article where its data says that it is a live blog, though its many parts look like a list. */
export function judgeLiveBlog({ mainThings }: Page, extraction: Extraction): Extraction {
  const { verdict, notes } = extraction;
  // Home pages that show a live blog carry its data too; they look so little like articles that they were weighed as other pages.
  if (verdict === undefined || (notes?.otherPagesWeight ?? 0) > 0) return extraction;
  const isStated = [mainThings.article, mainThings.item].some(
    (thing) => thing !== undefined && isOfType(thing, LIVE_TYPES),
  );
  if (!isStated) return extraction;
  const isArticle = Math.max(verdict.isArticle, STATED_ARTICLE);
  return { ...extraction, verdict: { ...verdict, isArticle, pageType: "article" } };
}
