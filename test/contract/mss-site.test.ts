import { describe, test } from "vitest";
import { learnMss } from "../../src/extractors/index.ts";
import { sitePage, supervisedModel } from "../../src/extractors/mss/learn.testing.ts";
import { EXTRACTOR_CONTRACT } from "./extractor.ts";

describe("mss-site keeps the extractor contract", () => {
  const pages = [1, 2, 3, 4].map((number) => sitePage(number, { isApart: true }));
  const extractor = learnMss(pages, { from: supervisedModel() });

  test.each(EXTRACTOR_CONTRACT.map((promise) => [promise.name, promise] as const))("%s", (_, promise) => {
    promise.check(() => extractor);
  });
});
