import { attribute, type Document, NODE_FLAG, TAG } from "../html/index.ts";
import { type Leaves, TEXT_LEAF } from "./leaves.ts";
import type { Page } from "./page.ts";

/** Shorter hidden parts are menus, boxes and messages. */
const MIN_CHARACTERS = 200;
/** Above this share of link text a hidden part is a menu. */
const MAX_LINK_SHARE = 0.3;

const HIDDEN = NODE_FLAG.hidden | NODE_FLAG.ariaHidden;
const NEVER_SHOWN = NODE_FLAG.noscript | NODE_FLAG.template | NODE_FLAG.foreign;

const revealed = new WeakMap<Page, Page>();

/** The same page with hidden prose seen, as if a reader had opened all that opens; itself where it hides none. */
export function reveal(page: Page): Page {
  let open = revealed.get(page);
  if (open === undefined) {
    const visible = findRevealed(page.document, page.leaves);
    open = visible === undefined ? page : page.withVisible(visible);
    revealed.set(page, open);
  }
  return open;
}

function findRevealed(document: Document, leaves: Leaves): Uint8Array | undefined {
  let visible: Uint8Array | undefined;
  for (let leaf = 0; leaf < leaves.count; ) {
    const root = hiddenRoot(document, leaves, leaf);
    const end = root < 0 ? leaf + 1 : leafAfter(leaves, leaf, document.end[root]!);
    if (root >= 0 && !isDialog(document, root) && isProse(document, leaves, leaf, end)) {
      visible ??= leaves.visible.slice();
      for (let at = leaf; at < end; at++) if (canBeShown(document, leaves, at)) visible[at] = 1;
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

function leafAfter(leaves: Leaves, from: number, endNode: number): number {
  let leaf = from + 1;
  while (leaf < leaves.count && leaves.node[leaf]! < endNode) leaf++;
  return leaf;
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
    if (leaves.kind[leaf] !== TEXT_LEAF || !canBeShown(document, leaves, leaf)) continue;
    const node = leaves.node[leaf]!;
    const length = document.textEnd[node]! - document.textStart[node]!;
    characters += length;
    if (leaves.anchor[leaf]! >= 0) linked += length;
  }
  return characters >= MIN_CHARACTERS && linked <= characters * MAX_LINK_SHARE;
}

function canBeShown(document: Document, leaves: Leaves, leaf: number): boolean {
  const never = leaves.kind[leaf] === TEXT_LEAF ? NEVER_SHOWN : NEVER_SHOWN & ~NODE_FLAG.foreign;
  return (document.flags[leaves.node[leaf]!]! & never) === 0;
}
