import { describe, expect, test } from "vitest";
import { parseHtml } from "../../html/index.ts";
import { type Extraction, Page } from "../../page/index.ts";
import { judgeLiveBlog } from "./judge-live-blog.ts";

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

describe("the verdict on a live blog", () => {
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
