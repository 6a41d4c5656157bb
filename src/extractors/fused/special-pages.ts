import { attribute } from "../../html/index.ts";
import {
  type Extraction,
  isOfType,
  isShell,
  isWriterMarked,
  keptShare,
  liveEntries,
  type Page,
  type StatedBody,
  TEXT_LEAF,
  type TimedEntry,
  timedEntries,
  type Verdict,
} from "../../page/index.ts";
import { keptWords } from "./kept.ts";

/** How likely a stated body is the article, whole and alone, by where it is found: as often as such bodies are on labelled pages. */
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

/** An answer whose verdict is on the data that it was made of, where the page itself shows next to nothing. */
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
/** What holds less of the answer is beside the article, as comments do. */
const MIN_KEPT_SHARE = 0.6;
/** Posts that name who wrote them, of all posts. */
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
