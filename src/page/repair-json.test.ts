import { describe, expect, test } from "vitest";
import { MOST_GROWTH, timeGrowth } from "../../test/growth.ts";
import { parseJson, repairJson } from "./repair-json.ts";

describe("parseJson", () => {
  test.each([
    ["a CDATA wrapper", '//<![CDATA[\n{"a":1}\n//]]>'],
    ["a commented CDATA wrapper", '/* <![CDATA[ */ {"a":1} /* ]]> */'],
    ["an HTML comment", '<!-- {"a":1} -->'],
    ["a semicolon at the end", '{"a":1};'],
    ["a trailing comma", '{"a":1,}'],
    ["a block comment", '{/* one */"a":1}'],
  ])("reads through %s", (_, text) => {
    expect(parseJson(text)).toEqual({ a: 1 });
  });

  test("keeps what looks like a comment or a comma inside a string", () => {
    expect(parseJson('{"a":"http://x.example/,]",}')).toEqual({ a: "http://x.example/,]" });
  });

  test("reads raw line breaks and wrong escapes in strings", () => {
    expect(parseJson('{"a":"one\ntwo","b":"it\\\'s"}')).toEqual({ a: "one two", b: "it's" });
  });

  test("gives nothing for an empty script and throws for what is no JSON", () => {
    expect(parseJson(" \n ")).toBeUndefined();
    expect(() => parseJson("window.data = 1")).toThrow(SyntaxError);
  });

  test("survives a string that never ends", () => {
    expect(() => parseJson(`{"a":"${"x".repeat(1000)}`)).toThrow(SyntaxError);
  });
});

describe("repairJson", () => {
  test("takes time in proportion to the text", () => {
    const unit = '{"a":"\\x",/*b*/[1,],';
    const growth = timeGrowth(10_000, (count) => {
      const text = unit.repeat(count);
      return () => repairJson(text);
    });
    expect(growth).toBeLessThan(MOST_GROWTH);
  });
});
