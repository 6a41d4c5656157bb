import { describe, expect, test } from "vitest";
import { parseHtml, tagName } from "../../html/index.ts";
import { findMatches, selectorFault } from "./select.ts";

const DOCUMENT = parseHtml(
  "<div id=a class='x y'><p>one<p class=last>two</div><section><p data-n=3>three</section><my-tag>four</my-tag>",
);

function matches(selector: string): string {
  return findMatches(DOCUMENT, selector)
    .map((node) => {
      const { text, textStart, textEnd } = DOCUMENT;
      return `${tagName(DOCUMENT, node)} ${text.slice(textStart[node], textEnd[node])}`;
    })
    .join(", ");
}

describe("a CSS selector", () => {
  test.each([
    ["p", "p one, p two, p three"],
    ["div > p.last", "p two"],
    ["#a > p:first-child", "p one"],
    ["p + p", "p two"],
    ["p ~ p", "p two"],
    ["div:has(.last) p:not(.last)", "p one"],
    ["[class~=y] p:nth-of-type(2)", "p two"],
    ["section p, .last", "p two, p three"],
    ["P[data-n='3']", "p three"],
    ["my-tag", "my-tag four"],
    ["html > body > section > :last-child", "p three"],
    [".none", ""],
  ])("%s matches elements in document order", (selector, expected) => {
    expect(matches(selector)).toBe(expected);
  });

  test("reaches elements of any depth", () => {
    const deep = parseHtml(`${"<div>".repeat(400)}<p>deep`);
    expect(findMatches(deep, "body div p")).toHaveLength(1);
  });

  test.each(["b:first-child", "p:last-child", "p:last-of-type", "b + p"])(
    "%s is quick among many siblings",
    (selector) => {
      const many = parseHtml(`<div><b>x</b>y${"<p>x</p>".repeat(30_000)}</div>`);
      const start = performance.now();
      expect(findMatches(many, selector)).toHaveLength(1);
      expect(performance.now() - start).toBeLessThan(2000);
    },
  );

  test("gives up on a page where it would take for ever", () => {
    const many = parseHtml(`<div>${"<p>x</p>".repeat(30_000)}</div>`);
    expect(() => findMatches(many, "b ~ p")).toThrow(expect.objectContaining({ code: "PAGE_TOO_DEEP" }));
  });

  test.each(["", " ", "p[", "p::before", "> p", "p:nope", "p >"])(
    "is at fault where it is %j",
    (selector) => {
      expect(selectorFault(selector)).toMatch(/\w/);
    },
  );

  test("is not at fault where it can be used", () => {
    expect(selectorFault("div.story > p")).toBeUndefined();
  });
});
