import { escapeText } from "../../../assemble/index.ts";
import type { Page } from "../../../page/index.ts";
import { leafContent } from "../leaf-content.ts";
import type { SemanticNode } from "../semantic-tree.ts";
import { type Box, Boxes } from "./boxes.ts";

/** No page is drawn longer than this, in CSS pixels. */
const MAX_HEIGHT = 60_000;

/** Draws the page: its texts where they stand, labels marked, and a box around every part. */
export function drawSheet(page: Page, tree: SemanticNode, parts: ReadonlyMap<SemanticNode, string>): string {
  const boxes = new Boxes(page);
  const labels = labelLeaves(tree);
  const drawn: string[] = [];
  const whole = boxes.around(0, page.leaves.count);
  for (let block = 0; block < page.blocks.count; block++)
    drawn.push(...drawBlock(page, boxes, block, labels));
  for (const [{ kind, from, to }, id] of parts) {
    const box = kind === "page" ? undefined : boxes.around(from, to);
    if (box !== undefined) drawn.push(`<div class="box ${kind}" id="${id}" ${placeOf(box)}></div>`);
  }
  const width = Math.round(Math.min(Math.max(whole?.right ?? 0, boxes.width), 2 * boxes.width));
  const height = Math.max(1, Math.round(Math.min(whole?.bottom ?? 0, MAX_HEIGHT)));
  return `<div class="frame"><div class="sheet" aria-hidden="true" style="--w:${width};--h:${height}">\n${drawn.join("\n")}\n</div></div>`;
}

function labelLeaves(tree: SemanticNode): ReadonlySet<number> {
  const labels = new Set<number>();
  const pending = [tree];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.label) for (let leaf = node.label.leaf; leaf < node.label.to; leaf++) labels.add(leaf);
    for (const child of node.children) pending.push(child);
  }
  return labels;
}

/** The pictures of a block each in its place, and its text as one. */
function drawBlock(page: Page, boxes: Boxes, block: number, labels: ReadonlySet<number>): string[] {
  const { firstLeaf } = page.blocks;
  const drawn: string[] = [];
  let text = "";
  let place: Box | undefined;
  let size = 0;
  let lines = 0;
  for (let leaf = firstLeaf[block]!; leaf < firstLeaf[block + 1]!; leaf++) {
    if (page.leaves.visible[leaf] !== 1) continue;
    const content = leafContent(page, leaf);
    const written = escapeText(content.text);
    if (content.kind === "text") {
      text += `${labels.has(leaf) ? `<b>${written}</b>` : written} `;
      place ??= boxes.ofLeaf(leaf);
      if (lines++ > 0) place = boxes.ofBlock(block);
      size = Math.max(size, boxes.fontSize(leaf));
    } else {
      const box = boxes.ofLeaf(leaf);
      if (box) drawn.push(`<div class="media" ${placeOf(box)}>${written}</div>`);
    }
  }
  if (place)
    drawn.push(
      `<div class="text" dir="auto" ${placeOf(place, `;--f:${size.toFixed(1)}`)}>${text.trimEnd()}</div>`,
    );
  return drawn;
}

function placeOf({ left, top, right, bottom }: Box, more = ""): string {
  const [x, y, r, b] = [left, top, right - left, bottom - top].map((length) => Math.round(length));
  return `style="--x:${x};--y:${y};--r:${r};--b:${b}${more}"`;
}
