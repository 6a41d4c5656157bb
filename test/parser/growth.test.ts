import { describe, expect, test } from "vitest";
import { parseHtml } from "../../src/html/parse.ts";

const SIZE = 4_000;
const FACTOR = 8;
/** Linear time takes FACTOR times as long, quadratic time FACTOR times that. */
const MOST = 3 * FACTOR;

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
  ["end tags that match nothing", (count) => "<span>".repeat(count) + "</x>".repeat(count)],
  ["end tags that match nothing in SVG", (count) => `<svg>${"<g>".repeat(count)}${"</x>".repeat(count)}`],
  ["blocks in a paragraph's button", (count) => `<p><button>${"<div>".repeat(count)}`],
  ["list items", (count) => `<ul>${"<li><span>".repeat(count)}`],
  ["attributes of one tag", (count) => `<p ${many(count, (at) => `a${at}=1 `)}>`],
  ["the same attribute again", (count) => `<p ${"a=1 ".repeat(count)}>`],
  ["names that nobody knows", (count) => many(count, (at) => `<x${at}></x${at}>`)],
  ["text beside table cells", (count) => `<table>${"x<tr>".repeat(count)}`],
  ["elements beside table cells", (count) => `<table>${"<p>x<tr>".repeat(count)}`],
  ["nested tables", (count) => "<table><td>".repeat(count)],
  ["tables deep down", (count) => "<div>".repeat(count) + "<table></table>".repeat(count)],
  ["nested templates", (count) => "<template>".repeat(count)],
  ["nested templates that are closed", (count) => "<template>".repeat(count) + "</template>".repeat(count)],
  ["body tags with attributes", (count) => many(count, (at) => `<body a${at}=1><p b=1>`)],
  ["comments in a script", (count) => `<script>${"<!-- -->".repeat(count)}`],
  ["scripts without comments", (count) => "<script>x</script>".repeat(count)],
  ["less-than signs", (count) => "<".repeat(10 * count)],
  ["comments that are not closed", (count) => "<!--x-".repeat(count)],
  ["character references", (count) => "&amp;x".repeat(count)],
  ["white space and text in turn before a frameset", (count) => `<frameset>${" x".repeat(count)}`],
];

describe("parsing takes time as the page grows, not as its square", () => {
  test.each(CONSTRUCTS)("%s", (_, make) => {
    const short = make(SIZE);
    const long = make(FACTOR * SIZE);
    const time = (html: string): number => {
      const start = performance.now();
      parseHtml(html);
      return performance.now() - start;
    };
    time(short);
    // The best of several: whatever else the machine does only adds.
    const shortMs = Math.min(...Array.from({ length: 5 }, () => time(short)));
    const longMs = Math.min(...Array.from({ length: 3 }, () => time(long)));
    // Below a few milliseconds the clock, the collector and the compiler are what is measured.
    expect(longMs / Math.max(shortMs, 2)).toBeLessThan(MOST);
  });
});
