import { putAnswer } from "../../src/extractors/fused/base-learners.ts";
import { hasText } from "../../src/extractors/fused/kept.ts";
import {
  layoutFor,
  MeasuredPage,
  makeWrapper,
  shippedWrapper,
  WRAPPER_DEFAULTS,
} from "../../src/extractors/index.ts";
import { type Page, TEXT_LEAF } from "../../src/page/index.ts";

/** What the learned wrapper says of a block, as other methods' answers are told. */
export const WRAPPER_COLUMNS = ["wrapper kept", "wrapper distance"] as const;

/** Where a block is and how it looks. */
export const BOX_COLUMNS = [
  "layout.left",
  "layout.width",
  "layout.height",
  "layout.top",
  "layout.topRank",
  "layout.areaShare",
  "layout.isInFirstScreen",
  "layout.isInMainColumn",
  "layout.fontSize",
  "layout.fontWeight",
  "layout.isMainColour",
  "layout.hasBackground",
] as const;

/** Writes what the layout adds to the row of a block. */
export type WriteColumns = (block: number, into: Float32Array, offset: number) => void;

/** The columns of a page, in the order of `WRAPPER_COLUMNS` and `BOX_COLUMNS`. */
export function layoutColumns(page: Page): WriteColumns {
  const width = WRAPPER_COLUMNS.length;
  const answer = new Float32Array(page.blocks.count * width);
  putAnswer(page, makeWrapper(shippedWrapper).extract(page, {}), { values: answer, width, column: 0 });
  const boxes = new BlockBoxes(page);
  return (block, into, offset) => {
    into.set(answer.subarray(block * width, (block + 1) * width), offset);
    into.set(boxes.describe(block), offset + width);
  };
}

/** The boxes of blocks beside what is commonest on their page, by the words that stand in it. */
class BlockBoxes {
  readonly #reading: MeasuredPage;
  readonly #pageHeight: number;
  readonly #main: { readonly left: number; readonly font: number; readonly color: number };

  constructor(page: Page) {
    const layout = layoutFor(page, WRAPPER_DEFAULTS.screen);
    this.#reading = new MeasuredPage(page, layout, WRAPPER_DEFAULTS, layout.complete ? "strict" : "soft");
    this.#pageHeight = layout.top.reduce(
      (lowest, top, node) => Math.max(lowest, top + layout.height[node]!),
      1,
    );
    this.#main = {
      left: this.#commonest((node) => layout.left[node]!),
      font: this.#commonest((node) => layout.fontSize[node]!),
      color: this.#commonest((node) => layout.color[node]!),
    };
  }

  /** A value for each of `BOX_COLUMNS`. */
  describe(block: number): readonly number[] {
    const reading = this.#reading;
    const { layout } = reading;
    const { width, height } = layout.screen;
    const box = reading.page.blocks.container[block]!;
    const text = this.#textElement(block);
    return [
      reading.left(box) / width,
      reading.width(box) / width,
      reading.height(box) / height,
      reading.top(box) / this.#pageHeight,
      reading.topRank(box),
      (reading.width(box) * reading.height(box)) / (width * this.#pageHeight),
      Number(reading.top(box) < height),
      Number(reading.left(box) === this.#main.left),
      layout.fontSize[text]! / (this.#main.font || 1),
      layout.fontWeight[text]!,
      Number(layout.color[text] === this.#main.color),
      Number(layout.background[box] !== 0),
    ];
  }

  /** The value under which most text stands. */
  #commonest(read: (node: number) => number): number {
    const { page } = this.#reading;
    const lengths = new Map<number, number>();
    for (let block = 0; block < page.blocks.count; block++) {
      if (!hasText(page, block)) continue;
      const value = read(this.#textElement(block));
      lengths.set(value, (lengths.get(value) ?? 0) + textLength(page, block));
    }
    let best = { value: 0, length: -1 };
    for (const [value, length] of lengths) if (length > best.length) best = { value, length };
    return best.value;
  }

  /** The element around the first text of a block. */
  #textElement(block: number): number {
    const { document, leaves, blocks } = this.#reading.page;
    for (let leaf = blocks.firstLeaf[block]!; leaf < blocks.firstLeaf[block + 1]!; leaf++) {
      if (leaves.kind[leaf] === TEXT_LEAF) return document.parent[leaves.node[leaf]!]!;
    }
    return blocks.container[block]!;
  }
}

function textLength({ document, leaves, blocks }: Page, block: number): number {
  let length = 0;
  for (let leaf = blocks.firstLeaf[block]!; leaf < blocks.firstLeaf[block + 1]!; leaf++) {
    const node = leaves.node[leaf]!;
    if (leaves.kind[leaf] === TEXT_LEAF) length += document.textEnd[node]! - document.textStart[node]!;
  }
  return length;
}
