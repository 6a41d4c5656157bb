import { attribute, closest, TAG, tagTable } from "../html/index.ts";
import {
  type Extraction,
  findCommentSections,
  headlineKey,
  leafAt,
  type Page,
  TEXT_LEAF,
} from "../page/index.ts";
import { words } from "../text/index.ts";
import { isElsewhere, isOtherRole, MAX_LABEL, markedNames, signedNames } from "./authors.ts";
import { datedTexts } from "./dates.ts";
import {
  bodyStart,
  type Evidence,
  evidenceOf,
  leafText,
  type MetadataOptions,
  type Snippet,
  snippetsAround,
} from "./evidence.ts";
import { isForMachines, marksOf } from "./marks.ts";
import type { Metadata } from "./metadata.ts";
import { STARTS_WITH_BY } from "./read-names.ts";
import { siteKeys } from "./site.ts";
import { isAlike } from "./title.ts";

/** Where a page shows the parts around an article's body, as leaves, whatever an extractor kept. */
export interface ShownParts {
  readonly headline: readonly number[];
  readonly standfirst: readonly number[];
  /** Writers and dates. */
  readonly byline: readonly number[];
  /** What the page states but does not show near the article. */
  readonly unshown: {
    readonly title: string | null;
    readonly authors: readonly string[];
    readonly published: string | null;
  };
}

/** Finds headline, standfirst and byline on the page. */
export function findShownParts(
  page: Page,
  extraction: Extraction,
  { title, authors, published, modified, excerpt }: Metadata,
  options: MetadataOptions = {},
): ShownParts {
  const evidence = evidenceOf(page, extraction, options);
  const headline = findHeadline(evidence, title.value);
  const days = [published.value, modified.value].flatMap((date) => date?.slice(0, 10) ?? []);
  const shown = findByline(evidence, { authors: authors.value, days, headline: headline[0] ?? -1 });
  const isHeadline = new Set(headline);
  const byline = shown.leaves.filter((leaf) => !isHeadline.has(leaf));
  const taken = new Set([...headline, ...byline]);
  return {
    headline,
    standfirst: findStandfirst(evidence, { headline, taken, excerpt: excerpt.value }),
    byline,
    unshown: {
      title: headline.length > 0 ? null : title.value,
      authors: shown.hasNames ? [] : authors.value,
      published: shown.hasDate ? null : published.value,
    },
  };
}

/** Longer texts are not headlines. */
const MAX_HEADLINE_CHARACTERS = 300;
/** Blocks and headings before the body's beginning, and after it, that can be the headline. */
const REACH = { blocksBefore: 80, blocksAfter: 8, headingsBefore: 50, headingsAfter: 5 } as const;
/** A shorter heading in other words than the title can be a label. */
const MIN_HEADLINE_WORDS = 3;

interface ShownHeading {
  readonly leaves: readonly number[];
  readonly text: string;
  readonly isFirstLevel: boolean;
}

/** The leaves that show the title: a heading that equals it, one with a kicker before it, a block, or a heading in other words. */
function findHeadline(evidence: Evidence, title: string | null): readonly number[] {
  const key = headlineKey(title ?? "");
  if (title === null || key === "") return [];
  const headings = headingsAround(evidence);
  const equal = headings.filter(({ text }) => headlineKey(text) === key);
  const first = equal.find(({ isFirstLevel }) => isFirstLevel) ?? equal[0];
  if (first !== undefined) return first.leaves;
  const longer = headings.find(({ text }) => headlineKey(text).endsWith(key));
  if (longer !== undefined) return withoutKicker(evidence.page, longer.leaves, key);
  const block = headlineBlock(evidence, key);
  if (block.length > 0) return block;
  const other = headings.find(
    ({ isFirstLevel, text }) =>
      isFirstLevel && words(text).length >= MIN_HEADLINE_WORDS && isAlike(text, [title]),
  );
  return other?.leaves ?? [];
}

