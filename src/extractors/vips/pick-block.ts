import { NODE_KIND } from "../../html/index.ts";
import { countWordsIn } from "../../text/index.ts";
import type { Looks } from "./looks.ts";
import { blocksIn, type VisualBlock } from "./visual-block.ts";

/** What a tag costs where a word brings one point: the simple heuristic of the MSS paper (7.6). */
const TAG_POINTS = 2;

/** The block with the most points, the first on ties; undefined where no word is shown. */
export function pickBlock(looks: Looks, root: VisualBlock): VisualBlock | undefined {
  const { words, tags } = countBefore(looks);
  let best: VisualBlock | undefined;
  let most = Number.NEGATIVE_INFINITY;
  for (const block of blocksIn(root)) {
    const wordCount = sumIn(words, block);
    const points = wordCount - TAG_POINTS * sumIn(tags, block);
    if (wordCount === 0 || points <= most) continue;
    most = points;
    best = block;
  }
  return best;
}

function sumIn(before: Int32Array, { pieces }: VisualBlock): number {
  return pieces.reduce((sum, { from, to }) => sum + before[to]! - before[from]!, 0);
}

/** How many shown words and how many elements stand before each node. */
function countBefore(looks: Looks): Record<"words" | "tags", Int32Array> {
  const { size, kind, text, textStart, textEnd } = looks.document;
  const words = new Int32Array(size + 1);
  const tags = new Int32Array(size + 1);
  for (let node = 0; node < size; node++) {
    const isText = kind[node] === NODE_KIND.text && looks.isShown(node, node + 1);
    words[node + 1] = words[node]! + (isText ? countWordsIn(text, textStart[node]!, textEnd[node]!) : 0);
    tags[node + 1] = tags[node]! + Number(kind[node] === NODE_KIND.element);
  }
  return { words, tags };
}
