import { type Extraction, headlineKey, KEEP_SCORE, type Page, TEXT_LEAF } from "../../page/index.ts";
import { findProseLeaves } from "../../profile/index.ts";
import { hashText, words } from "../../text/index.ts";
import { flatSegments } from "../partition/index.ts";

/** Longer texts are not headlines. */
const MAX_TITLE_CHARACTERS = 500;
/** Shorter titles, such as "News", are also names of sections. */
const MIN_TITLE_KEY = 8;

/** A flat segment with the features for alignment. */
export interface Segment {
  /** Its range of leaves, `to` excluded. */
  readonly from: number;
  readonly to: number;
  /** The sorted hashes of its words, each once. */
  readonly words: Int32Array;
}

/** What mining needs of a page, computed once, by leaf. */
export interface MiningView {
  readonly page: Page;
  readonly segments: readonly Segment[];
  /** The hash of the text. */
  readonly texts: Int32Array;
  /** The number of words; 0 where the text is hidden. */
  readonly words: Int32Array;
  /** 1 where the block has several words outside of links and fewer inside. */
  readonly isProse: Uint8Array;
  /** 1 where the page states the text as its title. */
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
  const hashes: (readonly number[])[] = [];
  const titleKeys = page.titleCandidates.map(({ text }) => headlineKey(text));
  for (let leaf = 0; leaf < count; leaf++) {
    const text = visibleText(page, leaf);
    const found = words(text);
    hashes.push(found.map(hashText));
    texts[leaf] = hashText(found.join(" "));
    isTitle[leaf] = Number(isStatedTitle(text, titleKeys));
  }
  const segments = flatSegments(page).map(({ from, to }) => {
    const own = new Set(hashes.slice(from, to).flat());
    return { from, to, words: Int32Array.from(own).sort() };
  });
  const prose = findProseLeaves(page);
  if (answer !== undefined) {
    for (let leaf = 0; leaf < count; leaf++) if (answer.scores[leaf]! < KEEP_SCORE) prose.isProse[leaf] = 0;
  }
  return { page, segments, texts, ...prose, isTitle };
}

function visibleText({ document, leaves }: Page, leaf: number): string {
  if (leaves.visible[leaf] === 0 || leaves.kind[leaf] !== TEXT_LEAF) return "";
  const node = leaves.node[leaf]!;
  return document.text.slice(document.textStart[node], document.textEnd[node]);
}

/** By prefix, since the title of a page may name the site after the headline. */
function isStatedTitle(text: string, titleKeys: readonly string[]): boolean {
  if (text === "" || text.length > MAX_TITLE_CHARACTERS) return false;
  const key = headlineKey(text);
  return key.length >= MIN_TITLE_KEY && titleKeys.some((title) => title.startsWith(key));
}
