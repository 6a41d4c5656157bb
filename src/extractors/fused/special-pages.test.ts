import { describe, expect, test } from "vitest";
import { extract } from "../../default-extract.ts";
import { parseHtml } from "../../html/index.ts";
import { type Extraction, Page, type Verdict } from "../../page/index.ts";
import { EXTRACTORS } from "../index.ts";
import { shippedBaseLearners, shippedFused } from "../models.ts";
import { makeFused } from "./fused.ts";
import { judgeForum, judgeLiveBlog } from "./special-pages.ts";

describe("the verdict on a page that shows no article", () => {
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

  test.each([
    "You need to enable JavaScript to run this app.",
    "Bitte aktivieren Sie JavaScript in Ihrem Browser, um diese Seite zu sehen.",
    "このページを表示するにはJavaScriptを有効にしてください。",
  ])("gives low confidence to a request to enable scripts: %s", (request) => {
    expect(verdictOn(`<p>${request}</p>${APP}`)?.confidence).toBeLessThan(0.1);
    expect(verdictOn(`<noscript>${request}</noscript>${APP}`)?.confidence).toBeLessThan(0.1);
  });

  test("takes the body of the page's own article for an article, and trusts it", () => {
    const verdict = verdictOn(jsonLd({ ...ARTICLE, articleBody: BODY }) + APP);
    expect(verdict).toMatchObject({ pageType: "article", confidence: 0.7 });
    expect(verdict?.isArticle).toBeGreaterThan(0.8);
  });

  test("trusts prose of scripts less, least where the title is not beside it", () => {
    const beside = verdictOn(jsonLd(ARTICLE) + APP + state({ title: TITLE, body: BODY }));
    const anywhere = verdictOn(jsonLd(ARTICLE) + APP + state({ texts: [BODY] }));
    expect(beside).toMatchObject({ pageType: "article", confidence: 0.35 });
    expect(anywhere).toMatchObject({ pageType: "article", confidence: 0.1 });
  });

  test("does not take prose of scripts for an article where nothing says that it is one", () => {
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

  test("is absent where the model has none", () => {
    const { verdict: _, ...model } = shippedFused();
    const { verdict, statedBody } = makeFused(() => model, shippedBaseLearners()).extract(
      pageOf(jsonLd({ ...ARTICLE, articleBody: BODY }) + APP),
      {},
    );
    expect([verdict, statedBody?.place]).toEqual([undefined, "article"]);
  });
});

describe("the verdict on a thread", () => {
  const TEXT = "<p>I have seen the night ferry at the quay, and it sails on Saturday.</p>";
  const NAMES = ["Ada", "Ben", "Ada", "Cy", "Di"];
  const post = (name: string, at: number) =>
    `<div class=post><a class=username href=/u/${at}>${name}</a> <time datetime=2024-05-03T1${at}:00Z>1${at}:00</time>${TEXT}</div>`;
  const THREAD = `<h1>Is the ferry back?</h1><main>${NAMES.map(post).join("")}</main>`;

  function judged(html: string, isArticle = 0.6): Extraction["verdict"] {
    const page = new Page(parseHtml(html));
    const { count } = page.leaves;
    return judgeForum(page, {
      scores: new Float32Array(count).fill(1),
      reasons: new Uint8Array(count),
      verdict: { isArticle, pageType: "article", confidence: 0.4 },
    }).verdict;
  }

  test("is that it is one, where each post is signed and dated", () => {
    expect(judged(THREAD)).toEqual({ isArticle: 0.13, pageType: "forum", confidence: 0.4 });
  });

  test("is that it is one, where a quarter of it comes before the posts", () => {
    expect(judged(`<div>${TEXT.repeat(2)}</div>${THREAD}`)?.pageType).toBe("forum");
  });

  test("keeps the order of pages: what looked more like an article still does", () => {
    const chances = [0.25, 0.5, 0.75, 0.89].map((isArticle) => judged(THREAD, isArticle)!.isArticle);
    expect(chances).toEqual([...new Set(chances)].toSorted((a, b) => a - b));
    expect(Math.max(...chances)).toBeLessThan(0.5);
  });

  test("is that it is one, where its data says so", () => {
    const data = (type: string) =>
      `<script type=application/ld+json>{"@type":"${type}","headline":"Ferry"}</script>${TEXT}`;
    expect(judged(data("DiscussionForumPosting"), 1)).toMatchObject({ pageType: "forum" });
    expect(judged(data("DiscussionForumPosting"), 1)?.isArticle).toBeLessThan(0.5);
    expect(judged(data("QAPage"))?.pageType).toBe("forum");
    expect(judged(data("NewsArticle"))?.pageType).toBe("article");
  });

  test.each([
    ["with posts of one person", THREAD.replace(/Ben|Cy|Di/g, "Ada")],
    ["with unsigned posts", THREAD.replaceAll("username", "x").replaceAll("/u/", "/x/")],
    ["with the newest post first", `<main>${NAMES.map(post).reverse().join("")}</main>`],
    [
      "with a signature under three posts of five",
      THREAD.replace(/class=username href=\/u\/[34]/g, "class=x"),
    ],
    ["with three posts", `<main>${NAMES.slice(0, 3).map(post).join("")}</main>`],
    ["before which an article stands", `<article>${TEXT.repeat(6)}</article>${THREAD}`],
  ])("stays that of a page %s", (_, html) => {
    expect(judged(html)?.pageType).toBe("article");
  });

  test("stays that of an article where the page is surely one", () => {
    expect(judged(THREAD, 0.95)).toMatchObject({ isArticle: 0.95, pageType: "article" });
  });
});

describe("the verdict on a live blog", () => {
  function judged(type: string, otherPagesWeight = 0): Extraction["verdict"] {
    const data = `<script type=application/ld+json>{"@type":"${type}","headline":"The ferry sails"}</script>`;
    const page = new Page(parseHtml(`${data}<h1>The ferry sails</h1><p>It left at noon.</p>`));
    const { count } = page.leaves;
    return judgeLiveBlog(page, {
      scores: new Float32Array(count).fill(1),
      reasons: new Uint8Array(count),
      verdict: { isArticle: 0.3, pageType: "listing", confidence: 0.3 },
      notes: { otherPagesWeight },
    }).verdict;
  }

  test("is that it is an article, where its data calls it one", () => {
    expect(judged("LiveBlogPosting")).toEqual({ isArticle: 0.9, pageType: "article", confidence: 0.3 });
  });

  test("stays what it was for pages of other data", () => {
    expect(judged("NewsArticle")).toMatchObject({ isArticle: 0.3, pageType: "listing" });
  });

  test("stays what it was for a home page that shows a live blog, whose blocks were weighed as another page's", () => {
    expect(judged("LiveBlogPosting", 0.5)).toMatchObject({ isArticle: 0.3, pageType: "listing" });
  });
});

describe("the date of a live blog", () => {
  const TEXT =
    "The night ferry to Saint Orrin has left the quay with its lamps lit and the band on the upper deck.";
  const update = (hour: number) =>
    `<div class=update><time datetime="2024-05-03T${hour}:15:00Z">${hour}:15</time><h3>At ${hour}</h3><p>${hour} passengers. ${TEXT}</p></div>`;
  const HOURS = [20, 19, 18, 17, 16, 15, 14, 13, 12];
  const LIVE = `<title>Night ferry returns</title><meta property=og:type content=article><main><h1>Night ferry returns</h1>${HOURS.map(update).join("")}</main>`;

  test("a live blog without data is recognised, and dated by its first update", () => {
    const { published, warnings } = extract(LIVE, { url: "https://example.org/news/night-ferry-returns" });
    expect(published).toBe("2024-05-03T12:15:00Z");
    expect(warnings.map(({ code }) => code)).toContain("LIVE_BLOG");
  });

  test("a stated date comes before that of the first update", () => {
    const stated = '<meta property="article:published_time" content="2024-05-02T08:00:00Z">';
    expect(extract(stated + LIVE).published).toBe("2024-05-02T08:00:00Z");
  });
});
