import type { Contribution } from "../../article/index.ts";
import { type Document, NODE_KIND } from "../../html/index.ts";
import { type Extraction, KEEP_SCORE, type Page } from "../../page/index.ts";
import { countWordsIn } from "../../text/index.ts";
import { type Extractor, type Judgement, judgeLeaves } from "../extractor.ts";
import { blocksIn, segment, type VipsOptions, type VisualBlock, withDefaults } from "./segment-page.ts";
import { VisualPage } from "./visual-page.ts";

const HIDDEN: Judgement = { keep: false, reason: "hidden" };
const INSIDE: Judgement = { keep: true, reason: "inside the body" };
const OUTSIDE: Judgement = { keep: false, reason: "outside the body" };

/** Log-odds that are indistinguishable from 0 or 1: the method only says yes or no. */
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
  const view = new VisualPage(page);
  const best = pickBlock(view, segment(view, options));
  const isInside = new Uint8Array(page.document.size);
  for (const { from, to } of best?.pieces ?? []) isInside.fill(1, from, to);
  const extraction = judgeLeaves(page, (node) => {
    if (!view.isShown(node, page.document.end[node]!)) return HIDDEN;
    return isInside[node] === 1 ? INSIDE : OUTSIDE;
  });
  return {
    ...extraction,
    ...(best && { bodyRoot: enclosing(page.document, best) }),
    warnings: view.layout.complete ? [] : ["LAYOUT_INCOMPLETE"],
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

/** The smallest block of each leaf and its degree of coherence; both are listed with weight 0. */
function explainBlocks(
  page: Page,
  { scores }: Extraction,
  options: VipsOptions,
): (leaf: number) => readonly Contribution[] {
  const view = new VisualPage(page);
  const { node: leafNode } = page.leaves;
  const { size, end } = page.document;
  const numbers = new Int32Array(size);
  const degrees = new Uint8Array(size);
  let count = 0;
  for (const { pieces, degree } of blocksIn(segment(view, options))) {
    count++;
    for (const { from, to } of pieces) {
      numbers.fill(count, from, to);
      degrees.fill(degree, from, to);
    }
  }
  return (leaf) => {
    const node = leafNode[leaf]!;
    if (!view.isShown(node, end[node]!)) return [];
    const isKept = scores[leaf]! >= KEEP_SCORE;
    return [
      { feature: "base", value: null, weight: -CERTAIN },
      { feature: "best block", value: Number(isKept), weight: isKept ? 2 * CERTAIN : 0 },
      { feature: "block", value: numbers[node]!, weight: 0 },
      { feature: "degree of coherence", value: degrees[node]!, weight: 0 },
    ];
  };
}

/** Points that a tag costs where a word brings one: the simple heuristic of the MSS paper (7.6). */
const TAG_POINTS = 2;

/** The block with the most points, the first on ties; undefined where no words are shown. */
function pickBlock(view: VisualPage, root: VisualBlock): VisualBlock | undefined {
  const { words, tags } = countBefore(view);
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

/** Prefix counts of shown words and of elements, by node. */
function countBefore(view: VisualPage): Record<"words" | "tags", Int32Array> {
  const { size, kind, text, textStart, textEnd } = view.document;
  const words = new Int32Array(size + 1);
  const tags = new Int32Array(size + 1);
  for (let node = 0; node < size; node++) {
    const isText = kind[node] === NODE_KIND.text && view.isShown(node, node + 1);
    words[node + 1] = words[node]! + (isText ? countWordsIn(text, textStart[node]!, textEnd[node]!) : 0);
    tags[node + 1] = tags[node]! + Number(kind[node] === NODE_KIND.element);
  }
  return { words, tags };
}
