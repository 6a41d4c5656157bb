import { describe, expect, test } from "vitest";
import { MOST_GROWTH, timeGrowth } from "../../../test/growth.ts";
import { extract, extractText } from "../../default-extract.ts";
import { parseHtml } from "../../html/index.ts";
import { Page } from "../../page/index.ts";
import { EXTRACTORS } from "../index.ts";
import { shippedLean, shippedQuick } from "../models.ts";
import { makeLean, packLeanModel, readLeanModel, weighBlocks } from "./lean.ts";
import { LEAN_FEATURES, LeanRows, QUICK_FEATURES } from "./lean-rows.ts";

const SENTENCE = "The ferry sails again from Saturday, the harbour office said, after two years of repairs. ";
const TITLE = "Night ferry returns to the harbour";
const story = (after = "", before = "") =>
  `<title>Ferry sails again</title><body><nav><ul><li><a href=/a>News</a><li><a href=/b>Sport</a></ul></nav>${before}
<main><article><h1>Ferry sails again</h1>${[1, 2, 3, 4, 5].map((day) => `<p>On day ${day} it rained. ${SENTENCE.repeat(4)}`).join("")}</article>${after}</main>`;

const textOf = (html: string) => extractText(html, { extractor: "lean" }).text;

describe("lean", () => {
  test("keeps the paragraphs of a story without its headline and menu", () => {
    expect(textOf(story()).split("\n\n")).toHaveLength(5);
    expect(textOf(story())).not.toMatch(/Sport|sails again\n/);
  });

  test("says that the headline is out, so that the page's data is not read for it", () => {
    const page = new Page(parseHtml(story()));
    const answer = makeLean(shippedLean).extract(page, {});
    expect(answer.isHeadlineOut).toBe(true);
    expect(
      answer.scores[
        page.leaves.node.findIndex((node) =>
          page.document.text
            .slice(page.document.textStart[node], page.document.textEnd[node])
            .startsWith("Ferry"),
        )
      ],
    ).toBe(0);
  });

  test("does not say that the headline is out where it is kept or not found", () => {
    const inList = story().replace(
      "<h1>Ferry sails again</h1>",
      `<ul><li>Ferry sails again<li>${SENTENCE.repeat(3)}</ul>`,
    );
    const before = story("", `<p>${SENTENCE.repeat(4)}</p>`.repeat(6));
    const none = story()
      .replace(/<title>.*<.title>/, "")
      .replace(/h1>/g, "p>");
    for (const html of [inList, before, none])
      expect(makeLean(shippedLean).extract(new Page(parseHtml(html)), {}).isHeadlineOut).toBeUndefined();
    expect(textOf(inList)).not.toContain("Ferry sails again\n");
  });

  test("gives the same text beside metadata and alone", () => {
    expect(extract(story(), { extractor: "lean" }).text).toBe(textOf(story()));
  });

  test("leaves out what is named as readers' comments, unless that is all there is", () => {
    const comments = `<div class="comment-list">${`<p>I was there in the rain. ${SENTENCE.repeat(3)}`.repeat(4)}</div>`;
    expect(textOf(story(comments))).toBe(textOf(story()));
    expect(textOf(`<body>${comments}`)).toContain("I was there");
  });

  test.each([
    ["the headline", "<h1>Ferry sails again</h1>", "<section><p>some text here</section>"],
    ["other text", "<p>some text here</p>", "<div><p>some text here<p>Ferry sails</div>"],
  ])("takes time by the size of a page, however deep it is beside %s", (_, before, piece) => {
    const growth = timeGrowth(6_000, (pieces) => {
      const html = `<title>Ferry sails again</title>${before}${"<div>".repeat(pieces)}${piece.repeat(pieces)}`;
      const page = new Page(parseHtml(html)).revealed;
      return () => {
        const rows = new LeanRows(page);
        const row = new Float32Array(LEAN_FEATURES.length);
        for (let at = 0; at < rows.measures.count; at++) rows.write(at, row, 0);
      };
    });
    expect(growth).toBeLessThan(MOST_GROWTH);
  });

  test("tells an article from a page of links, and how sure it is of its answer", () => {
    const links = `<ul>${"<li><a href=/a>The ferry sails again from Saturday</a>".repeat(40)}</ul>`;
    const judge = (html: string) => extractText(html, { extractor: "lean" });
    expect(judge(story()).isArticle).toBeGreaterThan(0.5);
    expect(judge(`<title>News</title><body>${links}`).isArticle).toBeLessThan(0.5);
    expect(judge(story()).confidence).toBeGreaterThan(judge(`<body>${links}`).confidence ?? 1);
  });

  test("judges a page that shows nothing by the data that its text is from", () => {
    const data = { "@type": "NewsArticle", headline: TITLE, articleBody: SENTENCE.repeat(12) };
    const script = `<script type=application/ld+json>${JSON.stringify(data)}</script>`;
    const shell = `<title>${TITLE}</title><body><p>Loading</p>${script}`;
    const { text, isArticle, confidence } = extractText(shell, { extractor: "lean" });
    expect(text).toContain(SENTENCE.trim());
    expect(isArticle).toBeGreaterThanOrEqual(0.9);
    expect(confidence).toBe(0.7);
  });

  test("leaves out the rights notice that ends a story", () => {
    const notice = "<p>Copyright 2026 The Harbour Gazette. All rights reserved.";
    expect(textOf(story().replace("</article>", `${notice}</article>`))).not.toContain("Gazette");
  });

  test("keeps nothing of a page without text", () => {
    expect(textOf("<body><img src=quay.jpg>")).toBe("");
  });
});

