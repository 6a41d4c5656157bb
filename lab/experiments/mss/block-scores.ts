import type { Extractor } from "../../../src/extractors/index.ts";
import { type ExtractionScore, scoreExtraction } from "../../../src/train/index.ts";
import type { Example } from "./corpus.ts";
import { keptSpan } from "./kept-span.ts";

/** How one method did on one page, as the paper counts: words of the block, each one of a kind. */
export interface BlockScore {
  readonly method: string;
  readonly set: string;
  readonly site: string;
  /** Against the main text alone. */
  readonly short: ExtractionScore;
  /** Against the extraction that suits the method best. */
  readonly best: ExtractionScore;
}

/** Measures one method on one page. */
export function scoreBlock(method: string, extractor: Extractor, example: Example): BlockScore {
  const { label, page, tokens, extractions } = example;
  const block = keptSpan(page, tokens, extractor.extract(page, {}));
  return {
    method,
    set: label.set,
    site: label.site ?? label.id,
    ...scoreExtraction(tokens, block, extractions),
  };
}

/** The means of precision, recall and F1, as the paper prints them. */
export function meanCells(scores: readonly ExtractionScore[]): string[] {
  return (["precision", "recall", "f1"] as const).map((name) => {
    const sum = scores.reduce((total, score) => total + score[name], 0);
    return `${((100 * sum) / scores.length).toFixed(1)} %`;
  });
}
