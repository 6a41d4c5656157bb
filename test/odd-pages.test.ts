import { describe, expect, test } from "vitest";
import { type Article, extract } from "../src/index.ts";

const SENTENCE = "The night ferry to Saint Orrin returns on Saturday, and the whole town means to be there. ";
const STORY = Array.from({ length: 6 }, (_, day) => `<p>Day ${day}: ${SENTENCE.repeat(2)}</p>`).join("");
const OTHER =
  "Quarterly results of the tin works were better than feared, the board of directors told owners. ";

const read = (html: string) => extract(html, { extractor: "fused", url: "https://example.org/news/ferry" });
const codes = ({ warnings }: Article) => warnings.map(({ code }) => code);
const data = (thing: object) => `<script type="application/ld+json">${JSON.stringify(thing)}</script>`;

describe("odd pages", () => {
  test("of one word give it or nothing, and say that it is little", () => {
    const article = read("<p>Ferry");
    expect(["", "Ferry"]).toContain(article.text);
    expect(codes(article)).toContain(article.text === "" ? "NOTHING_FOUND" : "SHORT_TEXT");
  });

  test("with all their text in one block give it whole", () => {
    expect(read(`<title>Ferry</title><div>${SENTENCE.repeat(300)}</div>`).wordCount).toBe(300 * 17);
  });

  test("with all their text hidden give it all the same, and say so", () => {
    const article = read(`<title>Ferry</title><div style="display:none">${STORY}</div>`);
    expect(article.text).toContain("Day 1");
    expect(codes(article)).toContain("HIDDEN_USED");
  });

  test("with 10,000 blocks of JSON-LD give the text that they show", () => {
    const blocks = data({ "@type": "NewsArticle", headline: "Other", articleBody: OTHER }).repeat(10_000);
    const article = read(`<title>Ferry</title>${blocks}<h1>Ferry</h1>${STORY}`);
    expect(article.text).toContain("Day 0");
    expect(article.text).not.toContain("tin works");
  });

  test("whose JSON-LD lies about the body give the text that they show, and none of it where they show none", () => {
    const lie = data({ "@type": "NewsArticle", headline: "Ferry", articleBody: OTHER.repeat(10) });
    expect(read(`<title>Ferry</title>${lie}<h1>Ferry</h1>${STORY}`).text).not.toContain("tin works");
    expect(read(`<title>Night ferry returns</title>${lie}<p>Loading`).text).not.toContain("tin works");
  });

  test("that show nothing give what their data state, and say so", () => {
    const thing = {
      "@type": "NewsArticle",
      headline: "Night ferry returns",
      articleBody: SENTENCE.repeat(6),
    };
    const article = read(`<title>Night ferry returns</title>${data(thing)}<div id=app></div>`);
    expect(article.text).toBe(SENTENCE.repeat(6).trim());
    expect(codes(article)).toContain("TEXT_FROM_DATA");
  });
});
