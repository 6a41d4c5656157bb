import type { FieldSource } from "../article/index.ts";
import { type Document, NODE_KIND } from "../html/index.ts";
import {
  type Extraction,
  firstText,
  KEEP_SCORE,
  leafAt,
  metaTexts,
  type Page,
  type Thing,
} from "../page/index.ts";
import { countInk, dropUnseen, foldSpaces, type LanguageDetector } from "../text/index.ts";
import type { Suffixes } from "../url/index.ts";

/** The inputs of the rules besides the page. */
export interface MetadataOptions {
  /** Knows under which suffixes domains are registered. */
  readonly suffixes?: Suffixes | undefined;
  readonly detectLanguage?: LanguageDetector | undefined;
  /** Reads the texts shown around the article. */
  readonly shownReader?: ShownReader | undefined;
  /** The present in milliseconds; dates more than a day later are refused. Without it, all are accepted. */
  readonly now?: number | undefined;
  /** The dates of publication that lists stated, ISO 8601; of several dates on the page, one of these days is the article's. */
  readonly announcedDates?: readonly string[] | undefined;
}

/** Reads what pages show around the article, by words of many languages; the small bundle leaves it out. */
export interface ShownReader {
  /** Reads the names in a short text with a label such as "Author:"; none without a label. */
  readonly readNames: (text: string) => readonly string[];
  /** The pieces with a year of some short texts: "3 May 2024, updated 4 May 2024" is two. */
  readonly datedParts: (snippets: readonly Snippet[]) => readonly DatedPart[];
  /** Reads the date of publication, or of a change, from the short texts near the article. */
  readonly readDate: (kind: DatedPart["kind"], texts: DatedTexts) => string | undefined;
  /** Reads the date on the page that falls on a day that a list stated. */
  readonly readAnnouncedDate: (
    page: Page,
    texts: DatedTexts,
    announced: readonly string[],
  ) => string | undefined;
  /** Whether the text ends at a wall that asks for a subscription. */
  readonly readWall: (evidence: Pick<Evidence, "page" | "extraction">) => boolean | undefined;
}

/** A piece of a short text with one date. */
export interface DatedPart {
  readonly text: string;
  readonly kind: "published" | "changed";
}

/** Texts that can contain dates, with the page's language and address: they decide how days and months are read. */
export interface DatedTexts {
  readonly parts: readonly DatedPart[];
  readonly language: string | null;
  readonly address?: string | undefined;
}

/** What the rules read. */
export interface Evidence {
  readonly page: Page;
  readonly extraction: Extraction;
  readonly options: MetadataOptions;
  /** What `oncePerPage` keeps, by the function that computes it. */
  readonly known: Map<unknown, unknown>;
}

/** The evidence of a page. */
export function evidenceOf(page: Page, extraction: Extraction, options: MetadataOptions): Evidence {
  return { page, extraction, options, known: new Map() };
}

/** A value that several rules read: computed on first use, and kept with the evidence. */
export function oncePerPage<Value>(compute: (evidence: Evidence) => Value): (evidence: Evidence) => Value {
  return (evidence) => {
    const { known } = evidence;
    const found = known.get(compute);
    if (found !== undefined || known.has(compute)) return found as Value;
    const value = compute(evidence);
    known.set(compute, value);
    return value;
  };
}

/** This much kept text is the body; less can be the headline, the byline or the standfirst. */
const MIN_BODY_CHARACTERS = 140;

/** The node at which the body has begun for certain; the document's end if nothing was kept. */
export const bodyStart: (evidence: Evidence) => number = oncePerPage(({ page, extraction: { scores } }) => {
  const { document, leaves } = page;
  let length = 0;
  for (let leaf = 0; leaf < scores.length; leaf++) {
    if (scores[leaf]! < KEEP_SCORE) continue;
    const node = leaves.node[leaf]!;
    length += document.textEnd[node]! - document.textStart[node]!;
    if (length >= MIN_BODY_CHARACTERS) return node;
  }
  return document.size;
});

