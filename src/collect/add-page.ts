import { NewsError } from "../errors/index.ts";
import type { FetchedPage } from "../fetch/index.ts";
import type { Candidate, Result, Store } from "../store/index.ts";
import { addressKey, keptAddress } from "../url/index.ts";
import { knownOf, obtainGrouped } from "./collect.ts";
import { SiteKnowledge } from "./site-knowledge.ts";

/** A page as it was on somebody's screen. */
export interface SentPage {
  readonly url: string;
  readonly html: string;
  /** The sender, which the article has as its source. */
  readonly source: string;
}

/** What became of a page that was sent. */
export interface AddedPage {
  readonly id: number;
  readonly outcome: "stored" | "changed" | "seen";
  readonly title: string | null;
  readonly wordCount: number;
}

/**
 * Adds a page that was sent, with its article, to a library; nothing is fetched. Throws NO_ARTICLE, and writes nothing, where a
 * collector would not keep it.
 */
export async function addPage(
  store: Store,
  { url, html, source }: SentPage,
  nowMs: number,
): Promise<AddedPage> {
  const page = fetchedPage(url, html, nowMs);
  const known = await store.getArticle(page.url);
  const candidate: Candidate = {
    url: page.url,
    site: "",
    findings: [],
    hasNewTitle: false,
    attempts: 0,
    articleId: known?.id ?? null,
  };
  const get = async (asked: string | URL): Promise<FetchedPage> => {
    if (addressKey(String(asked)) === addressKey(page.url)) return page;
    throw new NewsError("ADDRESS_REFUSED", "Only the page that was sent is read.");
  };
  const knowledge = knownOf(store, new SiteKnowledge(store));
  const { result } = await obtainGrouped(candidate, { ...knowledge, fetcher: { get }, keepRaw: true, nowMs });
  if (result.kind !== "obtained") throw new NewsError("NO_ARTICLE", refusalText(result));
  const { outcome, articleId } = await store.finish({ url: page.url, nowMs, run: null, result });
  if (articleId === null || (outcome !== "stored" && outcome !== "changed" && outcome !== "seen"))
    throw new NewsError("NO_ARTICLE", "The article was removed from the library, and stays removed.");
  // After the article is stored, as a collector would otherwise fetch the announced address.
  await store.addFindings([{ url: page.url, source, title: null, topic: null }], { nowMs });
  const { title, wordCount } = result.article;
  return { id: articleId, outcome, title, wordCount };
}

function fetchedPage(text: string, html: string, nowMs: number): FetchedPage {
  const url = keptAddress(text);
  if (url === undefined) throw new NewsError("BAD_URL", "The address of the page is not http or https.");
  if (html.trim() === "") throw new NewsError("EMPTY_INPUT", "The page is empty.");
  return {
    url,
    requestedUrl: url,
    redirects: [],
    status: 200,
    contentType: "text/html",
    // What browsers write is UTF-8, whatever the page's own declaration says.
    charset: "utf-8",
    bytes: new TextEncoder().encode(html),
    fetchedAt: new Date(nowMs).toISOString(),
    validators: {},
  };
}

/** Why a page is not kept, for the person who sent it. */
const REASONS: Readonly<Record<string, string>> = {
  "not-an-article": "it looks like a list of articles",
  "soft-404": "it says that the article is gone",
  blocked: "it is a notice that keeps robots out",
  consent: "it asks for consent before it shows the article",
  wall: "it shows only the beginning of an article for subscribers",
};

function refusalText(result: Exclude<Result, { readonly kind: "obtained" }>): string {
  if (result.kind === "failed") return result.message;
  const reason =
    result.kind === "refused" ? result.rule : result.kind === "not-obtained" ? result.reason : "";
  return `The page was not kept: ${REASONS[reason] ?? "no article was found on it"}.`;
}
