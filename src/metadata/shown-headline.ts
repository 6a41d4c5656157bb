import { type Document, NODE_KIND, TAG } from "../html/index.ts";
import { hasLetters, type Page, shownText } from "../page/index.ts";
import { elementsAround, marksOf } from "./marks.ts";

/** Names of classes, ids and data attributes, as a reader of markup knows them. */
const BREADCRUMB = /bread-?_?crumb/i;
const SCREEN_READER_ONLY = /\b(?:sr-only|visually-?hidden|screen-reader-text|element-invisible)\b/i;
const KICKER =
  /kicker|eyebrow|over-?line|catch-?line|top-?line|roof-?line|title-?header|pre-?title|super-?title|sur-?titre|ante-?titulo|dach-?zeile|spitzmarke|fly-?title/i;
const HEADLINE = /(?:^|[\s_-])(?:headline|heading|title|hed)(?:$|[\s_-])/i;

/** A breadcrumb is one of so many elements, its last step the first of them; a headline's markup is no deeper. */
const MAX_DEPTH = 5;

/** Whether a heading is there for machines: the last step of a breadcrumb, or off the screen. */
export function isForMachines({ document }: Page, heading: number): boolean {
  if (SCREEN_READER_ONLY.test(allMarksOf(document, heading))) return true;
  for (const at of elementsAround(document, heading, MAX_DEPTH)) {
    // The page's own element may tell of breadcrumbs that are switched on somewhere.
    if (document.tag[at] === TAG.body || document.tag[at] === TAG.main) return false;
    if (BREADCRUMB.test(allMarksOf(document, at))) return true;
  }
  return false;
}

/** Whether a heading ends a row of links, as the last step of an unnamed breadcrumb does. */
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

/** The words of a heading after the kicker that its markup sets apart; undefined where it sets none apart. */
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

/** No headline has more pieces of markup. */
const MAX_PARTS = 12;

/** The children of a heading that show words; where there is one only, its children. */
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
