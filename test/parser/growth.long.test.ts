import { describe, expect, test } from "vitest";
import { NewsError } from "../../src/errors/index.ts";
import { readHtml } from "../../src/html/index.ts";
import { parseHtml } from "../../src/html/parse.ts";
import { MOST_GROWTH, timeGrowth } from "../growth.ts";

const SIZE = 4_000;

const many = (count: number, part: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => part(at)).join("");

const CONSTRUCTS: readonly (readonly [string, (count: number) => string])[] = [
  ["nested elements", (count) => "<div>".repeat(count)],
  ["nested elements that must be closed", (count) => "<div>".repeat(count) + "</div>".repeat(count)],
  ["nested formatting elements, all alike", (count) => "<b>".repeat(count)],
  ["nested formatting elements, all different", (count) => many(count, (at) => `<b id=${at}>`)],
  [
    "formatting elements and end tags of another",
    (count) => many(count, (at) => `<i id=${at}>`) + "</b>".repeat(count),
  ],
  [
    "formatting elements after those that are closed",
    (count) =>
      `${many(count, (at) => `<b id=${at}>`)}${many(count, (at) => `<i id=${at}>`)}${"</b>".repeat(count)}`,
  ],
  [
    "formatting elements that are no longer in the list",
    (count) => `${many(count, (at) => `<i id=${at}>`)}${"<b>".repeat(count)}${"</b>".repeat(count)}`,
  ],
  [
    "formatting elements that a table hides",
    (count) => `<b>${many(count, (at) => `<i id=${at}>`)}<table>${"</b>".repeat(count)}`,
  ],
  [
    "formatting elements that come again and again",
    (count) => many(count, (at) => `<b id=${at % (count / 4)}>`),
  ],
  [
    "formatting elements whose values hash alike",
    (count) => many(count, (at) => `<b id=${at.toString(2).replaceAll("0", "Aa").replaceAll("1", "BB")}>`),
  ],
  [
    "copies of formatting elements with many attributes",
    (count) => `<p><b ${many(count / 4, (at) => `a${at} `)}>${"<p>x".repeat(count / 4)}`,
  ],
  [
    "copies of formatting elements with a long style",
    (count) => `<p><b style="${"; ".repeat(count)}">${"<p>x".repeat(count)}`,
  ],
  ["formatting elements crossed with blocks", (count) => "<b><p></b>".repeat(count)],
  [
    "blocks that end tags take an element through",
    (count) => `<b>${"<div>".repeat(count)}${"</b>".repeat(count)}`,
  ],
  [
    "elements between a block and an end tag",
    (count) => `<b>${"<span>".repeat(count)}${"<div>".repeat(count)}</b>`,
  ],
  ["links in links", (count) => "<a><div>".repeat(count)],
  ["end tags that match nothing", (count) => "<span>".repeat(count) + "</x>".repeat(count)],
  ["end tags that match nothing in SVG", (count) => `<svg>${"<g>".repeat(count)}${"</x>".repeat(count)}`],
  ["blocks in a paragraph's button", (count) => `<p><button>${"<div>".repeat(count)}`],
  ["end tags of another heading", (count) => "<h1>".repeat(count) + "</h2>".repeat(count)],
  ["nested objects", (count) => "<object><b>".repeat(count) + "</object>".repeat(count)],
  ["nested SVG", (count) => "<svg><g>".repeat(count) + "</svg>".repeat(count)],
  [
    "attributes of an element that may hold HTML",
    (count) => `<math><annotation-xml ${many(count, (at) => `a${at} `)}>${"<x/>".repeat(count)}`,
  ],
  ["list items", (count) => `<ul>${"<li><span>".repeat(count)}`],
  ["attributes of one tag", (count) => `<p ${many(count, (at) => `a${at}=1 `)}>`],
  ["the same attribute again", (count) => `<p ${"a=1 ".repeat(count)}>`],
  ["names that nobody knows", (count) => many(count, (at) => `<x${at}></x${at}>`)],
  ["text beside table cells", (count) => `<table>${"x<tr>".repeat(count)}`],
  ["formatting elements beside table cells", (count) => `<table>${"<a>x<tr>".repeat(count)}`],
  ["elements beside table cells", (count) => `<table>${"<p>x<tr>".repeat(count)}`],
  ["nested tables", (count) => "<table><td>".repeat(count)],
  ["tables deep down", (count) => "<div>".repeat(count) + "<table></table>".repeat(count)],
  ["nested templates", (count) => "<template>".repeat(count)],
  ["nested templates that are closed", (count) => "<template>".repeat(count) + "</template>".repeat(count)],
  ["body tags with attributes", (count) => many(count, (at) => `<body a${at}=1><p b=1>`)],
  ["comments in a script", (count) => `<script>${"<!-- -->".repeat(count)}`],
  ["comments in scripts that are not closed", (count) => "<script><!--</script>".repeat(count)],
  ["scripts in comments in a script", (count) => `<script><!--${"<script></script>".repeat(count)}`],
  ["scripts without comments", (count) => "<script>x</script>".repeat(count)],
  ["less-than signs", (count) => "<".repeat(10 * count)],
  ["comments that are not closed", (count) => "<!--x-".repeat(count)],
  ["character references", (count) => "&amp;x".repeat(count)],
  ["carriage returns in texts and values", (count) => "\r<p title='\r'>\r".repeat(count)],
  ["nothing but carriage returns", (count) => `<p>${"\r".repeat(50 * count)}`],
  ["carriage returns beside table cells", (count) => `<table>${"x\r<tr>\r".repeat(count)}`],
  ["carriage returns between tags that match nothing", (count) => `<p>${"\r</x>\r\n".repeat(count)}`],
  ["NUL characters in texts, names and values", (count) => "\0<p\0 a\0='\0'>\0".repeat(count)],
  ["white space and text in turn before a frameset", (count) => `<frameset>${" x".repeat(count)}`],
];

