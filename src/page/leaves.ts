import {
  ATTRIBUTE,
  attribute,
  BLOCK_TAGS,
  DATA_TAGS,
  type Document,
  MEDIA_TAGS,
  NODE_FLAG,
  NODE_KIND,
  TAG,
} from "../html/index.ts";
import { countWordsIn, hasInk } from "../text/index.ts";

/** What a leaf shows, by its code in `Leaves.kind`. */
export const LEAF_KINDS = ["text", "image", "video", "audio", "frame", "drawing"] as const;
/** What a leaf shows. */
export type LeafKind = (typeof LEAF_KINDS)[number];
/** The code of text in `Leaves.kind`. */
export const TEXT_LEAF = LEAF_KINDS.indexOf("text");
/** The code of pictures in `Leaves.kind`. */
export const IMAGE_LEAF = LEAF_KINDS.indexOf("image");

/** The smallest things a reader sees, in document order: text nodes with ink and media elements. Parallel arrays. */
export interface Leaves {
  readonly count: number;
  readonly node: Int32Array;
  /** Index into `LEAF_KINDS`. */
  readonly kind: Uint8Array;
  /** 1 where a reader without scripts would see it; see `docs/concepts.md`. */
  readonly visible: Uint8Array;
  /** Which kind of hidden text counts as visible because the page shows hardly anything else. */
  readonly rescued: "nothing" | "noscript" | "hidden";
  /** The nearest `a` element with an address around it, or -1. */
  readonly anchor: Int32Array;
}

/**
 * A page that shows fewer characters is a shell that scripts fill or reveal. 600 is about 100 words, from a study of
 * pages that keep their text in `noscript`; hidden text is more often a menu than a story, so it must be all there is.
 */
const RESCUES = [
  ["noscript", 600],
  ["hidden", 200],
] as const;

const HIDDEN = NODE_FLAG.hidden | NODE_FLAG.ariaHidden;
const NEVER_SHOWN = NODE_FLAG.noscript | NODE_FLAG.template | NODE_FLAG.foreign;

const MEDIA_KIND = mediaKinds();

/** What an element is to `findLeaves`, which skips most. */
const OTHER = 0;
const ANCHOR = 1;
const DATA = 2;
const MEDIA = 3;
const PART_OF_TAG = Uint8Array.from(MEDIA_TAGS, (isMedia, id) => {
  if (id === TAG.a) return ANCHOR;
  if (DATA_TAGS[id] === 1) return DATA;
  return isMedia === 1 ? MEDIA : OTHER;
});

/** Finds the leaves of a document in one pass over its arrays. */
export function findLeaves(document: Document): Leaves {
  const { size, kind, tag, end, textStart, textEnd, text } = document;
  const node = new Int32Array(size);
  const leafKind = new Uint8Array(size);
  const anchor = new Int32Array(size);
  let count = 0;
  let anchorNode = -1;
  let anchorEnd = 0;
  for (let at = bodyStart(document); at < size; at++) {
    if (at >= anchorEnd) anchorNode = -1;
    if (kind[at] === NODE_KIND.text) {
      if (!hasInk(text, textStart[at]!, textEnd[at]!)) continue;
      node[count] = at;
      anchor[count++] = anchorNode;
      continue;
    }
    const part = PART_OF_TAG[tag[at]!];
    if (part === OTHER) continue;
    if (part === ANCHOR) {
      if (!hasAddress(document, at)) continue;
      anchorNode = at;
      anchorEnd = end[at]!;
      continue;
    }
    if (part === MEDIA) {
      leafKind[count] = MEDIA_KIND[tag[at]!]!;
      node[count] = at;
      anchor[count++] = anchorNode;
    }
    // What a media element holds (sources, fall-back text) belongs to it, and data is not text.
    at = end[at]! - 1;
  }
  const leaves = node.slice(0, count);
  return {
    count,
    node: leaves,
    kind: leafKind.slice(0, count),
    anchor: anchor.slice(0, count),
    ...findVisible(document, leaves),
  };
}

