import { KEEP_SCORE, WALL_WORDS } from "../page/index.ts";
import { markTest } from "./marks.ts";
import type { Evidence } from "./rule.ts";
import { leafText } from "./surroundings.ts";

/** What the makers of a page call a wall. */
const isWall = markTest(
  /pay-?wall|reg-?wall|subscription-?(?:wall|barrier)|premium-?(?:wall|barrier)|piano-?(?:offer|template|inline)|subscriber-?only/i,
);
/** A wall stands right behind what may be read: so many leaves after the last kept one. */
const WALL_REACH = 30;
const MAX_CLIMB = 5;
/** Longer texts are whole articles with an offer below them; this is about 300 words. */
const MAX_TEASER_CHARACTERS = 1_800;

/** Whether a short text ends at an element or at words which ask for a subscription. */
export function shownWall({ page, extraction: { scores } }: Evidence): true | undefined {
  const { document, leaves } = page;
  let last = -1;
  let length = 0;
  for (let leaf = 0; leaf < scores.length && length <= MAX_TEASER_CHARACTERS; leaf++) {
    if (scores[leaf]! < KEEP_SCORE) continue;
    const node = leaves.node[leaf]!;
    last = leaf;
    length += document.textEnd[node]! - document.textStart[node]!;
  }
  if (length === 0 || length > MAX_TEASER_CHARACTERS) return undefined;
  for (let leaf = last + 1; leaf < Math.min(leaves.count, last + WALL_REACH); leaf++) {
    if (WALL_WORDS.test(leafText(document, leaves.node[leaf]!))) return true;
    let at = document.parent[leaves.node[leaf]!]!;
    for (let climbed = 0; climbed < MAX_CLIMB && at > 0; climbed++, at = document.parent[at]!) {
      if (isWall(document, at)) return true;
    }
  }
  return undefined;
}
