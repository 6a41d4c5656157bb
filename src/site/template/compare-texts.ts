import { type Extraction, headlineKey, KEEP_SCORE, type Page, TEXT_LEAF } from "../../page/index.ts";
import { findProseLeaves } from "../../profile/index.ts";
import { hashText, words } from "../../text/index.ts";

/**
 * The content of two pages, by leaf of each: 1 for a text that the other page does not have. Deviation: the paper aligns flat segments by Jaccard
 * similarity; one may contain both the story and the words "Read more", and segments that match have the same texts. Aligned as well, they changed no
 * F1 of mined templates on six sets.
 */
export function compareTexts(a: MiningView, b: MiningView): readonly [a: Uint8Array, b: Uint8Array] {
  return [findContent(a, b), findContent(b, a)];
}

function findContent(own: MiningView, other: MiningView): Uint8Array {
  const known = new Set(other.texts.filter((_, leaf) => other.words[leaf]! > 0));
  return Uint8Array.from(own.texts, (text, leaf) => Number(own.words[leaf]! > 0 && !known.has(text)));
}

/** Longer texts are not headlines. */
const MAX_TITLE_CHARACTERS = 500;
/** Shorter titles, such as "News", are also names of sections. */
const MIN_TITLE_KEY = 8;

/** What mining needs of a page, computed once, by leaf. */
export interface MiningView {
  readonly page: Page;
  /** The hash of the text. */
  readonly texts: Int32Array;
  /** The number of words; 0 if the text is hidden. */
  readonly words: Int32Array;
  /** 1 if the block has several words outside of links and fewer inside. */
  readonly isProse: Uint8Array;
  /** 1 if the page states the text as its title. */
  readonly isTitle: Uint8Array;
}

/** A page with its content, found by comparison with similar pages. */
export interface ComparedPage {
  readonly view: MiningView;
  /** The path of every leaf's parent. */
  readonly paths: Int32Array;
  /** By leaf: 1 for content. */
  readonly content: Uint8Array;
}

/** Reads a page for mining; text that the extractor's `answer` drops does not count as prose. */
export function makeMiningView(page: Page, answer?: Extraction): MiningView {
  const { count } = page.leaves;
  const texts = new Int32Array(count);
  const isTitle = new Uint8Array(count);
  const titleKeys = page.titleCandidates.map(({ text }) => headlineKey(text));
  for (let leaf = 0; leaf < count; leaf++) {
    const text = visibleText(page, leaf);
    texts[leaf] = hashText(words(text).join(" "));
    isTitle[leaf] = Number(isStatedTitle(text, titleKeys));
  }
  const prose = findProseLeaves(page);
  if (answer !== undefined) {
    for (let leaf = 0; leaf < count; leaf++) if (answer.scores[leaf]! < KEEP_SCORE) prose.isProse[leaf] = 0;
  }
  return { page, texts, ...prose, isTitle };
}

function visibleText({ document, leaves }: Page, leaf: number): string {
  if (leaves.visible[leaf] === 0 || leaves.kind[leaf] !== TEXT_LEAF) return "";
  const node = leaves.node[leaf]!;
  return document.text.slice(document.textStart[node], document.textEnd[node]);
}

/** Compares beginnings, since the title of a page may name the site after the headline. */
function isStatedTitle(text: string, titleKeys: readonly string[]): boolean {
  if (text === "" || text.length > MAX_TITLE_CHARACTERS) return false;
  const key = headlineKey(text);
  return key.length >= MIN_TITLE_KEY && titleKeys.some((title) => title.startsWith(key));
}
