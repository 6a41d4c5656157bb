import { describe, expect, test } from "vitest";
import { MOST_GROWTH, processorMs, timeGrowth } from "../../test/growth.ts";
import { parseHtml } from "../html/index.ts";
import { Page } from "../page/index.ts";
import { readInstance, readPlace } from "./articles.ts";
import { mineProfile } from "./template/mine-profile.ts";

function articleOf(
  ship: string,
  harbour: string,
  [before, after]: readonly [string, string] = ["", ""],
): Page {
  const sentences = [
    "left the quay at dawn with all of its crew on board",
    "was bound for an island that few know",
  ];
  return new Page(
    parseHtml(`<title>${ship} has left</title><ul class="menu"><li><a href="/n">News</a><li><a href="/s">Sport</a></ul>
<h1>${ship} has left</h1><dl class="facts"><dt>Harbour:</dt><dd>${harbour}</dd><dt>Captain:</dt><dd>of the ${ship}</dd></dl>${before}
<div class="story">${sentences.map((words) => `<p>The ${ship} ${words}, the harbour master of ${harbour} said.`).join("")}</div>${after}
<p class="foot">All rights reserved</p>`),
  );
}

describe("an instance", () => {
  const pages = [
    articleOf("Ferry", "Bayport"),
    articleOf("Trawler", "Northaven"),
    articleOf("Barge", "Eastmouth"),
  ];
  const profile = mineProfile(pages, { site: "bay.example", made: "2026-11-01T00:00:00.000Z" });

  test("has the values that the page labels, next to title and text", () => {
    const { title, text, attributes, warnings } = readInstance(articleOf("Cutter", "Westwick"), profile);
    expect(title).toBe("Cutter has left");
    expect(text).toMatch(/^The Cutter left the quay.*\n\nThe Cutter was bound for an island/);
    expect(attributes).toEqual([
      { label: "Harbour", value: "Westwick" },
      { label: "Captain", value: "of the Cutter" },
    ]);
    expect(warnings.map(({ code }) => code)).not.toContain("SITE_PROFILE_STALE");
  });

  test("has a value in one line with its label, but not that of an account far below", () => {
    const links = '<li><a href="/x">Another story</a></li>'.repeat(12);
    const around = (ship: string) =>
      [
        `<p class="source">Source: Agency of ${ship}</p>`,
        `<ul>${links}</ul><p class="account">Name: ${ship}</p>`,
      ] as const;
    const read = (ship: string, harbour: string) => articleOf(ship, harbour, around(ship));
    const own = mineProfile(
      [read("Ferry", "Bayport"), read("Trawler", "Northaven"), read("Barge", "Eastmouth")],
      { site: "bay.example", made: "2026-11-01T00:00:00.000Z" },
    );
    const { attributes } = readInstance(read("Cutter", "Westwick"), own);
    expect(attributes).toContainEqual({ label: "Source", value: "Agency of Cutter" });
    expect(attributes.map(({ label }) => label)).not.toContain("Name");
  });

  test("has a writer whose label needs no colon, but no sentence that begins like one", () => {
    const around = (ship: string) =>
      [
        `<p class="by">By Mate of ${ship}</p>`,
        `<p class="note">By the time that ${ship} left, nobody was on the quay to see it any more</p>`,
      ] as const;
    const read = (ship: string, harbour: string) => articleOf(ship, harbour, around(ship));
    const own = mineProfile(
      [read("Ferry", "Bayport"), read("Trawler", "Northaven"), read("Barge", "Eastmouth")],
      { site: "bay.example", made: "2026-11-01T00:00:00.000Z" },
    );
    const { attributes } = readInstance(read("Cutter", "Westwick"), own);
    expect(attributes.filter(({ label }) => label === "By")).toEqual([
      { label: "By", value: "Mate of Cutter" },
    ]);
  });

  test("has the writers that a label names, and never its publisher", () => {
    const head =
      '<meta property="og:site_name" content="The Bay Post"><meta name="author" content="The Bay Post">';
    const read = (ship: string, harbour: string) =>
      articleOf(ship, harbour, [
        `${head}<p class="by">By Ana Ruz and Ivo Lind</p>`,
        "<p>Last updated 3 May 2026</p>",
      ]);
    const own = mineProfile(
      [read("Ferry", "Bayport"), read("Trawler", "Northaven"), read("Barge", "Eastmouth")],
      { site: "bay.example", made: "2026-11-01T00:00:00.000Z" },
    );
    const { authors, attributes } = readInstance(read("Cutter", "Westwick"), own);
    expect(authors).toEqual(["Ana Ruz", "Ivo Lind"]);
    expect(attributes).toContainEqual({ label: "Last updated", value: "3 May 2026" });
  });

  test("has the names of the byline where data has another name, and its publisher in one of two scripts nowhere", () => {
    const by = (author: string) => {
      const head = `<meta property="og:site_name" content="湾報 The Bay Post"><meta name="author" content="${author}">`;
      const read = (ship: string, harbour: string) =>
        articleOf(ship, harbour, [`${head}<p class="by">By Ana Ruz with Bay Agency</p>`, ""]);
      const read3 = [read("Ferry", "Bayport"), read("Trawler", "Northaven"), read("Barge", "Eastmouth")];
      const own = mineProfile(read3, { site: "bay.example", made: "2026-11-01T00:00:00.000Z" });
      return readInstance(read("Cutter", "Westwick"), own).authors;
    };
    expect(by("aruz81")).toEqual(["Ana Ruz"]);
    expect(by("湾報")).toEqual(["Ana Ruz"]);
  });

  test("has a label that is a text of its own, two dates in a line, and no words of a story before a colon", () => {
    const around = (ship: string) =>
      [
        `<div class="by"><span>Author of the article:</span> <a href="/a">Ana</a> <a href="/r">Ruz</a></div>
<p>Published on 3 May 2026 at 10:41, last updated on 4 May 2026 at 9:12</p>`,
        `<p class="more">Interview: The mate of ${ship}</p>`,
      ] as const;
    const read = (ship: string, harbour: string) => articleOf(ship, harbour, around(ship));
    const { attributes } = readInstance(read("Cutter", "Westwick"), profile);
    expect(attributes).toContainEqual({ label: "Author of the article", value: "Ana Ruz" });
    expect(attributes).toContainEqual({
      label: "Published",
      value: "on 3 May 2026 at 10:41, last updated on 4 May 2026 at 9:12",
    });
    expect(attributes.map(({ label }) => label)).not.toContain("Interview");
  });

  test("has a value once, however its label is set, and labels of several scripts", () => {
    const around = (ship: string) =>
      [
        `<p>Palabras clave: barco de ${ship}</p>`,
        `<p><b>Source:</b> Agency of ${ship} <b>Editor:</b> Bo Lind</p><dl><dt>Photo:</dt><dd>Mate of ${ship}</dd></dl><p>برچسب‌ها: ${ship}</p>`,
      ] as const;
    const { attributes } = readInstance(articleOf("Cutter", "Westwick", around("Cutter")), profile);
    const own = attributes.filter(({ label }) => !["Harbour", "Captain"].includes(label));
    expect(own).toEqual([
      { label: "Palabras clave", value: "barco de Cutter" },
      { label: "Source", value: "Agency of Cutter" },
      { label: "Editor", value: "Bo Lind" },
      { label: "Photo", value: "Mate of Cutter" },
      { label: "برچسب‌ها", value: "Cutter" },
    ]);
  });

  test("is found far above the body, with a value in several elements, and once where other stories have the same label", () => {
    const buttons = '<a href="/share">Share</a><br>'.repeat(40);
    const around = (ship: string) =>
      [
        `<div class="by"><span>Author of the article:</span><ul><li>Ana Ruz</li><li>Ivo Lind</li></ul></div>
<p>Published 3 May 2026</p>${buttons}`,
        `<p class="date">Published 1 May 2026</p><p>${ship}</p>`,
      ] as const;
    const { attributes, authors } = readInstance(articleOf("Cutter", "Westwick", around("Cutter")), profile);
    expect(attributes).toContainEqual({ label: "Author of the article", value: "Ana Ruz, Ivo Lind" });
    expect(attributes.filter(({ label }) => label === "Published")).toEqual([
      { label: "Published", value: "3 May 2026" },
    ]);
    expect(authors).toEqual(["Ana Ruz", "Ivo Lind"]);
  });

  test("ends before the next label of its line", () => {
    const line = "<p>来源：<b>湾报</b> 编辑：林宇 】</p><p>Photograph: Ivo Lind</p>";
    const { attributes } = readInstance(articleOf("Cutter", "Westwick", [line, ""]), profile);
    expect(attributes.slice(2)).toEqual([
      { label: "来源", value: "湾报" },
      { label: "编辑", value: "林宇" },
      { label: "Photograph", value: "Ivo Lind" },
    ]);
  });

  test("has tags without colon only where they are links, and no headline as a value", () => {
    const around = (tags: string) =>
      ["", `<div><b>Keywords</b> ${tags}</div><p>Share this: Cutter has left</p>`] as const;
    const read = (tags: string) =>
      readInstance(articleOf("Cutter", "Westwick", around(tags)), profile).attributes;
    expect(read('<a href="/t/quay">quay</a> <a href="/t/sea">sea</a>')).toContainEqual({
      label: "Keywords",
      value: "quay sea",
    });
    expect(read("quay sea").map(({ label }) => label)).toEqual(["Harbour", "Captain"]);
  });

  test("has no writer of another story as its author, but its publisher where that signs", () => {
    const links = '<a href="/share">Share</a><br>'.repeat(8);
    const read = (before: string, after: string) =>
      readInstance(articleOf("Cutter", "Westwick", [before, after]), profile).authors;
    expect(read(`<p>By Ana Ruz</p>${links}`, "<p>By Eva Holm</p>")).toEqual(["Ana Ruz"]);
    const head =
      '<meta property="og:site_name" content="The Bay Post"><meta name="author" content="The Bay Post">';
    expect(read(`${head}<p>By The Bay Post</p>`, "")).toEqual(["The Bay Post"]);
  });

  test("takes linear time for a line of one long word", () => {
    const growth = timeGrowth(10_000, (letters) => {
      const page = articleOf("Cutter", "Westwick", [`<p>Updat${"a".repeat(letters)}</p>`, ""]);
      return () => readInstance(page, profile);
    });
    expect(growth).toBeLessThan(MOST_GROWTH);
  });

  test("takes linear time for a value of commas", () => {
    const growth = timeGrowth(2_000, (length) => {
      const line = `<p>Source:</p><p>${",".repeat(length)}x</p>`;
      const page = articleOf("Cutter", "Westwick", [line, ""]);
      return () => readInstance(page, profile);
    });
    expect(growth).toBeLessThan(MOST_GROWTH);
  });

  test("takes linear time for a list that breaks off", () => {
    const pageWith = (words: number) =>
      articleOf("Cutter", "Westwick", [`<p>Source: Bay${", on".repeat(words)} x</p>`, ""]);
    readInstance(pageWith(2), profile);
    const long = pageWith(27);
    // Twice as many ways with each word: a pattern that tries them all takes seconds, and hours with ten more.
    expect(processorMs(() => readInstance(long, profile))).toBeLessThan(1_000);
  });

  test("has no attributes where the template does not fit", () => {
    const { attributes, warnings } = readInstance(new Page(parseHtml("<p>Nothing of the kind.")), profile);
    expect(attributes).toEqual([]);
    expect(warnings.map(({ code }) => code)).toContain("SITE_PROFILE_STALE");
  });
});

describe("the place of a story", () => {
  const page = new Page(parseHtml("<p>No data here."));

  test.each([
    ["BAYPORT (Courier) - The ferry left.", "BAYPORT"],
    ["Bayport (Courier) – The ferry left.", "Bayport"],
    ["SAINT-MALO — Le bac est parti.", "SAINT-MALO"],
    ["МОСКВА — Паром ушёл.", "МОСКВА"],
    ["القاهرة (البريد) - غادرت العبارة.", "القاهرة"],
    ["北京（快报）— 渡轮离开了。", "北京"],
    ["渡轮 - 一艘旧船 - 离开了。", undefined],
    ["The ferry - an old one - left.", undefined],
    ["Nothing of the kind.", undefined],
  ])("of %s is %s", (text, place) => {
    expect(readPlace(page, text)).toBe(place);
  });

  test("is what the page states, before any dateline", () => {
    const data = JSON.stringify({
      "@type": "NewsArticle",
      locationCreated: { "@type": "Place", name: "Bayport" },
    });
    const stating = new Page(parseHtml(`<script type="application/ld+json">${data}</script><p>Text.`));
    expect(readPlace(stating, "NORTHAVEN - The ferry left.")).toBe("Bayport");
  });
});
