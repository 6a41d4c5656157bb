import { attribute, type Document, parseHtml } from "../html/index.ts";
import type { Layout } from "../page/index.ts";
import { DEFAULT_SCREEN, estimateLayout } from "./index.ts";

/** The layout of made-up markup on a screen of 1000 by 800, with its elements found by their ids. */
export class LaidOut {
  readonly document: Document;
  readonly layout: Layout;

  constructor(html: string) {
    this.document = parseHtml(html);
    this.layout = estimateLayout(this.document, { width: 1000, height: 800 });
  }

  /** The node of an id. */
  node(id: string): number {
    for (let node = 1; node < this.document.size; node++) {
      if (attribute(this.document, node, "id") === id) return node;
    }
    throw new RangeError(`No element has the id ${id}.`);
  }

  /** Left, top, width and height of an element in whole pixels. */
  box(id: string): [left: number, top: number, width: number, height: number] {
    const node = this.node(id);
    const { left, top, width, height } = this.layout;
    const [x = 0, y = 0, across = 0, down = 0] = [left, top, width, height].map((of) =>
      Math.round(of[node] ?? 0),
    );
    return [x, y, across, down];
  }
}

/** A layout in which no element has a box or a style. */
export function emptyLayout(size: number): Layout {
  const floats = () => new Float32Array(size);
  return {
    source: "estimate",
    complete: true,
    screen: DEFAULT_SCREEN,
    families: ["serif"],
    left: floats(),
    top: floats(),
    width: floats(),
    height: floats(),
    scrollWidth: floats(),
    scrollHeight: floats(),
    fontSize: floats(),
    fontWeight: new Uint16Array(size),
    fontFamily: new Uint16Array(size),
    color: new Uint32Array(size),
    background: new Uint32Array(size),
    display: new Uint8Array(size),
    visible: new Uint8Array(size),
  };
}
