import type { Page } from "../../page/index.ts";
import type { Family } from "./families.ts";
import type { Reading } from "./reading.ts";
import { isProse, KEPT } from "./related.ts";

/** Fewer words between title and body are a byline, a date or a caption; set while looking at the seven tuning sets. */
const MIN_WORDS = 12;

/**
 * Deviation (`outline`): keeps the paragraphs between the title and the body. The paper omits an outline that is set in
 * another style than the paragraphs, and says so.
 */
export function markOutline(page: Page, reading: Reading, { range }: Family, marks: Uint8Array): void {
  const title = reading.titles[range - 1];
  if (title === undefined) return;
  const { leaves, blocks } = page;
  // Pictures that are kept may stand above the outline.
  const first = marks.indexOf(KEPT.related);
  for (let block = blocks.ofLeaf[leafOf(page, title)]! + 1; block < blocks.count; block++) {
    const from = leaves.node[blocks.firstLeaf[block]!]!;
    const to = leaves.node[blocks.firstLeaf[block + 1]! - 1]! + 1;
    if (to > first) return;
    const { words, linkWords } = reading.sums;
    const count = words[to]! - words[from]!;
    const links = linkWords[to]! - linkWords[from]!;
    if (count >= MIN_WORDS && isProse(links, count)) marks.fill(KEPT.outline, from, to);
  }
}

function leafOf({ leaves }: Page, node: number): number {
  return leaves.node.indexOf(node);
}
