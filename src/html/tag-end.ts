import type { MarkupCutter } from "./markup-cutter.ts";

const SLASH = 0x2f;
const EQUALS = 0x3d;
const MORE = 0x3e;
const QUOTE = 0x22;
const APOSTROPHE = 0x27;

/** Just after the tag, doctype or bogus comment that begins at `start`, its attributes cut; -1 where it does not end. */
export function tagEnd(html: string, start: number, cutter: MarkupCutter): number {
  const isEnd = html.charCodeAt(start + 1) === SLASH;
  let at = start + (isEnd ? 2 : 1);
  if (!isLetter(html.charCodeAt(at))) return html.indexOf(">", start) + 1 || -1;
  at = nameEnd(html, at + 1, false);
  if (html.charCodeAt(at) === MORE) return at + 1;
  cutter.openTag(start);
  while (at < html.length) {
    const unit = html.charCodeAt(at);
    if (unit === MORE) {
      cutter.closeTag();
      return at + 1;
    }
    if (unit === SLASH || isSpace(unit)) at++;
    else at = attributeEnd(html, at, cutter);
    if (at < 0) return -1;
  }
  return -1;
}

/** After one attribute (WHATWG 13.2.5.33 to 13.2.5.39); -1 where a quoted value does not end. */
function attributeEnd(html: string, start: number, cutter: MarkupCutter): number {
  // The first character is part of the name even when it is `=`.
  const name = nameEnd(html, start + 1, true);
  cutter.name(start, name);
  let at = skipSpaces(html, name);
  if (html.charCodeAt(at) !== EQUALS) return at;
  at = skipSpaces(html, at + 1);
  const from = at;
  const unit = html.charCodeAt(at);
  if (unit === QUOTE || unit === APOSTROPHE) {
    const to = html.indexOf(unit === QUOTE ? '"' : "'", at + 1);
    if (to < 0) return -1;
    cutter.value(from + 1, to, to + 1);
    return to + 1;
  }
  while (at < html.length && html.charCodeAt(at) !== MORE && !isSpace(html.charCodeAt(at))) at++;
  cutter.value(from, at, at);
  return at;
}

function nameEnd(html: string, start: number, endsAtEquals: boolean): number {
  let at = start;
  for (; at < html.length; at++) {
    const unit = html.charCodeAt(at);
    if (unit === MORE || unit === SLASH || isSpace(unit) || (endsAtEquals && unit === EQUALS)) break;
  }
  return at;
}

function skipSpaces(html: string, start: number): number {
  let at = start;
  while (isSpace(html.charCodeAt(at))) at++;
  return at;
}

function isSpace(unit: number): boolean {
  return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d && unit !== 0x0b);
}

function isLetter(unit: number): boolean {
  const lower = unit | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}
