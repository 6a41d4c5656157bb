import { type Document, NODE_FLAG, rawText, TAG } from "../html/index.ts";
import { copyOf } from "../text/index.ts";
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

/** Whether a text has any letter or digit, so that its key is not empty. */
export function hasLetters(text: string): boolean {
  return ASCII_INK.test(text) || headlineKey(text) !== "";
}

function fold(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(NOT_INK, "");
}
