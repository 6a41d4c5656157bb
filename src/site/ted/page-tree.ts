import { attribute, type Document, MEDIA_TAGS, NODE_KIND, tagName } from "../../html/index.ts";
import type { Page } from "../../page/index.ts";
import { foldSpaces, hashText, joinHashes } from "../../text/index.ts";
import { type LabelTree, TreeBuilder } from "./label-tree.ts";

/** A page's tree, and of every node the one of the document that it stands for. */
export interface PageTree extends LabelTree {
  readonly node: Int32Array;
}

/** Attributes that tell one picture, film or frame from another. */
const SOURCES = ["src", "srcset", "data"] as const;

/** The tree of a page: its leaves, and the elements that hold any. */
export function readTree({ document, leaves }: Page): PageTree {
  const holds = leafHolders(document, leaves.node);
  const builder = new TreeBuilder();
  const nodes = [0];
  const open = [0];
  builder.open(0);
  for (let at = 1; at < document.size; at++) {
    if (holds[at] === 0) {
      at = document.end[at]! - 1;
      continue;
    }
    for (; document.end[open.at(-1)!]! <= at; open.pop()) builder.close();
    open.push(at);
    nodes.push(at);
    builder.open(labelOf(document, at));
  }
  for (const _ of open) builder.close();
  return { ...builder.take(), node: Int32Array.from(nodes) };
}

/** 1 for every node that is a leaf or holds one. */
function leafHolders({ size, parent }: Document, leaves: Int32Array): Uint8Array {
  const holds = new Uint8Array(size);
  for (const leaf of leaves) holds[leaf] = 1;
  for (let at = size - 1; at > 0; at--) if (holds[at] === 1) holds[parent[at]!] = 1;
  return holds;
}

function labelOf(document: Document, at: number): number {
  if (document.kind[at] === NODE_KIND.text) {
    return hashText(foldSpaces(document.text.slice(document.textStart[at], document.textEnd[at])));
  }
  const tag = document.tag[at]!;
  const name = tag === 0 ? hashText(tagName(document, at)) : tag;
  if (MEDIA_TAGS[tag] !== 1) return name;
  const source = SOURCES.map((key) => attribute(document, at, key)).find((found) => found !== undefined);
  return joinHashes(name, hashText(source ?? ""));
}
