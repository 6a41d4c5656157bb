import { expect, test } from "vitest";
import { parseHtml } from "../html/index.ts";
import { Page } from "./page.ts";
import { asLabel, isSiteName, sectionKeys, siteNames } from "./site-words.ts";

const pageOf = (html: string, url?: string) => new Page(parseHtml(html), url);
const thing = (data: object) => `<script type="application/ld+json">${JSON.stringify(data)}</script>`;

test("a site is named by metas, publisher and domain, most trusted first", () => {
  const html = `<meta property="og:site_name" content="The Courier"><meta name="publisher" content="Jane Doe">
    ${thing({ "@type": "NewsArticle", headline: "Ferry", publisher: { name: "Courier Press" } })}`;
  const page = pageOf(html, "https://www.courier.co.uk/ferry");
  expect(siteNames(page)).toEqual(["The Courier", "Jane Doe", "Courier Press", "courier.co.uk", "courier"]);
  expect(siteNames(page, { isOther: (name) => name === "Jane Doe" })).not.toContain("Jane Doe");
});

test("sections are named by metas, data, the breadcrumb and the folders of the address, without the article's own step", () => {
  const steps = ["Home", "Coast", "Ferry leaves"].map((name) => ({ "@type": "ListItem", name }));
  const html = `<meta property="article:section" content="Local news">
    ${thing({ "@type": "BreadcrumbList", itemListElement: steps })}`;
  for (const url of ["https://c.example/harbour/ferry-leaves", "https://c.example/harbour/ferry-leaves/"]) {
    expect([...sectionKeys(pageOf(html, url))]).toEqual(["localnews", "home", "coast", "harbour"]);
  }
});

test.each([
  ["The Courier", true],
  ["courier.com", true],
  ["The Courier Sport", true],
  ["", true],
  ["Courier harbour pictures", false],
  ["Courier of the harbour leaves Lund at dawn", false],
  ["Ferry leaves", false],
])("%j is a name of the site: %j", (piece, isName) => {
  expect(isSiteName(piece, ["thecourier", "courier"])).toBe(isName);
});

test("a label has at most 60 characters and is no address", () => {
  expect(asLabel("x".repeat(60))).toBe("x".repeat(60));
  expect(asLabel("x".repeat(61))).toBeUndefined();
  expect(asLabel("HTTPS://courier.example/sport")).toBeUndefined();
});

test("at most 30 names of sections are read", () => {
  const metas = Array.from(
    { length: 40 },
    (_, at) => `<meta property="article:section" content="Section ${at}">`,
  );
  expect(sectionKeys(pageOf(metas.join(""))).size).toBe(30);
});
