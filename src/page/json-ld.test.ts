import { describe, expect, test } from "vitest";
import { parseHtml } from "../html/index.ts";
import { readJsonLd, resolveReference } from "./json-ld.ts";
import { findLandmarks } from "./landmarks.ts";
import { firstText } from "./thing.ts";

const script = (json: string) => `<script type="application/ld+json">${json}</script>`;
const read = (html: string) => {
  const document = parseHtml(html);
  return readJsonLd(document, findLandmarks(document));
};
const headlines = (html: string) => read(html).things.map((thing) => firstText(thing, "headline"));

describe("JSON-LD", () => {
  test("opens lists, graphs and main entities, outer things first", () => {
    const html =
      script('[{"headline":"a"},{"@graph":[{"headline":"b"}],"headline":"c"}]') +
      script('{"headline":"d","mainEntity":{"headline":"e"}}');
    expect(headlines(html)).toEqual(["d", "a", "c", "e", "b"]);
  });

  test("leaves out a broken script, says so, and reads the others", () => {
    const { things, isBroken } = read(script("{broken") + script('{"headline":"a"}'));
    expect(isBroken).toBe(true);
    expect(things).toHaveLength(1);
  });

  test("follows a reference to a thing described elsewhere", () => {
    const jsonLd = read(script('{"@graph":[{"@id":"#ann","name":"Ann"},{"author":{"@id":"#ann"}}]}'));
    expect(resolveReference({ "@id": "#ann" }, jsonLd)).toEqual({ "@id": "#ann", name: "Ann" });
    expect(resolveReference({ "@id": "#bob" }, jsonLd)).toEqual({ "@id": "#bob" });
  });

  test("reads no more than its bounds of ten thousand scripts", () => {
    expect(read(script('{"headline":"a"}').repeat(10_000)).things).toHaveLength(200);
  });

  test("stops before a script that is too large", () => {
    expect(read(script(`{"a":"${"x".repeat(2_100_000)}"}`)).things).toEqual([]);
  });

  test("survives nesting of any depth", () => {
    const deep = 300_000;
    expect(read(script("[".repeat(deep) + "]".repeat(deep))).things).toEqual([]);
  });
});
