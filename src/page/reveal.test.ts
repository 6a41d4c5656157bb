import { describe, expect, test } from "vitest";
import { parseHtml } from "../html/index.ts";
import { Page } from "./page.ts";
import { reveal } from "./reveal.ts";

const PROSE = "The ferry left at dawn, and nobody saw it go. ".repeat(6);
const SHOWN = `<p>${"What the page shows by itself is long enough. ".repeat(20)}</p>`;

const pageOf = (hidden: string) => new Page(parseHtml(SHOWN + hidden));
const reveals = (hidden: string) => {
  const page = pageOf(hidden);
  return reveal(page).leaves.visible.some((seen, leaf) => seen === 1 && page.leaves.visible[leaf] === 0);
};

describe("what a page reveals", () => {
  test.each([
    ["a closed accordion", `<div style="display:none"><p>${PROSE}</p></div>`],
    ["the rest of a story behind a button", `<div hidden>${PROSE}</div>`],
    ["a collapsed answer", `<div aria-hidden=true>${PROSE}</div>`],
  ])("is %s", (_, hidden) => {
    expect(reveals(hidden)).toBe(true);
  });

  test.each([
    ["a dialog", `<div hidden role=dialog>${PROSE}</div><dialog>${PROSE}</dialog>`],
    ["a menu", `<div hidden>${`<a href=/x>${PROSE}</a>`.repeat(3)}</div>`],
    ["a list of teasers, half of them links", `<div hidden><a href=/x>${PROSE}</a><p>${PROSE}</p></div>`],
    ["a message", "<div hidden>Copied to the clipboard.</div>"],
    ["a message of three sentences", `<div hidden>${PROSE.slice(0, PROSE.length / 2)}</div>`],
    ["what stands in noscript or a template", `<noscript>${PROSE}</noscript><template>${PROSE}</template>`],
  ])("is not %s", (_, hidden) => {
    expect(reveals(hidden)).toBe(false);
  });

  test("is judged once for a hidden part, however deep its text", () => {
    const page = pageOf(`<div hidden><div><p>${PROSE}</p></div><p>More.</p></div><p>After.</p>`);
    expect([...reveal(page).leaves.visible]).toEqual([1, 1, 1, 1]);
    expect([...page.leaves.visible]).toEqual([1, 0, 0, 1]);
  });

  test("leaves a page without hidden prose as it is, leaf for leaf", () => {
    const page = pageOf("");
    expect(reveal(page)).toBe(page);
  });
});
