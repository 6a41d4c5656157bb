import { expect, test } from "vitest";
import { makeFused, shippedBaseLearners, shippedFused } from "../src/extractors/index.ts";
import { extract } from "../src/index.ts";
import { words } from "../src/text/index.ts";
import { LANGUAGES, LOOKS, makeArticlePage } from "./newsroom/index.ts";

/** Every look in one language, and every language in some look. */
const PAGES = LOOKS.map((look, at) => ({
  look,
  language: LANGUAGES[at % LANGUAGES.length]!,
  seed: 900 + at,
}));

const TREES = makeFused(shippedFused, shippedBaseLearners());

// By the trees alone: the network of `fused` takes a thread before a very short story for the article (docs/experiments/fused.md).
test.each(PAGES)("what readers wrote in $look is no part of the story in $language", (order) => {
  const { html, truth } = makeArticlePage({ ...order, hardCases: ["comment-thread"] });
  const { text } = extract(html, { extractor: TREES, url: truth.url });
  const own = new Set(words(truth.body));
  const kept = words(text);
  expect(kept.filter((word) => own.has(word)).length).toBeGreaterThan(0.8 * kept.length);
});
