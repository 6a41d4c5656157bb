import { MARK, NO_CUTS } from "./cuts.ts";
import { type CutMarkup, MarkupCutter } from "./markup-cutter.ts";
import { tagEnd } from "./tag-end.ts";

const NAME_END = "(?=[\\t\\n\\f\\r />])";
/** Elements that hold text alone; a `desc` does inside a drawing, where it and the title may hold elements of HTML too. */
const RAW = ["script", "style", "title", "textarea", "iframe", "xmp", "noembed", "noframes", "desc"] as const;
/** Elements in which other rules hold. */
const OTHER = ["svg", "select"] as const;
/** Elements that change how others are read: a template keeps its select open, a column keeps texts out of its template. */
const SWAYING = ["template", "col"] as const;
/** What the cut ends at. */
const UNSURE = ["plaintext", "frameset", "foreignobject", "math", "!\\[cdata\\["] as const;
const LANDMARK = new RegExp(
  `<(?:!--|/(${OTHER.join("|")})${NAME_END}|(${[...RAW, ...SWAYING].join("|")})${NAME_END}|(${OTHER.join("|")})${NAME_END}|(${UNSURE.join("|")})|[a-z/!?])`,
  "iy",
);
const SLASH = 0x2f;
const CASE_BIT = 0x20;
/** Tags with other beginnings are passed over without a match, which would be an object each. */
const BEGINNINGS = beginningsOf([...RAW, ...SWAYING, ...OTHER, ...UNSURE]);

/**
 * Cuts code, long texts and attributes out of the markup before it is parsed: most of a page, which the parser's
 * tokenizer reads unit by unit. It follows the tokenizer (WHATWG 13.2.5) only as far as tags and raw text begin and end;
 * at the first thing it cannot be sure of it stops, and leaves the rest as it is. A test holds the trees equal.
 */
export function cutMarkup(html: string): CutMarkup {
  // Marks of its own would be taken for ours, and NUL characters vanish from texts.
  if (html.includes(MARK) || html.includes("\0")) return { html, cuts: NO_CUTS };
  const cutter = new MarkupCutter(html);
  cutPieces(html, cutter);
  return cutter.finish();
}

function cutPieces(html: string, cutter: MarkupCutter): void {
  const landmark = new RegExp(LANDMARK);
  /** The `svg` or `select` that is open. */
  let inside: string | undefined;
  let hasTemplate = false;
  let start = 0;
  for (let at = html.indexOf("<"); at >= 0; at = html.indexOf("<", start)) {
    cutter.text(start, at);
    if (isPlainTag(html, at)) {
      start = tagEnd(html, at, cutter);
      if (start < 0) return;
      continue;
    }
    landmark.lastIndex = at;
    const match = landmark.exec(html);
    if (match === null) {
      start = at + 1;
      continue;
    }
    const [tag, closed, named, opened, unsure] = match;
    if (unsure !== undefined) return;
    start = tag === "<!--" ? commentEnd(html, at) : tagEnd(html, at, cutter);
    if (start < 0) return;
    if (closed !== undefined && closed.toLowerCase() === inside) {
      inside = undefined;
      cutter.leaveDrawing();
    }
    if (opened !== undefined) {
      if (inside !== undefined || html[start - 2] === "/") return;
      inside = opened.toLowerCase();
      if (inside === "svg") cutter.enterDrawing();
    }
    if (named === undefined) continue;
    const name = named.toLowerCase();
    if (name === "template" || name === "col") {
      if (name === "col" ? hasTemplate : inside === "select") return;
      hasTemplate ||= name === "template";
      continue;
    }
    if (inside === "svg") {
      // There they are elements like any other; what holds more than text is too rare to follow.
      if (name !== "script" && isPlain(html, start, name)) continue;
      return;
    }
    if (name === "desc") continue;
    if (inside === "select" && name !== "script") return;
    const end = rawEnd(html, start, name);
    if (end < 0) return;
    if (name === "script" || name === "style") cutter.code(start, end);
    start = end;
  }
}

/** Whether a tag begins with other letters than the landmarks. */
function isPlainTag(html: string, start: number): boolean {
  const from = start + (html.charCodeAt(start + 1) === SLASH ? 2 : 1);
  const first = html.charCodeAt(from) | CASE_BIT;
  if (!(first >= 0x61 && first <= 0x7a)) return false;
  return BEGINNINGS[pairOf(first, html.charCodeAt(from + 1) | CASE_BIT)] === 0;
}

function beginningsOf(names: readonly string[]): Uint8Array {
  const table = new Uint8Array(32 * 256);
  for (const name of names) table[pairOf(name.charCodeAt(0), name.charCodeAt(1))] = 1;
  return table;
}

/** Units that share their lowest bits with a letter only cost a match. */
function pairOf(first: number, second: number): number {
  return ((first & 0x1f) << 8) | (second & 0xff);
}

/** Just after a comment; -1 where it does not end, or ends as only more states could tell. */
function commentEnd(html: string, start: number): number {
  const from = start + 4;
  if (html.startsWith(">", from) || html.startsWith("->", from)) return -1;
  const end = html.indexOf("-->", from);
  if (end < 0 || html.slice(from, end).includes("--!>")) return -1;
  return end + 3;
}

/** Where raw text ends: before its end tag; -1 where there is none, or where a script hides one in a comment. */
function rawEnd(html: string, from: number, name: string): number {
  const endTag = new RegExp(`</${name}${NAME_END}`, "gi");
  endTag.lastIndex = from;
  const end = endTag.exec(html)?.index ?? -1;
  if (end < 0 || name !== "script") return end;
  const text = html.slice(from, end);
  // Script data double escaped (13.2.5.27): a start tag after `<!--` makes the next end tag part of the script.
  return text.includes("<!--") && /<script/i.test(text) ? -1 : end;
}

/** Whether an element holds no tags. */
function isPlain(html: string, from: number, name: string): boolean {
  return rawEnd(html, from, name) === html.indexOf("<", from);
}
