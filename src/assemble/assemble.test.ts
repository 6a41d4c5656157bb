import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parseHtml } from "../html/index.ts";
import { readMetadata } from "../metadata/index.ts";
import { type Extraction, Page, reasonCode } from "../page/index.ts";
import { type AssembleOptions, assemble } from "./assemble.ts";
import { pictureReader } from "./pictures/picture-reader.ts";

const harbour = readFileSync(new URL("../../examples/harbour.html", import.meta.url), "utf8");

function article(html: string, score: number, options: Partial<AssembleOptions> = {}) {
  const page = new Page(parseHtml(html), "https://harbour-courier.example/local/ferry");
  const { count } = page.leaves;
  const extraction: Extraction = {
    scores: new Float32Array(count).fill(score),
    reasons: new Uint8Array(count).fill(reasonCode("everything is kept")),
  };
  return assemble(page, extraction, readMetadata(page, extraction), { extractor: "all", ...options });
}

describe("assemble", () => {
  test("gives readers' comments one by one where they are asked for, and in the text what the extractor had kept of them", () => {
    const html = `<h1>Ferry</h1><p>The night ferry sails again.</p><div class="comments"><div class="comment"><b class="author">A\u00adnn</b> <p>Never on\u200b time.</p></div></div>`;
    const page = new Page(parseHtml(html));
    const last = page.leaves.count - 1;
    const extraction: Extraction = {
      scores: new Float32Array(page.leaves.count).fill(1).fill(0, last),
      reasons: new Uint8Array(page.leaves.count).fill(reasonCode("a reader's comment"), last),
    };
    // Invisible characters are left out of names and texts.
    const assembled = (include: AssembleOptions["include"]) =>
      assemble(page, extraction, readMetadata(page, extraction), { extractor: "all", include });
    expect(assembled({ comments: true })).toMatchObject({
      comments: [{ author: "Ann", date: null, text: "Never on time." }],
      text: expect.stringContaining("Never on time."),
    });
    expect(assembled({})).not.toHaveProperty("comments");
    expect(assembled({}).text).not.toContain("Never on time.");
  });

  test("puts the page's metadata and the kept leaves into one article", () => {
    const result = article(harbour, 1);
    expect(result).toMatchObject({
      url: "https://harbour-courier.example/local/ferry",
      title: "Ferry returns to Wexley harbour after nine winters",
      authors: ["Marta Ellingsworth"],
      language: "en-GB",
      extractor: "all",
      isArticle: null,
      confidence: null,
      warnings: [],
    });
    expect(result.text).toContain("The last ferry left Wexley");
    expect(result.media.map(({ alt }) => alt)).toEqual([
      "A white ferry lies beside a stone quay at low tide",
    ]);
    expect(result.wordCount).toBeGreaterThan(400);
    expect(result).not.toHaveProperty("explanation");
  });

  test("leaves captions out of the text, keeps them in the HTML, and puts them in when asked", () => {
    const caption = "at the rebuilt north quay on Tuesday";
    expect(article(harbour, 1).text).not.toContain(caption);
    expect(article(harbour, 1).html).toContain(caption);
    expect(article(harbour, 1, { include: { captions: true } }).text).toContain(caption);
  });

  test("drops leaves under the keeping score", () => {
    expect(article("<p>Some words</p>", 0.49)).toMatchObject({ text: "", html: "", media: [] });
    expect(article("<p>Some words</p>", 0.5).text).toBe("Some words");
  });

  test("warns of pages without text, of nothing found and of short texts", () => {
    const codes = (html: string, score: number) => article(html, score).warnings.map(({ code }) => code);
    expect(codes("<p></p>", 1)).toEqual(["NO_TEXT"]);
    expect(codes("<p>Some words</p>", 0)).toEqual(["NOTHING_FOUND"]);
    expect(codes("<p>Some words</p>", 1)).toEqual(["SHORT_TEXT"]);
    expect(codes(`<p>${"word ".repeat(25)}</p>`, 1)).toEqual([]);
  });

  test("carries warnings from before, each once", () => {
    const { warnings } = article(harbour, 1, { warnings: ["CHARSET_GUESSED", "CHARSET_GUESSED"] });
    expect(warnings.map(({ code }) => code)).toEqual(["CHARSET_GUESSED"]);
  });

  test("does not warn of text from noscript where the text is from data", () => {
    const { warnings } = article(harbour, 1, { warnings: ["NOSCRIPT_USED", "TEXT_FROM_DATA"] });
    expect(warnings.map(({ code }) => code)).toEqual(["TEXT_FROM_DATA"]);
  });

  test("explains every field and every leaf when asked", () => {
    const { explanation } = article("<title>Quay</title><p>Some <b>words</b></p>", 1, { explain: true });
    expect(explanation?.fields).toHaveProperty("title.source");
    expect(explanation?.leaves).toEqual([
      {
        path: "/html[1]/body[1]/p[1]/text()[1]",
        text: "Some",
        kept: true,
        score: 1,
        reason: "everything is kept",
      },
      {
        path: "/html[1]/body[1]/p[1]/b[1]/text()[1]",
        text: "words",
        kept: true,
        score: 1,
        reason: "everything is kept",
      },
    ]);
  });

  test("explains a page that nests 30,000 deep without filling the memory", () => {
    const { explanation } = article("<div>word ".repeat(30_000), 1, { explain: true });
    expect(explanation?.leaves).toHaveLength(30_000);
    expect(JSON.stringify(explanation).length).toBeLessThan(30_000_000);
  });
});

