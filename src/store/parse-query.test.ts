import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { NewsError } from "../errors/index.ts";
import { toFts5, toTsquery } from "./compile-query.ts";
import { parseQuery } from "./parse-query.ts";

describe("a query", () => {
  test.each([
    ["tax cut", '("tax" AND "cut")'],
    ["tax OR cut levy", '("tax" OR ("cut" AND "levy"))'],
    ["tax -cut NOT levy", '(("tax") NOT ("cut" OR "levy"))'],
    ["NOT NOT tax", '"tax"'],
    ["tax-cut", '"tax cut"'],
    ["tax*", '"tax"*'],
    ["http://x.org", '"http x org"'],
    ["東京都", '"東京 京都"'],
    ["東京 2026", '("東京" AND "2026")'],
    ['"東京 2026"', '"東京 京 2026"'],
    ["都", '"都"*'],
    ["topic:Élan_Vital", '"topic:elan_vital"'],
    ["site:https://www.example.org:8080/a?b=c", '"site:example.org"'],
    ["site:example.org:8080", '"site:example.org"'],
    ['"ratio:3" 12:30', '("ratio 3" AND "12 30")'],
    ["and", '"and"'],
  ])("%s is %s to FTS5", (query, expected) => {
    expect(toFts5(parseQuery(query))).toBe(expected);
  });

  test("looks phrases up in the text where the index of PostgreSQL has no positions", () => {
    expect(toTsquery(parseQuery('"tax cut" NOT levy*'))).toEqual({
      sql: "((lexemes @@ ?::tsquery AND strpos(terms, ?) > 0) AND lexemes @@ ?::tsquery)",
      values: ["('tax' & 'cut')", " tax cut ", "!('levy':*)"],
    });
  });

  test.each([
    ["(tax", "A closing parenthesis is missing at character 5 of the query."],
    ["tax) cut", "A closing parenthesis has no opening one at character 4 of the query."],
    ['tax "cut', "A closing quotation mark is missing at character 5 of the query."],
    ["tax OR", "A word is missing at character 7 of the query."],
    ["topic:- tax", "The name topic: has no value at character 1 of the query."],
    ["tax title:cut", "The name title: is none of site:, source:, author:, lang:, topic: "],
    ["tax title:cut", "at character 5 of the query."],
    ["…", "The query has no words."],
  ])("%s is refused with what is wrong and where", (query, message) => {
    expect(() => parseQuery(query)).toThrow(message);
  });

  test("is read or refused with a code, whatever it holds", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.mixedCase(fc.string())), (text) => {
        try {
          const query = parseQuery(text);
          // Nothing typed gets out of its quotation marks.
          expect(toFts5(query).replace(/"[^"]*"\*?| AND | OR | NOT |[()]/g, "")).toBe("");
        } catch (error) {
          expect(error instanceof NewsError && error.code).toBe("BAD_QUERY");
        }
      }),
    );
  });
});
