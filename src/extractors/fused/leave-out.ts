import { HEADING_TAGS } from "../../html/index.ts";
import {
  type Extraction,
  findCommentSections,
  findDataTables,
  type Hints,
  KEEP_SCORE,
  leafAt,
  leafWords,
  type Page,
  type Reason,
  TEXT_LEAF,
  WALL_WORDS,
} from "../../page/index.ts";
import { outsideShare, repeatedShare } from "../../profile/index.ts";
import { HASH_START, joinHashes } from "../../text/index.ts";
import { hasText } from "../score-leaves.ts";
import { isInFigure, keptCharacters, keptTexts, type LeafRange, withoutLeaves } from "./kept.ts";
import { isSaidForum } from "./special-pages.ts";

/** Shorter runs are labels and names: about 15 words. */
const MIN_CHARACTERS = 80;
/** The beginnings of two paragraphs are compared by this many characters. */
const BEGINNING = 12;

/**
 * An answer that does not begin again: pages carry a copy of the whole for another width, or of the standfirst. Only what
 * repeats the answer from its first block on is a copy: other repetitions are the article's own.
 */
export function dropCopies(given: Page, answer: Extraction): Extraction {
  const page = given.revealed;
  const { scores } = answer;
  if (!beginsAgain(page, scores)) return answer;
  const kept = Array.from({ length: page.blocks.count }, (_, block) => ({
    block,
    ...readBlock(page, scores, block, Number.POSITIVE_INFINITY),
  })).filter(({ characters }) => characters > 0);
  const isDropped = new Uint8Array(scores.length);
  for (let from = 1; from < kept.length; ) {
    let to = from;
    let characters = 0;
    while (to < kept.length && kept[to]!.hash === kept[to - from]!.hash) characters += kept[to++]!.characters;
    if (characters >= MIN_CHARACTERS) {
      for (const { block } of kept.slice(from, to)) {
        for (const leaf of keptTexts(page, scores, block)) isDropped[leaf] = 1;
      }
    }
    from = Math.max(to, from + 1);
  }
  return withoutLeaves(answer, isDropped, "a copy of what was kept");
}

/** Whether a later block of the answer begins like its first: on nearly all pages none does, and no text needs to be read. */
function beginsAgain(page: Page, scores: Float32Array): boolean {
  let first: number | undefined;
  for (let block = 0; block < page.blocks.count; block++) {
    const { hash, characters } = readBlock(page, scores, block, BEGINNING);
    if (characters === 0) continue;
    if (hash === first) return true;
    first ??= hash;
  }
  return false;
}

/** Hashes what the answer keeps of a block without white space, up to a number of characters. */
function readBlock(
  { document, leaves, blocks }: Page,
  scores: Float32Array,
  block: number,
  most: number,
): { readonly hash: number; readonly characters: number } {
  let hash = HASH_START;
  let characters = 0;
  for (let leaf = blocks.firstLeaf[block]!; leaf < blocks.firstLeaf[block + 1]!; leaf++) {
    if (leaves.kind[leaf] !== TEXT_LEAF || scores[leaf]! < KEEP_SCORE) continue;
    const node = leaves.node[leaf]!;
    for (let at = document.textStart[node]!; at < document.textEnd[node]!; at++) {
      const unit = document.text.charCodeAt(at);
      if (unit <= 0x20 || unit === 0xa0) continue;
      hash = joinHashes(hash, unit);
      if (++characters === most) return { hash, characters };
    }
  }
  return { hash, characters };
}

/** Blocks on a smaller share of a site's pages are what some articles have in common. This and the others were chosen in trials. */
const MIN_SHARE = 0.1;
/** An article and its sequel have paragraphs in common. */
const MIN_PAGES = 3;
/** Fewer pages are enough where they are this share of the few that were read. */
const ENOUGH_SHARE = 0.3;
/** What is on this share of the pages is not part of an article, even a heading or most of the answer. */
const MOST_SHARE = 0.5;
/** Where more of the answer is repeated, the other pages hold the same article. */
const MAX_DROPPED = 0.5;
/** Where more of the answer is on most pages, it is all that there is. */
const MAX_DROPPED_OF_MOST = 0.9;

/** An answer without what other pages of the site hold too, where a profile of the site was given. */
export function dropRepeated(page: Page, answer: Extraction, { siteProfile }: Hints): Extraction {
  if (siteProfile === undefined) return answer;
  const { scores } = answer;
  const shares = repeatedShare(page, siteProfile);
  const words = scores.map((score, leaf) => (score >= KEEP_SCORE ? leafWords(page, leaf) : 0));
  const kept = words.reduce((sum, count) => sum + count, 0);
  // Shares are single precision, and so must be what they are compared with.
  const few = Math.min(ENOUGH_SHARE, Math.fround(MIN_PAGES / siteProfile.pages));
  for (const [minShare, maxDropped] of [
    [Math.max(MIN_SHARE, few), MAX_DROPPED],
    [MOST_SHARE, MAX_DROPPED_OF_MOST],
  ] as const) {
    const isDropped = findRepeated({ page, scores, shares }, minShare);
    const dropped = words.reduce((sum, count, leaf) => sum + count * isDropped[leaf]!, 0);
    if (dropped > kept * maxDropped) continue;
    return dropped === 0 ? answer : leaveOut(page, answer, isDropped, "repeated on the site");
  }
  return answer;
}

