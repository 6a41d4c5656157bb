import { contains, type Document, TAG } from "../../html/index.ts";
import { type Extraction, KEEP_SCORE, type Page, reasonCode, TEXT_LEAF } from "../../page/index.ts";
import { PLAIN_THRESHOLD, toScore } from "./threshold.ts";

const REASON = {
  hidden: reasonCode("hidden"),
  kept: reasonCode("scored as body"),
  likeliest: reasonCode("likeliest of the page"),
  dropped: reasonCode("scored as not body"),
  media: reasonCode("media of the body"),
  outside: reasonCode("outside the body"),
} as const;

/** Blocks between a picture and the article's text, at most: headline, byline, date, caption and credit. */
const MEDIA_DISTANCE = 6;

/** Leaves have the score of their block; a block of media alone is judged by the text around it. */
export function judgeBlocks(page: Page, chances: Float32Array, threshold: number): Extraction {
  const { leaves, blocks } = page;
  const scores = new Float32Array(leaves.count);
  const reasons = new Uint8Array(leaves.count);
  const scoreOf =
    threshold === PLAIN_THRESHOLD ? chances : chances.map((chance) => toScore(chance, threshold));
  const shown = new Uint8Array(blocks.count);
  for (let block = 0; block < blocks.count; block++) shown[block] = Number(hasText(page, block));
  const between = keptAround(shown, scoreOf);
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    if (leaves.visible[leaf] === 0) {
      reasons[leaf] = REASON.hidden;
      continue;
    }
    const block = blocks.ofLeaf[leaf]!;
    const score = shown[block] === 1 ? scoreOf[block]! : between[block]!;
    scores[leaf] = score;
    const isKept = score >= KEEP_SCORE;
    if (leaves.kind[leaf] !== TEXT_LEAF) reasons[leaf] = isKept ? REASON.media : REASON.outside;
    else if (!isKept) reasons[leaf] = REASON.dropped;
    else reasons[leaf] = chances[block]! >= PLAIN_THRESHOLD ? REASON.kept : REASON.likeliest;
  }
  keepCaptions(page, scores, reasons);
  return { scores, reasons };
}

/** The words of a figure go with its picture; assembly makes its caption and credit of them. */
function keepCaptions({ document, leaves }: Page, scores: Float32Array, reasons: Uint8Array): void {
  let figures: Int32Array | undefined;
  let next = 0;
  for (let picture = 0; picture < leaves.count; picture++) {
    if (leaves.kind[picture] === TEXT_LEAF || scores[picture]! < KEEP_SCORE) continue;
    figures ??= findFigures(document);
    const figure = figures[leaves.node[picture]!]!;
    if (figure < 0) continue;
    // Words before the picture are few; those behind an earlier picture of the figure are judged already.
    next = Math.max(next, picture + 1);
    for (; next < leaves.count && contains(document, figure, leaves.node[next]!); next++) {
      if (leaves.visible[next] === 0 || scores[next]! >= KEEP_SCORE) continue;
      scores[next] = scores[picture]!;
      reasons[next] = REASON.media;
    }
  }
}

/** The figure that every node is or stands in, -1 where there is none; in one pass, as pictures may stand deep. */
function findFigures({ size, tag, parent }: Document): Int32Array {
  const figures = new Int32Array(size).fill(-1);
  for (let node = 1; node < size; node++) {
    figures[node] = tag[node] === TAG.figure ? node : figures[parent[node]!]!;
  }
  return figures;
}

/**
 * For every block the score of the nearest kept block with text, 0 where that is too far: pictures stand among the
 * paragraphs or, with headline, byline and caption between, right before them; behind the last they are another's.
 */
function keptAround(shown: Uint8Array, scores: Float32Array): Float32Array {
  const around = new Float32Array(scores.length);
  let before = -1;
  for (let block = 0; block < scores.length; block++) {
    if (scores[block]! >= KEEP_SCORE && shown[block] === 1) before = block;
    if (before >= 0 && block - before <= MEDIA_DISTANCE) around[block] = scores[before]!;
  }
  let behind = -1;
  for (let block = scores.length - 1; block >= 0; block--) {
    if (scores[block]! >= KEEP_SCORE && shown[block] === 1) behind = block;
    if (behind < 0) around[block] = 0;
    else if (behind - block <= MEDIA_DISTANCE) around[block] = Math.max(around[block]!, scores[behind]!);
  }
  return around;
}

/** Whether a block shows text. To be asked once a block: of one that is all pictures every leaf is looked at. */
export function hasText({ leaves, blocks }: Page, block: number): boolean {
  for (let leaf = blocks.firstLeaf[block]!; leaf < blocks.firstLeaf[block + 1]!; leaf++) {
    if (leaves.kind[leaf] === TEXT_LEAF && leaves.visible[leaf] === 1) return true;
  }
  return false;
}
