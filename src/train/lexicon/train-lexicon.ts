import { Lexicon, type TokenWeight } from "../../model/index.ts";
import type { LexiconPage } from "./lexicon-page.ts";
import { type FitOptions, fitLogistic, type SparseRows } from "./logistic-regression.ts";

/** How a lexicon is trained. */
export interface LexiconOptions extends FitOptions {
  /** Names of fewer sites are left out: they would tell the site, not the part of the page. */
  readonly minDomains: number;
  /** The strongest names are kept. */
  readonly maxTokens: number;
}

/**
 * Chosen by log loss out of fold on the same 793 modern English articles: `l2` .319 (1e-4), .306 (3e-4), .318 (1e-3);
 * names of 3, 4, 6 sites .308, .306, .307; the strongest 1,000, 3,000, 6,000 names .304, .306, .306.
 */
export const LEXICON_DEFAULTS: LexiconOptions = {
  l2: 3e-4,
  maxIterations: 60,
  minDomains: 4,
  maxTokens: 3_000,
};

/** Learns what names of elements say of the text inside them: logistic regression with an L2 cost. */
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
