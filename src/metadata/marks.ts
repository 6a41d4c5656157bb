import { ATTRIBUTE, attribute, type Document, NODE_KIND, TAG } from "../html/index.ts";
import { hasLetters, type Page, shownText } from "../page/index.ts";
import { rememberWords } from "../text/index.ts";

/** Longer ones are cut: a hostile page may give every element a class of a megabyte. */
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
    // The classes of these two may say that breadcrumbs are switched on somewhere.
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

/** The words of a heading after a kicker in an element of its own; undefined without one. */
export function withoutMarkedKicker({ document }: Page, heading: number): string | undefined {
  const parts = partsOf(document, heading);
  const [first, ...rest] = parts;
  const last = parts.at(-1);
  if (first === undefined || last === undefined || rest.length === 0) return undefined;
  const [before, after] = [innerMarks(document, first), innerMarks(document, last)];
  if (!KICKER.test(before) && !(HEADLINE.test(after) && !HEADLINE.test(before))) return undefined;
  const shown = rest.map((part) => shownText(document, part)).join(" ");
  return shown.replace(/^[\s:–—|-]+/, "") || undefined;
}

/** No headline has more elements. */
const MAX_PARTS = 12;

/** The children of a heading with words; of an only child, its children. */
function partsOf(document: Document, heading: number): readonly number[] {
  let parts: number[] = [];
  for (let node = heading, depth = 0; depth < MAX_DEPTH; depth++) {
    parts = [];
    for (let child = node + 1; child < document.end[node]!; child = document.end[child]!) {
      if (parts.length < MAX_PARTS && hasLetters(shownText(document, child))) parts.push(child);
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
