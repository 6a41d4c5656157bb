import { describe, expect, test } from "vitest";
import { attribute, parseHtml } from "../../html/index.ts";
import { RuleIndex } from "./rule-index.ts";
import { ElementNames } from "./selector.ts";
import { parseSheet } from "./style-sheets.ts";

const MARKUP = `<main id=m class="a b"><p n=1 class=lead title="one two">x</p><p n=2 lang=en-GB>y<b n=3 class="w-1/2">z</b></p>
<my-box n=4><i n=5>v</i></my-box><div n=6><div n=7><span n=8 class=c></span></div></div><a n=9 href=/>l</a></main>`;

/** Which elements (by their attribute n) a selector takes. */
function taken(selector: string): string {
  const document = parseHtml(MARKUP);
  const index = new RuleIndex(document, new ElementNames(document));
  index.add(parseSheet(`${selector}{top:0}`, { width: 100, height: 100 }));
  let numbers = "";
  for (let node = 1; node < document.size; node++) {
    if (index.matching(node).length > 0) numbers += attribute(document, node, "n") ?? "-";
  }
  return numbers;
}

describe("a selector takes", () => {
  test.each([
    ["p", "12"],
    [".lead", "1"],
    ["#m", "-"],
    ["P.lead", "1"],
    ["main.a.b > p", "12"],
    ["main b", "3"],
    ["main > b", ""],
    ["p + p", "2"],
    ["p ~ div", "6"],
    ["p ~ b", ""],
    ["[title~=two]", "1"],
    ["[lang|=en]", "2"],
    ["[title^='one']", "1"],
    ["[title$=two], b", "13"],
    ["[title*='e t']", "1"],
    ["p[title]", "1"],
    [".w-1\\/2", "3"],
    ["my-box i", "5"],
    ["p:first-child", "1"],
    ["a:last-child", "9"],
    ["p:nth-child(2n)", "2"],
    ["p:nth-child(odd)", "1"],
    ["p:not(.lead)", "2"],
    [":is(b, i)", "35"],
    ["a:link", "9"],
    ["main > div span.c", "8"],
    ["div > div > .c", "8"],
    ["main > div > .c", ""],
  ])("%s: %s", (selector, numbers) => {
    expect(taken(selector)).toBe(numbers);
  });
  test.each([
    "p:hover",
    "p::before",
    "p:has(b)",
    ".nowhere",
    "p.nowhere p",
    "nothing",
    "constructor > p",
    "p >",
    "> p",
    "p..x",
    "%",
  ])("%s: nothing", (selector) => {
    expect(taken(selector)).toBe("");
  });
});

describe("of several rules", () => {
  /** The bodies that match the first p, the strongest last. */
  function order(css: string): string[] {
    const document = parseHtml(MARKUP);
    const index = new RuleIndex(document, new ElementNames(document));
    index.add(parseSheet(css, { width: 100, height: 100 }));
    for (let node = 1; node < document.size; node++) {
      if (attribute(document, node, "n") === "1") return index.matching(node).map(({ body }) => body);
    }
    return [];
  }
  test("ids weigh more than classes, classes more than tags, later ones more than earlier", () => {
    expect(order("#m p{a}.lead{b}p{c}p{d}.lead{e}")).toEqual(["c", "d", "b", "e", "a"]);
  });
  test("one in a layer yields to all others", () => {
    expect(order("@layer x{#m .lead{a}}p{b}")).toEqual(["a", "b"]);
  });
});
