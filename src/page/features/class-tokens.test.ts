import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Document, parseHtml, readHtml, TAG } from "../../html/index.ts";
import { hashText } from "../../text/index.ts";
import { Page } from "../page.ts";
import { ClassTokens, classIds } from "./class-tokens.ts";

/** The tokens of the last element of a body. */
function tokensOf(markup: string): number[] {
  return lastTokens(parseHtml(`<body>${markup}`));
}

function lastTokens(document: Document): number[] {
  const tokens = new ClassTokens(new Page(document));
  const node = document.tag.findLastIndex((tag) => tag !== 0);
  return Array.from(tokens.hashes.subarray(0, tokens.read(node))).sort();
}

describe("names of elements", () => {
  test.each([
    ["separators and camel case", '<p class="articleBody">', '<p class="article-body">'],
    ["separators of any kind", '<p class="article_body">', '<p class="article--body">'],
    ["case", '<p class="TEASER">', '<p class="teaser">'],
    ["numbers", '<p class="col12 n-7">', '<p class="col3 n-4096">'],
    ["the attribute", '<p id="story">', '<p itemprop="story">'],
    ["order", '<p class="a b">', '<p class="b  a">'],
    ["repetition", '<p class="lead lead" id="lead">', '<p class="lead">'],
  ])("are the same whatever %s", (_, one, other) => {
    expect(tokensOf(one)).toEqual(tokensOf(other));
    expect(tokensOf(one).length).toBeGreaterThan(0);
  });

  test("are whole and in parts", () => {
    const whole = tokensOf('<p class="article-body">');
    expect(whole).toHaveLength(3);
    expect(whole).toEqual(expect.arrayContaining(tokensOf('<p class="article body">')));
  });

  test("of a role or a data attribute are others than of a class", () => {
    expect(tokensOf('<p role="main">')).not.toEqual(tokensOf('<p class="main">'));
    expect(tokensOf("<p data-lead>")).not.toEqual(tokensOf('<p class="data-lead">').slice(0, 1));
    expect(tokensOf("<p data-lead>")).toHaveLength(1);
  });

  test("of a data attribute are its value's too where that is short", () => {
    expect(tokensOf('<p data-testid="story">')).toEqual(
      expect.arrayContaining(tokensOf('<p class="story">')),
    );
    expect(tokensOf(`<p data-testid="${"&quot;".repeat(35)}story">`)).toHaveLength(2);
    expect(tokensOf(`<p data-testid="${"story ".repeat(6)}">`)).toHaveLength(2);
    expect(tokensOf(`<p data-testid="${"story ".repeat(8)}">`)).toHaveLength(1);
    expect(tokensOf(`<p data-testid="${"story ".repeat(2000)}">`)).toHaveLength(1);
  });

  test("of a short data value are the same however it is written, as bytes or as a text", () => {
    const piece = fc.constantFrom("a", "é", "渡", "😀", "&", ";", "#", "1", "-", " ", "\n");
    const value = fc.array(piece, { minLength: 1, maxLength: 60 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(value, fc.nat(6), fc.integer({ min: 1, max: 4 }), (text, zeros, every) => {
        const refer = (letter: string) => `&#${"0".repeat(zeros)}${letter.codePointAt(0)};`;
        const plain = (letter: string) => (letter === "&" ? "&amp;" : letter);
        const written = Array.from(text, (letter, at) => (at % every === 0 ? refer(letter) : plain(letter)));
        const markup = `<body><p data-x="${written.join("")}">`;
        const isShort = text.length <= 40;
        const expected = tokensOf(`<p data-x class="${isShort ? text.replaceAll("&", "&amp;") : ""}">`);
        expect(lastTokens(parseHtml(markup))).toEqual(expected);
        expect(lastTokens(readHtml(new TextEncoder().encode(markup)).document)).toEqual(expected);
      }),
    );
  });

  test("are none without such attributes, without names in them, and for text", () => {
    expect(tokensOf('<p style="color:red" title="story">')).toEqual([]);
    expect(tokensOf('<p class=" -- " id="">')).toEqual([]);
  });

  test("are cut where there are thousands, or a value is long", () => {
    const story = (others: number) => tokensOf(`<p class="${"a ".repeat(others)}story">`);
    expect([story(180), story(220)].map(({ length }) => length)).toEqual([2, 1]);
    const names = Array.from({ length: 5000 }, (_, at) => String.fromCharCode(0x4e00 + at)).join(" ");
    expect(tokensOf(`<p class="${names}">`)).toHaveLength(64);
  });

  test("are the same for elements of one class where nothing else names them", () => {
    const document = parseHtml(
      '<body><p class="a"></p><p class="a" title=x></p><p class="a" id=b></p><p></p>',
    );
    const tokens = new ClassTokens(new Page(document));
    const nodes = [...document.tag.keys()].filter((node) => document.parent[node] === 3);
    const [first, same, named, none] = nodes.map((node) => tokens.onlyClass(node));
    expect(first).toBeGreaterThanOrEqual(0);
    expect([same, named, none]).toEqual([first, -1, -1]);
  });

  test("of one element are forgotten with the next", () => {
    const document = parseHtml('<body><p class="a b c"></p><p class="d"></p>');
    const tokens = new ClassTokens(new Page(document));
    const [first, second] = [...document.tag.keys()].filter((node) => document.parent[node] === 3);
    expect(tokens.read(first!)).toBe(3);
    expect(tokens.read(second!)).toBe(1);
    expect(tokens.read(first!)).toBe(3);
  });
});

/** The elements of a body, and the ids of their classes. */
function bodyOf(markup: string) {
  const document = parseHtml(`<body>${markup}`);
  const nodes = Array.from(document.tag.keys()).filter(
    (node) => document.tag[document.parent[node]!] === TAG.body,
  );
  return { nodes, ids: classIds(new Page(document)) };
}

describe("ids of classes", () => {
  test("are the same for equal classes and differ for others", () => {
    const { nodes, ids } = bodyOf('<p class="a b"></p><p id=x class="a b"></p><p class="b a"></p><p></p>');
    const [first, same, other, none] = nodes.map((node) => ids.of(node));
    expect(same).toBe(first);
    expect(other).not.toBe(first);
    expect(none).toBe(-1);
    expect(nodes.map((node) => ids.of(node))).toEqual([first, same, other, none]);
  });

  test("differ for classes of the same length and hash", () => {
    const classes = ["title-lead-teaser-list-menu-lead-aside", "list-menu-aside-title-teaser-card-body"];
    expect(new Set(classes.map(hashText)).size).toBe(1);
    const { nodes, ids } = bodyOf(classes.map((name) => `<p class="${name}"></p>`).join(""));
    expect(new Set(nodes.map((node) => ids.of(node))).size).toBe(2);
  });

  test("are as many as there are different classes, of thousands", () => {
    const markup = Array.from({ length: 6000 }, (_, at) => `<p class="c${at % 3000}"></p>`).join("");
    const { nodes, ids } = bodyOf(markup);
    const found = nodes.map((node) => ids.of(node));
    expect(new Set(found).size).toBe(3000);
    expect(found.slice(3000)).toEqual(found.slice(0, 3000));
  });

  test("have the same hash where equal classes are written differently", () => {
    const { nodes, ids } = bodyOf(
      '<p class="a&amp;ä 1"></p><p class="a&#38;&auml; 22"></p><p class="a&amp;ä 1">',
    );
    const [first, other, same] = nodes;
    expect(ids.hash(other!)).toBe(ids.hash(first!));
    expect(ids.of(same!)).toBe(ids.of(first!));
  });

  test("of numbered classes differ though their hashes are the same", () => {
    const { nodes, ids } = bodyOf('<p class="item-1"></p><p class="item-22"></p><h2 class="item-1"></h2><p>');
    const [one, other, heading, none] = nodes.map((node) => ids.hash(node));
    expect(ids.of(nodes[0]!)).not.toBe(ids.of(nodes[1]!));
    expect(other).toBe(one);
    expect(new Set([one, heading, none]).size).toBe(3);
  });
});
