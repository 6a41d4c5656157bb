import { findProse } from "../../extractors/index.ts";
import { type Extraction, headlineKey, KEEP_SCORE, LEAF_KINDS, type Page } from "../../page/index.ts";
import { hashText, words } from "../../text/index.ts";
import { flatSegments } from "../partition/index.ts";

const TEXT = LEAF_KINDS.indexOf("text");

/** No headline is longer. */
const MAX_TITLE_CHARACTERS = 500;
/** Shorter ones, such as "News", are also names of sections. */
const MIN_TITLE_KEY = 8;

/** A segment of a page as alignment sees it. */
export interface Segment {
  /** Its leaves, the last one excluded. */
  readonly from: number;
  readonly to: number;
  /** The hashes of its words, each once, in order of size. */
  readonly words: Int32Array;
}

/** What mining reads of a page, by leaf, so that nothing is read twice. */
export interface PageReading {
  readonly page: Page;
  readonly segments: readonly Segment[];
  /** The hash of the text. */
  readonly texts: Int32Array;
  /** How many words the text has; none where a reader does not see it. */
  readonly words: Int32Array;
  /** 1 where the block has several words outside of links, and fewer in them. */
  readonly isProse: Uint8Array;
  /** 1 where the page states the text as its title. */
  readonly isTitle: Uint8Array;
}

/** A page with what of it differs from pages like it. */
export interface ComparedPage {
  readonly reading: PageReading;
  /** The path of every leaf's parent. */
  readonly paths: Int32Array;
  /** By leaf: 1 where it is content. */
  readonly content: Uint8Array;
}

/** Reads a page for mining; prose that an extractor takes for no part of an article, where its answer is given, is none. */
export function readPage(page: Page, answer?: Extraction): PageReading {
  const { count } = page.leaves;
  const texts = new Int32Array(count);
  const isTitle = new Uint8Array(count);
  const hashes: (readonly number[])[] = [];
  const titleKeys = page.titleCandidates.map(({ text }) => headlineKey(text));
  for (let leaf = 0; leaf < count; leaf++) {
    const text = seenText(page, leaf);
    const found = words(text);
    hashes.push(found.map(hashText));
    texts[leaf] = hashText(found.join(" "));
    isTitle[leaf] = Number(isStatedTitle(text, titleKeys));
  }
  const segments = flatSegments(page).map(({ from, to }) => {
    const own = new Set(hashes.slice(from, to).flat());
    return { from, to, words: Int32Array.from(own).sort() };
  });
  const prose = findProse(page);
  if (answer !== undefined) {
    for (let leaf = 0; leaf < count; leaf++) if (answer.scores[leaf]! < KEEP_SCORE) prose.isProse[leaf] = 0;
  }
  return { page, segments, texts, ...prose, isTitle };
}

function seenText({ document, leaves }: Page, leaf: number): string {
  if (leaves.visible[leaf] === 0 || leaves.kind[leaf] !== TEXT) return "";
  const node = leaves.node[leaf]!;
  return document.text.slice(document.textStart[node], document.textEnd[node]);
}

/** The title of a page may name the site behind the headline. */
function isStatedTitle(text: string, titleKeys: readonly string[]): boolean {
  if (text === "" || text.length > MAX_TITLE_CHARACTERS) return false;
  const key = headlineKey(text);
  return key.length >= MIN_TITLE_KEY && titleKeys.some((title) => title.startsWith(key));
}
