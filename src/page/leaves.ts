import { DATA_TAGS, type Document, MEDIA_TAGS, NODE_FLAG, NODE_KIND, TAG } from "../html/index.ts";
import { hasInk } from "../text/index.ts";

/** What a leaf shows, by its code in `Leaves.kind`. */
export const LEAF_KINDS = ["text", "image", "video", "audio", "frame", "drawing"] as const;
/** What a leaf shows. */
export type LeafKind = (typeof LEAF_KINDS)[number];

/** The smallest things a reader sees, in document order: text nodes with ink and media elements. Parallel arrays. */
export interface Leaves {
  readonly count: number;
  readonly node: Int32Array;
  /** Index into `LEAF_KINDS`. */
  readonly kind: Uint8Array;
  /** 1 where a reader without scripts would see it; see `docs/concepts.md`. */
  readonly visible: Uint8Array;
  /** The nearest `a` element with an address around it, or -1. */
  readonly anchor: Int32Array;
}

/** Text that counts as the page's own: below this, a page is a shell that scripts fill, and `noscript` is read. From a study of pages that keep their text there. */
const MIN_SCRIPTLESS_CHARACTERS = 600;

const UNSEEN =
  NODE_FLAG.hidden | NODE_FLAG.ariaHidden | NODE_FLAG.noscript | NODE_FLAG.template | NODE_FLAG.foreign;

const MEDIA_KIND = mediaKinds();

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
    } else {
      const id = tag[at]!;
      if (id === TAG.a) {
        anchorNode = at;
        anchorEnd = end[at]!;
        continue;
      }
      if (DATA_TAGS[id] === 1) {
        at = end[at]! - 1;
        continue;
      }
      if (MEDIA_TAGS[id] !== 1) continue;
      leafKind[count] = MEDIA_KIND[id]!;
    }
    node[count] = at;
    anchor[count++] = anchorNode;
    // What a media element holds (sources, fall-back text) belongs to it.
    if (kind[at] !== NODE_KIND.text) at = end[at]! - 1;
  }
  const leaves = node.slice(0, count);
  return {
    count,
    node: leaves,
    kind: leafKind.slice(0, count),
    visible: findVisible(document, leaves),
    anchor: anchor.slice(0, count),
  };
}

function findVisible(document: Document, leaves: Int32Array): Uint8Array {
  const visible = new Uint8Array(leaves.length);
  let shown = 0;
  for (let leaf = 0; leaf < leaves.length; leaf++) {
    const node = leaves[leaf]!;
    const flags =
      document.flags[node]! & (document.kind[node] === NODE_KIND.text ? UNSEEN : UNSEEN & ~NODE_FLAG.foreign);
    if (flags !== 0) continue;
    visible[leaf] = 1;
    shown += document.textEnd[node]! - document.textStart[node]!;
  }
  if (shown >= MIN_SCRIPTLESS_CHARACTERS) return visible;
  for (let leaf = 0; leaf < leaves.length; leaf++) {
    if ((document.flags[leaves[leaf]!]! & UNSEEN) === NODE_FLAG.noscript) visible[leaf] = 1;
  }
  return visible;
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
