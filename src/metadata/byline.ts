import { attribute, TAG, tagTable } from "../html/index.ts";
import { headlineKey, leafAt, type Page } from "../page/index.ts";
import { marksOf, markTest } from "./marks.ts";
import { isPersonName, isSignature, readNames, STARTS_WITH_BY } from "./read-names.ts";
import type { Evidence } from "./rule.ts";
import { leafText, type Snippet } from "./surroundings.ts";

/** Names of classes and ids, and folders of addresses, that speak of a writer; in the languages of the sets. */
const isOfWriter = markTest(
  /author|by-?_?line|writer|autor(?!i[sz])|auteur|verfasser|redakteur|reporter|journalist|contributor|creator|signature|person-link/i,
);
const WRITER_FOLDER =
  /\/(?:authors?|autor(?:en|es|i|e)?|auteurs?|writers?|reporters?|contributors?|redakteure?|redaction|profiles?|staff|people)[/=]/i;
/** What stands around other articles' writers. */
const isMarkedElsewhere = markTest(
  /comment|related|teaser|recommend|(?<!content-)sidebar|popular|trending|most-?read|more-?(?:from|stories|news)|newsletter|promo(?!ted)|card\b|caption|credit|copyright/i,
);
const ELSEWHERE_TAGS = tagTable("nav", "footer", "form", "figure", "figcaption");

const MAX_CLIMB = 4;
const MAX_ELSEWHERE_CLIMB = 10;
/** An element with more text around a name is no byline. */
const MAX_BYLINE_CHARACTERS = 600;
/** Writers of one article stand together; the next one after so many leaves is another article's. */
const MAX_GAP = 10;

/** The writers whom the page names in a byline near the headline or at the end; undefined where it has none. */
export function readByline({ page, snippets, shownReader }: Evidence): readonly string[] | undefined {
  const marked = markedNames(page, snippets);
  if (marked.length > 0) return marked;
  for (const { text, from } of snippets) {
    const names = readSigned(text) ?? shownReader?.readNames(text) ?? [];
    if (names.length > 0 && !isElsewhere(page, from)) return names;
  }
  return undefined;
}

/** What a byline is known by besides its words. */
export interface KnownByline {
  readonly authors: readonly string[];
  /** The days of publication and change, `2024-05-03`. */
  readonly days: readonly string[];
  /** The leaf of the headline, -1 where the page shows none. */
  readonly headline: number;
}

/** The leaves of a byline, and whether they tell names and a date. */
export interface ShownByline {
  readonly leaves: readonly number[];
  readonly hasNames: boolean;
  readonly hasDate: boolean;
}

/** Names and dates of one byline stand within so many blocks. */
const MAX_BYLINE_BLOCKS = 6;
/** Names are at least this much of a byline that does not say "by": "Kicker" is a paper's name in "Kicker TV, all goals as videos". */
const MIN_NAME_SHARE = 0.25;

/** The short blocks near the headline, else at the end, that show who wrote the article and when. */
export function findByline(evidence: Evidence, known: KnownByline): ShownByline {
  const { page } = evidence;
  const { ofLeaf } = page.blocks;
  const keys = known.authors.map(headlineKey).filter((key) => key !== "");
  const found = new Map<string, Snippet>();
  let [hasNames, hasDate, first] = [false, false, -1];
  for (const snippet of nearestFirst(evidence, known.headline)) {
    const block = ofLeaf[snippet.from]!;
    const key = headlineKey(snippet.text);
    // What is far from the first of it counts only where that told nothing of the kind.
    const isFar = first >= 0 && Math.abs(block - first) > MAX_BYLINE_BLOCKS;
    // Above the headline stands the name of a blog, which may be its writer's.
    const isAbove = snippet.from < known.headline;
    const names = !((isFar || isAbove) && hasNames) && showsNames(evidence, snippet, keys);
    const date = !(isFar && hasDate) && showsDate(evidence, snippet, known.days);
    if ((!names && !date) || found.has(key) || evidence.siteKeys.includes(key)) continue;
    if (page.leaves.visible[snippet.from] !== 1 || isElsewhere(page, snippet.from)) continue;
    found.set(key, snippet);
    if (first < 0) first = block;
    hasNames ||= names;
    hasDate ||= date;
  }
  const leaves = [...found.values()].flatMap((snippet) => withLabel(page, snippet));
  return { leaves, hasNames, hasDate };
}

/** The short texts around an article, from the headline on, or the body's beginning where no headline is shown. */
function nearestFirst({ page, snippets, bodyStart }: Evidence, headline: number): readonly Snippet[] {
  const { ofLeaf, count } = page.blocks;
  const anchor = ofLeaf[headline >= 0 ? headline : leafAt(page.leaves, bodyStart)] ?? count;
  const distance = ({ from }: Snippet) => Math.abs(ofLeaf[from]! - anchor);
  return snippets.filter(({ from }) => from !== headline).sort((a, b) => distance(a) - distance(b));
}

function showsNames({ page, shownReader }: Evidence, snippet: Snippet, keys: readonly string[]): boolean {
  const { text } = snippet;
  if (isOtherRole(text)) return false;
  if (keys.length === 0) {
    const signed = readSigned(text) ?? shownReader?.readNames(text) ?? [];
    return signed.length > 0 || markedNames(page, [snippet]).length > 0;
  }
  const key = headlineKey(text);
  const named = keys.filter((name) => key.includes(name)).join("");
  return named !== "" && (STARTS_WITH_BY.test(text) || named.length >= key.length * MIN_NAME_SHARE);
}

