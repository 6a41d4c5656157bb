import type { Article, WarningCode } from "../article/index.ts";
import { asNewsError, type NewsError } from "../errors/index.ts";
import type { NotObtained, Result } from "../store/index.ts";
import { BLOCK_WORDS, GONE_WORDS } from "./judge-words.data.ts";

/** A page with this many words is an article, even if its title mentions errors or robots. */
const MAX_NOTICE_WORDS = 150;
/** Below this probability a page that looks like a list counts as one. */
const MIN_ARTICLE_CHANCE = 0.3;
const LISTS: ReadonlySet<string> = new Set(["home", "section", "listing", "collection"]);
const MIN_WORDS = 5;

/** A page as it was received and read. */
export interface ReadPage {
  readonly article: Article;
  /** The address that was asked for, and the one that answered. */
  readonly requestedUrl: string;
  readonly url: string;
  /** Only articles published in this time are wanted. */
  readonly sinceMs?: number | undefined;
  readonly untilMs?: number | undefined;
}

/** Why a page is not stored; undefined if it is an article that is wanted. */
export function refusalOf(page: ReadPage, trial: Trial): Exclude<Result, { kind: "obtained" }> | undefined {
  const reason = notObtained(page);
  if (reason) {
    // Blocks and consent walls may be temporary, or apply to one network only.
    const mayPass = reason === "blocked" || reason === "consent";
    return { kind: "not-obtained", reason, ...(mayPass && { nextTryMs: retryTime(trial) }) };
  }
  const { article } = page;
  if (has(article, "NO_TEXT") || has(article, "NOTHING_FOUND") || article.wordCount < MIN_WORDS) {
    const why = has(article, "SCRIPT_ONLY") ? "scripts fill it" : "it shows none";
    return { kind: "failed", code: "NO_ARTICLE", message: `No article was found on ${page.url}: ${why}.` };
  }
  const isList = article.pageType !== null && LISTS.has(article.pageType);
  if (isList && (article.isArticle ?? 1) < MIN_ARTICLE_CHANCE)
    return { kind: "refused", rule: "not-an-article" };
  return isWanted(page) ? undefined : { kind: "refused", rule: "date-range" };
}

/** Why a server gave another page in place of the article. */
function notObtained({ article, requestedUrl, url }: ReadPage): NotObtained | undefined {
  if (isSentHome(requestedUrl, url)) return "soft-404";
  const isNotice = article.wordCount < MAX_NOTICE_WORDS;
  const words = `${article.title ?? ""}\n${article.statedTitle ?? ""}\n${isNotice ? article.text : ""}`;
  if (isNotice && GONE_WORDS.test(words)) return "soft-404";
  if (has(article, "CONSENT_WALL")) return "consent";
  if (isNotice && BLOCK_WORDS.test(words)) return "blocked";
  // A declared wall is no reason to drop a text that is there.
  return has(article, "PAYWALL_TEASER") ? "wall" : undefined;
}

/** Sites send readers of missing pages to the home page. */
function isSentHome(requestedUrl: string, url: string): boolean {
  const [asked, got] = [URL.parse(requestedUrl), URL.parse(url)];
  return got?.pathname === "/" && got.search === "" && asked !== null && asked.pathname !== "/";
}

function has({ warnings }: Article, code: WarningCode): boolean {
  return warnings.some((warning) => warning.code === code);
}

function isWanted({ article, sinceMs, untilMs }: ReadPage): boolean {
  const ms = Date.parse(article.published ?? "");
  return (
    Number.isNaN(ms) || !((sinceMs !== undefined && ms < sinceMs) || (untilMs !== undefined && ms >= untilMs))
  );
}

/** Statuses of pages that are gone for good, and of pages that we may not see. */
const GONE: ReadonlySet<number> = new Set([404, 410]);
const BLOCKED: ReadonlySet<number> = new Set([401, 402, 403, 407, 451]);

/** Delay before the first retry of a transient failure; it doubles with each further one. */
const FIRST_RETRY_MS = 10 * 60 * 1000;
const MAX_RETRY_MS = 24 * 60 * 60 * 1000;
const MAX_ATTEMPTS = 6;
/** The longest wait that a server may ask for. */
const MAX_ASKED_MS = 30 * 24 * 60 * 60 * 1000;

/** When, and how often, a candidate was tried. */
export interface Trial {
  readonly nowMs: number;
  /** Failed tries before this one. */
  readonly attempts: number;
  readonly firstRetryMs?: number | undefined;
}

/** Whether a failure is the library's, such as a full disk, and not that of a page or source. */
export function isStoreFault(error: unknown): boolean {
  const { code } = asNewsError(error);
  return code.startsWith("STORE_") || code === "NOT_A_STORE" || code === "WRITE_FAILED";
}

/** What a failed fetch or extraction means for its candidate. */
export function resultOf(error: NewsError, trial: Trial): Result {
  const { code, message, status = 0, retry, retryAfterMs } = error;
  if (GONE.has(status)) return { kind: "not-obtained", reason: "gone" };
  if (BLOCKED.has(status)) return { kind: "not-obtained", reason: "blocked", nextTryMs: retryTime(trial) };
  if (code === "ROBOTS_FORBIDDEN") return { kind: "refused", rule: "robots.txt" };
  if (code === "ADDRESS_REFUSED" || code === "BAD_URL") return { kind: "refused", rule: "address" };
  if (code === "NOT_HTML") return { kind: "refused", rule: "not-a-page" };
  // A page that was not requested never runs out of tries.
  const tried = code === "SERVER_GONE" ? { ...trial, attempts: 0 } : trial;
  const nextTryMs = retry ? retryTime(tried, retryAfterMs) : undefined;
  return { kind: "failed", code, message, nextTryMs };
}

function retryTime(
  { nowMs, attempts, firstRetryMs = FIRST_RETRY_MS }: Trial,
  atLeastMs = 0,
): number | undefined {
  if (attempts + 1 >= MAX_ATTEMPTS) return undefined;
  return (
    nowMs + Math.max(Math.min(atLeastMs, MAX_ASKED_MS), Math.min(firstRetryMs * 2 ** attempts, MAX_RETRY_MS))
  );
}
