import { type Document, NODE_KIND } from "../../html/index.ts";
import { LEAF_KINDS, type Page } from "../../page/index.ts";
import { words } from "../../text/index.ts";
import { WHOLE } from "./econ-class.ts";
import { countItems } from "./multiset.ts";
import { harmonicMean } from "./word-overlap.ts";

/** What single subtrees of a page can reach against a truth. */
export interface SubtreeLimits {
  /** Word F1 of the best single subtree. */
  readonly oracle: number;
  /** The smallest subtree with at least .95 of the truth's words, -1 where there is none. */
  readonly smallestWhole: number;
}

/** The words of a subtree so far: those of the truth by name, the others by number. */
interface Gathered {
  readonly counts: Map<string, number>;
  shared: number;
  total: number;
}

const TEXT_LEAF = LEAF_KINDS.indexOf("text");

/** Scores every subtree of a page against the truth's words in one pass from the last node to the first. */
export function subtreeLimits(page: Page, truth: readonly string[]): SubtreeLimits {
  const asked = countItems(truth);
  const { size, parent } = page.document;
  const gathered = new Array<Gathered | undefined>(size);
  gatherLeaves(page, asked, gathered);
  let oracle = 0;
  let smallestWhole = -1;
  let smallestTotal = Number.POSITIVE_INFINITY;
  // A node's descendants have larger numbers, so it is complete when its turn comes.
  for (let node = size - 1; node >= 0; node--) {
    const own = gathered[node];
    if (own === undefined) continue;
    // Bullets and dashes are text without a word.
    if (page.document.kind[node] === NODE_KIND.element && own.total > 0) {
      const recall = own.shared / truth.length;
      oracle = Math.max(oracle, harmonicMean(own.shared / own.total, recall));
      if (recall >= WHOLE && own.total < smallestTotal) {
        smallestWhole = node;
        smallestTotal = own.total;
      }
    }
    gathered[node] = undefined;
    const above = parent[node] ?? -1;
    if (above >= 0) gathered[above] = merge(gathered[above], own, asked);
  }
  return { oracle, smallestWhole };
}

/** Whether two subtrees hold the same text leaves: nested wrappers around one body are the same answer. */
export function holdSameText(page: Page, a: number, b: number): boolean {
  const rangeA = textRange(page, a);
  const rangeB = textRange(page, b);
  return rangeA[0] === rangeB[0] && rangeA[1] === rangeB[1];
}

function textRange(page: Page, node: number): readonly [first: number, last: number] {
  const { leaves } = page;
  const end = endOf(page.document, node);
  let first = -1;
  let last = -1;
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const at = leaves.node[leaf]!;
    if (at < node || at >= end || leaves.kind[leaf] !== TEXT_LEAF || leaves.visible[leaf] !== 1) continue;
    if (first < 0) first = leaf;
    last = leaf;
  }
  return [first, last];
}

function endOf(document: Document, node: number): number {
  return document.end[node] ?? 0;
}

function gatherLeaves(
  page: Page,
  asked: ReadonlyMap<string, number>,
  gathered: Array<Gathered | undefined>,
): void {
  const { leaves, document } = page;
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    if (leaves.kind[leaf] !== TEXT_LEAF || leaves.visible[leaf] !== 1) continue;
    const node = leaves.node[leaf]!;
    const list = words(document.text.slice(document.textStart[node], document.textEnd[node]));
    const known = countItems(list.filter((word) => asked.has(word)));
    let shared = 0;
    for (const [word, count] of known) shared += Math.min(count, asked.get(word) ?? 0);
    gathered[node] = { counts: known, shared, total: list.length };
  }
}

/** Pours the smaller of two into the larger: every word moves at most log(words) times. */
function merge(a: Gathered | undefined, b: Gathered, asked: ReadonlyMap<string, number>): Gathered {
  if (a === undefined) return b;
  const [into, from] = a.counts.size >= b.counts.size ? [a, b] : [b, a];
  for (const [word, count] of from.counts) {
    const limit = asked.get(word) ?? 0;
    const before = into.counts.get(word) ?? 0;
    into.shared += Math.min(before + count, limit) - Math.min(before, limit);
    into.counts.set(word, before + count);
  }
  into.total += from.total;
  return into;
}
