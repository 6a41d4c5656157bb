import { parseHtml, rawText } from "../../html/index.ts";
import { Page } from "../page.ts";
import { BLOCK_FEATURES } from "./block-features.data.ts";
import { computeBlockFeatures } from "./block-features.ts";

/** The features of a page by the first word of a block and the name of a column. */
export function featureTable(html: string): (block: string, name: string) => number {
  const page = new Page(parseHtml(html));
  const { width, values } = computeBlockFeatures(page);
  const starts = Array.from({ length: page.blocks.count }, (_, block) => {
    const node = page.leaves.node[page.blocks.firstLeaf[block]!]!;
    return rawText(page.document, node).trim().split(/\s+/)[0] ?? "";
  });
  return (block, name) => {
    const row = starts.indexOf(block);
    const column = BLOCK_FEATURES.findIndex((feature) => feature.name === name);
    if (row < 0 || column < 0) throw new Error(`No value for ${block}, ${name}`);
    return values[row * width + column]!;
  };
}

/** Several features of one block, by name. */
export function pick(
  table: ReturnType<typeof featureTable>,
  block: string,
  ...names: readonly string[]
): Record<string, number> {
  return Object.fromEntries(names.map((name) => [name, round(table(block, name))]));
}

function round(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
