import { type Document, NODE_FLAG, rawText, TAG } from "../html/index.ts";
import type { Landmarks } from "./landmarks.ts";
import type { Meta } from "./meta.ts";
import { plainText } from "./plain-text.ts";
import { shownText } from "./shown-text.ts";
import { firstText, type Thing } from "./thing.ts";

/** Where a title candidate stands. */
export const TITLE_SOURCES = ["h1", "og", "twitter", "json-ld", "microdata", "title"] as const;
/** Where a title candidate stands. */
export type TitleSource = (typeof TITLE_SOURCES)[number];

/** Something on the page that may be its title, as stated: a site's name is still on it. */
export interface TitleCandidate {
  readonly source: TitleSource;
  readonly text: string;
  /** The element that shows it; -1 where it stands in data only. */
  readonly node: number;
}

/** No headline is longer; what is, is a page wrapped in a heading. */
const MAX_CHARACTERS = 500;
/** Pages that make every teaser an h1 exist; the headline is among the first. */
const MAX_HEADINGS = 50;

/** The titles that stand in the head and the headings. */
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
  const candidates: TitleCandidate[] = [];
  for (const [source, thing] of [
    ["json-ld", article],
    ["microdata", item],
  ] as const) {
    const text = firstText(thing, "headline") ?? firstText(thing, "name");
    if (text !== undefined && text.length <= MAX_CHARACTERS) candidates.push({ source, text, node: -1 });
  }
  return candidates;
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
