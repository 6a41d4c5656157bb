import { describe, expect, test } from "vitest";
import { parseHtml } from "../html/index.ts";
import { Page } from "./page.ts";
import { countShownWords, findProse, isShell, showsConsent } from "./prose.ts";

const SENTENCE = "The night ferry to Saint Orrin returns on Saturday, and the band will play.";
const pageOf = (html: string) => new Page(parseHtml(html));
const wordsOf = (html: string) => findProse(pageOf(html)).map(({ words }) => words);

describe("running prose", () => {
  test("has ten words a block, a sentence in it, and more text than links", () => {
    expect(wordsOf(`<p>${SENTENCE}</p>`)).toEqual([14]);
    expect(wordsOf("<p>Buy a ticket for the night ferry now.</p>")).toEqual([]);
    expect(wordsOf(`<p>${SENTENCE.replace(".", "")}</p>`)).toEqual([]);
    expect(wordsOf(`<p>${SENTENCE} <a href=/a>${SENTENCE}</a></p>`)).toEqual([28]);
    expect(wordsOf(`<p>${SENTENCE} <a href=/a>${SENTENCE} ${SENTENCE}</a></p>`)).toEqual([]);
  });

  test("is not in menus, notices, fields and headings, nor a request to subscribe", () => {
    for (const tag of ["nav", "header", "footer", "aside", "form", "h2"]) {
      expect(wordsOf(`<${tag}>${SENTENCE}</${tag}>`), tag).toEqual([]);
    }
    expect(wordsOf(`<p>${SENTENCE} Subscribe to continue reading.</p>`)).toEqual([]);
  });
});

describe("a request for consent", () => {
  const request = "We and our partners use cookies and personal data for advertising. Do you consent?";

  test("names four subjects or more", () => {
    expect(showsConsent(pageOf(`<p>${request}</p>`))).toBe(true);
    expect(showsConsent(pageOf("<p>We and our partners use cookies. Do you consent?</p>"))).toBe(false);
  });

  test("is all that a page of few words shows", () => {
    const around = (sentences: number) => pageOf(`<p>${request}</p><p>${SENTENCE.repeat(sentences)}</p>`);
    expect(showsConsent(around(45))).toBe(true);
    expect(showsConsent(around(60))).toBe(false);
    const before = (paragraphs: number) =>
      pageOf(`<p>${request}</p>${`<p>${SENTENCE}</p>`.repeat(paragraphs)}`);
    expect(showsConsent(before(60))).toBe(false);
  });

  test("is looked for in the first 16,000 characters", () => {
    const pageAfter = (characters: number) => pageOf(`<p>${"x".repeat(characters)}</p><p>${request}</p>`);
    expect(showsConsent(pageAfter(15_000))).toBe(true);
    expect(showsConsent(pageAfter(17_000))).toBe(false);
  });
});

const SCRIPT = "<script src=app.js></script>";
const REPORT =
  "The night ferry to Saint Orrin sails again on Saturday, nine years after the last one. ".repeat(3);
const titledPage = (html: string) =>
  new Page(parseHtml(`<title>Night ferry is back | Courier</title>${html}`));
const isFilled = (html: string) => {
  const page = titledPage(html);
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

test("a short report under its headline is not a shell; under another headline, or without a report, it is one", () => {
  expect(isFilled(`<h1>Night ferry is back</h1><p>${REPORT}</p>${SCRIPT}`)).toBe(false);
  expect(
    isFilled(`<h1>Night ferry is back</h1><p>${REPORT.slice(0, REPORT.length * 0.6)}</p>${SCRIPT}`),
  ).toBe(false);
  expect(isFilled(`<h1>Night ferry is back</h1><p>Loading</p>${SCRIPT}`)).toBe(true);
  expect(isFilled(`<h1>Scripts are off</h1><p>${REPORT}</p>${SCRIPT}`)).toBe(true);
  expect(isFilled(`<p>${REPORT.repeat(3)}</p>${SCRIPT}`)).toBe(false);
});

test("shown words are counted without hidden ones, and no further than needed", () => {
  const page = titledPage(`<p>One two</p><p hidden>three</p><p>four</p><p>${"word ".repeat(60)}</p>`);
  expect(countShownWords(page)).toBe(63);
  expect(countShownWords(page, 3)).toBe(3);
});

test("25 kept words under the headline are a short article, fewer are a shell that scripts fill", () => {
  const page =
    pageOf(`<title>Ferry returns to Wexley</title><h1>Ferry returns to Wexley</h1><p>${SENTENCE}</p>
    <script src=app.js></script>`);
  expect(isShell(page, 24)).toBe(true);
  expect(isShell(page, 25)).toBe(false);
});
