import type { Label } from "../../sets/index.ts";
import type { PageScore } from "../page-score.ts";

/** A page that went badly, with both texts. */
export interface WorstPage {
  readonly score: PageScore;
  readonly truth: string;
  readonly kept: string;
}

/** Keeps the pages with the lowest word F1 of each set and extractor while scores come in. */
export class WorstPages {
  readonly #limit: number;
  readonly #groups = new Map<string, WorstPage[]>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Looks at one more score; pages whose label has no whole body are left out. */
  add(score: PageScore, label: Label): void {
    if (score.metrics.wordF1 === undefined || label.truth.body === null) return;
    const key = keyOf(score.page.set, score.extractor);
    const group = this.#groups.get(key) ?? [];
    this.#groups.set(key, group);
    group.push({ score, truth: label.truth.body, kept: score.kept ?? "" });
    // Sorting is stable: of equal pages the first stay.
    group.sort((a, b) => f1Of(a) - f1Of(b));
    group.length = Math.min(group.length, this.#limit);
  }

  /** The worst pages of an extractor on a set, worst first. */
  of(set: string, extractor: string): readonly WorstPage[] {
    return this.#groups.get(keyOf(set, extractor)) ?? [];
  }
}

const keyOf = (set: string, extractor: string) => `${set} ${extractor}`;
const f1Of = (page: WorstPage) => page.score.metrics.wordF1 ?? 0;