function hasAddress({ attributes, attributeStart }: Document, node: number): boolean {
  const { name } = attributes;
  const end = attributeStart[node + 1]!;
  for (let at = attributeStart[node]!; at < end; at++) if (name[at] === ATTRIBUTE.href) return true;
  return false;
}

/** Marks the leaves a reader sees; where that is next to nothing, what scripts would reveal is marked too. */
function findVisible(document: Document, leaves: Int32Array): Pick<Leaves, "visible" | "rescued"> {
  const visible = new Uint8Array(leaves.length);
  let shown = markVisible(document, leaves, 0, visible);
  let rescued: Leaves["rescued"] = "nothing";
  for (const [flag, minCharacters] of RESCUES) {
    if (shown >= minCharacters) continue;
    const gained = markVisible(document, leaves, NODE_FLAG[flag], visible);
    if (gained > 0) rescued = flag;
    shown += gained;
  }
  return { visible, rescued };
}

/** Marks the leaves that nothing but `allowed` hides; returns how many characters they have. */
function markVisible(document: Document, leaves: Int32Array, allowed: number, visible: Uint8Array): number {
  let characters = 0;
  for (let leaf = 0; leaf < leaves.length; leaf++) {
    const node = leaves[leaf]!;
    if (unseenFlags(document, node) !== allowed) continue;
    visible[leaf] = 1;
    if (document.kind[node] === NODE_KIND.text) {
      characters += document.textEnd[node]! - document.textStart[node]!;
    }
  }
  return characters;
}

/** The flags that hide a leaf. A drawing is itself a foreign element, but only the text inside it is hidden for that. */
function unseenFlags({ kind, flags }: Document, node: number): number {
  const unseen = HIDDEN | NEVER_SHOWN;
  return flags[node]! & (kind[node] === NODE_KIND.text ? unseen : unseen & ~NODE_FLAG.foreign);
}

function bodyStart(document: Document): number {
  for (let at = 0; at < document.size; at++) {
    if (document.tag[at] === TAG.body || document.tag[at] === TAG.frameset) return at;
  }
  return document.size;
}

function mediaKinds(): Uint8Array {
  const table = new Uint8Array(256);
  const code = (kind: LeafKind) => LEAF_KINDS.indexOf(kind);
  for (const tag of ["img", "picture"] as const) table[TAG[tag]] = code("image");
  for (const tag of ["iframe", "object", "embed"] as const) table[TAG[tag]] = code("frame");
  for (const tag of ["svg", "canvas"] as const) table[TAG[tag]] = code("drawing");
  table[TAG.video] = code("video");
  table[TAG.audio] = code("audio");
  return table;
}

