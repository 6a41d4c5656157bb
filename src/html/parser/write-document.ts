import type { Document } from "../document.ts";
import { TAGS } from "../tags.data.ts";
import { TAG } from "../tags.ts";
import { TreeWriter } from "../tree-writer.ts";
import type { AttributeLists } from "../visibility.ts";
import { NAMESPACED_ATTRIBUTES, SVG_ATTRIBUTES } from "./foreign-attributes.data.ts";
import { NAME } from "./names.ts";
import { MATH, NAME_BITS, SVG } from "./tag-classes.ts";
import { KIND } from "./tree.ts";
import type { TreeBuilder } from "./tree-builder.ts";

const SVG_NAMES = new Map([
  ...SVG_ATTRIBUTES.map((name) => [name.toLowerCase(), name] as const),
  ...NAMESPACED_ATTRIBUTES,
]);
const MATH_NAMES = new Map([["definitionurl", "definitionURL"] as const, ...NAMESPACED_ATTRIBUTES]);

/** The finished tree as a Document: nodes in document order, comments left out, names and values as texts. */
export function writeDocument(builder: TreeBuilder): Document {
  const writer = new TreeWriter(builder.tree.size);
  writer.openTag(TAG["#other"], "");
  writeChildren(builder, 0, writer);
  writer.close();
  return writer.finish();
}

/** Adds what a node of the tree holds to the element that is open. */
export function writeChildren(builder: TreeBuilder, top: number, writer: TreeWriter): void {
  const { tree, source } = builder;
  let at = tree.first[top]!;
  if (at < 0) return;
  for (;;) {
    const kind = tree.kind[at]!;
    if (kind === KIND.text) writer.text(tree.textOf(at, source));
    else if (kind === KIND.element) {
      const key = tree.key[at]!;
      const tag = tagOf(key);
      writer.openTag(tag, tag === 0 ? nameOf(builder, key) : "");
      if (tree.from[at]! < tree.to[at]!) putAttributes(builder, at, writer.attributes);
      if (key === NAME.html || key === NAME.body) putMerged(builder, at, writer.attributes);
      writer.endTag();
      const first = tree.first[at]!;
      if (first >= 0) {
        at = first;
        continue;
      }
      writer.close();
    }
    // Up to the next one that has a sibling.
    while (tree.next[at]! < 0) {
      at = tree.parent[at]!;
      if (at === top) return;
      writer.close();
    }
    at = tree.next[at]!;
  }
}

/** Only the roots of foreign content have a tag id. */
function tagOf(key: number): number {
  if (key < TAGS.length) return key;
  const isRoot = key === (NAME.svg | SVG) || key === (NAME.math | MATH);
  return isRoot ? key & NAME_BITS : 0;
}

function nameOf({ tag: { names } }: TreeBuilder, key: number): string {
  const name = names.nameOf(key & NAME_BITS);
  if (key < SVG) return name;
  // An `svg` inside of MathML is the same name as one of SVG.
  if (name === "svg" || name === "math") return name;
  return `${(key & SVG) !== 0 ? "svg" : "math"}:${name}`;
}

function putAttributes({ tree, tag, source }: TreeBuilder, node: number, to: AttributeLists): void {
  const { attributes, names } = tag;
  const key = tree.key[node]!;
  const other = key < SVG ? undefined : (key & SVG) !== 0 ? SVG_NAMES : MATH_NAMES;
  for (let at = tree.from[node]!; at < tree.to[node]!; at++) {
    const name = names.nameOf(attributes.name[at]!);
    to.names.push(other?.get(name) ?? name);
    to.values.push(attributes.valueAt(at, source));
  }
}

function putMerged({ merged, tag, source }: TreeBuilder, node: number, to: AttributeLists): void {
  for (const at of merged.get(node)?.places ?? []) {
    to.names.push(tag.names.nameOf(tag.attributes.name[at]!));
    to.values.push(tag.attributes.valueAt(at, source));
  }
}