interface Repetition {
  readonly page: Page;
  readonly scores: Float32Array;
  /** By leaf: the share of the site's pages that have its block. */
  readonly shares: Float32Array;
}

/** Marks the kept text of blocks that are on enough of the site's pages. */
function findRepeated({ page, scores, shares }: Repetition, minShare: number): Uint8Array {
  const isDropped = new Uint8Array(scores.length);
  // From the last block on: whether a heading belongs to the article shows in the next text of the answer, even past an advertisement.
  let isNextKept = false;
  for (let block = page.blocks.count - 1; block >= 0; block--) {
    if (!hasText(page, block)) continue;
    const kept = keptTexts(page, scores, block);
    if (kept.length === 0) continue;
    const enough: number = isNextKept && isHeading(page, block) ? MOST_SHARE : minShare;
    isNextKept = shares[kept[0]!]! < enough || isInFigure(page, block);
    if (!isNextKept) for (const leaf of kept) isDropped[leaf] = 1;
  }
  return isDropped;
}

function isHeading({ document, blocks }: Page, block: number): boolean {
  return HEADING_TAGS[document.tag[blocks.container[block]!]!] === 1;
}

/** How much higher the score must be in places where the site's other articles have no text. Chosen in trials: docs/experiments/site.md. */
const RAISE = 0.35;

/**
 * An answer without text in places where the site's other articles have none, unless its score is high: what is unlikely by
 * itself and by its place is dropped.
 */
export function dropOutside(page: Page, answer: Extraction, { siteProfile }: Hints): Extraction {
  if (siteProfile?.outside === undefined) return answer;
  const { scores } = answer;
  const shares = outsideShare(page, siteProfile);
  const isDropped = new Uint8Array(scores.length);
  let kept = 0;
  let dropped = 0;
  for (let block = 0; block < page.blocks.count; block++) {
    const texts = keptTexts(page, scores, block);
    if (texts.length === 0) continue;
    const words = texts.map((leaf) => leafWords(page, leaf));
    const all = words.reduce((sum, count) => sum + count, 0);
    const outside = words.reduce((sum, count, at) => sum + count * shares[texts[at]!]!, 0);
    kept += all;
    const least = KEEP_SCORE + (all === 0 ? 0 : (RAISE * outside) / all);
    if (scores[texts[0]!]! >= least || isInFigure(page, block)) continue;
    dropped += all;
    for (const leaf of texts) isDropped[leaf] = 1;
  }
  // If everything would be dropped, the page has another layout than the others.
  if (dropped === 0 || dropped === kept) return answer;
  return leaveOut(page, answer, isDropped, "outside the site's articles");
}

/** An answer without the marked leaves; a table of data is dropped as a whole where most of its kept text is marked, else kept. */
function leaveOut(page: Page, answer: Extraction, marked: Uint8Array, reason: Reason): Extraction {
  const { document, leaves } = page;
  const isDropped = marked.slice();
  const left = answer.scores.map((score, leaf) => (marked[leaf] === 1 ? 0 : score));
  for (const table of findDataTables(document).keys()) {
    const from = leafAt(leaves, table);
    const to = leafAt(leaves, document.end[table]!);
    const isMostDropped =
      2 * keptCharacters(page, left, from, to) < keptCharacters(page, answer.scores, from, to);
    isDropped.fill(Number(isMostDropped), from, to);
  }
  return withoutLeaves(answer, isDropped, reason);
}

/** Longer texts are whole articles; this is about 300 words with an offer below them. */
const MAX_TEASER_CHARACTERS = 2_400;
/** A wall comes after this much of the article: badges of paid articles, which say the same, are at the top. */
const MIN_BEFORE_CHARACTERS = 140;
/** Longer texts are sentences of an article about subscriptions. */
const MAX_REQUEST_CHARACTERS = 160;
/** A box around a request has at most a headline before the request. */
const MAX_BOX_CHARACTERS = 120;
const MAX_BOX_CLIMB = 5;

/** An answer without the box that asks readers of a teaser to subscribe, and what it offers. */
export function dropWall(page: Page, answer: Extraction): Extraction {
  const { scores } = answer;
  if (keptCharacters(page, scores) > MAX_TEASER_CHARACTERS) return answer;
  const wall = findWall(page, scores);
  if (wall === undefined || keptCharacters(page, scores, wall.from, wall.to) === 0) return answer;
  const isWall = (leaf: number) => leaf >= wall.from && leaf < wall.to && scores[leaf]! >= KEEP_SCORE;
  return withoutLeaves(
    answer,
    Uint8Array.from(scores, (_, leaf) => Number(isWall(leaf))),
    "outside the body",
  );
}

