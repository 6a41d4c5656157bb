import { type Warning, type WarningCode, warn } from "../article/index.ts";
import { type Document, TAG } from "../html/index.ts";
import {
  type Extraction,
  IMAGE_LEAF,
  isOfType,
  isShell,
  leafWords,
  liveEntries,
  type Page,
  showsConsent,
  speaksOfConsent,
  TEXT_LEAF,
  type Verdict,
} from "../page/index.ts";
import type { ArticleSource } from "./kept-text.ts";

/** Where warnings come from besides the extraction. */
export interface WarningSources {
  /** Judges the page and its article. */
  readonly warnOfPage?: PageWarner | undefined;
  /** What was odd before extraction: the charset, the markup. */
  readonly warnings?: readonly WarningCode[] | undefined;
}

/** Fewer words than this make a teaser, a caption or a wrong part of the page; WARNINGS.SHORT_TEXT says so. */
const SHORT_TEXT_WORDS = 25;

/** All warnings about a page and its article. */
export function collectWarnings(
  page: Page,
  extraction: Extraction,
  made: Made,
  { warnings = [], warnOfPage }: WarningSources,
): readonly Warning[] {
  const codes = new Set([
    ...warnings,
    ...(extraction.warnings ?? []),
    ...verdictWarnings(extraction.verdict),
    ...(warnOfPage?.(page, made) ?? []),
  ]);
  // Text from data is not the text of `noscript`.
  if (codes.has("TEXT_FROM_DATA")) codes.delete("NOSCRIPT_USED");
  if (made.wordCount === 0) codes.add(showsText(page) ? "NOTHING_FOUND" : "NO_TEXT");
  else if (made.wordCount < SHORT_TEXT_WORDS) codes.add("SHORT_TEXT");
  return [...codes].map(warn);
}

function showsText({ leaves }: Page): boolean {
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    if (leaves.kind[leaf] === TEXT_LEAF && leaves.visible[leaf] === 1) return true;
  }
  return false;
}

/** Below this an answer is right three times in ten on unseen sets; measured in docs/experiments/verdict.md. */
const LOW_CONFIDENCE = 0.3;

/** The warnings that follow from the verdict on the page. */
export function verdictWarnings(verdict: Verdict | undefined): WarningCode[] {
  if (verdict === undefined) return [];
  const found: WarningCode[] = [];
  if (verdict.pageType !== "article") found.push("NOT_AN_ARTICLE");
  if (verdict.confidence < LOW_CONFIDENCE) found.push("LOW_CONFIDENCE");
  return found;
}

/** What warnings need to know of the result. */
export interface Made extends ArticleSource {
  readonly text: string;
  readonly wordCount: number;
  /** Whether the text is only captions and other extras. */
  readonly isOfExtras?: boolean;
  readonly paywall: boolean | null;
  /** Whether the page is judged to be an article. */
  readonly isArticle: boolean;
}

/** Warnings for pages whose article is incomplete, mixed with other text, or one of several. */
export type PageWarner = (page: Page, made: Made) => WarningCode[];

/** A walled article with more words can be whole: sites mark free samples and archives as paid too. */
const MAX_TEASER_WORDS = 250;
/** From this many pictures on, with fewer words for each than the limit below, the pictures are the story. */
const MIN_GALLERY_PICTURES = 10;
const MAX_GALLERY_WORDS = 30;
/** Articles with more words also state the gallery they hold. */
const MAX_STATED_GALLERY_WORDS = 300;
/** An `article` element with fewer words is a teaser, a comment or a box. */
const MIN_ARTICLE_WORDS = 150;

const LIVE_TYPES: ReadonlySet<string> = new Set(["liveblogposting"]);
const GALLERY_TYPES: ReadonlySet<string> = new Set(["imagegallery", "mediagallery"]);
const LIVE_ADDRESS = /live-?blog|live-?ticker|news-?ticker|news-?blog|live-updates|minuto-a-minuto/i;

