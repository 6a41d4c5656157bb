import { ATTRIBUTE, DATA_TAGS, type Document, MEDIA_TAGS, NODE_FLAG, NODE_KIND, TAG } from "../html/index.ts";
import { hasInk } from "../text/index.ts";

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
  /** Which unseen text was taken as seen because the page shows next to nothing else. */
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

const UNSEEN =
  NODE_FLAG.hidden | NODE_FLAG.ariaHidden | NODE_FLAG.noscript | NODE_FLAG.template | NODE_FLAG.foreign;

const MEDIA_KIND = mediaKinds();

/** What elements are to leaves; most are nothing. */
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
    // What a media element holds (sources, fall-back text) belongs to it, and what is data is no text.
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

/** Marks the leaves whose only reason to be unseen is `allowed`; returns how many characters that shows. */
function markVisible(document: Document, leaves: Int32Array, allowed: number, visible: Uint8Array): number {
  let characters = 0;
  for (let leaf = 0; leaf < leaves.length; leaf++) {
    const node = leaves[leaf]!;
    const isText = document.kind[node] === NODE_KIND.text;
    // A drawing is itself foreign; its labels are not prose.
    const unseen = document.flags[node]! & (isText ? UNSEEN : UNSEEN & ~NODE_FLAG.foreign);
    if (unseen !== allowed) continue;
    visible[leaf] = 1;
    if (isText) characters += document.textEnd[node]! - document.textStart[node]!;
  }
  return characters;
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
