import { describe, expect, test } from "vitest";
import { MOST_GROWTH, timeGrowth } from "../../test/growth.ts";
import { parseHtml } from "../html/index.ts";
import { findLandmarks } from "./landmarks.ts";
import {
  firstText,
  firstThing,
  parseJson,
  readJsonLd,
  readMicrodata,
  resolveReference,
  textOf,
  typesOf,
  valuesOf,
} from "./structured-data.ts";

describe("readers of structured data", () => {
  test("take one value, a list and none alike", () => {
    expect(valuesOf({ a: 1 }, "a")).toEqual([1]);
    expect(valuesOf({ a: [1, [2, 3]] }, "a")).toEqual([1, 2, 3]);
    expect(valuesOf({ a: { "@list": [1, 2] } }, "a")).toEqual([1, 2]);
    expect(valuesOf({ a: null }, "a")).toEqual([]);
    expect(valuesOf(undefined, "a")).toEqual([]);
  });

  test("find a property under schema.org's prefix", () => {
    expect(firstText({ "schema:headline": "Tide" }, "headline")).toBe("Tide");
  });

  test("read text only where there is text", () => {
    expect(textOf(" Tide ")).toBe("Tide");
    expect(textOf({ "@value": "Tide" })).toBe("Tide");
    expect(textOf(1700000000)).toBe("1700000000");
    for (const other of [true, null, undefined, {}, [], " "]) expect(textOf(other)).toBeUndefined();
  });

  test("name types without their vocabulary", () => {
    expect(typesOf({ "@type": ["https://schema.org/NewsArticle", "schema:Report", "Article", 7] })).toEqual([
      "NewsArticle",
      "Report",
      "Article",
    ]);
  });

  test("read a bounded part of a hostile list", () => {
    let deep: unknown = "end";
    for (let depth = 0; depth < 100_000; depth++) deep = [deep];
    expect(valuesOf({ deep }, "deep").length).toBeLessThanOrEqual(100);
    expect(valuesOf({ long: new Array(1_000_000).fill("a") }, "long")).toHaveLength(100);
  });

  test("open lists inside lists up to five levels", () => {
    const nested = (levels: number): unknown => (levels === 0 ? "a" : [nested(levels - 1)]);
    expect(valuesOf({ deep: nested(5) }, "deep")).toEqual(["a"]);
    expect(valuesOf({ deep: nested(6) }, "deep")).toEqual([["a"]]);
  });
});

const script = (json: string) => `<script type="application/ld+json">${json}</script>`;
const readScripts = (html: string) => {
  const document = parseHtml(html);
  return readJsonLd(document, findLandmarks(document));
};
const headlines = (html: string) => readScripts(html).things.map((thing) => firstText(thing, "headline"));