/** Markup that is read differently as UTF-8. */
const OTHER_SCRIPTS: readonly (readonly [string, (count: number) => string])[] = [
  ["names that nobody knows", (count) => many(count, (at) => `<xü${at} é${at}=新></xü${at}>`)],
  ["attributes of one tag", (count) => `<p ${many(count, (at) => `新${at}=é `)}>`],
  ["the same attribute again", (count) => `<p ${"é=1 ".repeat(count)}>`],
  ["copies of formatting elements", (count) => `<p><b title=${"é".repeat(count)}>${"<p>é".repeat(count)}`],
  ["text beside table cells", (count) => `<table>${"é<tr>".repeat(count)}`],
  ["character references", (count) => "é&amp;<p title='é&amp;'>".repeat(count)],
  ["carriage returns", (count) => "é\r<p title='é\r'>".repeat(count)],
  ["nothing but carriage returns", (count) => `<p>é${"\r".repeat(50 * count)}`],
  ["carriage returns beside table cells", (count) => `<table>${"é\r<tr>\r".repeat(count)}`],
  ["scripts", (count) => "<script>é</script>".repeat(count)],
];

/** Parses a page, or refuses it quickly. */
function readOrRefuse(read: () => unknown): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof NewsError) || error.code !== "PAGE_TOO_DEEP") throw error;
  }
}

describe("parsing takes time as the page grows, not as its square", () => {
  test.each(CONSTRUCTS)("%s", (_, make) => {
    const growth = timeGrowth(SIZE, (count) => {
      const html = make(count);
      return () => readOrRefuse(() => parseHtml(html));
    });
    expect(growth).toBeLessThan(MOST_GROWTH);
  });

  test.each(OTHER_SCRIPTS)("%s in UTF-8", (_, make) => {
    const growth = timeGrowth(SIZE, (count) => {
      const bytes = new TextEncoder().encode(make(count));
      return () => readOrRefuse(() => readHtml(bytes, { encoding: "utf-8" }));
    });
    expect(growth).toBeLessThan(MOST_GROWTH);
  });
});
