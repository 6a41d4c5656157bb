import { type Extraction, isOfType, type Page } from "../../page/index.ts";
import { MIN_ARTICLE } from "./answer.ts";

const LIVE_TYPES: ReadonlySet<string> = new Set(["liveblogposting"]);
/** How likely a page is an article whose data calls it a live blog: such pages count as articles. */
const STATED_ARTICLE = 0.9;

/** An answer whose page is an article where its data says that it is a live blog, though its many parts look like a list. */
export function judgeLiveBlog({ mainThings }: Page, extraction: Extraction): Extraction {
  const { verdict } = extraction;
  // Pages that were weighed as others stay others, else the answer would not be that of the verdict.
  if (verdict === undefined || verdict.isArticle < MIN_ARTICLE) return extraction;
  const isStated = [mainThings.article, mainThings.item].some(
    (thing) => thing !== undefined && isOfType(thing, LIVE_TYPES),
  );
  if (!isStated) return extraction;
  const isArticle = Math.max(verdict.isArticle, STATED_ARTICLE);
  return { ...extraction, verdict: { ...verdict, isArticle, pageType: "article" } };
}