/** A longer text with a date in it is a caption or a sentence. */
const MAX_DATE_CHARACTERS = 90;
const DATE_PROPERTY = /\bdate(?:published|modified|created)\b/i;

/** Whether a short text tells a date of the article: in an element for dates, or in words that say one of its days. */
function showsDate(
  { page, shownReader, language }: Evidence,
  snippet: Snippet,
  days: readonly string[],
): boolean {
  const { document, leaves } = page;
  if (!/\d/.test(snippet.text)) return false;
  for (let leaf = snippet.from; leaf < snippet.to; leaf++) {
    for (let at = document.parent[leaves.node[leaf]!]!, climbed = 0; at > 0 && climbed < 2; climbed++) {
      if (document.tag[at] === TAG.time) return true;
      if (DATE_PROPERTY.test(attribute(document, at, "itemprop") ?? "")) return true;
      at = document.parent[at]!;
    }
  }
  if (snippet.text.length > MAX_DATE_CHARACTERS) return false;
  const read = (kind: "published" | "changed") =>
    shownReader?.readDate(kind, { snippets: [snippet], language })?.slice(0, 10);
  const day = read("published") ?? read("changed");
  return day !== undefined && (days.length === 0 || days.includes(day));
}

/** The leaves of a byline with a "By" or "Published:" that stands in a block of its own before it. */
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

function readSigned(text: string): readonly string[] | undefined {
  if (!STARTS_WITH_BY.test(text)) return undefined;
  return readNames(untilDetails(text)).filter(isSignature);
}

/** "Ann Lee · 3 May" is a name and a date, "By Ann Lee in Sport" a name and a section; Mark, Jane and April are names. */
export function untilDetails(text: string): string {
  return text.replace(
    /\s*(?:[|·•●(]|\s[–—-]\s|\d|,?\s+(?:in|on|at|updated|published)\s|,?\s+(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?,?\s*\d).*$/i,
    "",
  );
}

/** Who only checked, edited or pictured the article is named under a label of their own. */
const OTHER_ROLE = /review|edited|editor|fact|check|medical|photo|illustrat|translat|update/i;

/** What joins a name to one before it that stands in an element of its own. */
const JOINS_NAMES = /^\s*(?:and|und|et|y|og|och|en|&)\s+/i;
/** A label is no longer. */
const MAX_LABEL = 40;

function markedNames(page: Page, snippets: readonly Snippet[]): readonly string[] {
  const people: string[] = [];
  const singles: string[] = [];
  let lastLeaf = -1;
  search: for (const { from, to } of snippets) {
    for (let leaf = from; leaf < to; leaf++) {
      if (lastLeaf >= 0 && Math.abs(leaf - lastLeaf) > MAX_GAP) break search;
      if (lastLeaf >= 0 && isOtherRole(leafText(page.document, page.leaves.node[leaf]!))) break search;
      const mark = writerMark(page, leaf);
      if (mark === undefined || isElsewhere(page, leaf)) continue;
      const text = leafText(page.document, page.leaves.node[leaf]!);
      const read = readNames(untilDetails(text.replace(JOINS_NAMES, "")));
      const known = people.length + singles.length;
      people.push(...read.filter(isPersonName));
      if (mark === "name") singles.push(...read.filter(isSingleName));
      if (people.length + singles.length > known) lastLeaf = leaf;
    }
  }
  return people.length > 0 ? people : singles;
}

function isOtherRole(text: string): boolean {
  return text.length <= MAX_LABEL && OTHER_ROLE.test(text);
}

/** How the elements around a leaf speak of a writer: a name's own element, or a byline somewhere around it. */
function writerMark({ document, leaves }: Page, leaf: number): "name" | "byline" | undefined {
  const anchor = leaves.anchor[leaf]!;
  if (anchor >= 0 && WRITER_FOLDER.test(attribute(document, anchor, "href") ?? "")) return "name";
  let at = document.parent[leaves.node[leaf]!]!;
  for (let climbed = 0; climbed < MAX_CLIMB && at > 0; climbed++, at = document.parent[at]!) {
    if (document.textEnd[at]! - document.textStart[at]! > MAX_BYLINE_CHARACTERS) return undefined;
    if (isOfWriter(document, at)) return /name/i.test(marksOf(document, at)) ? "name" : "byline";
  }
  return undefined;
}

/** Whether a leaf stands where pages name other articles' writers. */
export function isElsewhere({ document, leaves }: Page, leaf: number): boolean {
  let at = document.parent[leaves.node[leaf]!]!;
  for (let climbed = 0; climbed < MAX_ELSEWHERE_CLIMB && at > 0; climbed++, at = document.parent[at]!) {
    if (document.tag[at] === TAG.body || document.tag[at] === TAG.main) return false;
    if (ELSEWHERE_TAGS[document.tag[at]!] === 1 || isMarkedElsewhere(document, at)) return true;
  }
  return false;
}

/** One word that can be a name: a nickname, initials, an editorial desk. */
function isSingleName(name: string): boolean {
  return (
    /^[\p{L}.'’-]{2,20}$/u.test(name) && !/^(?:author|share|follow|email|view|more|by|editor)s?$/i.test(name)
  );
}