describe("pictures of an article that is assembled with a reader of pictures", () => {
  const PROSE =
    "The last ferry left Wexley nine years ago with eleven passengers and a piano on board, and on Saturday, if the wind allows, the next one follows.";
  const pictures = (html: string, options: Partial<AssembleOptions> = {}) =>
    article(`<h1>Ferry</h1><div><p>${PROSE}</p>${html}<p>${PROSE}</p></div>`, 1, {
      pictureReader,
      ...options,
    });

  test("are chosen, and those left out take the words of their figures with them", () => {
    const { media, html } = pictures(
      `<figure class="author"><img src="/ann.jpg"><figcaption>Ann Low</figcaption></figure>
       <figure><img src="/quay.jpg"><figcaption>At dawn</figcaption></figure>`,
    );
    expect(media.map(({ src, caption }) => [src, caption])).toEqual([
      ["https://harbour-courier.example/quay.jpg", "At dawn"],
    ]);
    expect(html).not.toContain("Ann Low");
    expect(html).toContain("<figcaption>At dawn</figcaption>");
  });

  test("are listed in the order of the page where they are no elements of their own", () => {
    const { media, html } = pictures(
      '<img src="/quay.jpg"><div data-bg="/storm.jpg" data-caption="The storm"></div><img src="/pier.jpg">',
    );
    expect(media.map(({ src, caption }) => [src.split("/").at(-1), caption])).toEqual([
      ["quay.jpg", null],
      ["storm.jpg", "The storm"],
      ["pier.jpg", null],
    ]);
    expect(html).not.toContain("storm.jpg");
  });

  test("give the lead where the page states none but its logo", () => {
    const logo = '<meta property="og:image" content="/img/courier-logo.png">';
    const { image, explanation } = pictures(`${logo}<img src="/quay.jpg">`, { explain: true });
    expect(image).toBe("https://harbour-courier.example/quay.jpg");
    expect(explanation?.fields.image).toEqual({ source: "shown", confidence: 0.6 });
    expect(pictures(logo).image).toBeNull();
  });

  test("are explained", () => {
    const { explanation } = pictures('<div class="related"><img src="/pier.jpg"></div>', { explain: true });
    expect(explanation?.leaves.find(({ path }) => path.endsWith("img[1]"))).toMatchObject({
      kept: false,
      reason: "left out: leads to another story",
    });
  });
});
