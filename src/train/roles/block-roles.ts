import { DEFAULT_INCLUSION, findRoleRanges, type RoleRange } from "../../assemble/index.ts";
import {
  attribute,
  closest,
  contains,
  type Document,
  HEADING_TAGS,
  TAG,
  tagTable,
} from "../../html/index.ts";
import { headlineKey, LEAF_KINDS, type Page } from "../../page/index.ts";
import type { Label } from "../../sets/index.ts";
import { countWords, words } from "../../text/index.ts";
import { blockText, type TextScope } from "./page-words.ts";
import {
  type BlockRole,
  CAPTION_NAME,
  CREDIT_NAME,
  CREDIT_START,
  PROMOTION_NAME,
  ROLES,
} from "./roles.data.ts";

/** The parts of a truth that blocks are labelled by. */
export type BlockTruth = Pick<Label["truth"], "title" | "authors" | "published" | "body">;

/** A block of which a larger share is the body's is content. */
export const CONTENT_SHARE = 0.5;

/** What a rule may look at. */
interface Sight {
  readonly page: Page;
  readonly stated: Stated;
  readonly block: number;
  readonly container: number;
  readonly text: string;
  readonly key: string;
  readonly words: number;
  readonly regions: number;
  readonly isContent: boolean;
  /** Whether the first long block of the body is still to come. */
  readonly isBeforeBody: boolean;
}

type Rule = (sight: Sight) => boolean;

/** Longer blocks with a name or a date in them are sentences. */
const MAX_BYLINE_WORDS = 20;
const MAX_DATE_WORDS = 14;
const MAX_CREDIT_WORDS = 25;
/** A content block this long is not a heading or a remark: the body has begun. */
const MIN_BODY_WORDS = 20;
const MIN_LINK_SHARE = 0.5;
/** Elements around a block whose names speak of it; farther ones name whole columns. */
const NAMING_ELEMENTS = 3;

const FIGURE = tagTable("figure");
const CAPTION = tagTable("figcaption");
const CODE = tagTable("pre", "code", "samp", "kbd");
const ITEM = tagTable("li", "dt", "dd");
const FRAMES: ReadonlySet<number> = new Set(
  (["frame", "video", "audio"] as const).map((kind) => LEAF_KINDS.indexOf(kind)),
);

/** Kinds of regions that the markup around or inside a block can mark, as bits. */
const REGION = {
  related: 1,
  embeds: 2,
  quotes: 4,
  author: 8,
  date: 16,
  comments: 32,
  standfirst: 64,
  tables: 128,
} as const;

/** The first that holds gives the role; what the truth states comes before what only looks like it. */
const RULES: readonly (readonly [BlockRole, Rule])[] = [
  ["embed", ({ words, page, block }) => words === 0 && hasFrame(page, block)],
  ["other", ({ words }) => words === 0],
  ["headline", isHeadline],
  ["comment", isIn(REGION.comments)],
  ["embed", isIn(REGION.embeds)],
  ["credit", isCredit],
  ["caption", isCaption],
  ["code", ({ page, container }) => closest(page.document, container, CODE) >= 0],
  ["table", isIn(REGION.tables)],
  ["byline", isByline],
  ["date", isDate],
  ["standfirst", isStandfirst],
  ["promotion", (sight) => !sight.isContent && isNamed(sight, PROMOTION_NAME)],
  ["related link", isRelated],
  ["quote", isIn(REGION.quotes)],
  ["list", isItem],
  ["body", ({ isContent }) => isContent],
];
const OTHER = ROLES.indexOf("other");

/** How much of each block is the body's, in which text. */
interface Shares {
  readonly scope: TextScope;
  readonly share: Float32Array;
}

