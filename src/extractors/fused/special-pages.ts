import { NewsError } from "../../errors/index.ts";
import { attribute, HEADING_TAGS, parseHtml, rawText, TAG } from "../../html/index.ts";
import {
  countShownWords,
  type Extraction,
  findProse,
  headlineKey,
  isOfType,
  isShell,
  isWriterMarked,
  KEEP_SCORE,
  keptShare,
  leafWords,
  liveEntries,
  MIN_PROSE_WORDS,
  Page,
  type ProseBlock,
  reasonCode,
  type StatedBody,
  showsConsent,
  TEXT_LEAF,
  type TimedEntry,
  timedEntries,
  type Verdict,
  valuesOf,
} from "../../page/index.ts";
import { words } from "../../text/index.ts";
import { keptWords } from "./kept.ts";
import { findBodies } from "./scripts/find-body.ts";
import { readScripts } from "./scripts/read-scripts.ts";
import { markupOf, writeText } from "./scripts/rich-text.ts";

/** How likely a stated body is the whole article and nothing else, by where it is found: as often as such bodies are on labelled pages. */
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
/** A page that waits for its scripts shows a request, a notice or a menu. */
const SHELL_CONFIDENCE = 0.05;

/** Counting stops here: a shell keeps far fewer words. */
const ENOUGH_WORDS = 100;

const ARTICLE_KINDS: ReadonlySet<string> = new Set(["article", "news", "newsarticle"]);