/** Warnings where the article is incomplete, mixed with other text or one of several; for a page that is not an article only why it is empty. */
export function pageWarnings(page: Page, made: Made): WarningCode[] {
  const isOwn = made.page === page;
  const isShort = made.wordCount < MAX_TEASER_WORDS;
  const found = isOwn && isShort ? wallWarnings(page, made) : [];
  if (!made.isArticle) return found;
  if (made.paywall === true && isShort) found.push("PAYWALL_TEASER");
  if (isLive(page) || liveEntries(made.page, made.kept).length > 0) found.push("LIVE_BLOG");
  else if (isOwn && countArticles(made) > 1) found.push("SEVERAL_ARTICLES");
  if (isGallery(page, made)) found.push("GALLERY");
  return found;
}

/** Warnings for pages with almost no text of their own: the only ones whose whole text is read here. */
function wallWarnings(page: Page, { text, wordCount }: Made): WarningCode[] {
  // The kept text first: it is shorter, and usually decides.
  if ((wordCount === 0 || speaksOfConsent(text)) && showsConsent(page)) return ["CONSENT_WALL"];
  return isShell(page, wordCount) ? ["SCRIPT_ONLY"] : [];
}

function isLive({ mainThings, url, canonicalUrl }: Page): boolean {
  const { article, item } = mainThings;
  if ([article, item].some((thing) => thing !== undefined && isOfType(thing, LIVE_TYPES))) return true;
  return LIVE_ADDRESS.test(url ?? canonicalUrl ?? "");
}

function isGallery({ jsonLd }: Page, made: Made): boolean {
  const wordCount = made.isOfExtras === true ? 0 : made.wordCount;
  const pictures = countPictures(made);
  if (pictures >= MIN_GALLERY_PICTURES && wordCount < pictures * MAX_GALLERY_WORDS) return true;
  if (pictures < 2 || wordCount >= MAX_STATED_GALLERY_WORDS) return false;
  return jsonLd.things.some((thing) => isOfType(thing, GALLERY_TYPES));
}

/** How many kept pictures have no link: those of teasers link to their articles. */
function countPictures({ page: { leaves }, kept }: Made): number {
  let count = 0;
  for (let leaf = 0; leaf < kept.length; leaf++) {
    if (kept[leaf] === 1 && leaves.kind[leaf] === IMAGE_LEAF && leaves.anchor[leaf]! < 0) count++;
  }
  return count;
}

/** How many `article` elements with a headline of their own hold a whole text among what is kept. */
function countArticles({ page, kept }: Made): number {
  const { document, leaves, landmarks } = page;
  const headlines = landmarks.headings.filter((node) => document.tag[node] === TAG.h1);
  if (headlines.length < 2) return 0;
  const articles = findArticles(document);
  if (articles.length < 2) return 0;
  const headed = new Set(innermost(document, articles, headlines));
  const words = new Map<number, number>();
  innermost(document, articles, leaves.node).forEach((article, leaf) => {
    if (kept[leaf] === 0 || !headed.has(article)) return;
    words.set(article, (words.get(article) ?? 0) + leafWords(page, leaf));
  });
  words.delete(-1);
  return [...words.values()].filter((count) => count >= MIN_ARTICLE_WORDS).length;
}

function findArticles({ tag, size }: Document): number[] {
  const found: number[] = [];
  for (let node = 0; node < size; node++) if (tag[node] === TAG.article) found.push(node);
  return found;
}

/** For each of some nodes in document order the innermost of some elements around it, or -1; in one pass. */
function innermost({ end }: Document, elements: readonly number[], nodes: ArrayLike<number>): number[] {
  const open: number[] = [];
  let next = 0;
  return Array.from(nodes, (node) => {
    for (; next < elements.length && elements[next]! < node; next++) {
      while (open.length > 0 && end[open.at(-1)!]! <= elements[next]!) open.pop();
      open.push(elements[next]!);
    }
    while (open.length > 0 && end[open.at(-1)!]! <= node) open.pop();
    return open.at(-1) ?? -1;
  });
}