describe("JSON-LD", () => {
  test("opens lists, graphs and main entities, outer things first", () => {
    const html =
      script('[{"headline":"a"},{"@graph":[{"headline":"b"}],"headline":"c"}]') +
      script('{"headline":"d","mainEntity":{"headline":"e"}}');
    expect(headlines(html)).toEqual(["d", "a", "c", "e", "b"]);
  });

  test("leaves out a broken script, says so, and reads the others", () => {
    const { things, isBroken } = readScripts(script("{broken") + script('{"headline":"a"}'));
    expect(isBroken).toBe(true);
    expect(things).toHaveLength(1);
  });

  test("follows a reference to a thing described elsewhere", () => {
    const jsonLd = readScripts(script('{"@graph":[{"@id":"#ann","name":"Ann"},{"author":{"@id":"#ann"}}]}'));
    expect(resolveReference({ "@id": "#ann" }, jsonLd)).toEqual({ "@id": "#ann", name: "Ann" });
    expect(resolveReference({ "@id": "#bob" }, jsonLd)).toEqual({ "@id": "#bob" });
  });

  test("reads no more than its bounds of ten thousand scripts", () => {
    expect(readScripts(script('{"headline":"a"}').repeat(10_000)).things).toHaveLength(200);
  });

  test("reads 2 million characters and 5,000 values", () => {
    const countOf = (characters: number) =>
      readScripts(script(`{"a":"${"x".repeat(characters)}"}`)).things.length;
    expect([1_900_000, 2_100_000].map(countOf)).toEqual([1, 0]);
    const countIn = (things: number) =>
      readScripts(script(JSON.stringify(Array(things).fill({})))).things.length;
    // The list itself is a value.
    expect([4_000, 6_000].map(countIn)).toEqual([4_000, 4_999]);
  });

  test("survives nesting of any depth", () => {
    const deep = 300_000;
    expect(readScripts(script("[".repeat(deep) + "]".repeat(deep))).things).toEqual([]);
  });
});

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

  test("looks for a closing wrapper in the last 64 characters", () => {
    const closed = (spaces: number) => parseJson(`{"a":1};${" ".repeat(spaces)}`);
    expect(closed(60)).toEqual({ a: 1 });
    expect(() => closed(70)).toThrow(SyntaxError);
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

  test("repairs in time in proportion to the text", () => {
    const unit = '{"a":"\\x",/*b*/[1,],';
    const growth = timeGrowth(10_000, (count) => {
      const text = unit.repeat(count);
      return () => expect(() => parseJson(text)).toThrow(SyntaxError);
    });
    expect(growth).toBeLessThan(MOST_GROWTH);
  });
});

const readItems = (html: string) => {
  const document = parseHtml(html);
  return readMicrodata(document, findLandmarks(document));
};

describe("microdata", () => {
  test("nests items as the elements nest", () => {
    const { items } = readItems(
      `<div itemscope itemtype="https://schema.org/NewsArticle"><h1 itemprop="headline">Tide</h1>
       <p itemprop="author" itemscope itemtype="https://schema.org/Person"><b itemprop="name">Ann Lee</b></p>
       <time itemprop="datePublished" datetime="2024-05-03">Friday</time></div><p itemprop="after">x</p>`,
    );
    expect(items).toHaveLength(1);
    const article = items[0]!;
    expect(typesOf(article)).toEqual(["NewsArticle"]);
    expect(firstText(article, "headline")).toBe("Tide");
    expect(firstText(firstThing(article, "author"), "name")).toBe("Ann Lee");
    expect(firstText(article, "datePublished")).toBe("2024-05-03");
    expect(valuesOf(article, "after")).toEqual([]);
  });

  test("keeps properties outside every item apart", () => {
    expect(firstText(readItems("<span itemprop=author>Ann Lee</span>").loose, "author")).toBe("Ann Lee");
  });

  test("reads RDFa Lite the same way", () => {
    const { items } = readItems(
      '<div vocab="https://schema.org/" typeof="Article"><b property="headline">Tide</b></div>',
    );
    expect(firstText(items[0], "headline")).toBe("Tide");
  });

  test("leaves OpenGraph's metas to the view of metas", () => {
    expect(valuesOf(readItems('<meta property="og:title" content="a">').loose, "og:title")).toEqual([]);
  });

  test("gives an anchor's words and its address", () => {
    const { loose } = readItems('<a itemprop="author" href="/ann">Ann Lee</a>');
    expect(firstText(loose, "author")).toBe("Ann Lee");
    expect(firstText(firstThing(loose, "author"), "url")).toBe("/ann");
  });

  test("takes any name for a property", () => {
    const { loose } = readItems("<b itemprop='constructor __proto__'>a</b>");
    expect(firstText(loose, "constructor")).toBe("a");
    expect(firstText(loose, "__proto__")).toBe("a");
  });

  test("reads 10,000 annotated elements", () => {
    expect(readItems("<i itemscope></i>".repeat(11_000)).items).toHaveLength(10_000);
  });

  test("survives items nested without end", () => {
    expect(readItems("<div itemscope itemprop=a>".repeat(50_000)).items).toEqual([]);
  });
});