/** An answer whose verdict follows the data that it was made of, where the page itself shows next to nothing. */
export function judgeEmptyPage(page: Page, answer: Extraction): Extraction {
  const { verdict, statedBody } = answer;
  if (verdict === undefined) return answer;
  if (statedBody !== undefined) return { ...answer, verdict: judgeStated(page, verdict, statedBody) };
  if (verdict.confidence <= SHELL_CONFIDENCE) return answer;
  if (!isShell(page, keptWords(page, answer.scores, ENOUGH_WORDS))) return answer;
  return { ...answer, verdict: { ...verdict, confidence: SHELL_CONFIDENCE } };
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

const FORUM_TYPES: ReadonlySet<string> = new Set(["discussionforumposting", "qapage"]);
/** A page can describe thousands of things; the thread is among the first. */
const MAX_THINGS = 100;
/** Pages that are more likely articles are articles with dates and portraits in them. */
const MAX_ARTICLE = 0.9;
/**
 * What evidence of a thread does to the odds that the page is an article, from 4,697 labelled articles and 113 forums. Data says
 * so on none and on 74 of them (counted as half an article), signed posts are on 7 and on 68. That ratio, .0025, is too strong for pages that
 * look like articles: two of the five that it decided are. At .1 the likeliest kind is still a forum just below `MAX_ARTICLE`.
 */
const ODDS_RATIO = { said: 0.00016, signed: 0.1 } as const;
/** Fewer posts are an article and its comments. */
const MIN_POSTS = 4;
/** Posts with a smaller share of the kept words are beside the article, as comments are. */
const MIN_KEPT_SHARE = 0.6;
/** The share of posts that name their writers. */
const MIN_SIGNED_SHARE = 0.8;
const MAX_NAME_CHARACTERS = 40;

/** An answer whose page is judged a forum, where its data says so or each post is signed and dated. */
export function judgeForum(page: Page, answer: Extraction): Extraction {
  const { verdict } = answer;
  if (verdict?.pageType !== "article" || answer.statedBody !== undefined) return answer;
  const ratio = findEvidence(page, verdict.isArticle, answer.scores);
  if (ratio === undefined) return answer;
  const isArticle = timesOdds(verdict.isArticle, ratio);
  return { ...answer, verdict: { ...verdict, isArticle, pageType: "forum" } };
}

/** The likelihood ratio, article to forum, of what shows that a page is a thread; undefined where nothing does. */
function findEvidence(page: Page, isArticle: number, scores: Float32Array): number | undefined {
  if (isSaidForum(page)) return ODDS_RATIO.said;
  return isArticle < MAX_ARTICLE && hasSignedPosts(page, scores) ? ODDS_RATIO.signed : undefined;
}

/** A probability whose odds are multiplied, to the three decimals that verdicts have. */
function timesOdds(chance: number, ratio: number): number {
  // Verdicts are rounded: 1 means this and more.
  const known = Math.min(chance, 0.9995);
  return Number(((known * ratio) / (known * ratio + 1 - known)).toFixed(3));
}

/** Whether a page's data says that it is a thread of a forum, or a question and its answers. */
export function isSaidForum({ jsonLd, microdata }: Page): boolean {
  return [jsonLd.things, microdata.items].some((things) =>
    things.slice(0, MAX_THINGS).some((thing) => isOfType(thing, FORUM_TYPES)),
  );
}

function hasSignedPosts(page: Page, scores: Float32Array): boolean {
  const posts = timedEntries(page);
  if (posts.length < MIN_POSTS || isNewestFirst(posts)) return false;
  if (keptShare(page, scores, posts) < MIN_KEPT_SHARE) return false;
  const names = findWriters(page, posts);
  return names.length >= posts.length * MIN_SIGNED_SHARE && new Set(names).size > 1;
}

/** Live blogs and front pages begin with the newest, threads with the question. */
function isNewestFirst(posts: readonly TimedEntry[]): boolean {
  const [first, last] = [posts[0]?.minutes, posts.at(-1)?.minutes];
  return first !== undefined && last !== undefined && first > last;
}

/** Who wrote the posts, of each the first name that is marked as one. */
function findWriters(page: Page, posts: readonly TimedEntry[]): readonly string[] {
  const { document, leaves } = page;
  const names: string[] = [];
  let leaf = 0;
  for (const { from, to } of posts) {
    while (leaf < leaves.count && leaves.node[leaf]! < from) leaf++;
    for (; leaf < leaves.count && leaves.node[leaf]! < to; leaf++) {
      const node = leaves.node[leaf]!;
      const text = document.text.slice(document.textStart[node], document.textEnd[node]).trim();
      if (leaves.kind[leaf] !== TEXT_LEAF || text.length > MAX_NAME_CHARACTERS) continue;
      if (!isWriterMarked(page, node, from)) continue;
      names.push(text);
      break;
    }
  }
  return names;
}

const LIVE_TYPES: ReadonlySet<string> = new Set(["liveblogposting"]);
/** How likely a page is an article whose data calls it a live blog: such pages count as articles. */
const STATED_ARTICLE = 0.9;

/** An answer whose page is an article where its data says that it is a live blog, though its many parts look like a list. */
export function judgeLiveBlog({ mainThings }: Page, answer: Extraction): Extraction {
  const { verdict, notes } = answer;
  // Home pages that show a live blog carry its data too; they look so little like articles that they were weighed as other pages.
  if (verdict === undefined || (notes?.otherPagesWeight ?? 0) > 0) return answer;
  const isStated = [mainThings.article, mainThings.item].some(
    (thing) => thing !== undefined && isOfType(thing, LIVE_TYPES),
  );
  if (!isStated) return answer;
  const isArticle = Math.max(verdict.isArticle, STATED_ARTICLE);
  return { ...answer, verdict: { ...verdict, isArticle, pageType: "article" } };
}

/** An answer dated by the first update of a live blog, whose page shows the time of the newest before all others. */
export function dateLiveBlog(page: Page, answer: Extraction): Extraction {
  // On a page that was not weighed as an article, entries with times belong to a list or a thread.
  if ((answer.notes?.otherPagesWeight ?? 0) > 0) return answer;
  const updates = liveEntries(page, answer.scores).flatMap(({ mark, minutes }) => {
    const stated = attribute(page.document, mark, "datetime");
    return stated === undefined || minutes === undefined ? [] : { stated, minutes };
  });
  const [first] = updates.sort((a, b) => a.minutes - b.minutes);
  if (first === undefined) return answer;
  return { ...answer, facts: { ...answer.facts, published: first.stated } };
}

const OUTSIDE = reasonCode("outside the body");
const LIKELIEST = reasonCode("likeliest body");

/** An answer with more words is an article, however much the page states in data. */
const MAX_KEPT_WORDS = 100;
/** A page that shows more is not an empty shell, and its scripts are read only where they go on with what it shows: nine articles of 1,215 are shells. */
const MAX_SHOWN_WORDS = 150;
/** A stated body with fewer words is a summary or a caption. */
const MIN_STATED_WORDS = 50;
/** A stated body must be this many times as long as the answer to replace it. */
const MIN_GAIN = 2;
/** Longer texts are sentences. No labelled page with prose has an answer this short. */
const MAX_LABEL_WORDS = 9;
/** Prose that was dropped by a step after the weighing has no score left, but is still prose. */
const LEAST = 0.01;
/** Where this share of the answer is hidden in the markup, readers should know. */
const MIN_HIDDEN_SHARE = 0.1;

/** An answer replaced by the body that data states, where the page shows next to nothing. */
export function useStatedBody(page: Page, answer: Extraction): Extraction {
  const kept = keptWords(page, answer.scores, MAX_KEPT_WORDS);
  const body = kept < MAX_KEPT_WORDS ? findBody(page, answer.scores, kept) : undefined;
  if (body === undefined) return answer;
  return {
    ...answer,
    scores: new Float32Array(answer.scores.length),
    reasons: answer.reasons.map((reason, leaf) => (answer.scores[leaf]! >= KEEP_SCORE ? OUTSIDE : reason)),
    statedBody: body,
    ...(body.facts && { facts: body.facts }),
    warnings: ["TEXT_FROM_DATA"],
  };
}

/** What structured data states before what scripts hold: the first is meant for programs, the second is a guess. */
function findBody(page: Page, scores: Float32Array, kept: number): StatedBody | undefined {
  const enough = Math.max(MIN_STATED_WORDS, kept * MIN_GAIN);
  const isEnough = (body: StatedBody | undefined) => body && countShownWords(body.page) >= enough;
  const stated = statedBody(page);
  if (isEnough(stated)) return stated;
  const teaser =
    countShownWords(page, MAX_SHOWN_WORDS + 1) > MAX_SHOWN_WORDS ? keptProse(page, scores) : undefined;
  if (teaser !== undefined && !holdsScript(page, teaser)) return undefined;
  const scripted = scriptedBody(page);
  if (!isEnough(scripted)) return undefined;
  return teaser === undefined || beginsWith(scripted, teaser) ? scripted : undefined;
}

/** Shorter teasers, when folded, begin many texts. */
const MIN_TEASER_KEY = 60;
/** The last words of a teaser may be an ellipsis or ask to read on. */
const TEASER_SHARE = 0.8;
/** Letters that no way of quoting a string changes. */
const PLAIN_RUN = /\p{L}[\p{L} ]{14,80}\p{L}/u;

/** The text that an answer keeps, without headings. */
function keptProse({ document, leaves, blocks }: Page, scores: Float32Array): string {
  let text = "";
  for (let leaf = 0; leaf < scores.length; leaf++) {
    if (scores[leaf]! < KEEP_SCORE || leaves.kind[leaf] !== TEXT_LEAF) continue;
    if (HEADING_TAGS[document.tag[blocks.container[blocks.ofLeaf[leaf]!]!]!] === 0) {
      text += rawText(document, leaves.node[leaf]!);
    }
  }
  return text;
}

/** Whether a script has a piece of a text: a search costs a hundredth of reading what scripts state. */
function holdsScript({ document }: Page, text: string): boolean {
  const piece = PLAIN_RUN.exec(text)?.[0];
  if (piece === undefined || headlineKey(text).length < MIN_TEASER_KEY) return false;
  for (const node of document.code.nodes()) {
    if (document.tag[document.parent[node]!] === TAG.script && rawText(document, node).includes(piece))
      return true;
  }
  return false;
}

/** Whether a body is next to the page's title and begins with a teaser. */
function beginsWith(body: StatedBody | undefined, teaser: string): boolean {
  if (body?.place !== "titled script") return false;
  const key = headlineKey(teaser);
  const start = keptProse(body.page, new Float32Array(body.page.leaves.count).fill(1));
  return headlineKey(start).startsWith(key.slice(0, key.length * TEASER_SHARE));
}

/** An answer that says so where a good part of it is hidden by the markup. */
export function warnOfHidden(page: Page, answer: Extraction): Extraction {
  const { visible } = page.leaves;
  let hidden = 0;
  for (let leaf = 0; leaf < answer.scores.length; leaf++) {
    if (answer.scores[leaf]! >= KEEP_SCORE && visible[leaf] === 0) hidden += leafWords(page, leaf);
  }
  if (hidden === 0 || hidden < keptWords(page, answer.scores) * MIN_HIDDEN_SHARE) return answer;
  return { ...answer, warnings: ["HIDDEN_USED"] };
}

/**
 * An answer that keeps the likeliest prose where all else was dropped: a page with something to read is never answered with
 * nothing. It comes after every step that drops.
 */
export function keepProse(page: Page, answer: Extraction): Extraction {
  if (answer.statedBody !== undefined || keepsText(page, answer.scores)) return answer;
  const prose = findProse(page);
  const words = prose.reduce((sum, block) => sum + block.words, 0);
  if (words < MIN_PROSE_WORDS || showsConsent(page)) return answer;
  const { blocks } = page;
  const scores = answer.scores.slice();
  const reasons = answer.reasons.slice();
  for (const { block } of likeliestPart(page, answer.scores, prose)) {
    for (let leaf = blocks.firstLeaf[block]!; leaf < blocks.firstLeaf[block + 1]!; leaf++) {
      if (page.leaves.visible[leaf] === 0) continue;
      scores[leaf] = KEEP_SCORE;
      reasons[leaf] = LIKELIEST;
    }
  }
  return { ...answer, scores, reasons };
}

/** Whether an answer keeps more than a headline, which is not part of the text, and a label. */
function keepsText(page: Page, scores: Float32Array): boolean {
  const { document, blocks } = page;
  let all = 0;
  let outsideHeadings = 0;
  for (let leaf = 0; leaf < scores.length; leaf++) {
    if (scores[leaf]! < KEEP_SCORE) continue;
    const words = leafWords(page, leaf);
    const isHeading = HEADING_TAGS[document.tag[blocks.container[blocks.ofLeaf[leaf]!]!]!] === 1;
    all += words;
    outsideHeadings += isHeading ? 0 : words;
    if (all >= MIN_PROSE_WORDS || outsideHeadings > MAX_LABEL_WORDS) return true;
  }
  return false;
}

/** The prose of the element that holds the most of it, each word counted by how likely it is part of the article. */
function likeliestPart(
  { document, blocks }: Page,
  scores: Float32Array,
  prose: readonly ProseBlock[],
): readonly ProseBlock[] {
  const parts = Map.groupBy(prose, ({ block }) => document.parent[blocks.container[block]!]!);
  const weightOf = (part: readonly ProseBlock[]) =>
    part.reduce((sum, { block, words }) => sum + words * (LEAST + scores[blocks.firstLeaf[block]!]!), 0);
  return [...parts.values()].reduce((best, part) => (weightOf(part) > weightOf(best) ? part : best));
}

/** Longer bodies are cut: no article is longer, and a hostile page may state megabytes. */
const MAX_BODY = 500_000;

/** A body holds this share of its title's words, and no fewer than this number: 30 of 34 in JSON-LD did, and the other four were not bodies. */
const MIN_TITLE_SHARE = 0.4;
const MIN_TITLE_WORDS = 2;

/** The article's body as JSON-LD or microdata states it; undefined where they state none. */
export function statedBody(page: Page): StatedBody | undefined {
  const { article, item } = page.mainThings;
  const titles = titleWordsOf(page);
  for (const thing of [article, item, ...page.jsonLd.things]) {
    for (const value of valuesOf(thing, "articleBody")) {
      const isOwn = typeof value === "string" && isAbout(titles, value);
      const body = isOwn ? bodyPage(page, markupOf(value.slice(0, MAX_BODY))) : undefined;
      const place = thing === article || thing === item ? "article" : "thing";
      if (body !== undefined) return { page: body, place };
    }
  }
  return undefined;
}

/** The likeliest body in the data that a page's scripts hold; expensive, for pages that show no text. */
export function scriptedBody(page: Page): StatedBody | undefined {
  const titles = titleWordsOf(page);
  const { branches, roots } = readScripts(page);
  for (const { text, isOwn, facts } of findBodies(page, branches, roots)) {
    const markup = writeText(text, MAX_BODY);
    const body = isAbout(titles, markup) ? bodyPage(page, markup) : undefined;
    if (body !== undefined)
      return isOwn ? { page: body, place: "titled script", facts } : { page: body, place: "script" };
  }
  return undefined;
}

/** The words of each of the page's titles; a page may state ten thousand bodies to compare them with. */
function titleWordsOf(page: Page): readonly (readonly string[])[] {
  return page.titleCandidates.map(({ text }) => words(text));
}

/** Whether a text holds enough words of one of the page's titles: data also states other articles and notices. */
function isAbout(titles: readonly (readonly string[])[], body: string): boolean {
  const text = new Set(words(body.slice(0, MAX_BODY)));
  return titles.some((titleWords) => {
    const found = titleWords.filter((word) => text.has(word)).length;
    return found >= titleWords.length * MIN_TITLE_SHARE && found >= MIN_TITLE_WORDS;
  });
}

/** Undefined where the markup breaks a limit of the parser: bad data must not fail a page that can be read. */
function bodyPage(page: Page, markup: string): Page | undefined {
  try {
    return new Page(parseHtml(`<body>${markup}`), page.url);
  } catch (error) {
    if (error instanceof NewsError) return undefined;
    throw error;
  }
}
