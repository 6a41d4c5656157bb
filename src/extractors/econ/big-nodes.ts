import { type Document, NODE_KIND, TAG, type TagName, tagTable } from "../../html/index.ts";
import type { TextSums } from "./text-sums.ts";

const TEXT_TAGS = [
  "p",
  "br",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "strong",
  "b",
  "em",
  "i",
  "u",
  "font",
  "span",
  "a",
  "li",
  "dd",
  "dt",
] as const satisfies readonly TagName[];

const TABLE_TAGS = ["tbody", "tr", "td", "th", "center"] as const satisfies readonly TagName[];

const BIG_TAGS = tagTable(...TEXT_TAGS);
const BIG_TAGS_WITH_TABLES = tagTable(...TEXT_TAGS, ...TABLE_TAGS);

/** 1 for every big-node (III.B): an element of the tag list, or the parent of a text node. */
export function findBigNodes(document: Document, sums: TextSums, tableTags: boolean): Uint8Array {
  const { size, kind, tag, parent } = document;
  const byTag = tableTags ? BIG_TAGS_WITH_TABLES : BIG_TAGS;
  const big = new Uint8Array(size);
  for (let node = 1; node < size; node++) {
    if (kind[node] === NODE_KIND.element) {
      if (byTag[tag[node]!] === 1) big[node] = 1;
    } else if (sums.length[node + 1]! > sums.length[node]! && !isRoot(tag[parent[node]!]!)) {
      big[parent[node]!] = 1;
    }
  }
  return big;
}

/** Deviation: a stray word beside the page's blocks does not make the whole page one text-para. */
function isRoot(tag: number): boolean {
  return tag === TAG.body || tag === TAG.html;
}