/** The first leaf at or after a node. */
export function leafAt({ count, node }: Leaves, at: number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (node[middle]! < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How many words a leaf has; media have none. */
export function leafWords(
  { document, leaves }: { readonly document: Document; readonly leaves: Leaves },
  leaf: number,
): number {
  if (leaves.kind[leaf] !== TEXT_LEAF) return 0;
  const node = leaves.node[leaf]!;
  return countWordsIn(document.text, document.textStart[node]!, document.textEnd[node]!);
}

/** Shorter hidden parts are menus, boxes and messages. */
const MIN_HIDDEN_CHARACTERS = 200;
/** Above this share of link text a hidden part is a menu. */
const MAX_LINK_SHARE = 0.3;

/** Which leaves are seen once a reader has opened all hidden prose; undefined where the page hides none. */
export function revealLeaves(document: Document, leaves: Leaves): Uint8Array | undefined {
  let visible: Uint8Array | undefined;
  for (let leaf = 0; leaf < leaves.count; ) {
    const root = hiddenRoot(document, leaves, leaf);
    const end = root < 0 ? leaf + 1 : leafAt(leaves, document.end[root]!);
    if (root >= 0 && !isDialog(document, root) && isProse(document, leaves, leaf, end)) {
      visible ??= leaves.visible.slice();
      for (let at = leaf; at < end; at++) if (canBeShown(document, leaves.node[at]!)) visible[at] = 1;
    }
    leaf = end;
  }
  return visible;
}

/** The outermost hidden element around an unseen leaf; -1 where the leaf is seen, or unseen for another reason. */
function hiddenRoot({ flags, parent }: Document, leaves: Leaves, leaf: number): number {
  if (leaves.visible[leaf] === 1) return -1;
  let at = leaves.node[leaf]!;
  if ((flags[at]! & NEVER_SHOWN) !== 0 || (flags[at]! & HIDDEN) === 0) return -1;
  while ((flags[parent[at]!]! & HIDDEN) !== 0) at = parent[at]!;
  return at;
}

/** Notices, definitions and forms that open over the page; a figure's hidden labels are part of a drawing. */
function isDialog(document: Document, root: number): boolean {
  if (document.tag[root] === TAG.dialog || document.tag[root] === TAG.figure) return true;
  const role = attribute(document, root, "role");
  return role === "dialog" || role === "alertdialog" || attribute(document, root, "aria-modal") === "true";
}

function isProse(document: Document, leaves: Leaves, from: number, to: number): boolean {
  let characters = 0;
  let linked = 0;
  for (let leaf = from; leaf < to; leaf++) {
    const node = leaves.node[leaf]!;
    if (leaves.kind[leaf] !== TEXT_LEAF || !canBeShown(document, node)) continue;
    const length = document.textEnd[node]! - document.textStart[node]!;
    characters += length;
    if (leaves.anchor[leaf]! >= 0) linked += length;
  }
  return characters >= MIN_HIDDEN_CHARACTERS && linked <= characters * MAX_LINK_SHARE;
}

function canBeShown(document: Document, node: number): boolean {
  return (unseenFlags(document, node) & NEVER_SHOWN) === 0;
}

/** Runs of leaves that a reader sees as one piece: a paragraph, a heading, a list item, a cell. Parallel arrays. */
export interface Blocks {
  readonly count: number;
  /** Leaves of a block are `[firstLeaf[block], firstLeaf[block + 1])`. */
  readonly firstLeaf: Int32Array;
  /** The nearest block-level element around the block. */
  readonly container: Int32Array;
  readonly ofLeaf: Int32Array;
}

/** Cuts the leaves into blocks at every block-level boundary, `hr` and double `br`, in one pass. */
export function findBlocks(document: Document, leaves: Leaves): Blocks {
  const containers = blockContainers(document, leaves);
  const firstLeaf = new Int32Array(leaves.count + 1);
  const container = new Int32Array(leaves.count);
  const ofLeaf = new Int32Array(leaves.count);
  let count = 0;
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const own = containers[leaf]!;
    const isNew =
      leaf === 0 ||
      own !== containers[leaf - 1] ||
      isCut(document, leaves.node[leaf - 1]!, leaves.node[leaf]!);
    if (isNew) {
      firstLeaf[count] = leaf;
      container[count++] = own;
    }
    ofLeaf[leaf] = count - 1;
  }
  firstLeaf[count] = leaves.count;
  return { count, firstLeaf: firstLeaf.slice(0, count + 1), container: container.slice(0, count), ofLeaf };
}

/** Whether a block-level element opens, or two `br` follow each other, between two leaves of one container. */
function isCut(document: Document, from: number, to: number): boolean {
  let breaks = 0;
  for (let at = document.end[from]!; at < to; at++) {
    if (document.kind[at] === NODE_KIND.text) continue;
    const tag = document.tag[at]!;
    if (BLOCK_TAGS[tag] === 1) return true;
    if (tag === TAG.br && ++breaks === 2) return true;
  }
  return false;
}

function blockContainers(document: Document, leaves: Leaves): Int32Array {
  const { size, parent, tag } = document;
  const nearest = new Int32Array(size);
  for (let at = 1; at < size; at++) {
    nearest[at] = BLOCK_TAGS[tag[at]!] === 1 ? at : nearest[parent[at]!]!;
  }
  return leaves.node.map((node) => nearest[node]!);
}
