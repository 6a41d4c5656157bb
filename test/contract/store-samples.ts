import type { Article } from "../../src/article/index.ts";
import type { Finding, FinishOptions, Result } from "../../src/store/index.ts";

/** When everything is found. */
export const START_MS = Date.UTC(2026, 2, 1);
/** An address. */
export const STORY = "https://news.example.org/harbour";

/** A made-up article. */
export function makeArticle(fields: Partial<Article> = {}): Article {
  const text = fields.text ?? "The quay was repaired. Ships may land again.";
  return {
    url: STORY,
    canonicalUrl: null,
    title: "Quay repaired",
    statedTitle: null,
    authors: ["Ada Brook"],
    published: "2026-02-27T08:00:00Z",
    modified: null,
    language: "en",
    direction: "ltr",
    site: "Harbour News",
    section: null,
    tags: [],
    excerpt: null,
    image: null,
    media: [],
    text,
    html: `<p>${text}</p>`,
    wordCount: text.split(/\s+/).length,
    pageType: "article",
    isArticle: 1,
    confidence: 0.9,
    fieldConfidence: { title: 1, authors: 1, published: 1 },
    paywall: null,
    extractor: "fused",
    warnings: [],
    ...fields,
  };
}

/** A made-up finding of it. */
export function finding(fields: Partial<Finding> = {}): Finding {
  return { url: STORY, source: "front", title: "Quay is repaired", topic: null, ...fields };
}

/** An article that was obtained from its address. */
export function obtained(
  url: string,
  fields: Partial<Article> = {},
  more: Partial<Extract<Result, { kind: "obtained" }>> = {},
): FinishOptions {
  const result = {
    kind: "obtained",
    article: makeArticle({ url, ...fields }),
    identity: url,
    ...more,
  } as const;
  return { url, nowMs: START_MS, run: null, result };
}
