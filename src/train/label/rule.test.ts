import { expect, test } from "vitest";
import { parseRule } from "./rule.ts";

const RULE = { site: "bay.example", start: ".story p", end: ".story p" };

test("a rule is read with what it needs and what it may have; null is absent, the rest is ignored", () => {
  expect(parseRule(JSON.stringify(RULE))).toEqual(RULE);
  const whole = { ...RULE, title: "h1", language: "en" };
  expect(parseRule(JSON.stringify({ ...whole, note: 5 }))).toEqual(whole);
  expect(parseRule(JSON.stringify({ ...whole, title: null, language: null }))).toEqual(RULE);
});

test.each<[string, string, string]>([
  ["no JSON", "{", "it is no JSON."],
  ["no object", "[]", "it is no JSON object."],
  ["without a site", JSON.stringify({ ...RULE, site: undefined }), 'it has no "site".'],
  ["without an end", JSON.stringify({ ...RULE, end: null }), 'it has no "end".'],
  ["with a number", JSON.stringify({ ...RULE, start: 5 }), '"start" is no text.'],
  ["with an empty field", JSON.stringify({ ...RULE, site: " " }), '"site" is empty.'],
  ["with a broken selector", JSON.stringify({ ...RULE, end: "p[" }), '"end" is no CSS selector: '],
  ["with a broken title", JSON.stringify({ ...RULE, title: "h1::x" }), '"title" is no CSS selector: '],
])("a rule %s is refused by name of the field", (_, text, problem) => {
  expect(() => parseRule(text)).toThrow(
    expect.objectContaining({
      code: "BAD_RULE",
      message: expect.stringContaining(`The rule cannot be used: ${problem}`),
    }),
  );
});
