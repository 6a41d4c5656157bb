import type { Document } from "./document.ts";
import { type Markup, markupOfText } from "./markup.ts";
import { HtmlParser } from "./parser/parser.ts";
import { KIND } from "./parser/tree.ts";
import type { HtmlTreeBuilder, ParseOptions } from "./parser/tree-builder.ts";
import { writeDocument } from "./parser/write-document.ts";
import { NAME } from "./tags.ts";
import type { TreeWriter } from "./tree-writer.ts";

/**
 * The standard copies unclosed formatting elements into every block that follows, which makes the tree quadratic in the markup.
 * Markup without such copies needs at least 11 characters for four elements (`<table><td>`).
 */
const ELEMENTS_PER_CHARACTER = 0.5;
/** Copies that any page can make: small pages are often the most broken. */
const SPARE_ELEMENTS = 10_000;
/** The limit whatever the length, so that memory is bounded: far more than any page that people read. */
const MAX_ELEMENTS = 2_000_000;
/** Crossed end tags move all open elements above them: this keeps the time linear in the page. */
const MOVES_PER_CHARACTER = 2;
/** Moves that any page can make: end tags can move one element through two thousand others. */
const SPARE_MOVES = 2_000_000;
/** Copies of formatting elements repeat their attributes: the total length of these, per character of the page. */
const COPIED_PER_CHARACTER = 1;
/** Characters that any page can have in copies: a link left open, with a long address and style, in ten thousand paragraphs. */
const SPARE_COPIED = 8_000_000;

/** The root of a fragment, by its number in the Document. */
const ROOT = 1;

/** One for all pages: keeping its arrays saves 5 to 13 % of the time of `econ` for text alone. It keeps nothing of a page. */
const parser = new HtmlParser();

/** The tree that a browser without scripts builds, as arrays in document order; throws PAGE_TOO_DEEP for markup over the limits. */
export function parseHtml(html: string, { hasNul = html.includes("\0") } = {}): Document {
  return parseMarkup(markupOfText(html), { hasNul });
}

/** Parses markup; if it is UTF-8, its bytes are needed too. */
export function parseMarkup(
  source: Markup,
  { hasNul, bytes }: { readonly hasNul: boolean; readonly bytes?: Uint8Array | undefined },
): Document {
  try {
    const built = parser.parse(source, { ...limitsOf(source.units), hasNul });
    placeStreamedParts(built);
    return writeDocument(built, bytes);
  } finally {
    parser.release();
  }
}

/** Parses the text of a `noscript`, which is markup only without scripts, into the open element. */
export function writeNoscript(html: string, writer: TreeWriter): void {
  try {
    // With `noscript` as the context the parser would read plain text.
    const built = parser.parseFragment(html, "div", { ...limitsOf(html), hasNul: true });
    writer.copyChildren(writeDocument(built), ROOT);
  } finally {
    parser.release();
  }
}

function limitsOf({ length }: string): Omit<ParseOptions, "hasNul"> {
  return {
    maxElements: Math.min(MAX_ELEMENTS, Math.floor(length * ELEMENTS_PER_CHARACTER) + SPARE_ELEMENTS),
    maxMoves: Math.floor(length * MOVES_PER_CHARACTER) + SPARE_MOVES,
    maxCopied: length * COPIED_PER_CHARACTER + SPARE_COPIED,
  };
}

/** A part is `S:1f`; the template where it belongs is `B:1f`, or `P:1f` inside another part. */
const PART_ID = /^S:([\da-f]+)$/;
const PLACE_ID = /^[BP]:([\da-f]+)$/;
/** More parts stay where they are. Of 33 pages that stream, the one with the most has 59. */
const MAX_PARTS = 1_000;
/** Limit on nodes that are moved or visited, for all parts together, so that many parts among many siblings stay cheap. */
const MAX_STEPS = 5_000_000;

/**
 * React streams the slow parts of a page after its end, hidden. Moves them where its script would, in place of their loading
 * signs. Follows React's own convention only, and runs no script.
 */
