import { type Extraction, isShell, type Page, type StatedBody, type Verdict } from "../../page/index.ts";
import { countKept } from "./count-kept.ts";

/** How likely a stated body is the article, whole and alone, by where it stands: as often as such bodies are on labelled pages. */
const CONFIDENCE: Readonly<Record<StatedBody["place"], number>> = {
  article: 0.7,
  "titled script": 0.35,
  thing: 0.1,
  script: 0.1,
};
/** How likely a page that states a body is an article where its data says so. */
const SAID_ARTICLE = 0.9;
/** How likely it is one where its data says nothing of the kind. */
const UNSAID_ARTICLE = 0.15;
/** What a page shows that waits for its scripts is a request, a notice or a menu. */
const SHELL_CONFIDENCE = 0.05;

/** Whether a page is a shell hangs on whether far fewer words are kept: the others need not be counted. */
const ENOUGH_WORDS = 100;

const ARTICLE_KINDS: ReadonlySet<string> = new Set(["article", "news", "newsarticle"]);

/** An answer with a verdict on what it was made of, where the page itself, which was judged, shows next to nothing. */
export function judgeEmptyPage(page: Page, extraction: Extraction): Extraction {
  const { verdict, statedBody } = extraction;
  if (verdict === undefined) return extraction;
  if (statedBody !== undefined) return { ...extraction, verdict: judgeStated(page, verdict, statedBody) };
  if (verdict.confidence <= SHELL_CONFIDENCE) return extraction;
  if (!isShell(page, countKept(page, extraction.scores, ENOUGH_WORDS))) return extraction;
  return { ...extraction, verdict: { ...verdict, confidence: SHELL_CONFIDENCE } };
}

/** Shops and services state texts too: what the data does not call an article stays what the page looks like. */
function judgeStated(page: Page, verdict: Verdict, { place, facts }: StatedBody): Verdict {
  // Products have titles, texts and dates of publication too, but nobody signs them.
  const isSigned = facts?.authors?.some((name) => name.trim() !== "") ?? false;
  if (!isSigned && !isSaidArticle(page)) {
    const isArticle = Math.max(verdict.isArticle, UNSAID_ARTICLE);
    return { ...verdict, isArticle, confidence: CONFIDENCE.script };
  }
  return {
    isArticle: Math.max(verdict.isArticle, SAID_ARTICLE),
    pageType: "article",
    confidence: CONFIDENCE[place],
  };
}

function isSaidArticle({ mainThings, meta }: Page): boolean {
  if (mainThings.article !== undefined || mainThings.item !== undefined) return true;
  return ARTICLE_KINDS.has(meta.get("og:type")?.[0]?.trim().toLowerCase() ?? "");
}
