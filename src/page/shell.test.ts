import { expect, test } from "vitest";
import { parseHtml } from "../html/index.ts";
import { Page } from "./page.ts";
import { countShownWords, isShell } from "./shell.ts";

const SCRIPT = "<script src=app.js></script>";
const REPORT =
  "The night ferry to Saint Orrin sails again on Saturday, nine years after the last one. ".repeat(3);
const pageOf = (html: string) => new Page(parseHtml(`<title>Night ferry is back | Courier</title>${html}`));
const isFilled = (html: string) => {
  const page = pageOf(html);
  return isShell(page, countShownWords(page));
};

test.each([
  "Please switch on JavaScript to read this page.",
  "Bitte aktivieren Sie JavaScript, um diese Seite zu lesen.",
  "このページを表示するにはJavaScriptを有効にしてください。",
  "Laddar …",
])("a page that says no more than this and runs scripts is a shell: %s", (message) => {
  expect(isFilled(`<div id=root><p>${message}</p></div>${SCRIPT}`)).toBe(true);
  expect(isFilled(`<noscript>${message}</noscript><div id=root></div>${SCRIPT}`)).toBe(true);
  expect(isFilled(`<p>${message}</p>`)).toBe(false);
});

test("data for scripts runs nothing", () => {
  expect(isFilled('<p>Loading</p><script type="application/ld+json">{}</script>')).toBe(false);
  expect(isFilled("<p>Loading</p><script type=module src=a.js></script>")).toBe(true);
});

test("a short report under its headline is no shell; under another or by the headline alone it is one", () => {
  expect(isFilled(`<h1>Night ferry is back</h1><p>${REPORT}</p>${SCRIPT}`)).toBe(false);
  expect(
    isFilled(`<h1>Night ferry is back</h1><p>${REPORT.slice(0, REPORT.length * 0.6)}</p>${SCRIPT}`),
  ).toBe(false);
  expect(isFilled(`<h1>Night ferry is back</h1><p>Loading</p>${SCRIPT}`)).toBe(true);
  expect(isFilled(`<h1>Scripts are off</h1><p>${REPORT}</p>${SCRIPT}`)).toBe(true);
  expect(isFilled(`<p>${REPORT.repeat(3)}</p>${SCRIPT}`)).toBe(false);
});

test("shown words are counted without hidden ones, and no further than needed", () => {
  const page = pageOf(`<p>One two</p><p hidden>three</p><p>four</p><p>${"word ".repeat(60)}</p>`);
  expect(countShownWords(page)).toBe(63);
  expect(countShownWords(page, 3)).toBe(3);
});
