import { attribute, type Document, TAG, tagTable } from "../html/index.ts";
import { headlineKey, leafAt, type Page, shownText, TEXT_LEAF } from "../page/index.ts";
import { words } from "../text/index.ts";
import { addressParts } from "../url/index.ts";
import { isElsewhere } from "./authors.ts";
import { bodyStart, type Evidence, leafText, oncePerPage } from "./evidence.ts";
import { markTest } from "./marks.ts";
import { STARTS_WITH_BY } from "./read-names.ts";
import { isOwnName, titlePieces } from "./site.ts";

/** A short text before the body: one leaf, or all of a block. */
interface PlainText {
  readonly text: string;
  readonly key: string;
  /** Its first leaf. */
  readonly leaf: number;
}

/** Blocks before the body that can hold the headline; menus further up repeat the title too. */
const MAX_BLOCKS = 80;
/** Longer texts are prose. */
const MAX_CHARACTERS = 200;
/** Shorter keys are labels, or in a title by chance. One Chinese, Japanese or Korean character says as much as three others. */
const MIN_LETTERS = 10;
/** Chinese, Japanese and Korean characters. */
export const WIDE = /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff]/g;

/** The short texts before the body that could be a headline without a heading element, in order. */
const textsBefore: (evidence: Evidence) => readonly PlainText[] = oncePerPage((evidence) => {
  const { page } = evidence;
  const { firstLeaf, ofLeaf, count } = page.blocks;
  const start = leafAt(page.leaves, bodyStart(evidence));
  const last = ofLeaf[Math.min(start, ofLeaf.length - 1)] ?? count - 1;
  const found: PlainText[] = [];
  for (let block = Math.max(0, last - MAX_BLOCKS); block <= last; block++) {
    const from = firstLeaf[block]!;
    const to = Math.min(firstLeaf[block + 1]!, start + 1);
    const whole: string[] = [];
    for (let leaf = from; leaf < to; leaf++) {
      const text = page.leaves.visible[leaf] === 1 ? shortText(page, leaf) : "";
      if (text === "") continue;
      whole.push(text);
      add(text, leaf);
    }
    if (whole.length > 1) add(whole.join(" "), from);
  }
  return found;

  function add(text: string, leaf: number): void {
    const key = headlineKey(text);
    const isLong = key.length >= MIN_LETTERS || key.replace(WIDE, "   ").length >= MIN_LETTERS;
    if (isLong && text.length <= MAX_CHARACTERS && !isLinkedHome(page, leaf)) found.push({ text, key, leaf });
  }
});

function shortText({ document, leaves }: Page, leaf: number): string {
  const node = leaves.node[leaf]!;
  const isShort = document.textEnd[node]! - document.textStart[node]! <= 2 * MAX_CHARACTERS;
  return leaves.kind[leaf] === TEXT_LEAF && isShort ? leafText(document, node) : "";
}

