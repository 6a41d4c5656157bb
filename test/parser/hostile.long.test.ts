import { describe, expect, test } from "vitest";
import { readHtml } from "../../src/html/index.ts";
import { parseHtml } from "../../src/html/parse.ts";
import { makeRandom } from "../newsroom/random.ts";
import { makePlainTagSoup } from "./tag-soup.ts";
import { isSameAsUtf8, ourLines, parse5Lines } from "./tree-lines.ts";

const MILLION = 1_000_000;
/** As deep as parse5 gets in a moment: it looks through all open elements for every tag. */
const DEEP = 1_000;

describe("a million of everything is read, and as parse5 reads a few", () => {
  test.each(["<div>", "<b>", "<table>", "<svg>", "<template>"])("%s", (tag) => {
    expect(parseHtml(tag.repeat(MILLION)).size).toBeGreaterThan(MILLION);
    expect(ourLines(tag.repeat(DEEP))).toEqual(parse5Lines(tag.repeat(DEEP)));
  });

  test("tables in cells of tables, which are more elements than a page may have", () => {
    expect(() => parseHtml("<table><td>".repeat(MILLION))).toThrow(
      expect.objectContaining({ code: "PAGE_TOO_DEEP" }),
    );
    expect(ourLines("<table><td>".repeat(DEEP))).toEqual(parse5Lines("<table><td>".repeat(DEEP)));
  });

  test("formatting elements that are left open and all different, which are more than a page may have", () => {
    const tags = (count: number) => Array.from({ length: count }, (_, at) => `<b id=${at}>`).join("");
    expect(() => parseHtml(tags(MILLION))).toThrow(expect.objectContaining({ code: "PAGE_TOO_DEEP" }));
    expect(ourLines(tags(DEEP))).toEqual(parse5Lines(tags(DEEP)));
  });

  test("attributes of one tag", () => {
    const tag = (count: number): string =>
      `<p ${Array.from({ length: count }, (_, at) => `a${at}=${at}`).join(" ")}>`;
    const { attributes } = parseHtml(tag(MILLION));
    expect([attributes.count, attributes.nameAt(MILLION - 1), attributes.valueAt(MILLION - 1)]).toEqual([
      MILLION,
      `a${MILLION - 1}`,
      String(MILLION - 1),
    ]);
    expect(ourLines(tag(DEEP))).toEqual(parse5Lines(tag(DEEP)));
  });

  test("less-than signs, as many as a page may have, and no more", () => {
    const most = 64 * 2 ** 20;
    expect(readHtml("<".repeat(most)).document.text).toHaveLength(most);
    const tooMany = expect.objectContaining({ code: "INPUT_TOO_LARGE" });
    expect(() => readHtml("<".repeat(most + 1))).toThrow(tooMany);
    // However much is allowed, no text is longer than this.
    expect(() => readHtml(new Uint8Array(2 ** 29), { maxBytes: 2 ** 31 })).toThrow(tooMany);
  });
});

describe("characters that no page should hold, between all others", () => {
  const random = makeRandom("hostile");
  const soups = Array.from({ length: 300 }, () => makePlainTagSoup(random).replaceAll("\0", ""));
  test.each([
    ["NUL", "\0"],
    ["a carriage return", "\r"],
    ["a high surrogate", "\ud83d"],
    ["a low surrogate", "\ude00"],
  ])("%s", (_, character) => {
    for (const soup of soups) {
      const strewn = [...soup].join(character);
      expect(ourLines(strewn)).toEqual(parse5Lines(strewn));
      expect(isSameAsUtf8(strewn), strewn).toBe(true);
      // Inside of names and values, too, where markup stays markup.
      const words = soup.replace(/(?<=\w)(?=\w)/g, character);
      expect(ourLines(words)).toEqual(parse5Lines(words));
      expect(isSameAsUtf8(words), words).toBe(true);
    }
  });
});
