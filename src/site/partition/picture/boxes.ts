import { NODE_KIND } from "../../../html/index.ts";
import { layoutOf } from "../../../layout/index.ts";
import type { Layout, Page } from "../../../page/index.ts";

/** A rectangle on the page, in CSS pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Where the leaves of a page stand: as a browser has measured it, or by an estimate. */
export class Boxes {
  readonly #page: Page;
  readonly #layout: Layout;

  constructor(page: Page) {
    this.#page = page;
    this.#layout = layoutOf(page);
  }

  /** The width that the page was laid out for. */
  get width(): number {
    return this.#layout.screen.width;
  }

  /** The box of the nearest element of a leaf that has one. */
  ofLeaf(leaf: number): Box | undefined {
    const { document, leaves } = this.#page;
    const node = leaves.node[leaf]!;
    if (document.kind[node] === NODE_KIND.text) return this.#ofNode(document.parent[node]!);
    // A `picture` is a line of text to a browser; what is seen is the image inside.
    const image = Array.from({ length: document.end[node]! - node }, (_, at) => node + at).findLast((at) =>
      this.#hasBox(at),
    );
    return this.#ofNode(image ?? node);
  }

  /** The box of the block-level element that a block stands in. */
  ofBlock(block: number): Box | undefined {
    return this.#ofNode(this.#page.blocks.container[block]!);
  }

  /** The box around several leaves that are seen. */
  around(from: number, to: number): Box | undefined {
    let box: Box | undefined;
    for (let leaf = from; leaf < to; leaf++) {
      const own = this.#page.leaves.visible[leaf] === 1 ? this.ofLeaf(leaf) : undefined;
      if (own !== undefined) box = box === undefined ? own : join(box, own);
    }
    return box;
  }

  /** The size of type that a leaf has. */
  fontSize(leaf: number): number {
    const { document, leaves } = this.#page;
    return this.#layout.fontSize[document.parent[leaves.node[leaf]!]!]!;
  }

  #hasBox(node: number): boolean {
    return this.#layout.width[node]! > 0 && this.#layout.height[node]! > 0;
  }

  #ofNode(start: number): Box | undefined {
    const { left, top, width, height } = this.#layout;
    let node = start;
    while (node > 0 && !this.#hasBox(node)) node = this.#page.document.parent[node]!;
    if (node <= 0) return undefined;
    return {
      left: left[node]!,
      top: top[node]!,
      right: left[node]! + width[node]!,
      bottom: top[node]! + height[node]!,
    };
  }
}

function join(a: Box, b: Box): Box {
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  };
}
