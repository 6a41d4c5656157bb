import { describe, expect, test } from "vitest";
import { parseHtml, TAG } from "../html/index.ts";
import { Page } from "../page/index.ts";
import { type Metadata, readMetadata } from "./index.ts";
import { PROSE } from "./read.testing.ts";

/** The title of a page whose `p` elements are the article. */
function titleOf(html: string, url = "https://www.paper.example/story?id=7"): Metadata["title"] {
  const page = new Page(parseHtml(html), url);
  const { tag, parent } = page.document;
  const scores = Float32Array.from(page.leaves.node, (node) => (tag[parent[node]!] === TAG.p ? 1 : 0));
  return readMetadata(page, { scores, reasons: new Uint8Array(scores.length) }).title;
}

describe("a headline outside of headings", () => {
  test("is the text above the body that is a piece of what the head states", () => {
    const title = "Tide rises again | Coast | Around | United";
    const html = `<title>${title}</title><meta property="og:title" content="${title}">`;
    expect(titleOf(`${html}<div>» Tide rises again «</div>${PROSE}`)).toMatchObject({
      value: "Tide rises again",
      source: "piece",
    });
  });

  test("is among the 80 blocks before the body, and is more than a label", () => {
    const head = (title: string) =>
      `<title>${title} | Coast</title><meta property="og:title" content="${title} | Coast">`;
    const above = (blocks: number) =>
      titleOf(
        `${head("Tide rises again")}<div>Tide rises again</div>${"<div>4 May</div>".repeat(blocks)}${PROSE}`,
      );
    expect(above(70).source).toBe("piece");
    expect(above(90).source).not.toBe("piece");
    expect(titleOf(`${head("Tides risen")}<div>Tides risen</div>${PROSE}`).source).toBe("piece");
    expect(titleOf(`${head("Tides rise")}<div>Tides rise</div>${PROSE}`).source).not.toBe("piece");
  });

  test("is in the address of links for sharing", () => {
    const share = '<a href="https://links.example/add?u=1&amp;title=Tide%20rises%20again+-+Paper">Share</a>';
    expect(titleOf(`<div>Tide rises again</div><div>4 May</div>${PROSE}${share}`)).toMatchObject({
      value: "Tide rises again",
      source: "address",
    });
  });

  test("is made of the words of the page's own address", () => {
    const html = `<b>News from all over the coast</b><b>Tide rises again at night</b><b>Photos</b>${PROSE}`;
    const url = "https://www.paper.example/news/Tide_rises_again_at_night/show/7.html";
    expect(titleOf(html, url)).toMatchObject({ value: "Tide rises again at night", source: "address" });
  });

  test("shares three words with the address at least", () => {
    const url = (slug: string) => `https://www.paper.example/news/${slug}.html`;
    expect(titleOf(`<b>Tides rising again</b>${PROSE}`, url("tides-rising-again")).source).toBe("address");
    expect(titleOf(`<b>Tides returning</b>${PROSE}`, url("tides-returning")).source).not.toBe("address");
  });

  test("is the last text that its class calls so, else one in large type", () => {
    const marked = `<span class="article_headline">Tide rises again</span><div>By Ann Lee, in Ulm</div>`;
    const large = '<b>Boats stay in harbour</b><font size="-1">A photo of boats</font>';
    expect(titleOf(`<title>Paper</title>${marked}${large}${PROSE}`)).toMatchObject({
      value: "Tide rises again",
      source: "marked",
    });
    expect(titleOf(`${large}${PROSE}`)).toMatchObject({ value: "Boats stay in harbour", source: "large" });
  });

  test("is no link, no label, no sentence and no pair of words", () => {
    const html = `<b><a href="/7">Boats stay in harbour</a></b><b>Story tools:</b><b>All boats stayed in.</b><b>Harbour boats</b>`;
    expect(titleOf(`${html}${PROSE}`).value).toBeNull();
  });

  test("has no more than 200 characters", () => {
    const title = (letters: number) => "Tide rises again and ".repeat(letters / 21).trim();
    const shown = (text: string) =>
      titleOf(`<title>${text} | Coast</title><div>${text}</div>${PROSE}`).source;
    expect(shown(title(168))).toBe("piece");
    expect(shown(title(231))).not.toBe("piece");
  });

  test("is in one of the first 40 links for sharing", () => {
    const share = (title: string) => `<a href="https://links.example/add?title=${title}">Share</a>`;
    const others = (count: number) =>
      Array.from({ length: count }, (_, at) => share(`Another+story+${at}`)).join("");
    const withOthers = (count: number) =>
      titleOf(`<div>Tide rises again</div>${PROSE}${others(count)}${share("Tide+rises+again")}`).source;
    expect(withOthers(30)).toBe("address");
    expect(withOthers(50)).not.toBe("address");
  });

  test("is called so by an element at most two levels further out", () => {
    const inside = (levels: number) =>
      titleOf(
        `<div class="headline">${"<i>".repeat(levels)}Tide rises again${"</i>".repeat(levels)}</div>${PROSE}`,
      );
    expect(inside(2).source).toBe("marked");
    expect(inside(3).source).not.toBe("marked");
  });
});
