import { expect, test } from "vitest";
import { keptTexts } from "../../../test/kept-text.ts";
import { longestCell, makeSimpleMss } from "./model-free.ts";

const MENU = "<ul><li><a href=a>Home</a></li><li><a href=b>News</a></li></ul>";
const STORY =
  "<p>The ferry left the quay at dawn, and nobody was there.</p><p>It came back late that night, with all lamps lit.</p>";

test("simple MSS keeps the words that outweigh the tags among them", () => {
  expect(keptTexts(makeSimpleMss(), `${MENU}<div>${STORY}</div>${MENU}`)).toEqual([
    "The ferry left the quay at dawn, and nobody was there.",
    "It came back late that night, with all lamps lit.",
  ]);
});

test("a free tag joins everything, an expensive one leaves one paragraph", () => {
  const html = `${MENU}<div>${STORY}</div>${MENU}`;
  expect(keptTexts(makeSimpleMss({ tagScore: 0 }), html)).toHaveLength(6);
  expect(keptTexts(makeSimpleMss({ tagScore: -100 }), html)).toHaveLength(1);
});

test("the longest cell is the cell or div with the most text in all that it holds", () => {
  const cells = `<table><tr><td>${MENU}</td><td>short</td><td><div>${STORY}</div></td></tr></table>`;
  expect(keptTexts(longestCell, cells)).toHaveLength(2);
  expect(keptTexts(longestCell, `<div>${MENU}${STORY}</div><div>tail</div>`)).toHaveLength(4);
});

test("a page without cells has no longest one", () => {
  expect(keptTexts(longestCell, STORY)).toEqual([]);
});
