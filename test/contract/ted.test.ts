import { describe, test } from "vitest";
import { learnTed } from "../../src/site/ted/index.ts";
import { CONTRACT_PAGES, deepPage, largePage, pageOf } from "./contract-pages.ts";
import { EXTRACTOR_CONTRACT } from "./extractor.ts";

describe("ted keeps the extractor contract", () => {
  const lessons = [
    ...[CONTRACT_PAGES["pictures and films among the text"], CONTRACT_PAGES["a Chinese page"]],
    ...[largePage(1000), deepPage(20)],
  ];
  // A template is seen on two pages that differ in their words.
  const pages = lessons.flatMap((html) => [
    html,
    html.replaceAll("harbour", "market").replaceAll("船", "车"),
  ]);
  const extractor = learnTed(pages.map(pageOf));

  test.each(EXTRACTOR_CONTRACT.map((promise) => [promise.name, promise] as const))("%s", (_, promise) => {
    promise.check(() => extractor);
  });
});
