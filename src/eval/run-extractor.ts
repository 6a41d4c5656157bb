import type { Article } from "../article/index.ts";
import { extract } from "../default-extract.ts";
import { asNewsError, type NewsError } from "../errors/index.ts";
import type { Extractor } from "../extractors/index.ts";
import { rawText, TAG } from "../html/index.ts";
import type { Extraction, Hints, Page } from "../page/index.ts";
import type { LabelledPage } from "../sets/index.ts";
import { foldSpaces } from "../text/index.ts";
import type { ScoreOptions } from "./page-score.ts";

/** The parts of an article that are measured. */
export type MeasuredArticle = Pick<Article, "title" | "authors" | "published" | "text">;

/** An extractor's answer on a page: the article, and what it saw and said on the way. */
export interface ExtractorRun {
  readonly article: MeasuredArticle;
  readonly seen?: { readonly page: Page; readonly extraction: Extraction };
  readonly error?: NewsError;
}

/** What is measured where nothing was kept. */
export const NO_ARTICLE: MeasuredArticle = { title: null, authors: [], published: null, text: "" };

/** Runs the one-call API with an extractor, as any user would; a failure is an answer with an empty article. */
export function runExtractor(
  { label, html, rendered }: LabelledPage,
  extractor: Extractor,
  { titleHint = "none", include }: Partial<Pick<ScoreOptions, "titleHint" | "include">> = {},
): ExtractorRun {
  let seen: ExtractorRun["seen"];
  const hint = titleHint === "truth" ? label.truth.title : null;
  const watched: Extractor = {
    ...extractor,
    extract(page, hints) {
      const extraction = extractor.extract(page, titleHint === "page" ? withOwnTitle(page, hints) : hints);
      seen = { page, extraction };
      return extraction;
    },
  };
  try {
    const article = extract(rendered ?? html, {
      extractor: watched,
      include,
      ...(label.url !== null && { url: label.url }),
      ...(label.encoding !== null && { encoding: label.encoding }),
      ...(hint !== null && { collectedTitle: hint }),
    });
    return { article, ...(seen && { seen }) };
  } catch (error) {
    return { article: NO_ARTICLE, error: asNewsError(error) };
  }
}

/** The hints with the page's own `title` as the collected one. */
export function withOwnTitle(page: Page, hints: Hints): Hints {
  const node = page.document.tag.indexOf(TAG.title);
  const collectedTitle = node < 0 ? "" : foldSpaces(rawText(page.document, node));
  return collectedTitle === "" ? hints : { ...hints, collectedTitle };
}
