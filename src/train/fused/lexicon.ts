import { ANCESTOR_FACTORS, Lexicon, type TokenWeight } from "../../extractors/index.ts";
import { ClassTokens, type Page } from "../../page/index.ts";
import { type BlockLabels, blocksWithWords, blockWeights, CONTENT_SHARE } from "../label-blocks.ts";

interface LexiconOptions extends FitOptions {
  /** Names of fewer sites are left out: they would identify the site, not the part of the page. */
  readonly minDomains: number;
  /** The strongest names are kept. */
  readonly maxTokens: number;
}

/**
 * Chosen by log loss out of fold on the same 793 modern English articles: `l2` .319 (1e-4), .306 (3e-4), .318 (1e-3);
 * names of 3, 4, 6 sites .308, .306, .307; the strongest 1,000, 3,000, 6,000 names .304, .306, .306.
 */
const LEXICON_DEFAULTS: LexiconOptions = {
  l2: 3e-4,
  maxIterations: 60,
  minDomains: 4,
  maxTokens: 3_000,
};

/** Learns from names of elements whether their text is content: logistic regression with an L2 penalty. */
export function trainLexicon(pages: readonly LexiconPage[], options: Partial<LexiconOptions> = {}): Lexicon {
  const settings = { ...LEXICON_DEFAULTS, ...options };
  const columnOf = chooseTokens(pages, settings.minDomains);
  const fitted = fitLogistic(sparseRows(pages, columnOf), settings);
  const weights: TokenWeight[] = [];
  for (const [hash, column] of columnOf) weights.push({ hash, weight: fitted[column]! });
  // Names of one strength in the order of their hashes: the same pages give the same lexicon.
  weights.sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight) || a.hash - b.hash);
  return Lexicon.of(weights.slice(0, settings.maxTokens), fitted[columnOf.size]!);
}

/** The names seen on enough sites, each with its column. */
function chooseTokens(pages: readonly LexiconPage[], minDomains: number): Map<number, number> {
  const domains = new Map<number, Set<string>>();
  for (const { domain, hashes } of pages) {
    for (const hash of hashes) {
      const known = domains.get(hash);
      if (known === undefined) domains.set(hash, new Set([domain]));
      else if (known.size < minDomains) known.add(domain);
    }
  }
  const columnOf = new Map<number, number>();
  for (const [hash, seen] of domains) if (seen.size >= minDomains) columnOf.set(hash, columnOf.size);
  return columnOf;
}

function sparseRows(pages: readonly LexiconPage[], columnOf: ReadonlyMap<number, number>): SparseRows {
  const rows = pages.reduce((sum, { target }) => sum + target.length, 0);
  const entries = pages.reduce((sum, { hashes }) => sum + hashes.length, 0);
  const firstEntry = new Int32Array(rows + 1);
  const column = new Int32Array(entries);
  const value = new Float32Array(entries);
  const target = new Float32Array(rows);
  const weight = new Float32Array(rows);
  let row = 0;
  let entry = 0;
  for (const page of pages) {
    target.set(page.target, row);
    weight.set(page.weight, row);
    for (let own = 0; own < page.target.length; own++) {
      for (let at = page.firstToken[own]!; at < page.firstToken[own + 1]!; at++) {
        const found = columnOf.get(page.hashes[at]!);
        if (found === undefined) continue;
        column[entry] = found;
        value[entry++] = page.factors[at]!;
      }
      firstEntry[++row] = entry;
    }
  }
  return { columns: columnOf.size, firstEntry, column, value, target, weight };
}

/** The blocks of a labelled page as a lexicon learns from them. */
export interface LexiconPage {
  /** The site: names seen on too few sites are left out. */
  readonly domain: string;
  /** Tokens of a row are `[firstToken[row], firstToken[row + 1])`. */
  readonly firstToken: Int32Array;
  readonly hashes: Int32Array;
  /** A token's weight: names of farther elements count less. */
  readonly factors: Float32Array;
  /** 1 where a block is content, else 0. */
  readonly target: Float32Array;
  readonly weight: Float32Array;
}

/** Reads names around every block that has words: of its own element and of those above it. */
export function readLexiconPage(page: Page, labels: BlockLabels, domain: string): LexiconPage {
  const { document, blocks } = page;
  const tokens = new ClassTokens(page);
  const rows = blocksWithWords(labels);
  const firstToken = new Int32Array(rows.length + 1);
  const hashes: number[] = [];
  const factors: number[] = [];
  rows.forEach((block, row) => {
    let node = blocks.container[block]!;
    for (const factor of ANCESTOR_FACTORS) {
      if (node < 0) break;
      const count = tokens.read(node);
      for (let at = 0; at < count; at++) {
        hashes.push(tokens.hashes[at]!);
        factors.push(factor);
      }
      node = document.parent[node]!;
    }
    firstToken[row + 1] = hashes.length;
  });
  return {
    domain,
    firstToken,
    hashes: Int32Array.from(hashes),
    factors: Float32Array.from(factors),
    target: Float32Array.from(rows, (block) => (labels.share[block]! > CONTENT_SHARE ? 1 : 0)),
    weight: blockWeights(labels, rows),
  };
}

