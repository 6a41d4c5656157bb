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
import { type DocumentText, SlicedText, Utf8Text } from "./document-text.ts";
import { MATH, NAME_BITS, SVG } from "./tag-classes.ts";
import { KIND } from "./tree.ts";
import type { TreeBuilder } from "./tree-builder.ts";
import { WrittenAttributes } from "./written-attributes.ts";

const SVG_NAMES = adjustedNames(SVG_ATTRIBUTES);
const MATH_NAMES = adjustedNames(MATH_ATTRIBUTES);

/** What is found while nodes are written. */
interface Parts {
  readonly text: DocumentText;
  readonly attributes: WrittenAttributes;
  readonly code: Map<number, Source>;
  readonly otherNames: Map<number, string>;
}

/** The finished tree as a Document: nodes in document order, comments left out. The bytes are those of a source in UTF-8. */
export function writeDocument(builder: TreeBuilder, bytes?: Uint8Array): Document {
  const { tree, tag, source } = builder;
  const arrays = makeNodeArrays(tree.size - tree.comments);
  const text = bytes === undefined ? new SlicedText(source.units) : new Utf8Text(bytes);
  const attributes = new WrittenAttributes(tag.attributes);
  const parts: Parts = { text, attributes, code: new Map(), otherNames: new Map() };
  const size = writeNodes(builder, arrays, parts);
  return {
    size,
    ...firstNodes(arrays, size),
    attributes: new AttributeTable(attributes.finish(), tag.names.names, source),
    text: text.finish(),
    code: new CodeTexts(parts.code),
    otherNames: parts.otherNames,
  };
}

/** Writes all nodes and gives how many; one loop over plain arrays, as it is run for every node of every page. */
function writeNodes(builder: TreeBuilder, arrays: NodeArrays, parts: Parts): number {
  const { text, attributes, code, otherNames } = parts;
  const { tree, source } = builder;
  const { kind: kinds, key: keys, parent: parents, first, next, from: starts, to: ends } = tree;
  const { kind, tag, flags, parent, textStart, attributeStart } = arrays;
  parent[0] = -1;
  let size = 1;
  let current = 0;
  for (let at = first[0]!; at > 0; ) {
    const kindAt = kinds[at]!;
    if (kindAt !== KIND.comment) {
      const node = size++;
      kind[node] = kindAt;
      parent[node] = current;
      flags[node] = flags[current]!;
      textStart[node] = text.length;
      attributeStart[node] = attributes.count;
      if (kindAt === KIND.text) {
        const from = starts[at]!;
        if (tag[current] === TAG.script || tag[current] === TAG.style) {
          code.set(node, from < 0 ? textSource(tree.strings[~from]!) : cutSource(source, from, ends[at]!));
        } else if (from < 0) text.addKept(tree.strings[~from]!);
        else text.add(from, ends[at]!);
      } else {
        const key = keys[at]!;
        const id = tagOf(key);
        tag[node] = id;
        if (id === 0) otherNames.set(node, nameOf(builder, key));
        flags[node]! |= ownVisibility(id, readAttributes(builder, at));
        attributes.add(starts[at]!, ends[at]!);
        if (id === TAG.html || id === TAG.body) addMerged(builder, at, attributes);
        if (first[at]! >= 0) {
          current = node;
          at = first[at]!;
          continue;
        }
      }
    }
    // Up to the next one that has a sibling.
    for (; at > 0 && next[at]! < 0; current = parent[current]!) at = parents[at]!;
    if (at > 0) at = next[at]!;
  }
  attributeStart[size] = attributes.count;
  finishNodes(arrays, size, text.length);
  return size;
}

/** Gives what the attributes of an element state of whether it is shown, and those of a foreign one the names they have there. */
function readAttributes({ tree, tag: { attributes }, source }: TreeBuilder, node: number): number {
  const key = tree.key[node]!;
  const { name } = attributes;
  const from = tree.from[node]!;
  const to = tree.to[node]!;
  let stated = 0;
  for (let at = from; at < to; at++) {
    if (key >= SVG) name[at] = adjusted((key & SVG) !== 0 ? SVG_NAMES : MATH_NAMES, name[at]!);
    if (tellsVisibility(name[at]!)) stated |= statedVisibility(name[at]!, attributes.valueAt(at, source));
  }
  return stated;
}

/** Adds what later tags gave to the root or the body; what it states counts for nothing. */
function addMerged({ merged }: TreeBuilder, node: number, attributes: WrittenAttributes): void {
  for (const at of merged.get(node)?.places ?? []) attributes.add(at, at + 1);
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
