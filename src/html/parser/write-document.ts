import { AttributeTable } from "../attribute-table.ts";
import { CodeTexts } from "../code-texts.ts";
import type { Document } from "../document.ts";
import { MATH_ATTRIBUTES, NAMESPACED_ATTRIBUTES, SVG_ATTRIBUTES } from "../foreign-attributes.data.ts";
import { KNOWN_NAMES, KNOWN_NUMBERS, NAME } from "../known-names.ts";
import { finishNodes, firstNodes, makeNodeArrays, type NodeArrays } from "../node-arrays.ts";
import { cutSource, type Source, textSource } from "../source.ts";
import { TAGS } from "../tags.data.ts";
import { TAG } from "../tags.ts";
import { ownVisibility, statedVisibility, tellsVisibility } from "../visibility.ts";
import { Attributes } from "./attributes.ts";
import { type DocumentText, SlicedText, Utf8Text } from "./document-text.ts";
import { MATH, NAME_BITS, SVG } from "./tag-classes.ts";
import { KIND } from "./tree.ts";
import type { TreeBuilder } from "./tree-builder.ts";

const SVG_NAMES = adjustedNames(SVG_ATTRIBUTES);
const MATH_NAMES = adjustedNames(MATH_ATTRIBUTES);

/** The attributes in document order, used again for the next page. */
const written = new Attributes();

/** What is found while nodes are written. */
interface Parts {
  readonly text: DocumentText;
  readonly code: Map<number, Source>;
  readonly otherNames: Map<number, string>;
}

/** The finished tree as a Document: nodes in document order, comments left out. The bytes are those of a source in UTF-8. */
export function writeDocument(builder: TreeBuilder, bytes?: Uint8Array): Document {
  const { tree, tag, source } = builder;
  const arrays = makeNodeArrays(tree.size - tree.comments);
  const text = bytes === undefined ? new SlicedText(source.units) : new Utf8Text(bytes);
  const parts: Parts = { text, code: new Map(), otherNames: new Map() };
  written.reset();
  const size = writeNodes(builder, arrays, parts);
  const count = written.count;
  const ranges = {
    name: written.name.slice(0, count),
    from: written.from.slice(0, count),
    to: written.to.slice(0, count),
  };
  written.release();
  return {
    size,
    ...firstNodes(arrays, size),
    attributes: new AttributeTable(ranges, tag.names.names, source),
    text: text.finish(),
    code: new CodeTexts(parts.code),
    otherNames: parts.otherNames,
  };
}

/** Writes all nodes and gives how many; one loop over plain arrays, as it is run for every node of every page. */
function writeNodes(builder: TreeBuilder, arrays: NodeArrays, { text, code, otherNames }: Parts): number {
  const { tree, source } = builder;
  const { first, next } = tree;
  const { kind, tag, flags, parent, textStart, attributeStart } = arrays;
  parent[0] = -1;
  let size = 1;
  let current = 0;
  for (let at = first[0]!; at > 0; ) {
    const kindAt = tree.kind[at]!;
    if (kindAt !== KIND.comment) {
      const node = size++;
      kind[node] = kindAt;
      parent[node] = current;
      flags[node] = flags[current]!;
      textStart[node] = text.length;
      attributeStart[node] = written.count;
      if (kindAt === KIND.text) {
        const from = tree.from[at]!;
        if (tag[current] === TAG.script || tag[current] === TAG.style) {
          code.set(node, from < 0 ? textSource(tree.strings[~from]!) : cutSource(source, from, tree.to[at]!));
        } else if (from < 0) text.addKept(tree.strings[~from]!);
        else text.add(from, tree.to[at]!);
      } else {
        const key = tree.key[at]!;
        const id = tagOf(key);
        tag[node] = id;
        if (id === 0) otherNames.set(node, nameOf(builder, key));
        flags[node]! |= ownVisibility(id, writeAttributes(builder, at));
        if (first[at]! >= 0) {
          current = node;
          at = first[at]!;
          continue;
        }
      }
    }
    // Up to the next one that has a sibling.
    for (; at > 0 && next[at]! < 0; current = parent[current]!) at = tree.parent[at]!;
    if (at > 0) at = next[at]!;
  }
  attributeStart[size] = written.count;
  finishNodes(arrays, size, text.length);
  return size;
}

/** Writes the attributes of an element; gives what they state of whether it is shown. */
function writeAttributes({ tree, tag, merged, source }: TreeBuilder, node: number): number {
  const from = tree.from[node]!;
  const to = tree.to[node]!;
  const key = tree.key[node]!;
  const { attributes } = tag;
  let stated = 0;
  for (let at = from; at < to; at++) {
    let name = attributes.name[at]!;
    if (key >= SVG) name = (key & SVG) !== 0 ? adjusted(SVG_NAMES, name) : adjusted(MATH_NAMES, name);
    written.put(name, attributes.from[at]!, attributes.to[at]!);
    if (tellsVisibility(name)) stated |= statedVisibility(name, attributes.valueAt(at, source));
  }
  if (key === NAME.html || key === NAME.body) {
    // What they state counts for nothing.
    for (const at of merged.get(node)?.places ?? []) {
      written.put(attributes.name[at]!, attributes.from[at]!, attributes.to[at]!);
    }
  }
  return stated;
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

/** The numbers of names that are written otherwise on foreign elements, 0 for those that are not. */
function adjustedNames(withCapitals: readonly string[]): Int32Array {
  const numbers = new Int32Array(KNOWN_NAMES.length);
  const pairs = [
    ...withCapitals.map((name) => [name.toLowerCase(), name] as const),
    ...NAMESPACED_ATTRIBUTES,
  ];
  for (const [name, other] of pairs) numbers[KNOWN_NUMBERS.get(name)!] = KNOWN_NUMBERS.get(other)!;
  return numbers;
}

function adjusted(names: Int32Array, name: number): number {
  return name < names.length && names[name] !== 0 ? names[name]! : name;
}