/** The role of every block, as indexes into `ROLES`. */
export function findBlockRoles(page: Page, truth: BlockTruth, { scope, share }: Shares): Uint8Array {
  const { count, container } = page.blocks;
  const roles = new Uint8Array(count);
  const regions = findRegions(page);
  const stated = readStated(page, truth);
  let isBeforeBody = true;
  for (let block = 0; block < count; block++) {
    const text = blockText(page, block, scope);
    const words = countWords(text);
    const isContent = share[block]! > CONTENT_SHARE;
    const sight: Sight = {
      ...{ page, stated, block, text, words, isContent, isBeforeBody },
      container: container[block]!,
      key: headlineKey(text),
      regions: regions[block]!,
    };
    const rule = RULES.find(([, holds]) => holds(sight));
    roles[block] = rule === undefined ? OTHER : ROLES.indexOf(rule[0]);
    if (isContent && words >= MIN_BODY_WORDS) isBeforeBody = false;
  }
  return roles;
}

function isIn(region: number): Rule {
  return ({ regions }) => (regions & region) !== 0;
}

function hasFrame({ leaves, blocks }: Page, block: number): boolean {
  for (let leaf = blocks.firstLeaf[block]!; leaf < blocks.firstLeaf[block + 1]!; leaf++) {
    if (FRAMES.has(leaves.kind[leaf]!)) return true;
  }
  return false;
}

function isHeadline({ page, stated, key, container, isBeforeBody }: Sight): boolean {
  if (key === "" || !stated.titleKeys.has(key)) return false;
  return isBeforeBody || closest(page.document, container, HEADING_TAGS) >= 0;
}

function isCredit(sight: Sight): boolean {
  if (sight.isContent || sight.words > MAX_CREDIT_WORDS) return false;
  if (CREDIT_START.test(sight.text)) return true;
  return isAtPicture(sight) && isNamed(sight, CREDIT_NAME);
}

function isCaption(sight: Sight): boolean {
  const { page, container, isContent } = sight;
  if (closest(page.document, container, CAPTION) >= 0) return true;
  return !isContent && (isAtPicture(sight) || isNamed(sight, CAPTION_NAME));
}

function isAtPicture({ page, container }: Sight): boolean {
  const { document } = page;
  return closest(document, container, FIGURE) >= 0 || closest(document, container, CAPTION) >= 0;
}

function isByline({ isContent, words, regions, stated, key }: Sight): boolean {
  if (isContent || words > MAX_BYLINE_WORDS) return false;
  return (regions & REGION.author) !== 0 || stated.authorKeys.some((author) => key.includes(author));
}

function isDate({ isContent, words, regions, stated, text }: Sight): boolean {
  if (isContent || words > MAX_DATE_WORDS) return false;
  return (regions & REGION.date) !== 0 || stated.isPublished(text);
}

/** A lead apart from the text: first paragraphs are often the page's description too. */
function isStandfirst({ page, stated, key, container, regions, isBeforeBody, isContent }: Sight): boolean {
  // Some sites mark the whole article as its description.
  if (!isBeforeBody) return false;
  if ((regions & REGION.standfirst) !== 0) return true;
  if (!stated.isDescription(key)) return false;
  const { tag, nextSibling } = page.document;
  if (!isContent || tag[container] !== TAG.p) return true;
  for (let at = nextSibling[container]!; at >= 0; at = nextSibling[at]!) if (tag[at] === TAG.p) return false;
  return true;
}

function isRelated({ page, block, isContent, regions }: Sight): boolean {
  if (isContent) return false;
  if ((regions & REGION.related) !== 0) return true;
  const { document, leaves, blocks } = page;
  let all = 0;
  let linked = 0;
  for (let leaf = blocks.firstLeaf[block]!; leaf < blocks.firstLeaf[block + 1]!; leaf++) {
    const node = leaves.node[leaf]!;
    const length = document.textEnd[node]! - document.textStart[node]!;
    all += length;
    if (leaves.anchor[leaf]! >= 0) linked += length;
  }
  return linked > all * MIN_LINK_SHARE;
}

/** An item itself, or a paragraph of the text inside one; a card of a front page is none. */
function isItem({ page, container, isContent }: Sight): boolean {
  return isContent ? closest(page.document, container, ITEM) >= 0 : ITEM[page.document.tag[container]!] === 1;
}

function isNamed({ page, container }: Sight, names: RegExp): boolean {
  const { document } = page;
  let at = container;
  for (let step = 0; step < NAMING_ELEMENTS && at > 0; step++, at = document.parent[at]!) {
    if (document.tag[at] === TAG.body) return false;
    for (const name of ["class", "id"]) if (names.test(attribute(document, at, name) ?? "")) return true;
  }
  return false;
}

