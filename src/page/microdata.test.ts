import { describe, expect, test } from "vitest";
import { parseHtml } from "../html/index.ts";
import { findLandmarks } from "./landmarks.ts";
import { readMicrodata } from "./microdata.ts";
import { firstText, firstThing, typesOf, valuesOf } from "./thing.ts";

const read = (html: string) => {
  const document = parseHtml(html);
  return readMicrodata(document, findLandmarks(document));
};

describe("microdata", () => {
  test("nests items as the elements nest", () => {
    const { items } = read(
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
    expect(firstText(read("<span itemprop=author>Ann Lee</span>").loose, "author")).toBe("Ann Lee");
  });

  test("reads RDFa Lite the same way", () => {
    const { items } = read(
      '<div vocab="https://schema.org/" typeof="Article"><b property="headline">Tide</b></div>',
    );
    expect(firstText(items[0], "headline")).toBe("Tide");
  });

  test("leaves OpenGraph's metas to the view of metas", () => {
    expect(valuesOf(read('<meta property="og:title" content="a">').loose, "og:title")).toEqual([]);
  });

  test("gives an anchor's words and its address", () => {
    const { loose } = read('<a itemprop="author" href="/ann">Ann Lee</a>');
    expect(firstText(loose, "author")).toBe("Ann Lee");
    expect(firstText(firstThing(loose, "author"), "url")).toBe("/ann");
  });

  test("takes any name for a property", () => {
    const { loose } = read("<b itemprop='constructor __proto__'>a</b>");
    expect(firstText(loose, "constructor")).toBe("a");
    expect(firstText(loose, "__proto__")).toBe("a");
  });

  test("survives items nested without end", () => {
    expect(read("<div itemscope itemprop=a>".repeat(50_000)).items).toEqual([]);
  });
});
