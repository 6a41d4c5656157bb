import { describe, expect, test } from "vitest";
import { parseHtml } from "../html/index.ts";
import { Page } from "../page/index.ts";
import type { Extractor } from "./extractor.ts";
import { makeFused } from "./fused/index.ts";
import { makeLean } from "./lean/index.ts";
import { shippedBaseLearners, shippedFused, shippedLean, shippedModel } from "./models.ts";
import { makeSimpleMss } from "./mss/model-free.ts";
import { makeMss } from "./mss/supervised.ts";
import { makeRelevance } from "./relevance/relevance.ts";

const HINTS = { collectedTitle: "Ferry leaves Lund at dawn" };
const SENTENCE = "The ferry to Lund left at dawn, with forty people and a dog on board.";
const MENU = "<ul><li><a href=a>Home</a><li><a href=b>Sport news</a></ul>";
const article = (paragraphs: number) =>
  `<title>Ferry leaves Lund at dawn</title>${MENU}<h1>Ferry leaves Lund at dawn</h1><div>${`<p>${SENTENCE}</p>`.repeat(paragraphs)}</div>${MENU}`;

/** Small, huge, nested without end, without words, of a script without spaces, and small again but of another shape. */
const PAGES = [
  article(6),
  article(9_000),
  "<div>Lund ".repeat(70_000),
  "",
  `<html lang=zh><title>渡轮离开北京</title><h1>渡轮离开北京</h1>${"<p>渡轮清晨离开北京，船上有四十人。</p>".repeat(9)}`,
  article(4).replaceAll("<p>", "<p><b>Lund</b> "),
].map((html) => new Page(parseHtml(html)));

const MAKERS: Readonly<Record<string, () => Extractor>> = {
  mss: () => makeMss("mss", shippedModel),
  "mss with unclosed tags and boxes": () => makeMss("mss", shippedModel, { unclosedTag: true, clean: true }),
  "mss-simple": () => makeSimpleMss(),
  relevance: () => makeRelevance(),
  fused: () => makeFused(shippedFused, shippedBaseLearners()),
  lean: () => makeLean(shippedLean),
};

describe.each(Object.entries(MAKERS))("what %s says of a page", (_, make) => {
  const ask = (extractor: Extractor) => (page: Page) => extractor.extract(page, HINTS);
  const one = make();
  const other = make();
  const answers = PAGES.map((page) => {
    const answer = ask(one)(page);
    ask(other)(PAGES[0]!);
    return answer;
  });
  const before = structuredClone(answers);
  const again = PAGES.toReversed().map(ask(one)).toReversed();

  test("does not depend on the pages before it, nor on another extractor", () => {
    expect(again).toEqual(before);
    expect([ask(make())(PAGES[0]!), ask(make())(PAGES.at(-1)!)]).toEqual([before[0], before.at(-1)]);
    expect(before[0]!.scores.some((score) => score > 0)).toBe(true);
  });

  test("stays as it is while later pages are read", () => {
    expect(answers).toEqual(before);
  });
});
