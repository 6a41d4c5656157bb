import { expect, test } from "vitest";
import { judgedTexts, keptTexts } from "../../test/kept-text.ts";
import { CORE_EXTRACTORS } from "./core-extractors.ts";

const { everything, paragraphs } = CORE_EXTRACTORS;
const LONG = "Enough text for a page that hides nothing it needs ".repeat(5).trim();

test("keeps what is in a paragraph, however deep, and nothing else", () => {
  const html = `<h1>Title</h1><p>One <b><i>two</i></b></p><div>Three</div><p hidden>Four</p><p>${LONG}</p>`;
  expect(judgedTexts(paragraphs, html)).toEqual([
    { text: "Title", score: 0, reason: "not a paragraph" },
    { text: "One", score: 1, reason: "a paragraph" },
    { text: "two", score: 1, reason: "a paragraph" },
    { text: "Three", score: 0, reason: "not a paragraph" },
    { text: "Four", score: 0, reason: "hidden" },
    { text: LONG, score: 1, reason: "a paragraph" },
  ]);
});

test("keeps all that is shown and nothing that is hidden", () => {
  const html = `<nav>Menu</nav><p>${LONG}</p><p hidden>Secret</p><script>code()</script>`;
  expect(keptTexts(everything, html)).toEqual(["Menu", LONG]);
});
