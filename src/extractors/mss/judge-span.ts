import { contains, type Document, tagTable } from "../../html/index.ts";
import { type Cut, type Extraction, type Page, reasonCode, TEXT_LEAF } from "../../page/index.ts";
import { coverLines, coverMarks } from "./edges.ts";
import { type Span, TOKEN, type Tokens, trimTags } from "./tokens.ts";

const REASON = {
  hidden: reasonCode("hidden"),
  inside: reasonCode("inside the body"),
  outside: reasonCode("outside the body"),
  media: reasonCode("media of the body"),
  box: reasonCode("a box inside the body"),
} as const;

/** Where a block may begin and end: at any token, at words with their marks, or there unless most of the line is inside. */
export const EDGES = ["tokens", "words", "lines"] as const;

/** How a span of tokens becomes leaves. */
export interface SpanOptions {
  /** Deviation: `lines` is not in the paper; a text node or line of which the span leaves out less than half is whole. */
  readonly edges: (typeof EDGES)[number];
  /** Whether boxes inside the article are left out, by the rules of 4.2. */
  readonly clean: boolean;
}

/** Keeps the leaves of a span of tokens; a leaf that the span enters or leaves in its midst is cut there. */
export function judgeSpan(
  page: Page,
  tokens: Tokens,
  span: Span | undefined,
  options: SpanOptions,
): Extraction {
  const { count, node, kind, visible } = page.leaves;
  const ends = span && findEnds(page.document, tokens, span, options.edges);
  const scores = new Float32Array(count);
  const reasons = new Uint8Array(count);
  const boxes = ends && options.clean ? findBoxes(page.document, tokens, ends) : [];
  let box = 0;
  for (let leaf = 0; leaf < count; leaf++) {
    const at = node[leaf]!;
    while (box < boxes.length && page.document.end[boxes[box]!]! <= at) box++;
    if (visible[leaf] === 0) reasons[leaf] = REASON.hidden;
    else if (ends === undefined || at < tokens.node[ends.first]! || at > tokens.node[ends.last]!)
      reasons[leaf] = REASON.outside;
    else if (box < boxes.length && boxes[box]! <= at) reasons[leaf] = REASON.box;
    else {
      scores[leaf] = 1;
      reasons[leaf] = kind[leaf] === TEXT_LEAF ? REASON.inside : REASON.media;
    }
  }
  if (ends === undefined) return { scores, reasons };
  return {
    scores,
    reasons,
    cuts: findCuts(page, tokens, ends),
    bodyRoot: commonRoot(page.document, tokens, ends),
  };
}

/** The first and the last word or symbol of a span, moved to where the edges of blocks may be. */
function findEnds(
  document: Document,
  tokens: Tokens,
  span: Span,
  edges: SpanOptions["edges"],
): Span | undefined {
  const block = trimTags(tokens, span);
  if (block === undefined || edges === "tokens") return block;
  const covered = coverMarks(document, tokens, block);
  if (edges === "words") return covered;
  return coverMarks(document, tokens, coverLines(document, tokens, covered));
}

function findCuts({ document, leaves }: Page, tokens: Tokens, { first, last }: Span): Cut[] {
  const cuts: Cut[] = [];
  const firstNode = tokens.node[first]!;
  const lastNode = tokens.node[last]!;
  for (const at of new Set([firstNode, lastNode])) {
    const length = document.textEnd[at]! - document.textStart[at]!;
    const beginsInside = at === firstNode && first > 0 && tokens.node[first - 1] === at;
    const endsInside = at === lastNode && last + 1 < tokens.count && tokens.node[last + 1] === at;
    if (!beginsInside && !endsInside) continue;
    const from = beginsInside ? tokens.start[first]! - document.textStart[at]! : 0;
    const to = endsInside ? tokens.end[last]! - document.textStart[at]! : length;
    cuts.push({ leaf: leafOf(leaves.node, at), from, to });
  }
  return cuts;
}

/** The leaf of a node, by binary search. */
function leafOf(nodes: Int32Array, node: number): number {
  let low = 0;
  let high = nodes.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (nodes[middle]! < node) low = middle + 1;
    else high = middle;
  }
  return low;
}

function commonRoot(document: Document, tokens: Tokens, { first, last }: Span): number {
  let root = document.parent[tokens.node[first]!]!;
  while (root > 0 && !contains(document, root, tokens.node[last]!)) root = document.parent[root]!;
  return root;
}

/** Rule 1 of 4.2. */
const EMPTIED = tagTable("iframe", "table");
const DIV = tagTable("div");
/** Rule 2 of 4.2: a div that holds one of these is emptied. */
const TELLTALE = tagTable("a", "iframe", "table", "img", "embed", "applet", "object");

/**
 * The elements whose contents the cleaning rules of 4.2 remove from an extracted block, as nodes in document order.
 *
 * Reading: only elements that begin and end inside the block; else the div around the article would go.
 */
function findBoxes(document: Document, tokens: Tokens, span: Span): number[] {
  const boxes: number[] = [];
  const telltales = telltaleNodes(document, tokens, span);
  const ended = new Set<number>();
  for (let at = span.first; at <= span.last; at++) {
    if (tokens.kind[at] === TOKEN.endTag) ended.add(tokens.node[at]!);
  }
  let next = 0;
  for (let at = span.first; at <= span.last; at++) {
    if (tokens.kind[at] !== TOKEN.startTag) continue;
    const node = tokens.node[at]!;
    const tag = document.tag[node]!;
    if ((EMPTIED[tag] !== 1 && DIV[tag] !== 1) || !ended.has(node)) continue;
    if (node < (document.end[boxes.at(-1) ?? -1] ?? 0)) continue;
    while (next < telltales.length && telltales[next]! <= node) next++;
    const holdsTelltale = next < telltales.length && telltales[next]! < document.end[node]!;
    if (EMPTIED[tag] === 1 || holdsTelltale) boxes.push(node);
  }
  return boxes;
}

function telltaleNodes(document: Document, { kind, node }: Tokens, { first, last }: Span): number[] {
  const found: number[] = [];
  for (let at = first; at <= last; at++) {
    if (kind[at] === TOKEN.startTag && TELLTALE[document.tag[node[at]!]!] === 1) found.push(node[at]!);
  }
  return found;
}