const WANTED = { ...DEFAULT_INCLUSION, tables: false };

/** The regions that every block lies in or holds, as bits of `REGION`. */
function findRegions(page: Page): Uint8Array {
  const { document, blocks } = page;
  const regions = new Uint8Array(blocks.count);
  const around = new Map<number, number>();
  for (const range of findRoleRanges(page, { from: 0, to: document.size }, WANTED)) {
    const bit = bitOf(document, range);
    const outer = around.get(bit);
    // Nested thousands must not be marked thousands of times.
    if (bit === 0 || (outer !== undefined && contains(document, outer, range.node))) continue;
    around.set(bit, range.node);
    mark(page, range.node, bit, regions);
  }
  return regions;
}

function bitOf(document: Document, { node, role }: RoleRange): number {
  if (role === "byline") {
    const isDate =
      document.tag[node] === TAG.time || /^date/i.test(attribute(document, node, "itemprop") ?? "");
    return isDate ? REGION.date : REGION.author;
  }
  return Object.hasOwn(REGION, role) ? REGION[role as keyof typeof REGION] : 0;
}

function mark({ document, leaves, blocks }: Page, node: number, bit: number, regions: Uint8Array): void {
  const end = document.end[node]!;
  for (let leaf = firstLeafFrom(leaves.node, node); leaf < leaves.count; ) {
    if (leaves.node[leaf]! >= end) return;
    const block = blocks.ofLeaf[leaf]!;
    regions[block]! |= bit;
    leaf = blocks.firstLeaf[block + 1]!;
  }
}

/** The first leaf at or after a node, by binary search. */
function firstLeafFrom(nodes: Int32Array, node: number): number {
  let low = 0;
  let high = nodes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (nodes[middle]! < node) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Title, authors, date and description, ready to be compared with blocks. */
interface Stated {
  readonly titleKeys: ReadonlySet<string>;
  readonly authorKeys: readonly string[];
  /** Whether a short text names the day of publication. */
  isPublished(text: string): boolean;
  /** Whether a key is the page's description, which may be cut short. */
  isDescription(key: string): boolean;
}

/** Shorter keys are in every other word. */
const MIN_LATIN_NAME = 4;
const MIN_OTHER_NAME = 2;
/** Shorter descriptions are the site's name and the like. */
const MIN_DESCRIPTION = 30;
const DAY = /^\s*(\d{4})-(\d{1,2})-(\d{1,2})/;

/** Collects what is stated: the truth's title, authors and date, and the page's own title where the truth has none. */
function readStated(page: Page, { title, authors, published }: BlockTruth): Stated {
  const titles = title === null ? ownTitles(page) : [title];
  const descriptions = ["description", "og:description", "twitter:description"]
    .flatMap((name) => page.meta.get(name) ?? [])
    .map(headlineKey)
    .filter((key) => key.length >= MIN_DESCRIPTION);
  const day = DAY.exec(published ?? "");
  return {
    titleKeys: new Set(titles.map(headlineKey).filter((key) => key !== "")),
    authorKeys: authors.map(headlineKey).filter(isTelling),
    isPublished: (text) => day !== null && namesDay(text, day),
    isDescription: (key) =>
      key.length >= MIN_DESCRIPTION &&
      descriptions.some((description) => key.startsWith(description) || description.startsWith(key)),
  };
}

/** Without what headings say: every h1 would be a headline by itself. */
function ownTitles({ titleCandidates }: Page): string[] {
  return titleCandidates.filter(({ source }) => source !== "h1").map(({ text }) => text);
}

function isTelling(key: string): boolean {
  return key.length >= (/^[\0-\u024f]*$/.test(key) ? MIN_LATIN_NAME : MIN_OTHER_NAME);
}

/** Year and day as numbers, in any order and language: months are mostly words. */
function namesDay(text: string, [, year, , day]: RegExpExecArray): boolean {
  const numbers = words(text).flatMap((word) => word.match(/\d+/g) ?? []);
  return numbers.includes(year ?? "") && numbers.some((number) => Number(number) === Number(day));
}
