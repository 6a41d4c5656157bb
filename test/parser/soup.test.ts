import { expect, test } from "vitest";
import { parseHtml } from "../../src/html/index.ts";
import { makeRandom } from "../newsroom/random.ts";
import { DOCTYPES, makePlainTagSoup, makeTagSoup, withOtherScripts } from "./tag-soup.ts";
import { documentLines, isSameAsUtf8, ourLines, parse5Lines } from "./tree-lines.ts";

/** `npm run compare:parsers` tries a million. */
const DOCUMENTS = 20_000;

test("tag soup of every kind gives the tree that parse5 builds", () => {
  const random = makeRandom("soup");
  const different: string[] = [];
  for (let at = 0; at < DOCUMENTS && different.length < 5; at++) {
    const soup = makePlainTagSoup(random);
    if (ourLines(soup).join("\n") !== parse5Lines(soup).join("\n")) different.push(soup);
  }
  expect(different).toEqual([]);
});

/** A tree without its comments, with names as a Document has them. */
function asDocument(lines: readonly string[]): string[] {
  return lines
    .filter((line) => !/^\d+<!--/.test(line))
    .map((line) =>
      line
        .replace(/(?<=^\d+<)(?:svg|math) (?=(?:svg|math)[ >])/, "")
        .replace(/(?<=^\d+<)(svg|math) (?=[^= >]+[ >])/, "$1:")
        .replaceAll(/ (?:xlink|xml):/g, " "),
    );
}

test("a Document holds what the parser built, but for comments", () => {
  const random = makeRandom("document");
  const different: string[] = [];
  for (let at = 0; at < 4000 && different.length < 5; at++) {
    const soup = makePlainTagSoup(random).replaceAll(/\bid=1/g, "style=x viewBox=0");
    const lines = documentLines(parseHtml(soup)).map((line) => line.replaceAll(/ (?:xlink|xml):/g, " "));
    if (lines.join("\n") !== asDocument(ourLines(soup)).join("\n")) different.push(soup);
  }
  expect(different).toEqual([]);
});

test("tag soup that is read as UTF-8 gives the Document of its text", () => {
  const random = makeRandom("utf-8");
  const different: string[] = [];
  for (let at = 0; at < 4000 && different.length < 5; at++) {
    const soup = withOtherScripts(makeTagSoup(random));
    if (!isSameAsUtf8(soup)) different.push(soup);
  }
  expect(different).toEqual([]);
});

test("a doctype cut anywhere gives the tree that parse5 builds", () => {
  const cuts = DOCTYPES.flatMap((doctype) => [...doctype].map((_, end) => doctype.slice(0, end + 1)));
  const soups = cuts.flatMap((cut) => [cut, `<!-- c -->${cut}`, `<p>x${cut}`, `${cut} <p>x`]);
  expect(soups.filter((soup) => ourLines(soup).join("\n") !== parse5Lines(soup).join("\n"))).toEqual([]);
});

test("a page cut at every byte gives the tree that parse5 builds", () => {
  const random = makeRandom("cut");
  let page = "";
  while (page.length < 2048) page += makePlainTagSoup(random).replaceAll(/<plaintext[^>]*>/gi, "");
  const bytes = new TextEncoder().encode(page);
  const different: number[] = [];
  for (let end = 0; end <= bytes.length; end++) {
    const cut = new TextDecoder().decode(bytes.subarray(0, end));
    if (ourLines(cut).join("\n") !== parse5Lines(cut).join("\n")) different.push(end);
  }
  expect(different).toEqual([]);
});
