import { describe, expect, test } from "vitest";
import { parseHtml, rawText, TAG } from "../html/index.ts";
import { Page } from "../page/index.ts";
import { findShownParts, readMetadata } from "./index.ts";
import { script } from "./read.testing.ts";
import { shownReader } from "./shown-reader.ts";

/** The texts of headline, standfirst and byline of a page whose `p` elements are the article. */
function shown(
  html: string,
  title?: string,
): Record<"headline" | "standfirst" | "byline", readonly string[]> {
  const page = new Page(parseHtml(html + BODY), "https://www.paper.example/sea/tide");
  const { document, leaves } = page;
  const scores = Float32Array.from(leaves.node, (node) =>
    Number(document.tag[document.parent[node]!] === TAG.p),
  );
  const extraction = { scores, reasons: new Uint8Array(scores.length) };
  const metadata = readMetadata(page, extraction, { shownReader });
  const known = { ...metadata, title: { ...metadata.title, value: title ?? metadata.title.value } };
  const parts = findShownParts(page, extraction, known, { shownReader });
  const texts = (own: readonly number[]) => own.map((leaf) => rawText(document, leaves.node[leaf]!).trim());
  return {
    headline: texts(parts.headline),
    standfirst: texts(parts.standfirst),
    byline: texts(parts.byline),
  };
}

/** One paragraph, longer than any standfirst. */
const BODY = `<p>${"The harbour stayed closed on Monday because of the storm, and all skippers waited. ".repeat(10)}</p>`;
const lines = (count: number) => "<div>Photos of the day</div>".repeat(count);

describe("the headline on the page", () => {
  test("has no more than 300 characters", () => {
    const title = (letters: number) => "Tide rises again and ".repeat(letters / 21).trim();
    const headline = (letters: number) => shown(`<div>${title(letters)}</div>`, title(letters)).headline;
    expect(headline(252)).toHaveLength(1);
    expect(headline(420)).toEqual([]);
    const heading = (letters: number) => shown(`<h2>${title(letters)}</h2>`, title(letters)).headline;
    expect(heading(252)).toHaveLength(1);
    expect(heading(420)).toEqual([]);
  });

  test("in other words than the title has three words at least", () => {
    const heading = (text: string) => shown(`<h1>${text}</h1>`, "Tide rises again in the harbour").headline;
    expect(heading("Tide rises now")).toEqual(["Tide rises now"]);
    expect(heading("Tide rises")).toEqual([]);
  });
});

describe("the byline on the page", () => {
  const DATA = script({
    "@type": "NewsArticle",
    headline: "Tide rises again",
    author: { name: "Ann Lee" },
    datePublished: "2024-05-03",
  });
  const byline = (below: string) => shown(`<html lang=en>${DATA}<h1>Tide rises again</h1>${below}`).byline;

  test("has its parts within six blocks, but for a part that the first lacks", () => {
    const pair = (between: number, more: string) =>
      byline(`<div>By Ann Lee</div>${lines(between)}<div>${more}</div>`);
    expect(pair(4, "Ann Lee in Ulm")).toEqual(["By Ann Lee", "Ann Lee in Ulm"]);
    expect(pair(7, "Ann Lee in Ulm")).toEqual(["By Ann Lee"]);
    expect(pair(7, "3 May 2024")).toEqual(["By Ann Lee", "3 May 2024"]);
  });

  test("is a quarter name at least, unless it says by", () => {
    expect(byline("<div>Ann Lee for the paper</div>")).toEqual(["Ann Lee for the paper"]);
    expect(byline("<div>See the videos of Ann Lee at the harbour</div>")).toEqual([]);
    expect(byline("<div>By a group of writers with Ann Lee at the harbour</div>")).toHaveLength(1);
  });

  test("has a date in 90 characters at most", () => {
    const dated = (words: number) => byline(`<div>${"the sea ".repeat(words)}3 May 2024</div>`);
    expect(dated(8)).toHaveLength(1);
    expect(dated(14)).toEqual([]);
  });
});

describe("the standfirst on the page", () => {
  const TEXT = "Three hundred skippers waited for the storm to pass on Monday";
  const standfirst = (above: string, below = "", description = "") =>
    shown(
      `<meta name=description content="${description}"><title>Tide rises again</title>${above}<h1>Tide rises again</h1>${below}`,
    ).standfirst;
  const inside = (levels: number) =>
    `<div class=standfirst>${"<div>".repeat(levels)}${TEXT}${"</div>".repeat(levels)}</div>`;

  test("is called so by an element at most two levels further out", () => {
    expect(standfirst("", inside(2))).toEqual([TEXT]);
    expect(standfirst("", inside(3))).toEqual([]);
  });

  test("is a heading within 16 blocks of the headline", () => {
    expect(standfirst("", `${lines(10)}<h2>${TEXT}</h2>`)).toEqual([TEXT]);
    expect(standfirst("", `<h2>${TEXT}</h2>${lines(20)}`)).toEqual([]);
  });

  test("is up to three blocks above the headline if its class says so", () => {
    expect(standfirst(`${inside(0)}${lines(2)}`)).toEqual([TEXT]);
    expect(standfirst(`${inside(0)}${lines(3)}`)).toEqual([]);
  });

  test("has 40 letters in common with a description that is cut short", () => {
    expect(standfirst("", `<div>${TEXT}</div>`, TEXT.slice(0, 52))).toEqual([TEXT]);
    expect(standfirst("", `<div>${TEXT}</div>`, TEXT.slice(0, 30))).toEqual([]);
  });
});
