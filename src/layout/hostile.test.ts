import { expect, test } from "vitest";
import { timed } from "../../test/growth.ts";
import { parseHtml } from "../html/index.ts";
import { DEFAULT_SCREEN, estimateLayout } from "./index.ts";

/** Far above what any of these takes, far below what work that grows with the square of the page would. */
const LIMIT_MS = 8000;

const HOSTILE: readonly (readonly [what: string, html: string])[] = [
  ["nothing", ""],
  ["deep blocks", "<div>".repeat(20_000)],
  ["deep inline elements with text", `${"<b>x".repeat(500)}${"<i>".repeat(5000)}x`],
  ["deep tables", `${"<table><tr><td>".repeat(1000)}x`],
  ["deep flex boxes", `<style>div{display:flex}</style>${"<div>x".repeat(5000)}`],
  ["deep floats", `<style>div{float:left}</style>${"<div>x".repeat(5000)}`],
  ["a row of floats", `<style>i{float:left;width:1px;height:9px}</style>${"<i></i>".repeat(20_000)}`],
  [
    "100,000 rules",
    `<style>${Array.from({ length: 100_000 }, (_, at) => `.c${at}{top:${at}px}`).join("")}</style><p class=c5>x`,
  ],
  ["10,000 rules for everything", `<style>${"* *{top:0}".repeat(10_000)}</style>${"<p>x</p>".repeat(5000)}`],
  [
    "selectors that nobody knows",
    `<style>${`${"p:x,".repeat(199)}p:x{top:0}`.repeat(300)}</style>${"<p>x</p>".repeat(5000)}`,
  ],
  [
    "an element of many attributes",
    `<style>${"[zz]{top:0}".repeat(10_000)}</style><p ${Array.from({ length: 10_000 }, (_, at) => `a${at}`).join(" ")}>x`,
  ],
  ["a long selector", `<style>${"div ".repeat(100_000)}{top:0}</style><div>x`],
  ["many combinators", `<style>${"div > div ".repeat(8)} p{top:0}</style>${"<div>".repeat(3000)}<p>x`],
  ["a class list without end", `<style>.a1.b{top:0}</style><p class="${"a1 ".repeat(100_000)}">x</p>`],
  ["deep conditions", `<style>${"@media screen{".repeat(50_000)}p{top:0}</style><p>x`],
  ["brackets without end", `<style>p{width:${"calc(".repeat(20_000)}1px}</style><p>x`],
  ["brackets in brackets", `<style>p{width:${"min(".repeat(20_000)}1px${")".repeat(20_000)}}</style><p>x`],
  [
    "digits without end",
    Array.from({ length: 300 }, (_, at) => `<p style="width:${at}${"1".repeat(990)}!">x</p>`).join(""),
  ],
  [
    "spaces between fonts",
    `<p style="font-family:a${" ".repeat(100_000)}b;font:1px${" ".repeat(100_000)}b">x`,
  ],
  ["arguments without end", `<style>p{width:min(${"1px,".repeat(400_000)}1px)}</style><p>x`],
  ["names of lines that nothing ends", `<style>p{grid-template-columns:${"[".repeat(150_000)}}</style><p>x`],
  [
    "a repeated column of many",
    `<style>p{display:grid;grid-template-columns:repeat(1,${"1px ".repeat(300_000)})}</style><p>x`,
  ],
  [
    "divisions by nothing",
    `<p style="width:calc(0px / 0);padding:calc(1px / 0)"><b style="font-size:calc(0px / 0)">x`,
  ],
  [
    "variables that grow",
    `<style>:root{${Array.from({ length: 40 }, (_, at) => `--v${at}:var(--v${at + 1}) var(--v${at + 1});`).join("")}--v40:1px}p{margin:var(--v0)}</style><p>x`,
  ],
  ["cells over everything", `<table>${"<tr><td colspan=1000 rowspan=1000>x".repeat(500)}</table>`],
  [
    "columns without end",
    `<style>p{display:grid;grid-template-columns:repeat(99999999,1px)}</style><p>${"<b>x</b>".repeat(1000)}`,
  ],
  [
    "huge numbers",
    "<p style='width:1e40px;margin:-1e40px;font-size:1e30em;line-height:1e30'>x <b>y</b></p><table width=1e99><tr><td>x",
  ],
  [
    "numbers that are none",
    "<div style='display:flex'><p style='flex:1.2.3'>x</p><p style='line-height:.'>y z",
  ],
  [
    "columns wider than any number",
    `<div style='display:grid;grid-template-columns:1e999px 1fr calc(1px / 0) 1e999% ${"9".repeat(400)}fr'><p>x</p><p>y</p><p>z</p></div>`,
  ],
  ["a drawing larger than any number", "<p>x <svg width=1e400 height=1e400></svg> y"],
  ["words that all objects know", "<div dir=constructor align=toString><p valign=__proto__>x"],
  [
    "a long variable in many places",
    `<style>:root{--v:${"a".repeat(2_000_000)}}${Array.from({ length: 50 }, (_, at) => `p{width:${"var(--v)".repeat(120)}${at}}`).join("")}</style><p>x`,
  ],
  [
    "conditions of spaces",
    `<style>${Array.from({ length: 2000 }, () => `@media (${" ".repeat(1950)}x){p{top:0}}`).join("")}</style><p>x`,
  ],
  ["a style without end", `<p style="${"color:red;".repeat(50_000)}">x`],
  [
    "attributes that match nothing",
    `<style>${"[title*=zz]{top:0}".repeat(500)}</style>${`<p title="${"a".repeat(2000)}">x</p>`.repeat(200)}`,
  ],
  ["words in a column of a pixel", `<p style="width:1px">${"word ".repeat(50_000)}`],
];

test.each(HOSTILE)("%s ends in time with a layout", (_, html) => {
  const document = parseHtml(html);
  const { result: layout, tookMs } = timed(() => estimateLayout(document, DEFAULT_SCREEN));
  expect(tookMs).toBeLessThan(LIMIT_MS);
  for (const values of [layout.left, layout.top, layout.width, layout.height, layout.fontSize]) {
    expect(values).toHaveLength(document.size);
    expect(values.every(Number.isFinite)).toBe(true);
  }
});
