import { describe, expect, test } from "vitest";
import { parseHtml } from "../../html/index.ts";
import { Page, type Verdict } from "../../page/index.ts";
import { EXTRACTORS } from "../index.ts";
import { makeFused, shippedFused } from "./shipped.ts";

const TITLE = "Night ferry returns to Saint Orrin";
const BODY =
  "The night ferry to Saint Orrin returns on Saturday, after nine years in which nobody sailed. ".repeat(8);
const ARTICLE = { "@type": "NewsArticle", headline: TITLE };
const APP = "<div id=app></div><script src=app.js></script>";

const pageOf = (body: string) =>
  new Page(parseHtml(`<title>${TITLE}</title>${body}`), "https://example.org/a/b");
const verdictOn = (body: string): Verdict | undefined => EXTRACTORS.fused.extract(pageOf(body), {}).verdict;
const jsonLd = (thing: object) => `<script type=application/ld+json>${JSON.stringify(thing)}</script>`;
const state = (data: object) => `<script>window.state=${JSON.stringify(data)}</script>`;

describe("the verdict on a page that shows no article", () => {
  test.each([
    "You need to enable JavaScript to run this app.",
    "Bitte aktivieren Sie JavaScript in Ihrem Browser, um diese Seite zu sehen.",
    "このページを表示するにはJavaScriptを有効にしてください。",
  ])("trusts no request to switch scripts on: %s", (request) => {
    expect(verdictOn(`<p>${request}</p>${APP}`)?.confidence).toBeLessThan(0.1);
    expect(verdictOn(`<noscript>${request}</noscript>${APP}`)?.confidence).toBeLessThan(0.1);
  });

  test("takes the body of the page's own article for an article, and trusts it", () => {
    const verdict = verdictOn(jsonLd({ ...ARTICLE, articleBody: BODY }) + APP);
    expect(verdict).toMatchObject({ pageType: "article", confidence: 0.7 });
    expect(verdict?.isArticle).toBeGreaterThan(0.8);
  });

  test("trusts prose of scripts less, least where the title does not stand beside it", () => {
    const beside = verdictOn(jsonLd(ARTICLE) + APP + state({ title: TITLE, body: BODY }));
    const anywhere = verdictOn(jsonLd(ARTICLE) + APP + state({ texts: [BODY] }));
    expect(beside).toMatchObject({ pageType: "article", confidence: 0.35 });
    expect(anywhere).toMatchObject({ pageType: "article", confidence: 0.1 });
  });

  test("takes prose of scripts for no article where nothing says that it is one", () => {
    const product = jsonLd({ "@type": "Product", name: TITLE, offers: { "@type": "Offer", price: 7 } });
    const verdict = verdictOn(product + APP + state({ title: TITLE, body: BODY }));
    expect(verdict?.isArticle).toBeGreaterThan(0.1);
    expect(verdict?.isArticle).toBeLessThan(0.5);
    expect(verdict?.confidence).toBe(0.1);
    expect(
      verdictOn(`<meta property=og:type content=article>${APP}${state({ texts: [BODY] })}`),
    ).toMatchObject({ pageType: "article" });
  });

  test("takes prose of scripts for an article where it is signed", () => {
    const story = { title: TITLE, published: "2024-05-03", body: BODY };
    expect(verdictOn(APP + state(story))?.isArticle).toBeLessThan(0.5);
    expect(verdictOn(APP + state({ ...story, author: "Jane Alder" }))?.pageType).toBe("article");
  });

  test("is none where the model judges no pages", () => {
    const { verdict: _, ...model } = shippedFused();
    const { verdict, statedBody } = makeFused(() => model).extract(
      pageOf(jsonLd({ ...ARTICLE, articleBody: BODY }) + APP),
      {},
    );
    expect([verdict, statedBody?.place]).toEqual([undefined, "article"]);
  });
});
