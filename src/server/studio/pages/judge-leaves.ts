import { type Article, LEAF_ROLES } from "../../../article/index.ts";
import { explainedLeaves } from "../../../assemble/index.ts";
import { inspect } from "../../../default-extract.ts";
import { asNewsError, NewsError } from "../../../errors/index.ts";
import { EXTRACTORS, type Extractor, isExtractorId, type TracedStep } from "../../../extractors/index.ts";
import { nodePath } from "../../../html/index.ts";
import { KEEP_SCORE, leafAt, type Page, TEXT_LEAF } from "../../../page/index.ts";
import { type MadeLabel, moveLabels, truthOfLabels, wordOverlap } from "../../../sets/index.ts";
import { partitionPage, type SemanticNode } from "../../../site/index.ts";
import { foldSpaces, words } from "../../../text/index.ts";
import type { Comparison, JudgedPage, LeafWhy, Segment, Why } from "../contract.ts";
import type { StudioPage } from "./open-page.ts";
import { STEP_NOTES } from "./steps.data.ts";

const MAX_LEAF_CHARACTERS = 400;

/** The extractor of a name; throws BAD_REQUEST for one that is unknown or needs a model. */
export function extractorOf(name: string): Extractor {
  if (isExtractorId(name)) return EXTRACTORS[name];
  throw new NewsError("BAD_REQUEST", `There is no extractor ${name}.`);
}

type ShownLeaf = Comparison["leaves"][number];

/** The leaves of a page: each with the element that holds it. */
function shownLeaves({ document, leaves }: Page): ShownLeaf[] {
  return Array.from(leaves.node, (node, leaf) => {
    const isText = leaves.kind[leaf] === TEXT_LEAF;
    const text = isText ? document.text.slice(document.textStart[node], document.textEnd[node]) : "";
    const element = isText ? document.parent[node]! : node;
    return { node, element, text: foldSpaces(text).slice(0, MAX_LEAF_CHARACTERS) };
  });
}

/** Labels with the copy of the page that they were made for. */
export interface LabelsOf {
  readonly pageHash: string;
  readonly labels: readonly MadeLabel[];
}

/** The answers of several methods on the same leaves, measured where the truth is known. */
export function comparePages(
  { page, hash, label }: StudioPage,
  extractors: readonly string[],
  made: LabelsOf | undefined,
): Omit<Comparison, "frame"> {
  const labels = made?.pageHash === hash ? made.labels : made && moveLabels(page, made.labels).labels;
  const truth = labels === undefined ? label.truth.body : truthOfLabels(page, labels).body;
  return {
    leaves: shownLeaves(page),
    judged: extractors.map((name) => judgePage(page, name, truth)),
  };
}

function judgePage(page: Page, name: string, truth: string | null): JudgedPage {
  const extractor = extractorOf(name);
  const startMs = performance.now();
  try {
    const { article, extraction } = inspect({ page }, { extractor });
    const scores = Array.from(extraction.scores, rounded);
    return {
      extractor: name,
      ms: performance.now() - startMs,
      scores,
      kept: Array.from(extraction.scores, (score) => score >= KEEP_SCORE),
      words: article.wordCount,
      metrics: truth === null ? null : wordOverlap(words(truth), words(article.text)),
      failure: null,
    };
  } catch (error) {
    const { code, message } = asNewsError(error);
    const none = { scores: [], kept: [], words: 0, metrics: null };
    return { extractor: name, ms: performance.now() - startMs, ...none, failure: { code, message } };
  }
}

const DIGITS = 4;

function rounded(value: number): number {
  return Number(value.toFixed(DIGITS));
}

/** What an extractor and the assembly decided about each leaf. */
interface Decided {
  readonly article: Article;
  readonly page: Page;
  readonly scores: Float32Array;
  readonly kept: Uint8Array;
  readonly reasons: readonly string[];
  readonly roles: readonly (Why["leaves"][number]["role"] | undefined)[];
  readonly chances: readonly number[];
}

/** Decides each leaf, without the contributions to its score, which take long. */
export function decide(page: Page, extractor: Extractor): Decided {
  const { explain: _, ...bare } = extractor;
  const { article, extraction } = inspect({ page }, { extractor: bare, explain: true });
  const count = page.leaves.count;
  const kept = new Uint8Array(count);
  const reasons = new Array<string>(count).fill("");
  const explained = article.explanation?.leaves ?? [];
  for (const [at, leaf] of explainedLeaves(page, extraction).entries()) {
    const told = explained[at];
    if (told === undefined) continue;
    // For a leaf that is kept in part, the kept part decides.
    if (reasons[leaf] === "" || told.kept) reasons[leaf] = told.reason;
    if (told.kept) kept[leaf] = 1;
  }
  const { roles } = extraction;
  return {
    article,
    page,
    scores: extraction.scores,
    kept,
    reasons,
    roles: Array.from({ length: count }, (_, leaf) => LEAF_ROLES[roles?.roles[leaf] ?? -1]),
    chances: Array.from({ length: count }, (_, leaf) => roles?.chances[leaf] ?? 0),
  };
}

