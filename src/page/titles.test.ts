import { expect, test } from "vitest";
import { parseHtml } from "../html/index.ts";
import { Page } from "./page.ts";
import { hasLetters, headlineKey } from "./titles.ts";

test("two spellings of one headline have one key", () => {
  expect(headlineKey("Storm: Harbour “closed”")).toBe(headlineKey("STORM – harbour closed"));
  expect(headlineKey("Cafe\u0301 ﬁne")).toBe(headlineKey("CAFÉ FINE"));
});

test("a text has the same key the second time, and after many others", () => {
  const key = headlineKey("The tide, again");
  for (let other = 0; other < 1_000; other++) headlineKey(`Harbour ${other}`);
  expect(headlineKey("The tide, again")).toBe(key);
});

const SPELLINGS = [
  "  Storm at sea",
  "storm at SEA!",
  "“Storm” at sea",
  "Storm at",
  "Storm at sea, again",
  "Harbour",
  "E\u0301cole",
  "École",
  "Ecole",
  "E",
  "Ｓtorm at sea",
  "2024",
  " – ",
  "℃",
  "",
];

test.each(SPELLINGS)("a text has letters where its key has: %s", (text) => {
  expect(hasLetters(text)).toBe(headlineKey(text) !== "");
});

const candidatesOf = (html: string) => new Page(parseHtml(html)).titleCandidates.length;
const thing = (headline: string) => JSON.stringify({ "@type": "NewsArticle", headline });

test.each([
  ["the head", (title: string) => `<title>${title}</title>`],
  ["a heading", (title: string) => `<h1>${title}</h1>`],
  ["structured data", (title: string) => `<script type="application/ld+json">${thing(title)}</script>`],
])("a title in %s has at most 500 characters", (_, html) => {
  expect([500, 501].map((length) => candidatesOf(html("x".repeat(length))))).toEqual([1, 0]);
});

test("at most 50 headings are candidates", () => {
  expect(candidatesOf("<h1>Ferry</h1>".repeat(60))).toBe(50);
});