/** Rows of a sparse matrix with what each should give: entries of a row are `[firstEntry[row], firstEntry[row + 1])`. */
export interface SparseRows {
  readonly columns: number;
  readonly firstEntry: Int32Array;
  readonly column: Int32Array;
  readonly value: Float32Array;
  /** 0 to 1. */
  readonly target: Float32Array;
  readonly weight: Float32Array;
}

interface FitOptions {
  /** The cost of a weight: half of this times its square, added to the mean log loss. */
  readonly l2: number;
  readonly maxIterations: number;
}

/** Steps that the shape of the loss is guessed from. */
const HISTORY = 8;
/** Where the slopes together are flatter, weights keep their first digits. */
const MIN_SLOPE = 1e-5;
const MAX_HALVINGS = 20;
/** The share of the promised gain that a step must bring. */
const MIN_GAIN_SHARE = 1e-4;

/** The weights of least log loss with an L2 cost (L-BFGS), the last one the bias, which costs nothing. */
export function fitLogistic(rows: SparseRows, { l2, maxIterations }: FitOptions): Float64Array {
  const loss = new Loss(rows, l2);
  let weights = new Float64Array(rows.columns + 1);
  let gradient = new Float64Array(weights.length);
  let value = loss.measure(weights, gradient);
  const history = new StepHistory();
  for (let iteration = 0; iteration < maxIterations; iteration++) {
    const steepness = Math.sqrt(dot(gradient, gradient));
    if (steepness < MIN_SLOPE) break;
    const direction = history.direction(gradient);
    const slope = dot(direction, gradient);
    let size = iteration === 0 ? 1 / steepness : 1;
    const tried = new Float64Array(weights.length);
    const triedGradient = new Float64Array(weights.length);
    let triedValue = Number.POSITIVE_INFINITY;
    for (let halving = 0; halving < MAX_HALVINGS; halving++, size /= 2) {
      for (let at = 0; at < tried.length; at++) tried[at] = weights[at]! + size * direction[at]!;
      triedValue = loss.measure(tried, triedGradient);
      if (triedValue <= value + MIN_GAIN_SHARE * size * slope) break;
    }
    if (!(triedValue < value)) break;
    history.add(difference(tried, weights), difference(triedGradient, gradient));
    [weights, gradient, value] = [tried, triedGradient, triedValue];
  }
  return weights;
}

class Loss {
  readonly #rows: SparseRows;
  readonly #l2: number;
  readonly #total: number;

  constructor(rows: SparseRows, l2: number) {
    this.#rows = rows;
    this.#l2 = l2;
    this.#total = rows.weight.reduce((sum, weight) => sum + weight, 0) || 1;
  }

  /** The loss of weights; `gradient` gets its slopes. */
  measure(weights: Float64Array, gradient: Float64Array): number {
    const { columns, firstEntry, column, value, target, weight } = this.#rows;
    gradient.fill(0);
    let sum = 0;
    for (let row = 0; row < target.length; row++) {
      let score = weights[columns]!;
      for (let at = firstEntry[row]!; at < firstEntry[row + 1]!; at++)
        score += weights[column[at]!]! * value[at]!;
      const share = weight[row]! / this.#total;
      // log(1 + e^score) - target * score, without overflow.
      sum += share * (Math.max(score, 0) + Math.log1p(Math.exp(-Math.abs(score))) - target[row]! * score);
      const slope = share * (1 / (1 + Math.exp(-score)) - target[row]!);
      for (let at = firstEntry[row]!; at < firstEntry[row + 1]!; at++)
        gradient[column[at]!]! += slope * value[at]!;
      gradient[columns]! += slope;
    }
    for (let at = 0; at < columns; at++) {
      sum += 0.5 * this.#l2 * weights[at]! ** 2;
      gradient[at]! += this.#l2 * weights[at]!;
    }
    return sum;
  }
}

/** The last steps and how they changed the slopes, from which the curvature is guessed. */
class StepHistory {
  readonly #steps: { readonly step: Float64Array; readonly change: Float64Array; readonly scale: number }[] =
    [];

  add(step: Float64Array, change: Float64Array): void {
    const curvature = dot(step, change);
    if (curvature <= 1e-18) return;
    this.#steps.push({ step, change, scale: 1 / curvature });
    if (this.#steps.length > HISTORY) this.#steps.shift();
  }

  /** Where to go from a place with these slopes: down, the farther the flatter (two-loop recursion). */
  direction(gradient: Float64Array): Float64Array {
    const result = gradient.map((slope) => -slope);
    const parts: number[] = [];
    for (const { step, change, scale } of this.#steps.toReversed()) {
      const part = scale * dot(step, result);
      parts.push(part);
      addScaled(result, change, -part);
    }
    const latest = this.#steps.at(-1);
    if (latest !== undefined) {
      const scale = 1 / (latest.scale * dot(latest.change, latest.change));
      for (let at = 0; at < result.length; at++) result[at]! *= scale;
    }
    for (const { step, change, scale } of this.#steps) {
      addScaled(result, step, parts.pop()! - scale * dot(change, result));
    }
    return result;
  }
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!;
  return sum;
}

function addScaled(to: Float64Array, from: Float64Array, scale: number): void {
  for (let at = 0; at < to.length; at++) to[at]! += from[at]! * scale;
}

function difference(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((value, at) => value - b[at]!);
}
