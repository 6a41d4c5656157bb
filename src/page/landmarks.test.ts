import { describe, expect, test } from "vitest";
import { parseHtml, tagName } from "../html/index.ts";
import { findLandmarks, hasToken, metaTexts } from "./landmarks.ts";
import { Page } from "./page.ts";

const namesOf = (
  html: string,
  list: "headings" | "metas" | "anchors" | "annotated" | "jsonLdScripts" | "authors" | "tags",
) => {
  const document = parseHtml(html);
  return findLandmarks(document)[list].map((node) => tagName(document, node));
};

describe("landmarks", () => {
  test("lists headings of the first three levels in document order", () => {
    expect(namesOf("<h2>a</h2><h1>b</h1><h4>c</h4><h3>d</h3>", "headings")).toEqual(["h2", "h1", "h3"]);
  });

  test("leaves out what is in a template", () => {
    expect(namesOf("<template><h1>a</h1><a href=x>b</a></template><h1>c</h1>", "headings")).toEqual(["h1"]);
    expect(namesOf("<template><a href=x>b</a></template>", "anchors")).toEqual([]);
  });

  test("finds metas in the body too", () => {
    expect(namesOf("<p>a<meta name=a content=b><p>c", "metas")).toEqual(["meta"]);
  });

  test("takes only anchors with an address", () => {
    expect(namesOf("<a name=x>a</a><a href=y>b</a>", "anchors")).toEqual(["a"]);
  });

  test("takes scripts of JSON-LD in any case, and no others", () => {
    const html = "<script type='Application/LD+JSON'>{}</script><script>1</script>";
    expect(namesOf(html, "jsonLdScripts")).toEqual(["script"]);
  });

  test("finds elements annotated by microdata and by RDFa", () => {
    const html = "<div itemscope></div><b itemprop=a></b><i typeof=X></i><u property=y></u><p class=z></p>";
    expect(namesOf(html, "annotated")).toEqual(["div", "b", "i", "u"]);
  });

  test("lists an element with several annotations once", () => {
    expect(namesOf("<div itemscope itemprop=a property=b><b typeof=X itemscope>", "annotated")).toEqual([
      "div",
      "b",
    ]);
  });

  test("knows anchors of authors, and of tags where they lead somewhere", () => {
    const html =
      "<a rel='tag author' href=x>a</a><area rel=TAG href=y><a rel=tag>b</a><p rel=tag href=z>c</p>";
    expect(namesOf(html, "tags")).toEqual(["a", "area"]);
    expect(namesOf(html, "authors")).toEqual(["a"]);
    expect(namesOf(`<template>${html}</template>`, "tags")).toEqual([]);
  });

  test("knows the root elements", () => {
    const { html, body } = findLandmarks(parseHtml("<p>a"));
    expect([html, body]).toEqual([1, 3]);
  });
});

describe("hasToken", () => {
  test("reads a list of words in any case", () => {
    expect(hasToken("nofollow Author", "author")).toBe(true);
    expect(hasToken("coauthor", "author")).toBe(false);
    expect(hasToken(undefined, "author")).toBe(false);
  });
});

test("a hundred contents of one meta name are read", () => {
  const metas = Array.from({ length: 120 }, (_, at) => `<meta name=author content="Writer ${at}">`);
  expect(metaTexts(new Page(parseHtml(metas.join(""))), ["author"])).toHaveLength(100);
});
