import { ATTRIBUTE, attribute, BLOCK_TAGS, type Document, NODE_KIND, rawText, TAG } from "../html/index.ts";
import { hasLetters, type Page, shownText } from "../page/index.ts";
import { rememberWords, words } from "../text/index.ts";

/** Longer ones are cut: a hostile page can give every element a class of a megabyte. */
const MAX_CHARACTERS = 2_000;

/** The id and class of an element. */
export function marksOf(document: Document, node: number): string {
  const marks = `${attribute(document, node, "id") ?? ""} ${attribute(document, node, "class") ?? ""}`;
  return marks.slice(0, MAX_CHARACTERS);
}

/** Tests whether the class or id of an element matches a pattern. Cached, since many elements have the same. */
export function markTest(pattern: RegExp): (document: Document, node: number) => boolean {
  const fits = rememberWords((mark) => (pattern.test(mark) ? 1 : 0));
  return ({ attributes, attributeStart }, node) => {
    const end = attributeStart[node + 1]!;
    for (let at = attributeStart[node]!; at < end; at++) {
      const name = attributes.name[at];
      const isMark = name === ATTRIBUTE.class || name === ATTRIBUTE.id;
      if (isMark && fits(cut(attributes.valueAt(at))) === 1) return true;
    }
    return false;
  };
}

function cut(mark: string): string {
  return mark.length > MAX_CHARACTERS ? mark.slice(0, MAX_CHARACTERS) : mark;
}

const BREADCRUMB = /bread-?_?crumb/i;
const SCREEN_READER_ONLY = /\b(?:sr-only|visually-?hidden|screen-reader-text|element-invisible)\b/i;
const KICKER =
  /kicker|eyebrow|over-?line|catch-?line|top-?line|roof-?line|title-?header|pre-?title|super-?title|sur-?titre|ante-?titulo|dach-?zeile|spitzmarke|fly-?title/i;
const HEADLINE = /(?:^|[\s_-])(?:headline|heading|title|hed)(?:$|[\s_-])/i;

/** Levels from a breadcrumb to its last step, and levels of markup in a headline, at most. */
const MAX_DEPTH = 5;

/** Whether a heading is not meant as the headline: the last step of a breadcrumb, or only for screen readers. */
export function isForMachines({ document }: Page, heading: number): boolean {
  if (SCREEN_READER_ONLY.test(allMarksOf(document, heading))) return true;
  for (let at = heading, depth = 0; at > 0 && depth < MAX_DEPTH; at = document.parent[at]!, depth++) {
    // The classes of these two often say that breadcrumbs are switched on somewhere.
    if (document.tag[at] === TAG.body || document.tag[at] === TAG.main) return false;
    if (BREADCRUMB.test(allMarksOf(document, at))) return true;
  }
  return false;
}

/** Whether a heading ends a row of links, as the last step of a breadcrumb without a class does. */
export function followsLinks({ document }: Page, heading: number): boolean {
  const parent = document.parent[heading]!;
  const row = document.tag[parent] === TAG.li ? document.parent[parent]! : parent;
  let links = 0;
  for (let at = row + 1; at < heading; at++) {
    if (document.tag[at] === TAG.a) {
      links++;
      at = document.end[at]! - 1;
    } else if (document.kind[at] === NODE_KIND.text && hasLetters(shownText(document, at))) {
      return false;
    }
  }
  return links > 0;
}

/** What a heading of several elements shows. */
export interface HeadingParts {
  /** The words before the headline, if they have an element of their own. */
  readonly kicker: string | undefined;
  readonly headline: string;
}

const STANDFIRST_IN_HEADING =
  /(?:^|[\s_-])(?:stand-?first|sub-?(?:title|head|heading|headline|line|text)|deck?|strap-?line|unter-?titel|sous-?titre)(?:$|[\s_-])/i;
const DATE_MARK = /(?:^|[\s_-])(?:date|datum|time(?:stamp)?|pub-?date|published)(?:$|[\s_-])/i;
const NUMBERED_DATE = /^\D{0,12}\d{1,4}[./-]\d{1,2}[./-]\d{2,4}(?!\d)/;
/** Longer texts with a date in them are headlines. */
const MAX_DATE_CHARACTERS = 40;
/** Longer first parts of a heading are not a kicker. */
const MAX_KICKER_WORDS = 5;

/** The kicker and the headline of a heading of several elements, without dates and a standfirst; undefined of one text. */
export function headingParts({ document }: Page, heading: number): HeadingParts | undefined {
  // An element and its text: most headings are no more.
  if (document.end[heading]! - heading <= 2) return undefined;
  const parts = partsOf(document, heading);
  const own = parts.filter((part, at) => {
    const isBeside =
      isDate(document, part) || (at > 0 && STANDFIRST_IN_HEADING.test(allMarksOf(document, part)));
    return !isBeside;
  });
  const [first, ...rest] = own.length === 0 ? parts : own;
  if (first === undefined || parts.length < 2) return undefined;
  const texts = rest.map((part) => shownText(document, part));
  const before = shownText(document, first);
  if (rest.length > 0 && isKicker(document, first, rest))
    return { kicker: before, headline: texts.join(" ").replace(/^[\s:–—|-]+/, "") };
  return own.length === parts.length
    ? undefined
    : { kicker: undefined, headline: [before, ...texts].join(" ") };
}

function isDate(document: Document, node: number): boolean {
  if (document.tag[node] === TAG.time || DATE_MARK.test(allMarksOf(document, node))) return true;
  const text = shownText(document, node);
  return text.length <= MAX_DATE_CHARACTERS && NUMBERED_DATE.test(text);
}

/** Whether the first part of a heading is a kicker: by its class, by that of the last, or since no space parts it from the next. */
function isKicker(document: Document, first: number, rest: readonly number[]): boolean {
  const [before, after] = [innerMarks(document, first), innerMarks(document, rest.at(-1)!)];
  if (KICKER.test(before) || (HEADLINE.test(after) && !HEADLINE.test(before))) return true;
  const [next] = rest;
  if (rest.length > 1 || next === undefined || document.textEnd[first] !== document.textStart[next])
    return false;
  const isInline = [first, next].every((part) => BLOCK_TAGS[document.tag[part]!] !== 1);
  const isGlued =
    /[\p{L}\p{N}]$/u.test(rawText(document, first)) && /^[\p{Lu}"“„«]/u.test(rawText(document, next));
  return isInline && isGlued && words(rawText(document, first)).length <= MAX_KICKER_WORDS;
}

/** The children of a heading with words; of an only child, its children. */
function partsOf(document: Document, heading: number): readonly number[] {
  let parts: number[] = [];
  for (let node = heading, depth = 0; depth < MAX_DEPTH; depth++) {
    parts = [];
    for (let child = node + 1; child < document.end[node]!; child = document.end[child]!) {
      if (hasLetters(shownText(document, child))) parts.push(child);
    }
    const [only] = parts;
    if (parts.length !== 1 || only === undefined || document.kind[only] === NODE_KIND.text) break;
    node = only;
  }
  return parts;
}

function innerMarks(document: Document, node: number): string {
  const child = node + 1 < document.end[node]! ? allMarksOf(document, node + 1) : "";
  return `${allMarksOf(document, node)} ${child}`;
}

/** The class, id and names of data attributes of an element. */
function allMarksOf(document: Document, node: number): string {
  let marks = marksOf(document, node);
  for (let at = document.attributeStart[node]!; at < document.attributeStart[node + 1]!; at++) {
    const name = document.attributes.nameAt(at);
    if (name.startsWith("data-")) marks += ` ${name}`;
  }
  return marks;
}
