import { DEFAULT_INCLUSION, findRoleRanges, type RoleRange } from "../../assemble/index.ts";
import { attribute, contains, type Document, TAG } from "../../html/index.ts";
import type { Page } from "../../page/index.ts";

/** What the markup around or inside a block can say of it, as bits. */
export const REGION = {
  related: 1,
  embeds: 2,
  quotes: 4,
  author: 8,
  date: 16,
  comments: 32,
  standfirst: 64,
  tables: 128,
} as const;

const WANTED = { ...DEFAULT_INCLUSION, tables: false };

/** The regions that every block lies in or holds, as bits of `REGION`. */
export function findRegions(page: Page): Uint8Array {
  const { document, blocks } = page;
  const regions = new Uint8Array(blocks.count);
  const around = new Map<number, number>();
  for (const range of findRoleRanges(page, { from: 0, to: document.size }, WANTED)) {
    const bit = bitOf(document, range);
    const outer = around.get(bit);
    // Nested thousands must not be marked thousands of times.
    if (bit === 0 || (outer !== undefined && contains(document, outer, range.node))) continue;
    around.set(bit, range.node);
    mark(page, range.node, bit, regions);
  }
  return regions;
}

function bitOf(document: Document, { node, role }: RoleRange): number {
  if (role === "byline") {
    const isDate =
      document.tag[node] === TAG.time || /^date/i.test(attribute(document, node, "itemprop") ?? "");
    return isDate ? REGION.date : REGION.author;
  }
  return Object.hasOwn(REGION, role) ? REGION[role as keyof typeof REGION] : 0;
}

function mark({ document, leaves, blocks }: Page, node: number, bit: number, regions: Uint8Array): void {
  const end = document.end[node]!;
  for (let leaf = firstLeafFrom(leaves.node, node); leaf < leaves.count; ) {
    if (leaves.node[leaf]! >= end) return;
    const block = blocks.ofLeaf[leaf]!;
    regions[block]! |= bit;
    leaf = blocks.firstLeaf[block + 1]!;
  }
}

/** The first leaf at or behind a node, by halving. */
function firstLeafFrom(nodes: Int32Array, node: number): number {
  let low = 0;
  let high = nodes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (nodes[middle]! < node) low = middle + 1;
    else high = middle;
  }
  return low;
}
