import { describe, expect, test } from "vitest";
import { parseHtml } from "../../html/index.ts";
import { type Extraction, Page } from "../../page/index.ts";
import { judgeForum } from "./judge-forum.ts";

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

describe("the verdict on a thread", () => {
  test("is that it is one, where posts are signed and dated each", () => {
    expect(judged(THREAD)).toEqual({ isArticle: 0.13, pageType: "forum", confidence: 0.4 });
  });

  test("is that it is one, where a quarter of it stands before the posts", () => {
    expect(judged(`<div>${TEXT.repeat(2)}</div>${THREAD}`)?.pageType).toBe("forum");
  });

  test("keeps the order of pages: what looked more like an article still does", () => {
    const chances = [0.25, 0.5, 0.75, 0.89].map((isArticle) => judged(THREAD, isArticle)!.isArticle);
    expect(chances).toEqual([...new Set(chances)].toSorted((a, b) => a - b));
    expect(Math.max(...chances)).toBeLessThan(0.5);
  });

  test("is that it is one, where its data say so", () => {
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

  test("stays that of a page which is an article for sure", () => {
    expect(judged(THREAD, 0.95)).toMatchObject({ isArticle: 0.95, pageType: "article" });
  });
});