/** The visible headings near the article: those before the body, the nearest first, then those after its beginning. */
function headingsAround(evidence: Evidence): readonly ShownHeading[] {
  const { page } = evidence;
  const { document, landmarks } = page;
  const start = bodyStart(evidence);
  const split = landmarks.headings.findIndex((node) => node > start);
  const at = split < 0 ? landmarks.headings.length : split;
  const before = landmarks.headings.slice(Math.max(0, at - REACH.headingsBefore), at).reverse();
  const nodes = [...before, ...landmarks.headings.slice(at, at + REACH.headingsAfter)];
  return nodes.flatMap((node) => {
    const isShort = document.textEnd[node]! - document.textStart[node]! <= 2 * MAX_HEADLINE_CHARACTERS;
    if (!isShort || isForMachines(page, node)) return [];
    const leaves = shownLeaves(page, leafAt(page.leaves, node), leafAt(page.leaves, document.end[node]!));
    const text = textOf(page, leaves);
    if (text === "" || text.length > MAX_HEADLINE_CHARACTERS) return [];
    return [{ leaves, text, isFirstLevel: document.tag[node] === TAG.h1 }];
  });
}

/** The last leaves of a heading that have the key without the rest; all if the kicker is in one leaf with the headline. */
function withoutKicker(page: Page, leaves: readonly number[], key: string): readonly number[] {
  for (let from = leaves.length - 1; from > 0; from--) {
    const rest = leaves.slice(from);
    if (headlineKey(textOf(page, rest)) === key) return rest;
  }
  return leaves;
}

/** The block nearest before the body that has the key; old pages have headlines outside of headings. */
function headlineBlock(evidence: Evidence, key: string): readonly number[] {
  const { page } = evidence;
  const { firstLeaf, count } = page.blocks;
  const start = blockAt(evidence);
  const from = Math.max(0, start - REACH.blocksBefore);
  for (let block = Math.min(count, start + REACH.blocksAfter) - 1; block >= from; block--) {
    const leaves = shownLeaves(page, firstLeaf[block]!, firstLeaf[block + 1]!);
    const text = textOf(page, leaves);
    if (text !== "" && text.length <= MAX_HEADLINE_CHARACTERS && headlineKey(text) === key) return leaves;
  }
  return [];
}

/** What is known about the article, to recognise its byline. */
interface KnownByline {
  readonly authors: readonly string[];
  /** The days of publication and change, `2024-05-03`. */
  readonly days: readonly string[];
  /** The leaf of the headline, -1 if the page shows none. */
  readonly headline: number;
}

/** The leaves of a byline, and whether they have names and a date. */
interface ShownByline {
  readonly leaves: readonly number[];
  readonly hasNames: boolean;
  readonly hasDate: boolean;
}

/** Blocks between names and dates of one byline at most. */
const MAX_BYLINE_BLOCKS = 6;
/** Names are at least this much of a byline that does not say "by": "Kicker" is a paper's name in "Kicker TV, all goals as videos". */
const MIN_NAME_SHARE = 0.25;

/** The short blocks near the headline, else at the end, that show who wrote the article and when. */
function findByline(evidence: Evidence, known: KnownByline): ShownByline {
  const { page } = evidence;
  const { ofLeaf } = page.blocks;
  const keys = known.authors.map(headlineKey).filter((key) => key !== "");
  const found = new Map<string, Snippet>();
  let [hasNames, hasDate, first] = [false, false, -1];
  const isInComments = findComments(evidence);
  for (const snippet of nearestFirst(evidence, known.headline)) {
    const block = ofLeaf[snippet.from]!;
    const key = headlineKey(snippet.text);
    // What is far from the first part only counts if that lacks it.
    const isFar = first >= 0 && Math.abs(block - first) > MAX_BYLINE_BLOCKS;
    // The name of a blog above the headline can be its writer's.
    const isAbove = snippet.from < known.headline;
    const names = !((isFar || isAbove) && hasNames) && showsNames(evidence, snippet, keys);
    const date = !(isFar && hasDate) && showsDate(evidence, snippet, known.days);
    if ((!names && !date) || found.has(key) || siteKeys(evidence).includes(key)) continue;
    if (page.leaves.visible[snippet.from] !== 1 || isElsewhere(page, snippet.from)) continue;
    if (isInComments(snippet.from)) continue;
    found.set(key, snippet);
    if (first < 0) first = block;
    hasNames ||= names;
    hasDate ||= date;
  }
  const leaves = [...found.values()].flatMap((snippet) => withLabel(page, snippet));
  return { leaves, hasNames, hasDate };
}

