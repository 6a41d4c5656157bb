import { NewsError } from "../../errors/index.ts";
import { HEADING_TAGS, parseHtml, rawText, TAG } from "../../html/index.ts";
import {
  countShownWords,
  type Extraction,
  findProse,
  headlineKey,
  KEEP_SCORE,
  leafWords,
  MIN_PROSE_WORDS,
  Page,
  type ProseBlock,
  reasonCode,
  type StatedBody,
  showsConsent,
  valuesOf,
} from "../../page/index.ts";
import { words } from "../../text/index.ts";
import { keptWords } from "./kept.ts";
import { type Prose, ProseFinder, stringEnd, unquote } from "./script-prose.ts";

const OUTSIDE = reasonCode("outside the body");
const LIKELIEST = reasonCode("likeliest body");

/** An answer with more words is an article, however much the page states in data. */
const MAX_KEPT_WORDS = 100;
/** A page that shows more is not an empty shell, and its scripts are not read: nine articles of 1,215 are such shells. */
const MAX_SHOWN_WORDS = 150;
/** A stated body with fewer words is a summary or a caption. */
const MIN_STATED_WORDS = 50;
/** A stated body must be this many times as long as the answer to replace it. */
const MIN_GAIN = 2;
/** Longer texts are sentences. No labelled page with prose has an answer this short. */
const MAX_LABEL_WORDS = 9;
/** Prose that was dropped by a step after the weighing has no score left, but is still prose. */
const LEAST = 0.01;
/** Where this share of the answer is hidden in the markup, readers should know. */
const MIN_HIDDEN_SHARE = 0.1;

/** An answer with what only data on the page states in its place, where the page shows next to nothing. */
export function useStatedBody(page: Page, answer: Extraction): Extraction {
  const kept = keptWords(page, answer.scores, MAX_KEPT_WORDS);
  const body = kept < MAX_KEPT_WORDS ? findBody(page, kept) : undefined;
  if (body === undefined) return answer;
  return {
    ...answer,
    scores: new Float32Array(answer.scores.length),
    reasons: answer.reasons.map((reason, leaf) => (answer.scores[leaf]! >= KEEP_SCORE ? OUTSIDE : reason)),
    statedBody: body,
    ...(body.facts && { facts: body.facts }),
    warnings: ["TEXT_FROM_DATA"],
  };
}

/** What structured data states before what scripts hold: the first is meant for programs, the second is a guess. */
function findBody(page: Page, kept: number): StatedBody | undefined {
  const enough = Math.max(MIN_STATED_WORDS, kept * MIN_GAIN);
  const stated = statedBody(page);
  if (stated !== undefined && countShownWords(stated.page) >= enough) return stated;
  if (countShownWords(page) > MAX_SHOWN_WORDS) return undefined;
  const scripted = scriptedBody(page);
  return scripted !== undefined && countShownWords(scripted.page) >= enough ? scripted : undefined;
}

/** An answer that says so where a good part of it is hidden by the markup. */
export function warnOfHidden(page: Page, answer: Extraction): Extraction {
  const { visible } = page.leaves;
  let hidden = 0;
  for (let leaf = 0; leaf < answer.scores.length; leaf++) {
    if (answer.scores[leaf]! >= KEEP_SCORE && visible[leaf] === 0) hidden += leafWords(page, leaf);
  }
  if (hidden === 0 || hidden < keptWords(page, answer.scores) * MIN_HIDDEN_SHARE) return answer;
  return { ...answer, warnings: ["HIDDEN_USED"] };
}

/**
 * An answer that keeps the likeliest prose where all else was dropped: a page with something to read is never answered with
 * nothing. It comes after every step that drops.
 */
export function keepProse(page: Page, answer: Extraction): Extraction {
  if (answer.statedBody !== undefined || keepsText(page, answer.scores)) return answer;
  const prose = findProse(page);
  const words = prose.reduce((sum, block) => sum + block.words, 0);
  if (words < MIN_PROSE_WORDS || showsConsent(page)) return answer;
  const { blocks } = page;
  const scores = answer.scores.slice();
  const reasons = answer.reasons.slice();
  for (const { block } of likeliestPart(page, answer.scores, prose)) {
    for (let leaf = blocks.firstLeaf[block]!; leaf < blocks.firstLeaf[block + 1]!; leaf++) {
      if (page.leaves.visible[leaf] === 0) continue;
      scores[leaf] = KEEP_SCORE;
      reasons[leaf] = LIKELIEST;
    }
  }
  return { ...answer, scores, reasons };
}

/** Whether an answer keeps more than a headline, which is not part of the text, and a label. */
function keepsText(page: Page, scores: Float32Array): boolean {
  const { document, blocks } = page;
  let all = 0;
  let outsideHeadings = 0;
  for (let leaf = 0; leaf < scores.length; leaf++) {
    if (scores[leaf]! < KEEP_SCORE) continue;
    const words = leafWords(page, leaf);
    const isHeading = HEADING_TAGS[document.tag[blocks.container[blocks.ofLeaf[leaf]!]!]!] === 1;
    all += words;
    outsideHeadings += isHeading ? 0 : words;
    if (all >= MIN_PROSE_WORDS || outsideHeadings > MAX_LABEL_WORDS) return true;
  }
  return false;
}

/** The prose of the element that holds the most of it, each word counted by how likely it is part of the article. */
function likeliestPart(
  { document, blocks }: Page,
  scores: Float32Array,
  prose: readonly ProseBlock[],
): readonly ProseBlock[] {
  const parts = Map.groupBy(prose, ({ block }) => document.parent[blocks.container[block]!]!);
  const weightOf = (part: readonly ProseBlock[]) =>
    part.reduce((sum, { block, words }) => sum + words * (LEAST + scores[blocks.firstLeaf[block]!]!), 0);
  return [...parts.values()].reduce((best, part) => (weightOf(part) > weightOf(best) ? part : best));
}

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
