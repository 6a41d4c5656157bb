import { type Extraction, KEEP_SCORE, type Page, TEXT_LEAF, WALL_WORDS } from "../../page/index.ts";
import { keptCharacters, type LeafRange, withoutLeaves } from "./kept.ts";

/** Longer texts are whole articles; this is about 300 words with an offer below them. */
const MAX_TEASER_CHARACTERS = 2_400;
/** A wall has so much of the article before it: badges of paid articles, which say the same, stand at the top. */
const MIN_BEFORE_CHARACTERS = 140;
/** Longer texts are sentences of an article about subscriptions. */
const MAX_REQUEST_CHARACTERS = 160;
/** A box around a request has no more text before it than its headline. */
const MAX_BOX_CHARACTERS = 120;
const MAX_CLIMB = 5;

/** An answer without the box that asks readers of a teaser to subscribe, and what it offers. */
export function dropWall(page: Page, answer: Extraction): Extraction {
  const { scores } = answer;
  if (keptCharacters(page, scores) > MAX_TEASER_CHARACTERS) return answer;
  const wall = findWall(page, scores);
  if (wall === undefined || keptCharacters(page, scores, wall.from, wall.to) === 0) return answer;
  const isWall = (leaf: number) => leaf >= wall.from && leaf < wall.to && scores[leaf]! >= KEEP_SCORE;
  return withoutLeaves(
    answer,
    Uint8Array.from(scores, (_, leaf) => Number(isWall(leaf))),
    "outside the body",
  );
}

function findWall(page: Page, scores: Float32Array): LeafRange | undefined {
  const request = findRequest(page, scores);
  if (request < 0) return undefined;
  const box = boxAround(page, scores, request);
  if (keptCharacters(page, scores, 0, box.from) < MIN_BEFORE_CHARACTERS) return undefined;
  // After a request that was taken for a paragraph, the offers were too.
  return scores[request]! >= KEEP_SCORE ? { ...box, to: scores.length } : box;
}

/** The first leaf after the beginning of the answer that asks for a subscription; -1 where none does. */
function findRequest(page: Page, scores: Float32Array): number {
  const last = scores.findLastIndex((score) => score >= KEEP_SCORE);
  let before = 0;
  for (let leaf = 0; leaf <= last; leaf++) {
    if (before >= MIN_BEFORE_CHARACTERS && asksToSubscribe(page, leaf)) return leaf;
    before += keptCharacters(page, scores, leaf, leaf + 1);
  }
  return -1;
}

function asksToSubscribe({ document, leaves }: Page, leaf: number): boolean {
  if (leaves.visible[leaf] === 0 || leaves.kind[leaf] !== TEXT_LEAF) return false;
  const node = leaves.node[leaf]!;
  const text = document.text.slice(document.textStart[node], document.textEnd[node]);
  return text.trim().length <= MAX_REQUEST_CHARACTERS && WALL_WORDS.test(text);
}

/** The largest element around a request that holds next to nothing of the answer before it; the request's block at least. */
function boxAround(page: Page, scores: Float32Array, request: number): LeafRange {
  const { document, leaves, blocks } = page;
  const block = blocks.ofLeaf[request]!;
  let box: LeafRange = { from: blocks.firstLeaf[block]!, to: blocks.firstLeaf[block + 1]! };
  let element = document.parent[leaves.node[request]!]!;
  for (let climbed = 0; climbed < MAX_CLIMB && element > 0; climbed++) {
    let { from, to } = box;
    while (from > 0 && leaves.node[from - 1]! > element) from--;
    while (to < leaves.count && leaves.node[to]! < document.end[element]!) to++;
    if (keptCharacters(page, scores, from, request) > MAX_BOX_CHARACTERS) break;
    box = { from, to };
    element = document.parent[element]!;
  }
  return box;
}
