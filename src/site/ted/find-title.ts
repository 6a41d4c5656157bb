import { rawText } from "../../html/index.ts";
import type { Page } from "../../page/index.ts";
import { words } from "../../text/index.ts";
import type { Passages } from "./passages.ts";

/** A headline and the page's title, which often names the site and the section too, are at least so alike. */
const MIN_LIKENESS = 0.4;

/** The passage nearest to the page's own title in words, as a block; -1 where none comes near. */
export function findTitle(page: Page, passages: Passages): number {
  const { document, landmarks, blocks } = page;
  const node = landmarks.titles[0];
  const title = node === undefined ? [] : words(rawText(document, node));
  const known = new Set(title);
  let best = -1;
  let most = MIN_LIKENESS;
  for (let block = 0; block < blocks.count; block++) {
    const count = passages.words[block]!;
    // No passage is more alike than one whose words are all in the title, or the other way round.
    if (likeness(Math.min(count, title.length), count, title.length) <= most) continue;
    const shared = passageWords(page, passages, block).filter((word) => known.has(word)).length;
    const alike = likeness(shared, count, title.length);
    if (alike > most) [best, most] = [block, alike];
  }
  return best;
}

/** The share of the words of two texts that is shared. */
function likeness(shared: number, one: number, other: number): number {
  return (2 * shared) / Math.max(1, one + other);
}

function passageWords({ document, leaves, blocks }: Page, { isOwn }: Passages, block: number): string[] {
  const first = blocks.firstLeaf[block]!;
  const nodes = Array.from(leaves.node.subarray(first, blocks.firstLeaf[block + 1]));
  return nodes
    .filter((_, at) => isOwn[first + at] === 1)
    .flatMap((node) => words(document.text.slice(document.textStart[node], document.textEnd[node])));
}