/** The address of any site's home page. */
const HOME_ADDRESS = /^\s*(?:(?:https?:)?\/\/[^/?#\s]+\/?|\/)\s*$/i;

/** A link to the home page is the name of the site. */
function isLinkedHome({ document, leaves }: Page, leaf: number): boolean {
  const anchor = leaves.anchor[leaf]!;
  return anchor >= 0 && HOME_ADDRESS.test(attribute(document, anchor, "href") ?? "");
}

const STARTS_WITH_LETTER = /^[\p{L}\p{N}]/u;

/** The longest text before the body that is one or more whole pieces of a stated title. */
export function shownPiece(evidence: Evidence, stated: readonly string[]): string | undefined {
  const runs = new Map(stated.flatMap(titlePieces).map((piece) => [headlineKey(piece), piece]));
  if (runs.size === 0) return undefined;
  const shown = textsBefore(evidence).flatMap(({ key, text }) => {
    const piece = runs.get(key);
    if (piece === undefined || isOwnName(text, evidence)) return [];
    // What a page draws around its headline ("» Tide rises «") is not stated.
    const isAdorned = STARTS_WITH_LETTER.test(piece) && !STARTS_WITH_LETTER.test(text);
    return isAdorned ? piece.trim() : text;
  });
  return longest(shown);
}

/** The longest text before the body that the `title` contains. */
export function shownInside(evidence: Evidence, title: string): string | undefined {
  const whole = headlineKey(title);
  const inside = textsBefore(evidence).filter(
    ({ key, text }) => whole.includes(key) && !isOwnName(text, evidence),
  );
  return longest(inside.map(({ text }) => text));
}

/** The first of the longest texts. */
function longest(texts: readonly string[]): string | undefined {
  return texts.toSorted((a, b) => b.length - a.length)[0];
}

/** The text before the body that links for sharing, or the page's own address, state as the title. */
export function addressedText(evidence: Evidence): string | undefined {
  const texts = textsBefore(evidence).filter((text) => isUnlinked(evidence, text));
  if (texts.length === 0) return undefined;
  const shared = sharedTitles(evidence.page);
  const isShared = ({ key, text }: PlainText) =>
    shared.some((title) => title.includes(key)) && !isOwnName(text, evidence);
  return (
    longest(texts.filter(isShared).map(({ text }) => text)) ??
    texts.findLast((text) => isInSlug(evidence.page, text))?.text
  );
}

const TITLE_PARAMETER = /[?&;](?:title|headline|subject|text|t)=([^&;#]{10,400})/i;
/** Links for sharing are few, and near the article. */
const MAX_SHARED = 40;

/** The titles that links for sharing and the page's own address have as a parameter, folded. */
function sharedTitles({ document, landmarks, url }: Page): readonly string[] {
  const found = new Set<string>();
  const add = (address: string) => {
    const stated = TITLE_PARAMETER.exec(address)?.[1];
    if (stated !== undefined) found.add(headlineKey(decoded(stated)));
  };
  add(url ?? "");
  for (const anchor of landmarks.anchors) {
    if (found.size >= MAX_SHARED) break;
    add(attribute(document, anchor, "href") ?? "");
  }
  return [...found];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

/** Words of a headline that its address has too, at least. */
const MIN_SLUG_WORDS = 3;
const MIN_SLUG_SHARE = 0.6;

/** Whether the page's address is made of the words of a text. */
function isInSlug({ url, canonicalUrl }: Page, { text }: PlainText): boolean {
  const path = decoded(addressParts(url ?? canonicalUrl ?? "")?.pathname ?? "");
  const slug = new Set(words(path.replace(/[-_./+]/g, " ")));
  const own = words(text);
  const shared = own.filter((word) => slug.has(word)).length;
  return shared >= MIN_SLUG_WORDS && shared >= own.length * MIN_SLUG_SHARE;
}

/** Classes and ids of a headline, in the languages of the sets. */
const isCalledHeadline = markTest(
  /head-?_?line|(?:article|story|news|post|entry|page|content)[-_]?tit(?:le|el|re|ulo|olo)|(?:^|\s)(?:tit(?:le|el|re|ulo|olo)|tytul|nadpis|rubrik|biaoti)(?:\s|$)/i,
);
const BOLD_TAGS = tagTable("b", "strong", "big", "h4", "h5", "h6");
const LARGE = /font(?:-size)?:[^;]*(?:large|1[4-9]p[tx]|[2-9]\d ?p[tx]|[12]\.\d+ ?r?em)/i;
/** Levels of elements around a text that can set it off. */
const MAX_CLIMB = 3;
/** A headline that nothing states has at least this many words. */
const MIN_WORDS = 3;
/** Sentences, labels and links to more; dates; bylines. */
const IS_OTHER: readonly { test(text: string): boolean }[] = [/[.:;,>»]$/, /^[\W\d]{4,}/, STARTS_WITH_BY];

/** The last text before the body whose class or id calls it a headline. */
export function markedText(evidence: Evidence): string | undefined {
  return lastSetOff(evidence, isCalledHeadline);
}

/** The last text before the body that is set off by its type. */
export function largeText(evidence: Evidence): string | undefined {
  return lastSetOff(evidence, isLarge);
}

function lastSetOff(
  evidence: Evidence,
  test: (document: Document, node: number) => boolean,
): string | undefined {
  const { page } = evidence;
  const texts = textsBefore(evidence);
  for (let at = texts.length - 1; at >= 0; at--) {
    const one = texts[at]!;
    if (!isUnlinked(evidence, one) || IS_OTHER.some((pattern) => pattern.test(one.text))) continue;
    const node = setOffBy(page, one, test);
    const text = node < 0 ? "" : shownText(page.document, node);
    const isHeadline = words(text).length >= MIN_WORDS && !isElsewhere(page, one.leaf);
    if (isHeadline && !isOwnName(text, evidence)) return text;
  }
  return undefined;
}

function isUnlinked({ page: { leaves } }: Evidence, { leaf }: PlainText): boolean {
  return leaves.anchor[leaf]! < 0;
}

/** The first element around a text, with little else in it, that passes a test; -1 if none does. */
function setOffBy(
  { document, leaves }: Page,
  { text, leaf }: PlainText,
  test: (document: Document, node: number) => boolean,
): number {
  let at = document.parent[leaves.node[leaf]!]!;
  for (let climbed = 0; climbed < MAX_CLIMB && at > 0; climbed++, at = document.parent[at]!) {
    if (document.textEnd[at]! - document.textStart[at]! > 2 * text.length) return -1;
    if (test(document, at)) return at;
  }
  return -1;
}

function isLarge(document: Document, node: number): boolean {
  if (BOLD_TAGS[document.tag[node]!] === 1 || LARGE.test(attribute(document, node, "style") ?? ""))
    return true;
  return document.tag[node] === TAG.font && /^(?:\+|[4-7])/.test(attribute(document, node, "size") ?? "");
}