function findWall(page: Page, scores: Float32Array): LeafRange | undefined {
  const request = findRequest(page, scores);
  if (request < 0) return undefined;
  const box = boxAround(page, scores, request);
  if (keptCharacters(page, scores, 0, box.from) < MIN_BEFORE_CHARACTERS) return undefined;
  // After a request that was taken for a paragraph, the offers were too.
  return scores[request]! >= KEEP_SCORE ? { ...box, to: scores.length } : box;
}

/** The first leaf after the beginning of the answer that asks for a subscription; -1 where none does. */
function findRequest(page: Page, scores: Float32Array): number {
  const last = scores.findLastIndex((score) => score >= KEEP_SCORE);
  let before = 0;
  for (let leaf = 0; leaf <= last; leaf++) {
    if (before >= MIN_BEFORE_CHARACTERS && asksToSubscribe(page, leaf)) return leaf;
    before += keptCharacters(page, scores, leaf, leaf + 1);
  }
  return -1;
}

function asksToSubscribe({ document, leaves }: Page, leaf: number): boolean {
  if (leaves.visible[leaf] === 0 || leaves.kind[leaf] !== TEXT_LEAF) return false;
  const node = leaves.node[leaf]!;
  const text = document.text.slice(document.textStart[node], document.textEnd[node]);
  return text.trim().length <= MAX_REQUEST_CHARACTERS && WALL_WORDS.test(text);
}

/** The largest element around a request that holds next to nothing of the answer before it; the request's block at least. */
function boxAround(page: Page, scores: Float32Array, request: number): LeafRange {
  const { document, leaves, blocks } = page;
  const block = blocks.ofLeaf[request]!;
  let box: LeafRange = { from: blocks.firstLeaf[block]!, to: blocks.firstLeaf[block + 1]! };
  let element = document.parent[leaves.node[request]!]!;
  for (let climbed = 0; climbed < MAX_BOX_CLIMB && element > 0; climbed++) {
    let { from, to } = box;
    while (from > 0 && leaves.node[from - 1]! > element) from--;
    while (to < leaves.count && leaves.node[to]! < document.end[element]!) to++;
    if (keptCharacters(page, scores, from, request) > MAX_BOX_CHARACTERS) break;
    box = { from, to };
    element = document.parent[element]!;
  }
  return box;
}

/**
 * Fewer words outside the comments are labels, and the comments are all that there is to answer with. On what looks like a forum, the
 * posts are the text unless there is a story.
 */
const MIN_STORY_WORDS = { usual: 10, forum: 100 } as const;
/** Below this, dated posts that nothing names comments may be the page itself, as in a forum. */
const MIN_ARTICLE = 0.5;

/** Kinds of pages whose text is a story; short items on portals look like sections and home pages. Products and services have reviews. */
const WITH_STORIES: ReadonlySet<string> = new Set(["article", "forum", "section", "home"]);

/** An answer without what readers wrote below or above the story, however long it is. */
export function dropComments(page: Page, answer: Extraction): Extraction {
  const { scores, verdict, statedBody } = answer;
  const kind = verdict?.pageType ?? "article";
  const isForum = kind === "forum";
  const isOther = (answer.notes?.otherPagesWeight ?? 0) > 0 && !WITH_STORIES.has(kind);
  if (statedBody !== undefined || isOther || isSaidForum(page)) return answer;
  const isKept = new Uint8Array(scores.length);
  for (let leaf = 0; leaf < scores.length; leaf++) isKept[leaf] = Number(scores[leaf]! >= KEEP_SCORE);
  const sections = findCommentSections(page, isKept);
  if (sections.length === 0) return answer;
  const isDropped = new Uint8Array(scores.length);
  for (const { from, to, evidence } of sections) {
    if (evidence === "entries" && (isForum || (verdict?.isArticle ?? 1) < MIN_ARTICLE)) continue;
    isDropped.fill(1, leafAt(page.leaves, from), leafAt(page.leaves, to));
  }
  if (!isDropped.includes(1)) return answer;
  const least = isForum ? MIN_STORY_WORDS.forum : MIN_STORY_WORDS.usual;
  let story = 0;
  for (let leaf = 0; leaf < scores.length && story < least; leaf++) {
    if (isKept[leaf] === 1 && isDropped[leaf] === 0) story += leafWords(page, leaf);
  }
  if (story < least) return answer;
  // Callers who include comments get those that had been kept.
  const wasKept = isDropped.map((dropped, leaf) => dropped & isKept[leaf]!);
  return withoutLeaves(answer, wasKept, "a reader's comment");
}