function placeStreamedParts(builder: HtmlTreeBuilder): void {
  // The native search saves nearly every page the loop.
  if (!builder.tree.key.subarray(0, builder.tree.size).includes(NAME.template)) return;
  const places = findNodes(builder, NAME.template, PLACE_ID);
  if (places.size === 0) return;
  let steps = 0;
  for (const [key, part] of findNodes(builder, NAME.div, PART_ID)) {
    const place = places.get(key);
    if (place === undefined || steps > MAX_STEPS) {
      show(builder, part);
      continue;
    }
    const { depth, isInside } = depthOf(builder, place, part);
    steps += depth;
    if (isInside || builder.tree.parent[place]! < 0) show(builder, part);
    else steps += put(builder, part, place);
  }
}

/** The first element of each key: placeholder templates, or parts, which are hidden. */
function findNodes(builder: HtmlTreeBuilder, name: number, id: RegExp): ReadonlyMap<string, number> {
  const { tree } = builder;
  const found = new Map<string, number>();
  for (let node = 0; node < tree.size && found.size < MAX_PARTS; node++) {
    if (tree.key[node] !== name || tree.kind[node] !== KIND.element) continue;
    const key = id.exec(attributeOf(builder, node, "id") ?? "")?.[1];
    if (key === undefined || found.has(key)) continue;
    if (name === NAME.template || attributeOf(builder, node, "hidden") !== undefined) found.set(key, node);
  }
  return found;
}

function attributeOf({ tree, tag, source }: HtmlTreeBuilder, node: number, name: string): string | undefined {
  const at = tag.attributes.find(tag.names.idOfText(name), tree.from[node]!, tree.to[node]!);
  return at < 0 ? undefined : tag.attributes.valueAt(at, source);
}

/** How many elements a node is inside of, counted up to `outer` if that is one of them. */
function depthOf(
  { tree }: HtmlTreeBuilder,
  node: number,
  outer: number,
): { readonly depth: number; readonly isInside: boolean } {
  let depth = 0;
  for (let at = node; at >= 0; at = tree.parent[at]!) {
    if (at === outer) return { depth, isInside: true };
    depth++;
  }
  return { depth, isInside: false };
}

/** Leaves a part where it is, and unhides it. */
function show({ tree, tag: { attributes, names } }: HtmlTreeBuilder, part: number): void {
  const hidden = names.idOfText("hidden");
  const from = attributes.count;
  for (let at = tree.from[part]!; at < tree.to[part]!; at++) {
    if (attributes.name[at] === hidden) continue;
    attributes.put(attributes.name[at]!, attributes.from[at]!, attributes.to[at]!);
  }
  tree.from[part] = from;
  tree.to[part] = attributes.count;
}

/** Moves the children of a part to its place; returns how many nodes were moved or visited. */
function put(builder: HtmlTreeBuilder, part: number, place: number): number {
  const { tree } = builder;
  // A place inside another part has no loading sign, but may be where the sign of that part was.
  const isBoundary = attributeOf(builder, place, "id")?.startsWith("B:") ?? false;
  const { sign, looked } = isBoundary ? findSign(builder, place) : NO_SIGN;
  let moved = 0;
  for (let child = tree.first[part]!; child >= 0; child = tree.first[part]!) {
    tree.remove(child);
    tree.insertBefore(child, place);
    moved++;
  }
  tree.remove(place);
  for (const node of sign) tree.remove(node);
  return moved + looked;
}

interface Sign {
  readonly sign: readonly number[];
  /** How many nodes were visited to find it. */
  readonly looked: number;
}

const NO_SIGN: Sign = { sign: [], looked: 1 };

/** The loading sign after a place: all up to the comment that ends it. */
function findSign(builder: HtmlTreeBuilder, place: number): Sign {
  const { tree } = builder;
  if (commentOf(builder, tree.previous[place]!) !== "$?") return NO_SIGN;
  const sign: number[] = [];
  let depth = 0;
  for (let at = tree.next[place]!; at >= 0; at = tree.next[at]!) {
    const comment = commentOf(builder, at);
    if (comment === "/$") {
      if (depth-- === 0) return { sign, looked: sign.length + 1 };
    } else if (comment?.startsWith("$")) depth++;
    sign.push(at);
  }
  return { sign: [], looked: sign.length + 1 };
}

function commentOf({ tree, source }: HtmlTreeBuilder, node: number): string | undefined {
  return node >= 0 && tree.kind[node] === KIND.comment ? tree.textOf(node, source) : undefined;
}
