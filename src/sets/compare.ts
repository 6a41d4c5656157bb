import { type Document, NODE_KIND } from "../html/index.ts";
import { type Page, TEXT_LEAF } from "../page/index.ts";
import { dropInvisible, foldSpaces, words } from "../text/index.ts";

/** How far two texts agree. */
interface Overlap {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/** The harmonic mean of two shares, 0 where both are. */
export function harmonicMean(a: number, b: number): number {
  return a + b === 0 ? 0 : (2 * a * b) / (a + b);
}

/** Precision, recall and F1 over the multisets of words; two empty texts agree fully, an empty and a non-empty one not at all. */
export function wordOverlap(truth: readonly string[], kept: readonly string[]): Overlap {
  if (truth.length === 0 && kept.length === 0) return { precision: 1, recall: 1, f1: 1 };
  if (truth.length === 0 || kept.length === 0) return { precision: 0, recall: 0, f1: 0 };
  const shared = sharedCount(countItems(truth), countItems(kept));
  const precision = shared / kept.length;
  const recall = shared / truth.length;
  return { precision, recall, f1: harmonicMean(precision, recall) };
}

/** ECON's classes of answers: whole without noise, whole with noise, or not whole. */
type EconClass = "correctly" | "wrongly" | "missed";

/** The recall from which a text counts as whole, and the precision from which it has no noise; the paper judged by eye and names no figure. */
const WHOLE = 0.95;

/** ECON's verdict from word precision and recall. */
export function econClass(precision: number, recall: number): EconClass {
  if (recall < WHOLE) return "missed";
  return precision >= WHOLE ? "correctly" : "wrongly";
}

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

/** Small-to-large merging: every word moves at most log(words) times. */
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

const QUOTES = /["'`´«»‹›\u2018-\u201f\u2032\u2033\u300c-\u300f]/g;
const DASHES = /[\u2010-\u2015\u2212]/g;

/** A title with what typists vary made equal: NFKC, case, quotes, dashes, spaces, invisible marks. */
export function foldTitle(title: string): string {
  // NFKC takes some quotes apart (´ to a space and an accent, ″ to two primes) and makes others of wide forms.
  const plain = dropInvisible(title.replace(QUOTES, "'").normalize("NFKC").toLowerCase());
  return foldSpaces(plain.replace(QUOTES, "'").replace(DASHES, "-"));
}

/** How often each item occurs. */
export function countItems(items: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

/** The size of the intersection of two multisets. */
export function sharedCount(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const [item, count] of small) shared += Math.min(count, large.get(item) ?? 0);
  return shared;
}
