import { EXTRACTORS, type Extractor } from "../../src/extractors/index.ts";
import { sitePage, supervisedModel } from "../../src/extractors/mss/made-up-models.testing.ts";
import { learnTed } from "../../src/site/ted/learn-ted.ts";
import { learnMss } from "../../src/train/index.ts";
import { CONTRACT_PAGES, deepPage, largePage, pageOf } from "./contract-pages.ts";

/** Every extractor that keeps the contract: the registered ones, and those that learn from pages. */
export function contractExtractors(): readonly Extractor[] {
  return [...Object.values(EXTRACTORS), siteExtractor(), tedExtractor()];
}

function siteExtractor(): Extractor {
  const pages = [1, 2, 3, 4].map((number) => sitePage(number, { isApart: true }));
  return learnMss(pages, { from: supervisedModel() });
}

function tedExtractor(): Extractor {
  const examples = [
    CONTRACT_PAGES["pictures and films among the text"],
    CONTRACT_PAGES["a Chinese page"],
    largePage(1000),
    deepPage(20),
  ];
  // A template needs two pages that differ in their words.
  const pages = examples.flatMap((html) => [
    html,
    html.replaceAll("harbour", "market").replaceAll("船", "车"),
  ]);
  return learnTed(pages.map(pageOf));
}
