import { econClass, type Truth, wordOverlap } from "../sets/index.ts";
import { words } from "../text/index.ts";
import {
  authorSet,
  isWholeArticle,
  openingKept,
  publishedDay,
  shingleScore,
  shingleTokens,
  snippetsDropped,
  snippetsKept,
  textOnlyScore,
  titleExact,
} from "./metrics/index.ts";
import type { MetricId, PageMetrics } from "./page-score.ts";
import type { MeasuredArticle } from "./run-extractor.ts";

type Measured = Readonly<Partial<Record<MetricId, number | null>>>;

/** Every metric of an article that its truth allows. */
export function measureArticle(truth: Truth, article: MeasuredArticle): PageMetrics {
  const kept = words(article.text);
  return present({
    ...measureBody(truth, article.text, kept),
    withKept: snippetsKept(truth.with, kept),
    withoutDropped: snippetsDropped(truth.without, kept, words(truth.body ?? "")),
    title: titleExact(truth.title, article.title),
    publishedDay: publishedDay(truth.published, article.published),
    authors: authorSet(truth.authors, article.authors),
  });
}

function measureBody({ body, bodyIsPrefix }: Truth, text: string, kept: readonly string[]): Measured {
  if (body === null) return {};
  const truthWords = words(body);
  const truthTokens = shingleTokens(body);
  const tokens = shingleTokens(text);
  const overlap = wordOverlap(truthWords, kept);
  const shingles = shingleScore(truthTokens, tokens);
  const whole: Measured = {
    wordRecall: overlap.recall,
    shingleRecall: shingles.recall,
    opening: openingKept(body, kept),
  };
  // Of an article whose label stops early, what follows cannot be called noise.
  if (bodyIsPrefix) return whole;
  const verdict = econClass(overlap.precision, overlap.recall);
  return {
    ...whole,
    wordF1: overlap.f1,
    wordPrecision: overlap.precision,
    shinglePrecision: shingles.precision,
    correctly: Number(verdict === "correctly"),
    wrongly: Number(verdict === "wrongly"),
    missed: Number(verdict === "missed"),
    wholeArticle: isWholeArticle(truthTokens, tokens),
    textOnly: textOnlyScore(truthWords, kept),
  };
}

function present(measured: Measured): PageMetrics {
  return Object.fromEntries(Object.entries(measured).filter(([, value]) => value !== null));
}
