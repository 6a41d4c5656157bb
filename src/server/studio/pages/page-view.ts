import { inspect } from "../../../default-extract.ts";
import { EXTRACTORS } from "../../../extractors/index.ts";
import { type Document, NODE_KIND, tagName, tagTable } from "../../../html/index.ts";
import { KEEP_SCORE, leafWords } from "../../../page/index.ts";
import { guessLabels } from "../../../sets/index.ts";
import { foldSpaces, hasInk } from "../../../text/index.ts";
import type { PageView, TreeRow } from "../contract.ts";
import type { StudioPage } from "./open-page.ts";

/** A page's tree and the answer of the default extractor. */
export type SeenPage = Pick<
  PageView,
  "pageHash" | "url" | "language" | "direction" | "tree" | "treeLeftOut" | "guess" | "confidence" | "article"
>;

/** The tree, the guess and the article of a page. */
export function viewPage({ page, hash, label }: StudioPage): SeenPage {
  const inspected = inspect({ page }, { explain: true });
  const { article } = inspected;
  const { tree, leftOut } = treeRows(page.document);
  return {
    pageHash: hash,
    url: label.url,
    language: article.language,
    direction: article.direction,
    tree,
    treeLeftOut: leftOut,
    guess: guessLabels(inspected),
    confidence: article.confidence ?? 0,
    article: { title: article.title, html: article.html, warnings: article.warnings.map(({ code }) => code) },
  };
}

/** More rows than any list shows; the nodes are in the page all the same. */
const MAX_ROWS = 200_000;
const ROW_CHARACTERS = 80;
/** Code and what describes the page: nobody labels it. */
const UNSHOWN = tagTable("script", "style", "template", "link", "meta", "base");

/** The rows of a document's tree: elements and texts, without code. */
function treeRows(document: Document): {
  readonly tree: readonly TreeRow[];
  readonly leftOut: number;
} {
  const { size, kind, tag, parent, end, text, textStart, textEnd } = document;
  const tree: TreeRow[] = [];
  const depth = new Int32Array(size);
  let leftOut = 0;
  for (let node = 1; node < size; node++) {
    depth[node] = depth[parent[node]!]! + 1;
    const isText = kind[node] === NODE_KIND.text;
    if (isText && !hasInk(text, textStart[node]!, textEnd[node]!)) continue;
    if (UNSHOWN[tag[node]!] === 1) {
      node = end[node]! - 1;
      continue;
    }
    if (tree.length >= MAX_ROWS) {
      leftOut++;
      continue;
    }
    const start = textStart[node]!;
    const shown = isText ? text.slice(start, Math.min(textEnd[node]!, start + 4 * ROW_CHARACTERS)) : "";
    const name = isText ? "" : tagName(document, node);
    tree.push([node, depth[node]! - 1, name, foldSpaces(shown).slice(0, ROW_CHARACTERS)]);
  }
  return { tree, leftOut };
}

/** The figures that decide the order in which pages are labelled. */
export interface Guess {
  readonly title: string | null;
  readonly confidence: number;
  /** The share of the two methods' words that only one of them keeps. */
  readonly disagreement: number;
}

/** A simple method with other rules than the learned ones: where both agree, both are mostly right. */
const SECOND_OPINION = "econ";

/** Guesses the value of labelling a page. */
export function guessPage({ page }: StudioPage): Guess {
  const { article, extraction, hints } = inspect({ page });
  const second = EXTRACTORS[SECOND_OPINION].extract(page, hints);
  let [both, one] = [0, 0];
  for (let leaf = 0; leaf < page.leaves.count; leaf++) {
    const words = leafWords(page, leaf);
    const isFirst = extraction.scores[leaf]! >= KEEP_SCORE;
    const isSecond = second.scores[leaf]! >= KEEP_SCORE;
    if (isFirst && isSecond) both += words;
    else if (isFirst || isSecond) one += words;
  }
  return {
    title: article.title,
    confidence: article.confidence ?? 0,
    disagreement: both + one === 0 ? 0 : one / (both + one),
  };
}
