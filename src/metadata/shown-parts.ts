import { attribute, closest, TAG, tagTable } from "../html/index.ts";
import { type Extraction, hasKey, headlineKey, leafAt, type Page, TEXT_LEAF } from "../page/index.ts";
import { words } from "../text/index.ts";
import { findByline, isElsewhere } from "./byline.ts";
import { gatherEvidence, type MetadataOptions } from "./evidence.ts";
import { marksOf } from "./marks.ts";
import type { Metadata } from "./metadata.ts";
import type { Evidence } from "./rule.ts";
import { isForMachines } from "./shown-headline.ts";
import { leafText } from "./surroundings.ts";
import { isAlike } from "./title.ts";

/** Where a page shows what stands around an article's body, as leaves, whatever an extractor kept. */
export interface ShownParts {
  readonly headline: readonly number[];
  readonly standfirst: readonly number[];
  /** Writers and dates. */
  readonly byline: readonly number[];
  /** What the page states and shows nowhere near the article. */
  readonly unshown: {
    readonly title: string | null;
    readonly authors: readonly string[];
    readonly published: string | null;
  };
}

/** Finds headline, standfirst and byline on the page, and tells which of them it does not show. */
export function findShownParts(
  page: Page,
  extraction: Extraction,
  { title, authors, published, modified, excerpt }: Metadata,
  options?: MetadataOptions,
): ShownParts {
  const evidence = gatherEvidence(page, extraction, options);
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

/** No headline is longer. */
const MAX_HEADLINE_CHARACTERS = 300;
/** A headline stands within so many blocks and headings before the body, or a few after its beginning. */
const REACH = { blocksBefore: 80, blocksAfter: 8, headingsBefore: 50, headingsAfter: 5 } as const;
/** A shorter heading in other words than the title may be a label. */
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
  const equal = headings.filter(({ text }) => hasKey(text, key));
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

/** The headings that readers see near the article: those before the body from the nearest on, then those after its beginning. */
function headingsAround({ page, bodyStart }: Evidence): readonly ShownHeading[] {
  const { document, landmarks } = page;
  const split = landmarks.headings.findIndex((node) => node > bodyStart);
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

/** The last leaves of a heading that alone have the key; all of them where the kicker stands in one leaf with the rest. */
function withoutKicker(page: Page, leaves: readonly number[], key: string): readonly number[] {
  for (let from = leaves.length - 1; from > 0; from--) {
    const rest = leaves.slice(from);
    if (hasKey(textOf(page, rest), key)) return rest;
  }
  return leaves;
}

/** The block nearest before the body that has the key; old pages show headlines in no heading. */
function headlineBlock(evidence: Evidence, key: string): readonly number[] {
  const { page } = evidence;
  const { firstLeaf, count } = page.blocks;
  const start = blockAt(evidence);
  const from = Math.max(0, start - REACH.blocksBefore);
  for (let block = Math.min(count, start + REACH.blocksAfter) - 1; block >= from; block--) {
    const leaves = shownLeaves(page, firstLeaf[block]!, firstLeaf[block + 1]!);
    const text = textOf(page, leaves);
    if (text !== "" && text.length <= MAX_HEADLINE_CHARACTERS && hasKey(text, key)) return leaves;
  }
  return [];
}

/** Class names that newsrooms give to a standfirst, in the languages of the sets. */
const STANDFIRST =
  /(?:^|[\s_-])(?:stand-?first|sub-?(?:title|head|heading|headline|hed)|deck?|lede?|lead|intro|summary|excerpt|abstract|strap-?line|vorspann|teaser-?text|chap[oô]|sous-?titre|entradilla|bajada|occhiello|sommario|ingress|manchet|perex)(?:$|[\s_-])/i;
const PROPERTIES = /^(?:description|alternativeheadline)$/i;
const STANDFIRST_TAGS = tagTable("p", "h2", "h3", "h4");
/** Shorter blocks are labels, longer ones the body. */
const STANDFIRST_SIZE = { minWords: 8, maxCharacters: 700 } as const;
/** The elements around a block that may say what it is. */
const MAX_CLIMB = 3;
/** What two texts share from their beginning where one is cut short. */
const MIN_SHARED_KEY = 40;

/** Where more blocks stand between headline and body, what is among them may be anything. */
const MAX_BETWEEN = 16;
/** Some pages have it above the headline, and say so. */
const MAX_ABOVE = 3;

interface Around {
  readonly headline: readonly number[];
  /** Leaves that are another part already. */
  readonly taken: ReadonlySet<number>;
  readonly excerpt: string | null;
}

/** The blocks before the body's long text that the markup or the page's description calls a standfirst, or that stand there in sentences. */
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

/** Whether one key begins with much of the other: descriptions are often cut. */
function isSameText(key: string, other: string): boolean {
  const [short, long] = key.length < other.length ? [key, other] : [other, key];
  return short === long ? short !== "" : short.length >= MIN_SHARED_KEY && long.startsWith(short);
}

/** Whether a block is a paragraph or heading of its own whose words are no links. */
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

/** The block in which the body has begun for certain, the last one of all where nothing was kept. */
function blockAt({ page, bodyStart }: Evidence): number {
  const { ofLeaf, count } = page.blocks;
  return ofLeaf[leafAt(page.leaves, bodyStart)] ?? count - 1;
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