/** A short text near the article: one block of the page, with its leaves `[from, to)`. */
export interface Snippet {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** Bylines and dates are this many blocks from the headline, the body's beginning and its end at most. */
const REACH = { beforeHeadline: 12, afterStart: 8, afterEnd: 16 } as const;
/** Longer blocks are prose. */
const MAX_CHARACTERS = 160;
/** A headline further above belongs to something else. */
const MAX_HEADER_BLOCKS = 80;

/** The short texts around the headline and the body's beginning, then those right after its end: bylines and dates. */
export const snippetsAround: (evidence: Evidence) => readonly Snippet[] = oncePerPage((evidence) => {
  const { page, extraction } = evidence;
  const { count, ofLeaf } = page.blocks;
  if (count === 0) return [];
  const start = leafAt(page.leaves, bodyStart(evidence));
  const last = extraction.scores.findLastIndex((score) => score >= KEEP_SCORE);
  const startBlock = ofLeaf[Math.min(start, ofLeaf.length - 1)]!;
  const headline = headlineBlock(page, startBlock);
  const from = Math.max(0, headline - REACH.beforeHeadline);
  const to = Math.min(count, startBlock + REACH.afterStart);
  const endBlock = last < 0 ? count : Math.max(to, ofLeaf[last]! - 1);
  return [
    ...snippets(page, headline, to),
    ...snippets(page, from, headline),
    ...snippets(page, endBlock, Math.min(count, endBlock + REACH.afterEnd)),
  ];
});

/** The block of the last first-level heading before the body. */
function headlineBlock(page: Page, startBlock: number): number {
  let found = -1;
  for (const { source, node } of page.titleCandidates) {
    if (source !== "h1") continue;
    const block = page.blocks.ofLeaf[leafAt(page.leaves, node)] ?? startBlock;
    if (block <= startBlock && block >= startBlock - MAX_HEADER_BLOCKS) found = block;
  }
  return found >= 0 ? found : startBlock;
}

function snippets(page: Page, from: number, to: number): Snippet[] {
  const { firstLeaf } = page.blocks;
  const found: Snippet[] = [];
  for (let block = from; block < to; block++) {
    const [first, end] = [firstLeaf[block]!, firstLeaf[block + 1]!];
    const text = leavesText(page, first, end);
    if (text !== "" && text.length <= MAX_CHARACTERS) found.push({ text, from: first, to: end });
  }
  return found;
}

/** The words of some leaves, a space between elements; empty if one of them alone is too long. */
function leavesText({ document, leaves }: Page, from: number, to: number): string {
  let text = "";
  let length = 0;
  for (let leaf = from; leaf < to && length <= MAX_CHARACTERS; leaf++) {
    const node = leaves.node[leaf]!;
    if (isProse(document, node)) return "";
    const words = leafText(document, node);
    length += words.length + 1;
    if (words !== "") text = text === "" ? words : `${text} ${words}`;
  }
  return text;
}

/** Whether a leaf is too long for a short text, however its white space is folded; mostly decided by its beginning. */
function isProse({ text, textStart, textEnd }: Document, leaf: number): boolean {
  const start = textStart[leaf]!;
  const end = Math.min(textEnd[leaf]!, start + 2 * MAX_CHARACTERS);
  return end - start > MAX_CHARACTERS && countInk(text, start, end) > MAX_CHARACTERS;
}

/** The words of one leaf, empty for media. */
export function leafText(document: Document, node: number): string {
  if (document.kind[node] !== NODE_KIND.text) return "";
  return foldSpaces(dropUnseen(document.text.slice(document.textStart[node], document.textEnd[node])));
}

/** A field's value with the rule that gave it; `source` is `none` if no rule did. */
export interface Found<Value> extends FieldSource {
  readonly value: Value;
}

/** Reads a field from the evidence. */
export type Read<Value> = (evidence: Evidence) => Value | undefined;

/** One way to find a field: its name, how often it was right or is judged to be (docs/metadata.md), and how it reads. */
export type Rule<Value> = readonly [name: string, confidence: number, read: Read<Value>];

/** The answer of the first rule that has one, with its name; `none` if no rule has. */
export function firstOf<Value, None>(
  rules: readonly Rule<Value>[],
  evidence: Evidence,
  none: None,
): Found<Value | None> {
  for (const rule of rules) {
    const value = rule[2](evidence);
    if (value !== undefined) return { value, source: rule[0], confidence: rule[1] };
  }
  return { value: none, source: "none", confidence: 0 };
}

/** The first answer that `read` gives for one of some items. */
export function firstAnswer<Item, Value>(
  items: Iterable<Item>,
  read: (item: Item) => Value | undefined,
): Value | undefined {
  for (const item of items) {
    const value = read(item);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Reads the first of these metas that has words. */
export function metaText(...names: readonly string[]): Read<string> {
  return ({ page }) => metaTexts(page, names, 1)[0];
}

/** Reads the first of these properties of the article in JSON-LD. */
export function articleText(...properties: readonly string[]): Read<string> {
  return ({ page }) => anyText(page.mainThings.article, properties);
}

/** Reads the first of these properties of the page in JSON-LD. */
export function webPageText(...properties: readonly string[]): Read<string> {
  return ({ page }) => anyText(page.mainThings.webPage, properties);
}

/** Reads the first of these properties of the article in microdata, else one outside of any item. */
export function microdataText(...properties: readonly string[]): Read<string> {
  return ({ page }) => anyText(page.mainThings.item, properties) ?? anyText(page.microdata.loose, properties);
}

function anyText(thing: Thing | undefined, properties: readonly string[]): string | undefined {
  return firstAnswer(properties, (property) => firstText(thing, property));
}

/** The same reading with its answer converted, or dropped. */
export function mapRead<From, To>(
  read: Read<From>,
  convert: (from: From, evidence: Evidence) => To | undefined,
): Read<To> {
  return (evidence) => {
    const from = read(evidence);
    return from === undefined ? undefined : convert(from, evidence);
  };
}

/** The same rules with their answers converted, or dropped. */
export function mapRules<From, To>(
  rules: readonly Rule<From>[],
  convert: (from: From, evidence: Evidence) => To | undefined,
): readonly Rule<To>[] {
  return rules.map(([name, confidence, read]) => [name, confidence, mapRead(read, convert)]);
}
