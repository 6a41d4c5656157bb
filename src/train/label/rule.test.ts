import { describe, expect, test } from "vitest";
import { processorMs } from "../../../test/growth.ts";
import { parseHtml, tagName } from "../../html/index.ts";
import { findMatches, parseRule, selectorFault } from "./rule.ts";

const RULE = { site: "bay.example", start: ".story p", end: ".story p" };

test("a rule is read with what it needs and what it may have; null is absent, the rest is ignored", () => {
  expect(parseRule(JSON.stringify(RULE))).toEqual(RULE);
  const whole = { ...RULE, title: "h1", language: "en" };
  expect(parseRule(JSON.stringify({ ...whole, note: 5 }))).toEqual(whole);
  expect(parseRule(JSON.stringify({ ...whole, title: null, language: null }))).toEqual(RULE);
});

test.each<[string, string, string]>([
  ["no JSON", "{", "it is not JSON."],
  ["no object", "[]", "it is not a JSON object."],
  ["without a site", JSON.stringify({ ...RULE, site: undefined }), 'it has no "site".'],
  ["without an end", JSON.stringify({ ...RULE, end: null }), 'it has no "end".'],
  ["with a number", JSON.stringify({ ...RULE, start: 5 }), '"start" is not a text.'],
  ["with an empty field", JSON.stringify({ ...RULE, site: " " }), '"site" is empty.'],
  ["with a broken selector", JSON.stringify({ ...RULE, end: "p[" }), '"end" is not a CSS selector: '],
  ["with a broken title", JSON.stringify({ ...RULE, title: "h1::x" }), '"title" is not a CSS selector: '],
])("a rule %s is refused by name of the field", (_, text, problem) => {
  expect(() => parseRule(text)).toThrow(
    expect.objectContaining({
      code: "BAD_RULE",
      message: expect.stringContaining(`The rule cannot be used: ${problem}`),
    }),
  );
});

describe("a CSS selector", () => {
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
      const tookMs = processorMs(() => {
        expect(findMatches(many, selector)).toHaveLength(1);
      });
      expect(tookMs).toBeLessThan(2000);
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
