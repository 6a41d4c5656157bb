import { type Document, NODE_FLAG, rawText, TAG } from "../html/index.ts";
import { copyOf, UNIT_COUNT } from "../text/index.ts";
import type { Landmarks, Meta } from "./landmarks.ts";
import { plainText, shownText } from "./plain-text.ts";
import { firstText, type Thing } from "./structured-data.ts";

/** Where a title candidate was found. */
export type TitleSource = "h1" | "og" | "twitter" | "json-ld" | "microdata" | "title";

/** Something on the page that may be its title, as stated: a site's name is still on it. */
export interface TitleCandidate {
  readonly source: TitleSource;
  readonly text: string;
  /** The element that shows it; -1 where it is in data only. */
  readonly node: number;
}

/** No headline is longer; what is, is a page wrapped in a heading. */
const MAX_CHARACTERS = 500;
/** Pages that make every teaser an h1 exist; the headline is among the first. */
const MAX_HEADINGS = 50;

/** The titles in the headings and the head. */
export function findStatedTitles(
  document: Document,
  landmarks: Landmarks,
  meta: Meta,
): readonly TitleCandidate[] {
  const candidates: TitleCandidate[] = [];
  const add = (source: TitleSource, text: string | undefined, node = -1) => {
    if (text && text.length <= MAX_CHARACTERS) candidates.push({ source, text, node });
  };
  for (const node of firstHeadings(document, landmarks)) add("h1", shownText(document, node), node);
  add("og", plainText(meta.get("og:title")?.[0] ?? ""));
  add("twitter", plainText(meta.get("twitter:title")?.[0] ?? ""));
  const title = landmarks.titles[0];
  if (title !== undefined) add("title", plainText(rawText(document, title)), title);
  return candidates;
}

/** The headlines that the structured data of the article states. */
export function findThingTitles(
  article: Thing | undefined,
  item: Thing | undefined,
): readonly TitleCandidate[] {
  const stated = [
    ["json-ld", article],
    ["microdata", item],
  ] as const;
  return stated.flatMap(([source, thing]) => {
    const text = firstText(thing, "headline") ?? firstText(thing, "name");
    return text !== undefined && text.length <= MAX_CHARACTERS ? [{ source, text, node: -1 }] : [];
  });
}

function firstHeadings(document: Document, landmarks: Landmarks): readonly number[] {
  const found: number[] = [];
  for (const node of landmarks.headings) {
    const isSeen = (document.flags[node]! & NODE_FLAG.noscript) === 0;
    if (document.tag[node] === TAG.h1 && isSeen) found.push(node);
    if (found.length === MAX_HEADINGS) break;
  }
  return found;
}

const NOT_INK = /[^\p{L}\p{N}]+/gu;
const ASCII_INK = /[a-z0-9]/i;
/** Latin, Cyrillic, punctuation, kana, Han, Hangul and wide forms: units that fold alike whatever is next to them. */
const FOLDED_ALONE = [
  [0x0000, 0x024f],
  [0x0400, 0x0482],
  [0x2000, 0x206f],
  [0x3000, 0x3029],
  [0x3041, 0x3096],
  [0x309d, 0x30ff],
  [0x3400, 0x9fff],
  [0xac00, 0xd7a3],
  [0xff01, 0xff5e],
] as const;
/** Sentinel: not folded yet. */
const UNKNOWN = 0xfffe;
/** Sentinel: folds to several units, or depends on its neighbours. */
const UNSURE = 0xffff;
/** What each unit folds to, 0 where it is dropped; filled on demand. */
const UNIT_KEYS = new Uint16Array(UNIT_COUNT).fill(UNKNOWN);

/** Cache size: a page folds the same titles and names again and again. */
const MAX_REMEMBERED = 256;
const MAX_REMEMBERED_CHARACTERS = 500;
const keys = new Map<string, string>();

/** What two spellings of one headline or name share: letters and digits only, one case, one form of each character. */
export function headlineKey(text: string): string {
  if (text.length > MAX_REMEMBERED_CHARACTERS) return fold(text);
  const known = keys.get(text);
  if (known !== undefined) return known;
  const own = copyOf(text);
  const key = fold(own);
  if (keys.size >= MAX_REMEMBERED) keys.clear();
  keys.set(own, key);
  return key;
}

/** Whether a text has a key: most differ from it in their first letters, and need no folding. */
export function hasKey(text: string, key: string): boolean {
  const { length } = text;
  let shared = 0;
  for (let at = 0; at < length; at++) {
    const folded = unitKey(text.charCodeAt(at));
    if (folded === 0) continue;
    if (folded === UNSURE) return headlineKey(text) === key;
    if (folded !== key.charCodeAt(shared)) {
      // An accent may follow that makes it another letter.
      const isLast = at + 1 === length;
      return !isLast && unitKey(text.charCodeAt(at + 1)) === UNSURE && headlineKey(text) === key;
    }
    shared++;
  }
  return shared === key.length;
}

/** Whether a text has one of some keys. A long one is folded once: it would not be remembered from key to key. */
export function hasAnyKey(text: string, some: ReadonlySet<string>): boolean {
  if (text.length > MAX_REMEMBERED_CHARACTERS) return some.has(headlineKey(text));
  for (const key of some) if (hasKey(text, key)) return true;
  return false;
}

/** Whether a text has any letter or digit, so that its key is not empty. */
export function hasLetters(text: string): boolean {
  return ASCII_INK.test(text) || headlineKey(text) !== "";
}

/** Holds the folded units of one text; longer texts are rare. */
const folded = new Uint16Array(4_096);

/** Unit by unit, which takes a fraction of the time, where each unit can be folded alone. */
function fold(text: string): string {
  if (text.length > folded.length) return foldWhole(text);
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const key = unitKey(text.charCodeAt(at));
    if (key === UNSURE) return foldWhole(text);
    folded[count] = key;
    if (key !== 0) count++;
  }
  // `apply` takes any list of numbers; a spread would copy them one by one.
  return String.fromCharCode.apply(null, folded.subarray(0, count) as unknown as number[]);
}

function unitKey(code: number): number {
  const key = UNIT_KEYS[code]!;
  return key === UNKNOWN ? foldUnit(code) : key;
}

function foldUnit(code: number): number {
  const isFoldedAlone = FOLDED_ALONE.some(([first, last]) => code >= first && code <= last);
  const key = isFoldedAlone ? foldWhole(String.fromCharCode(code)) : undefined;
  const unit = key === undefined || key.length > 1 ? UNSURE : key === "" ? 0 : key.charCodeAt(0);
  UNIT_KEYS[code] = unit;
  return unit;
}

function foldWhole(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(NOT_INK, "");
}
