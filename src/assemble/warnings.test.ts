import { describe, expect, test } from "vitest";
import type { WarningCode } from "../article/index.ts";
import { parseHtml } from "../html/index.ts";
import { Page } from "../page/index.ts";
import { type Made, pageWarnings, verdictWarnings } from "./warnings.ts";

const STORY =
  "The night ferry to Saint Orrin returns on Saturday, and the whole town means to be there. ".repeat(12);

const warningsOf = (
  html: string,
  made: Partial<Made> = {},
  url = "https://example.org/news/a",
): WarningCode[] => {
  const page = new Page(parseHtml(html), url);
  const kept = new Uint8Array(page.leaves.count).fill(1);
  const { text } = page.document;
  const wordCount = text.split(/\s+/).filter(Boolean).length;
  return pageWarnings(page, { page, kept, text, wordCount, paywall: null, isArticle: true, ...made });
};

describe("warnings of a page", () => {
  test("are none for a plain article", () => {
    expect(
      warningsOf(`<article><h1>Ferry</h1><p>${STORY}</p><img src=a.jpg></article><script></script>`),
    ).toEqual([]);
  });

  test("tell a teaser before a paywall from a whole article that is paid for", () => {
    expect(warningsOf("<p>The night ferry returns.", { paywall: true })).toEqual(["PAYWALL_TEASER"]);
    expect(warningsOf(`<p>${STORY.repeat(2)}`, { paywall: true })).toEqual([]);
    expect(warningsOf("<p>The night ferry returns.", { paywall: false })).toEqual([]);
  });

  test.each([
    "We and our 812 partners use cookies to show personalised advertising. Do you agree? See our privacy policy.",
    "Wir und unsere Partner verwenden Cookies für Werbung. Mit Ihrer Zustimmung … Mehr in der Datenschutzerklärung.",
    "Avec nos partenaires, nous utilisons des cookies pour la publicité. Votre consentement protège votre vie privée.",
  ])("know a wall that asks for consent: %s", (text) => {
    expect(warningsOf(`<p>${text}`)).toEqual(["CONSENT_WALL"]);
  });

  test("do not take a notice beside an article for a wall", () => {
    const notice = "We and our partners use cookies for advertising. Do you consent? See our privacy policy.";
    expect(warningsOf(`<p>A ferry.</p><p>${notice}</p>`, { text: "A ferry.", wordCount: 2 })).toEqual([]);
  });

  test("recognise a shell that scripts fill, which a short page without scripts is not", () => {
    expect(warningsOf("<div id=app>Loading</div><script src=app.js></script>")).toEqual(["SCRIPT_ONLY"]);
    expect(warningsOf("<p>Ferry leaves.")).toEqual([]);
  });

  test("recognise a live blog by its data or its address", () => {
    const data = `<script type=application/ld+json>{"@type":"LiveBlogPosting","headline":"Ferry"}</script>`;
    expect(warningsOf(`${data}<p>${STORY.repeat(2)}`)).toEqual(["LIVE_BLOG"]);
    expect(warningsOf(`<p>${STORY.repeat(2)}`, {}, "https://example.org/liveblog/ferry")).toEqual([
      "LIVE_BLOG",
    ]);
  });

  test("recognise a gallery by pictures with few words, but not the pictures of teasers", () => {
    const pictures = "<figure><img src=a.jpg><figcaption>The quay.</figcaption></figure>".repeat(12);
    expect(warningsOf(pictures)).toEqual(["GALLERY"]);
    expect(warningsOf(pictures.replaceAll(/<img[^>]*>/g, "<a href=/a><img src=a.jpg></a>"))).toEqual([]);
    expect(warningsOf(`${pictures}<p>${STORY.repeat(3)}`)).toEqual([]);
  });

  test("recognise several articles by their headlines, but not the parts of one", () => {
    const article = `<article><h1>Ferry</h1><p>${STORY}</p></article>`;
    expect(warningsOf(article.repeat(2))).toEqual(["SEVERAL_ARTICLES"]);
    expect(warningsOf(`<h1>Ferries</h1>${article.replaceAll("h1", "h2").repeat(2)}`)).toEqual([]);
    expect(warningsOf(article + article.replace(STORY, "A teaser."))).toEqual([]);
  });

  test("tell only why a page is empty where it is not an article", () => {
    expect(warningsOf("<img src=a.jpg>".repeat(20), { isArticle: false, paywall: true })).toEqual([]);
    expect(warningsOf("<script></script>", { isArticle: false })).toEqual(["SCRIPT_ONLY"]);
  });
});

describe("warnings from a verdict", () => {
  test("are none for an article that was found well, and without a verdict", () => {
    expect(verdictWarnings({ isArticle: 0.97, pageType: "article", confidence: 0.8 })).toEqual([]);
    expect(verdictWarnings(undefined)).toEqual([]);
  });

  test("tell a page that is not an article and a doubtful answer apart", () => {
    expect(verdictWarnings({ isArticle: 0.1, pageType: "forum", confidence: 0.8 })).toEqual([
      "NOT_AN_ARTICLE",
    ]);
    expect(verdictWarnings({ isArticle: 0.9, pageType: "article", confidence: 0.1 })).toEqual([
      "LOW_CONFIDENCE",
    ]);
  });
});