describe("quick", () => {
  const page = () => new Page(parseHtml(story())).revealed;

  test("sees what `mss` keeps of each block, and how far it is", () => {
    const given = page();
    const answer = EXTRACTORS.mss.extract(given, {});
    const rows = new LeanRows(given, answer);
    const values = new Float32Array(rows.width);
    const seen = Array.from({ length: rows.measures.count }, (_, at) => {
      rows.write(at, values, 0);
      return [...values.subarray(LEAN_FEATURES.length)];
    });
    rows.release();
    expect(QUICK_FEATURES.slice(LEAN_FEATURES.length)).toEqual(["mss.kept", "mss.distance"]);
    expect(seen.at(-1)).toEqual([1, 0]);
    expect(seen[0]).toEqual([0, -3]);
  });

  test("weighs by what `mss` says", () => {
    const kept = EXTRACTORS.mss.extract(page(), {});
    const none = { ...kept, scores: new Float32Array(kept.scores.length) };
    const [asked, unasked] = [kept, none].map(
      (answer) => weighBlocks(page(), shippedQuick(), answer).ofBlock,
    );
    expect(asked!.at(-1)).toBeGreaterThan(unasked!.at(-1)!);
  });

  test("keeps the paragraphs of a story without its headline and menu", () => {
    const { text } = extractText(story(), { extractor: "quick" });
    expect(text.split("\n\n")).toHaveLength(5);
    expect(text).not.toMatch(/Sport|sails again\n/);
  });

  test("is not read from the model of lean", () => {
    expect(() => readLeanModel("quick", packLeanModel(shippedLean()))).toThrow(
      "of the method lean, not quick",
    );
  });
});

describe("its model", () => {
  test("is written and read without loss", () => {
    const packed = packLeanModel(shippedLean());
    expect(packLeanModel(readLeanModel("lean", JSON.parse(JSON.stringify(packed))))).toEqual(packed);
  });

  test.each([
    ["of another method", { method: "mss" }, "it is of the method mss, not lean"],
    ["of other features", { features: ["own.words"] }, "its features are own.words"],
    ["damaged", { trees: "?" }, "its trees are damaged"],
    ["without context", { passes: null }, "its context trees, passes, are missing"],
    [
      "of a verdict of other features",
      { verdict: { features: ["kept.words"] } },
      "its verdict is of other features",
    ],
    [
      "of a damaged verdict",
      { verdict: { ...packLeanModel(shippedLean()).verdict, article: { trees: "?" } } },
      "the trees of its verdict are damaged",
    ],
  ])("is refused where it is %s", (_, change, problem) => {
    expect(() => readLeanModel("lean", { ...packLeanModel(shippedLean()), ...change })).toThrow(problem);
  });
});