/** Recognises leaves of comments below the beginning of the body: readers sign with a name and a date too, often on the day of the article. */
function findComments(evidence: Evidence): (leaf: number) => boolean {
  const { page } = evidence;
  const start = bodyStart(evidence);
  const sections = findCommentSections(page, page.leaves.visible).filter(({ from }) => from > start);
  return (leaf) => {
    const node = page.leaves.node[leaf]!;
    return sections.some(({ from, to }) => node >= from && node < to);
  };
}

/** The short texts around an article by distance from the headline, else from the body's beginning. */
function nearestFirst(evidence: Evidence, headline: number): readonly Snippet[] {
  const { leaves, blocks } = evidence.page;
  const { ofLeaf, count } = blocks;
  const anchor = ofLeaf[headline >= 0 ? headline : leafAt(leaves, bodyStart(evidence))] ?? count;
  const distance = ({ from }: Snippet) => Math.abs(ofLeaf[from]! - anchor);
  return snippetsAround(evidence)
    .filter(({ from }) => from !== headline)
    .sort((a, b) => distance(a) - distance(b));
}

function showsNames(evidence: Evidence, snippet: Snippet, keys: readonly string[]): boolean {
  const { text } = snippet;
  if (isOtherRole(text)) return false;
  if (keys.length === 0) {
    return signedNames(text, evidence).length > 0 || markedNames(evidence.page, [snippet]).length > 0;
  }
  const key = headlineKey(text);
  const named = keys.filter((name) => key.includes(name)).join("");
  return named !== "" && (STARTS_WITH_BY.test(text) || named.length >= key.length * MIN_NAME_SHARE);
}

/** A longer text with a date in it is a caption or a sentence. */
const MAX_DATE_CHARACTERS = 90;
const DATE_PROPERTY = /\bdate(?:published|modified|created)\b/i;

/** Whether a short text is a date of the article: in an element for dates, or in words for one of its days. */
function showsDate(evidence: Evidence, snippet: Snippet, days: readonly string[]): boolean {
  const { document, leaves } = evidence.page;
  if (!/\d/.test(snippet.text)) return false;
  for (let leaf = snippet.from; leaf < snippet.to; leaf++) {
    for (let at = document.parent[leaves.node[leaf]!]!, climbed = 0; at > 0 && climbed < 2; climbed++) {
      if (document.tag[at] === TAG.time) return true;
      if (DATE_PROPERTY.test(attribute(document, at, "itemprop") ?? "")) return true;
      at = document.parent[at]!;
    }
  }
  if (snippet.text.length > MAX_DATE_CHARACTERS) return false;
  const texts = datedTexts(evidence, [snippet]);
  const read = (kind: "published" | "changed") => evidence.options.shownReader?.readDate(kind, texts);
  const day = (read("published") ?? read("changed"))?.slice(0, 10);
  return day !== undefined && (days.length === 0 || days.includes(day));
}

/** The leaves of a byline, with a "By" or "Published:" in the block before it. */
function withLabel(page: Page, { from, to }: Snippet): number[] {
  const { ofLeaf, firstLeaf } = page.blocks;
  const before = ofLeaf[from]! - 1;
  const start = before < 0 ? from : firstLeaf[before]!;
  const label = range(start, from)
    .map((leaf) => leafText(page.document, page.leaves.node[leaf]!))
    .join(" ");
  const isLabel =
    label.length <= MAX_LABEL && (/^[^:：]+[:：]$/u.test(label) || STARTS_WITH_BY.test(`${label} `));
  return range(isLabel ? start : from, to).filter((leaf) => page.leaves.visible[leaf] === 1);
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, at) => from + at);
}

/** Classes of a standfirst, in the languages of the sets. */
const STANDFIRST =
  /(?:^|[\s_-])(?:stand-?first|sub-?(?:title|head|heading|headline|hed)|deck?|lede?|lead|intro|summary|excerpt|abstract|strap-?line|vorspann|teaser-?text|chap[oô]|sous-?titre|entradilla|bajada|occhiello|sommario|ingress|manchet|perex)(?:$|[\s_-])/i;
