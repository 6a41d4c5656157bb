import type { HardCase } from "../names.ts";

/** How often a page has each case when none is asked for by name. */
export const SPRINKLE: Readonly<Record<HardCase, number>> = {
  "story-highlights": 0.12,
  standfirst: 0.5,
  "breaking-bar": 0.15,
  "large-section-label": 0.1,
  "long-comments": 0.1,
  "rule-before-comments": 0.15,
  "broken-pieces": 0.15,
  "one-sentence": 0.03,
  "credit-in-last-text": 0.12,
  "outline-paragraph": 0.1,
  "ten-word-flash": 0.03,
  "misleading-collected-title": 0.08,
  "article-twice": 0.05,
  "appended-article": 0.06,
  "live-blog": 0.04,
  gallery: 0.04,
  "paywall-teaser": 0.05,
  "cookie-notice": 0.4,
  "pull-quote": 0.15,
  "block-quote": 0.15,
  table: 0.08,
  list: 0.15,
  code: 0.02,
  "embedded-post": 0.12,
  "inline-related": 0.2,
  "inline-promotion": 0.2,
  correction: 0.06,
  // Only where they are asked for: the made-up old pages of the shipped models are without them.
  "comment-thread": 0,
  "short-item": 0,
  "teaser-columns": 0,
  "house-rules": 0,
  "consent-placeholder": 0,
  "subscribe-plea": 0,
  "about-us": 0,
};

/** Cases that decide the whole shape of a story; the first one present wins. */
export const SHAPES = [
  "live-blog",
  "gallery",
  "paywall-teaser",
  "ten-word-flash",
  "one-sentence",
  "short-item",
] as const;
/** A case that decides the whole shape of a story. */
export type Shape = (typeof SHAPES)[number];

/** Cases that need a body of several paragraphs. */
export const IN_BODY: ReadonlySet<HardCase> = new Set([
  "outline-paragraph",
  "pull-quote",
  "block-quote",
  "table",
  "list",
  "code",
  "embedded-post",
  "inline-related",
  "inline-promotion",
  "correction",
]);

/** Cases that a story of one sentence cannot have. */
export const NOT_WHEN_SHORT: ReadonlySet<HardCase> = new Set(["standfirst", "story-highlights"]);
