import { textOnlyScore } from "../../../src/eval/measure.ts";
import type { Extractor } from "../../../src/extractors/index.ts";
import { wordOverlap } from "../../../src/sets/index.ts";
import { words } from "../../../src/text/index.ts";
import { plainTable } from "../experiment.ts";
import { CLEANEVAL_ARTICLES } from "./cleaneval-articles.data.ts";
import { type Example, keptSpan, type Method } from "./corpus.ts";

interface CleanEvalScore {
  /** Null where the texts are too long to be aligned. */
  readonly textOnly: number | null;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/** The CleanEval development set (7.7): all pages, and the articles among them. */
export function cleanEvalTable(examples: readonly Example[], methods: readonly Method[]): string {
  const rows = methods.flatMap((method) => {
    const scored = examples.map((example) => ({
      isArticle: CLEANEVAL_ARTICLES.has(example.label.id),
      score: scorePage(method.extractorFor(example.domain), example),
    }));
    const articles = scored.filter(({ isArticle }) => isArticle);
    return [
      cells(
        method.name,
        "all pages",
        scored.map(({ score }) => score),
      ),
      cells(
        method.name,
        "articles",
        articles.map(({ score }) => score),
      ),
    ];
  });
  const paper = [
    ["the paper (evaluation set)", "all pages", "674", "87.8 %", "90.3 %", "96.5 %", "92.0 %"],
    ["the paper (evaluation set)", "articles", "411", "92.6 %", "93.8 %", "98.3 %", "95.7 %"],
  ];
  return plainTable(["method", "pages of", "pages", "text-only", "P", "R", "F1"], [...rows, ...paper], 2);
}

function scorePage(extractor: Extractor, { label, page, tokens }: Example): CleanEvalScore {
  const block = keptSpan(page, tokens, extractor.extract(page, {}));
  const kept: string[] = [];
  for (let at = block?.first ?? 0; at <= (block?.last ?? -1); at++) {
    kept.push(...words(page.document.text.slice(tokens.start[at], tokens.end[at])));
  }
  const truth = words(label.truth.body ?? "");
  return { textOnly: textOnlyScore(truth, kept), ...wordOverlap(truth, kept) };
}

function cells(method: string, group: string, scores: readonly CleanEvalScore[]): string[] {
  const mean = (name: keyof CleanEvalScore) => {
    const known = scores.map((score) => score[name]).filter((value) => value !== null);
    const sum = known.reduce((total, value) => total + value, 0);
    return `${((100 * sum) / known.length).toFixed(1)} %`;
  };
  return [
    method,
    group,
    String(scores.length),
    mean("textOnly"),
    mean("precision"),
    mean("recall"),
    mean("f1"),
  ];
}
