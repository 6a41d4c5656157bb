import { toProbability } from "../../model/index.ts";
import { type Extraction, LEAF_KINDS, type Page, reasonCode } from "../../page/index.ts";
import type { Extractor } from "../extractor.ts";
import type { Witness } from "./evidence.ts";
import type { FusedModel } from "./fused-model.ts";
import { FUSED_FEATURES, fusedRows } from "./rows.ts";
import { shippedWitnesses } from "./witnesses.ts";

const TEXT = LEAF_KINDS.indexOf("text");
const REASON = {
  hidden: reasonCode("hidden"),
  kept: reasonCode("weighed as body"),
  dropped: reasonCode("weighed as no body"),
  media: reasonCode("media of the body"),
  outside: reasonCode("outside the body"),
} as const;
/** The probability from which on a block is the article's. */
const THRESHOLD = 0.5;

/** The learned extractor: every block is weighed by trees over what is known of it, the other methods' answers included. */
export function makeFused(
  model: () => FusedModel,
  witnesses: Readonly<Record<Witness, Extractor>> = shippedWitnesses(),
): Extractor {
  return {
    id: "fused",
    needs: [],
    trainedOn: () => {
      const seen = Object.values(witnesses).flatMap((witness) => witness.trainedOn?.() ?? []);
      return [...new Set([...model().training.domains, ...seen])].sort();
    },
    extract(page, hints) {
      const { trees, lexicon } = model();
      const rows = fusedRows(page, hints, { lexicon, witnesses });
      const row = new Float32Array(FUSED_FEATURES.length);
      const chances = new Float32Array(page.blocks.count);
      for (let block = 0; block < chances.length; block++) {
        rows.write(block, row, 0);
        chances[block] = toProbability(trees.scoreRow(row, 0));
      }
      return judge(page, chances);
    },
  };
}

/** Leaves have the probability of their block; a block of media alone is kept where text is kept on both of its sides. */
function judge(page: Page, chances: Float32Array): Extraction {
  const { leaves, blocks } = page;
  const scores = new Float32Array(leaves.count);
  const reasons = new Uint8Array(leaves.count);
  const between = keptAround(page, chances);
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    if (leaves.visible[leaf] === 0) {
      reasons[leaf] = REASON.hidden;
      continue;
    }
    const block = blocks.ofLeaf[leaf]!;
    const chance = hasText(page, block) ? chances[block]! : between[block]!;
    scores[leaf] = chance;
    const isKept = chance >= THRESHOLD;
    if (leaves.kind[leaf] === TEXT) reasons[leaf] = isKept ? REASON.kept : REASON.dropped;
    else reasons[leaf] = isKept ? REASON.media : REASON.outside;
  }
  return { scores, reasons };
}

/** For every block the lower of the probabilities of the nearest blocks with text before and behind it. */
function keptAround(page: Page, chances: Float32Array): Float32Array {
  const around = new Float32Array(chances.length);
  let last = 0;
  for (let block = 0; block < chances.length; block++) {
    if (hasText(page, block)) last = chances[block]!;
    around[block] = last;
  }
  last = 0;
  for (let block = chances.length - 1; block >= 0; block--) {
    if (hasText(page, block)) last = chances[block]!;
    around[block] = Math.min(around[block]!, last);
  }
  return around;
}

function hasText({ leaves, blocks }: Page, block: number): boolean {
  for (let leaf = blocks.firstLeaf[block]!; leaf < blocks.firstLeaf[block + 1]!; leaf++) {
    if (leaves.kind[leaf] === TEXT && leaves.visible[leaf] === 1) return true;
  }
  return false;
}
