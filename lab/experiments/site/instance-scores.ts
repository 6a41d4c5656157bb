import type { Article } from "../../../src/article/index.ts";
import { extract } from "../../../src/default-extract.ts";
import { formatShare } from "../../../src/eval/index.ts";
import type { ExtractorId } from "../../../src/extractors/index.ts";
import type { SiteProfile } from "../../../src/page/index.ts";
import { foldTitle, wordOverlap } from "../../../src/sets/index.ts";
import { readInstance } from "../../../src/site/index.ts";
import { words } from "../../../src/text/index.ts";
import type { TruePage } from "./instance-sites.ts";

/** How right an answer is. */
export interface Answer {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  /** 1 where the title is the true one; undefined where there is no truth. */
  readonly title: number | undefined;
}

/** What an extractor makes of a page, measured. */
export function answer(page: TruePage, extractor: ExtractorId, siteProfile?: SiteProfile): Answer {
  return measured(page, extract({ page: page.page }, { extractor, siteProfile }));
}

/** What mining makes of a page, measured. */
export function instanceAnswer(page: TruePage, profile: SiteProfile): Answer {
  return measured(page, readInstance(page.page, profile));
}

function measured({ label }: TruePage, { text, title }: Pick<Article, "text" | "title">): Answer {
  const { body, title: trueTitle } = label.truth;
  return {
    ...wordOverlap(words(body ?? ""), words(text)),
    title: trueTitle === null ? undefined : Number(foldTitle(title ?? "") === foldTitle(trueTitle)),
  };
}

/** The cells of some answers: precision, recall, F1, titles. */
export function meanAnswer(answers: readonly Answer[]): string[] {
  const titles = answers.map(({ title }) => title).filter((title) => title !== undefined);
  return [
    mean(answers.map(({ precision }) => precision)),
    mean(answers.map(({ recall }) => recall)),
    mean(answers.map(({ f1 }) => f1)),
    mean(titles),
  ];
}

function mean(values: readonly number[]): string {
  if (values.length === 0) return "";
  return formatShare(values.reduce((sum, value) => sum + value, 0) / values.length);
}
