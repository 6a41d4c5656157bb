import type { Contribution } from "../../article/index.ts";
import type { Document } from "../../html/index.ts";
import { type Extraction, KEEP_SCORE, type Page } from "../../page/index.ts";
import type { Extractor } from "../extractor.ts";
import { type Judgement, judgeLeaves } from "../verdict.ts";
import { Looks } from "./looks.ts";
import { type VipsOptions, withDefaults } from "./options.ts";
import { pickBlock } from "./pick-block.ts";
import { segment } from "./segment-page.ts";
import { blocksIn, type VisualBlock } from "./visual-block.ts";

const HIDDEN: Judgement = { keep: false, reason: "hidden" };
const INSIDE: Judgement = { keep: true, reason: "inside the body" };
const OUTSIDE: Judgement = { keep: false, reason: "outside the body" };

/** Log-odds that no score can be told from 0 or 1 at: the method says yes or no. */
const CERTAIN = 20;

/** VIPS (Cai et al., 2003) with the simple heuristic: the visual block with the most words for its tags. */
export function makeVips(options: Partial<VipsOptions> = {}): Extractor {
  const chosen = withDefaults(options);
  return {
    id: "vips",
    paper: "Cai et al., VIPS: a Vision-based Page Segmentation Algorithm, MSR-TR-2003-79, 2003",
    needs: ["layout"],
    extract: (page) => extractBlock(page, chosen),
    explain: (page, _, extraction) => explainBlocks(page, extraction, chosen),
  };
}

function extractBlock(page: Page, options: VipsOptions): Extraction {
  const looks = new Looks(page);
  const best = pickBlock(looks, segment(looks, options));
  const isInside = new Uint8Array(page.document.size);
  for (const { from, to } of best?.pieces ?? []) isInside.fill(1, from, to);
  const extraction = judgeLeaves(page, (node) => {
    if (!looks.isShown(node, page.document.end[node]!)) return HIDDEN;
    return isInside[node] === 1 ? INSIDE : OUTSIDE;
  });
  return {
    ...extraction,
    ...(best && { bodyRoot: enclosing(page.document, best) }),
    warnings: looks.layout.complete ? [] : ["LAYOUT_INCOMPLETE"],
  };
}

/** The smallest element around all pieces of a block. */
function enclosing({ parent, end }: Document, { pieces }: VisualBlock): number {
  const from = pieces[0]!.from;
  const to = pieces.at(-1)!.to;
  let node = pieces[0]!.element;
  if (node < 0) node = parent[from]!;
  while (parent[node]! >= 0 && end[node]! < to) node = parent[node]!;
  return node;
}

/** Of every leaf its smallest block, numbered as they are listed, and how coherent that is; neither weighs in the score. */
function explainBlocks(
  page: Page,
  { scores }: Extraction,
  options: VipsOptions,
): (leaf: number) => readonly Contribution[] {
  const looks = new Looks(page);
  const { node: leafNode } = page.leaves;
  const { size, end } = page.document;
  const numbers = new Int32Array(size);
  const degrees = new Uint8Array(size);
  let count = 0;
  for (const { pieces, degree } of blocksIn(segment(looks, options))) {
    count++;
    for (const { from, to } of pieces) {
      numbers.fill(count, from, to);
      degrees.fill(degree, from, to);
    }
  }
  return (leaf) => {
    const node = leafNode[leaf]!;
    if (!looks.isShown(node, end[node]!)) return [];
    const isKept = scores[leaf]! >= KEEP_SCORE;
    return [
      { feature: "base", value: null, weight: -CERTAIN },
      { feature: "best block", value: Number(isKept), weight: isKept ? 2 * CERTAIN : 0 },
      { feature: "block", value: numbers[node]!, weight: 0 },
      { feature: "degree of coherence", value: degrees[node]!, weight: 0 },
    ];
  };
}
