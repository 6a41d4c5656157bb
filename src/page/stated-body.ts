import { NewsError } from "../errors/index.ts";
import { parseHtml, rawText, TAG } from "../html/index.ts";
import { words } from "../text/index.ts";
import type { StatedBody } from "./extraction.ts";
import { Page } from "./page.ts";
import { type Prose, ProseFinder, stringEnd, unquote } from "./script-prose.ts";
import { valuesOf } from "./structured-data.ts";
import { headlineKey } from "./titles.ts";

/** Scripts are read up to here; of 1,844 real pages the one with the most code has 5 MB. */
const MAX_CODE = 8_000_000;
/** Longer bodies are cut: no article is longer, and a hostile page may state megabytes. */
const MAX_BODY = 500_000;
/** Shorter scripts hold no article. */
const MIN_SCRIPT = 200;
/** Shorter titles are in any data. */
const MIN_TITLE_KEY = 8;

/** A body holds this share of its title's words, and no fewer than this number: so had 30 of 34 in JSON-LD, and the other four were not bodies. */
const MIN_TITLE_SHARE = 0.4;
const MIN_TITLE_WORDS = 2;

const TAG_START = /<\/?[a-z][^<>]*>/i;
const ESCAPED_TAG = /&lt;\/?[a-z]/i;

/** The article's body as JSON-LD or microdata states it; undefined where they state none. */
export function statedBody(page: Page): StatedBody | undefined {
  const { article, item } = page.mainThings;
  const titles = titleWordsOf(page);
  for (const thing of [article, item, ...page.jsonLd.things]) {
    for (const value of valuesOf(thing, "articleBody")) {
      const isOwn = typeof value === "string" && isAbout(titles, [value]);
      const body = isOwn ? bodyPage(page, [value]) : undefined;
      const place = thing === article || thing === item ? "article" : "thing";
      if (body !== undefined) return { page: body, place };
    }
  }
  return undefined;
}

/** The longest prose in the data that a page's scripts hold; expensive, for pages that show no text. */
export function scriptedBody(page: Page): StatedBody | undefined {
  const titles = new Set(page.titleCandidates.map(({ text }) => headlineKey(text)));
  const finder = new ProseFinder((text) => {
    const key = headlineKey(text);
    return key.length >= MIN_TITLE_KEY && titles.has(key);
  });
  readScripts(page, finder);
  const { best } = finder;
  const strings = best === undefined ? [] : trimmed(best);
  const body = isAbout(titleWordsOf(page), strings) ? bodyPage(page, strings) : undefined;
  if (body === undefined) return undefined;
  return best?.isTitled
    ? { page: body, place: "titled script", facts: best.facts }
    : { page: body, place: "script" };
}

/** The words of each of the page's titles; a page may state ten thousand bodies to compare them with. */
function titleWordsOf(page: Page): readonly (readonly string[])[] {
  return page.titleCandidates.map(({ text }) => words(text));
}

/** Whether a text holds enough words of one of the page's titles: data also states other articles and notices. */
function isAbout(titles: readonly (readonly string[])[], strings: readonly string[]): boolean {
  const text = new Set(strings.flatMap((one) => words(one.slice(0, MAX_BODY))));
  return titles.some((titleWords) => {
    const found = titleWords.filter((word) => text.has(word)).length;
    return found >= titleWords.length * MIN_TITLE_SHARE && found >= MIN_TITLE_WORDS;
  });
}

function readScripts({ document, landmarks }: Page, finder: ProseFinder): void {
  const jsonLd = new Set(landmarks.jsonLdScripts);
  const stream: string[] = [];
  let left = MAX_CODE;
  for (const node of document.code.nodes()) {
    const script = document.parent[node]!;
    if (document.tag[script] !== TAG.script || jsonLd.has(script)) continue;
    const code = rawText(document, node);
    if (code.length < MIN_SCRIPT) continue;
    left -= code.length;
    if (left < 0) break;
    const piece = flightPiece(code);
    if (piece === undefined) finder.readCode(code);
    else stream.push(piece);
  }
  if (stream.length > 0) readFlightRows(stream.join(""), finder);
}

/** Begins a call with which Next.js passes on a piece of its stream. */
const PUSH = "self.__next_f.push([1,";

/** The piece of a stream that a script pushes; undefined where it pushes none. */
function flightPiece(code: string): string | undefined {
  const start = code.indexOf(PUSH) + PUSH.length;
  if (start < PUSH.length) return undefined;
  const end = code[start] === '"' ? stringEnd(code, start) : -1;
  return end < 0 ? undefined : unquote(code.slice(start, end));
}

/** A text row is `1c:T4a2,` followed by 0x4a2 bytes of text; every other row is JSON and ends with its line. */
const TEXT_ROW = /[\da-f]+:T([\da-f]+),/y;

/** Reads the rows of a stream in one pass. */
function readFlightRows(stream: string, finder: ProseFinder): void {
  const rest: string[] = [];
  for (let at = 0; at < stream.length; ) {
    TEXT_ROW.lastIndex = at;
    const row = TEXT_ROW.exec(stream);
    if (row === null) {
      const end = stream.indexOf("\n", at);
      const next = end < 0 ? stream.length : end + 1;
      rest.push(stream.slice(at, next));
      at = next;
    } else {
      const start = TEXT_ROW.lastIndex;
      at = afterBytes(stream, start, Number.parseInt(row[1]!, 16));
      finder.readText(stream.slice(start, at));
    }
  }
  finder.readCode(rest.join(""));
}

/** The offset in a text after a number of UTF-8 bytes. */
function afterBytes(text: string, start: number, bytes: number): number {
  let at = start;
  for (let left = bytes; left > 0 && at < text.length; at++) {
    const unit = text.charCodeAt(at);
    // Each half of a pair counts two of its four bytes.
    const isHalf = unit >= 0xd800 && unit < 0xe000;
    left -= unit < 0x80 ? 1 : unit < 0x800 || isHalf ? 2 : 3;
  }
  return at;
}

function trimmed({ strings }: Prose): readonly string[] {
  const kept: string[] = [];
  let length = 0;
  for (const text of strings) {
    length += text.length;
    if (length > MAX_BODY) break;
    kept.push(text);
  }
  return kept;
}

/** Undefined where the markup breaks a limit of the parser: bad data must not fail a page that can be read. */
function bodyPage(page: Page, strings: readonly string[]): Page | undefined {
  try {
    const markup = strings.map((text) => markupOf(text.slice(0, MAX_BODY))).join("\n");
    return new Page(parseHtml(`<body>${markup}`), page.url);
  } catch (error) {
    if (error instanceof NewsError) return undefined;
    throw error;
  }
}

/** A stated text as markup: what holds tags is markup already, anything else has a paragraph a line. */
function markupOf(text: string): string {
  if (TAG_START.test(text)) return `<div>${text}</div>`;
  // Publishing systems escape twice.
  if (ESCAPED_TAG.test(text)) return `<div>${rawText(parseHtml(`<body>${text}`), 0)}</div>`;
  return text
    .split(/[\r\n\u2028\u2029]+/)
    .map((line) => `<p>${line.replaceAll("<", "&lt;")}</p>`)
    .join("");
}
