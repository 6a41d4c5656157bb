import { NODE_KIND, TAG, type TagName, tagTable } from "../../html/index.ts";
import type { Page } from "../../page/index.ts";

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

/** Tells big-nodes (III.B). */
export interface BigNodes {
  /** 1 for the tags of the list. */
  readonly byTag: Uint8Array;
  /** 1 for the parents of text nodes. */
  readonly byText: Uint8Array;
}

/** The big-nodes of a page: the elements of the tag list, and the parents of shown text nodes. */
export function findBigNodes({ document, leaves }: Page, tableTags: boolean): BigNodes {
  const { size, kind, tag, parent } = document;
  const byText = new Uint8Array(size);
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const node = leaves.node[leaf]!;
    if (leaves.visible[leaf] === 0 || kind[node] !== NODE_KIND.text) continue;
    const around = parent[node]!;
    if (!isRoot(tag[around]!)) byText[around] = 1;
  }
  return { byTag: tableTags ? BIG_TAGS_WITH_TABLES : BIG_TAGS, byText };
}

/** Deviation: a stray word beside the page's blocks does not make the whole page one text-para. */
function isRoot(tag: number): boolean {
  return tag === TAG.body || tag === TAG.html;
}