/** Why each leaf of a page was kept or dropped. */
export function whyPage({ page }: StudioPage, name: string): Omit<Why, "frame"> {
  const decided = decide(page, extractorOf(name));
  return {
    extractor: name,
    threshold: KEEP_SCORE,
    leaves: shownLeaves(page).map((shown, leaf) => ({
      ...shown,
      score: rounded(decided.scores[leaf]!),
      kept: decided.kept[leaf] === 1,
      reason: decided.reasons[leaf]!,
      role: decided.roles[leaf] ?? null,
      roleChance: decided.roles[leaf] === undefined ? null : rounded(decided.chances[leaf]!),
    })),
  };
}

/** Why one leaf was kept or dropped: by whom, and what its score is made of. */
export function whyLeaf({ page }: StudioPage, name: string, node: number): LeafWhy {
  const leaf = leafOfNode(page, node);
  const extractor = extractorOf(name);
  const { kept, reasons, scores } = decide(page, extractor);
  const extraction = extractor.extract(page, {});
  const listed = extractor.explain?.(page, {}, extraction)(leaf) ?? [];
  const { text } = shownLeaves(page)[leaf]!;
  const traced = extractor.trace?.(page, {}) ?? [{ name, scores }];
  const isKept = kept[leaf] === 1;
  const note = `${isKept ? "kept" : "left out"}: ${reasons[leaf]}`;
  return {
    node,
    path: nodePath(page.document, node),
    text,
    score: rounded(scores[leaf]!),
    kept: isKept,
    reason: reasons[leaf]!,
    steps: [...stepsOf(traced, leaf), { name: "assembly", score: rounded(scores[leaf]!), note }],
    contributions: listed.map(({ feature, value, weight }) => ({ feature, value, weight })),
  };
}

/** The leaf of a node; throws NOT_FOUND for a node that is none. */
export function leafOfNode({ leaves }: Page, node: number): number {
  const leaf = leafAt(leaves, node);
  if (leaf < leaves.count && leaves.node[leaf] === node) return leaf;
  throw new NewsError("NOT_FOUND", `The node ${node} is no text and no picture of the page.`);
}

/** The steps that changed the score of a leaf. */
function stepsOf(traced: readonly TracedStep[], leaf: number): LeafWhy["steps"] {
  return traced
    .map(({ name, scores }) => ({ name, score: rounded(scores[leaf]!), note: STEP_NOTES[name] ?? "" }))
    .filter(({ score }, at, all) => at === 0 || score !== all[at - 1]!.score);
}

/** The segments of a page as boxes: the smallest element around each. */
export function segmentPage({ page }: StudioPage): readonly Segment[] {
  const segments: Segment[] = [];
  const add = (part: SemanticNode, depth: number): void => {
    if (part.to > part.from && segments.length < MAX_SEGMENTS)
      segments.push({
        ...placeOf(page, part),
        depth,
        kind: part.kind,
        label: part.label?.text ?? null,
      });
    for (const child of part.children) if (child.kind !== "leaf") add(child, depth + 1);
  };
  add(partitionPage(page), 0);
  return segments;
}

/** More boxes than a person can tell apart. */
const MAX_SEGMENTS = 3000;

/** The smallest element that holds a range of leaves, and the children of it that the range begins and ends in. */
function placeOf(
  { document, leaves }: Page,
  { from, to }: SemanticNode,
): Pick<Segment, "node" | "first" | "last"> {
  const first = leaves.node[from]!;
  const last = leaves.node[to - 1]!;
  let node = leaves.kind[from] === TEXT_LEAF ? document.parent[first]! : first;
  while (node > 1 && document.end[node]! <= last) node = document.parent[node]!;
  return { node, first: childOf(document, node, first), last: childOf(document, node, last) };
}

/** The child of an element that holds a node; the element itself where the node is that. */
function childOf({ parent }: Page["document"], element: number, node: number): number {
  let child = node;
  while (child !== element && parent[child] !== element) child = parent[child]!;
  return child;
}