const PROPERTIES = /^(?:description|alternativeheadline)$/i;
const STANDFIRST_TAGS = tagTable("p", "h2", "h3", "h4");
/** Shorter blocks are labels, longer ones the body. */
const STANDFIRST_SIZE = { minWords: 8, maxCharacters: 700 } as const;
/** Elements around a block whose classes are read. */
const MAX_CLIMB = 3;
/** The common beginning of two texts if one is cut short. */
const MIN_SHARED_KEY = 40;

/** With more blocks between headline and body, they may be anything. */
const MAX_BETWEEN = 16;
/** Blocks above the headline that can be marked as the standfirst. */
const MAX_ABOVE = 3;

interface Around {
  readonly headline: readonly number[];
  /** Leaves of other parts. */
  readonly taken: ReadonlySet<number>;
  readonly excerpt: string | null;
}

/** The blocks before the body that are a standfirst by their class or the page's description, or are prose below the headline. */
function findStandfirst(evidence: Evidence, { headline, taken, excerpt }: Around): readonly number[] {
  const { page } = evidence;
  const { firstLeaf, ofLeaf } = page.blocks;
  const start = blockAt(evidence);
  const own = headline.length > 0 ? ofLeaf[headline.at(-1)!]! : -1;
  const isAbove = own >= 0 && own <= start;
  const from = Math.max(0, isAbove ? own - MAX_ABOVE : start - REACH.blocksBefore);
  const key = headlineKey(excerpt ?? "");
  const found: number[] = [];
  const isNear = isAbove && start - own <= MAX_BETWEEN;
  for (let block = from; block <= start && block < page.blocks.count; block++) {
    const leaves = shownLeaves(page, firstLeaf[block]!, firstLeaf[block + 1]!);
    const text = textOf(page, leaves);
    if (text.length > STANDFIRST_SIZE.maxCharacters || leaves.some((leaf) => taken.has(leaf))) continue;
    if (words(text).length < STANDFIRST_SIZE.minWords || isElsewhere(page, leaves[0]!)) continue;
    const isBetween = isNear && block > own && isProse(page, leaves);
    if (isBetween || isCalledStandfirst(page, leaves[0]!) || isSameText(headlineKey(text), key))
      found.push(...leaves);
  }
  return found;
}

/** Whether two keys have the same beginning: descriptions are often cut. */
function isSameText(key: string, other: string): boolean {
  const [short, long] = key.length < other.length ? [key, other] : [other, key];
  return short === long ? short !== "" : short.length >= MIN_SHARED_KEY && long.startsWith(short);
}

/** Whether a block is a paragraph or heading without links. */
function isProse({ document, leaves }: Page, block: readonly number[]): boolean {
  const isLinked = block.some((leaf) => leaves.anchor[leaf]! >= 0);
  return !isLinked && closest(document, leaves.node[block[0]!]!, STANDFIRST_TAGS) >= 0;
}

function isCalledStandfirst({ document, leaves }: Page, leaf: number): boolean {
  let at = document.parent[leaves.node[leaf]!]!;
  for (let climbed = 0; climbed < MAX_CLIMB && at > 0; climbed++, at = document.parent[at]!) {
    if (document.textEnd[at]! - document.textStart[at]! > 2 * STANDFIRST_SIZE.maxCharacters) return false;
    if (STANDFIRST.test(marksOf(document, at)) || attribute(document, at, "role") === "doc-subtitle")
      return true;
    if (PROPERTIES.test(attribute(document, at, "itemprop") ?? "")) return true;
  }
  return false;
}

/** The block in which the body has begun for certain, the last one if nothing was kept. */
function blockAt(evidence: Evidence): number {
  const { leaves, blocks } = evidence.page;
  return blocks.ofLeaf[leafAt(leaves, bodyStart(evidence))] ?? blocks.count - 1;
}

function shownLeaves({ leaves }: Page, from: number, to: number): number[] {
  const found: number[] = [];
  for (let leaf = from; leaf < to; leaf++)
    if (leaves.visible[leaf] === 1 && leaves.kind[leaf] === TEXT_LEAF) found.push(leaf);
  return found;
}

function textOf({ document, leaves }: Page, some: readonly number[]): string {
  return some.map((leaf) => leafText(document, leaves.node[leaf]!)).join(" ");
}
