import { describe, expect, test } from "vitest";
import { LEAF_ROLES } from "../article/index.ts";
import { extract, extractText } from "../default-extract.ts";
import type { Extractor } from "../extractors/index.ts";
import { attribute, TAG } from "../html/index.ts";
import { toHtml, toHtmlDocument, toMarkdown, toXml } from "../output/index.ts";
import { reasonCode } from "../page/index.ts";
import { leavesByRole } from "./add-parts.ts";
import type { Inclusion } from "./roles.ts";

const TITLE = "Ferry returns to Wexley";
const LONG =
  "The last ferry left Wexley nine years ago with eleven passengers and a piano on board, and on Saturday at half past eight, if the wind allows, the next one will follow it across the sound.";
const BODY = `<p class=b>${LONG}</p><p class=b>It was quiet.</p>`;
const DATA = `<script type="application/ld+json">{"@type":"NewsArticle","headline":"${TITLE}","author":[{"name":"Marta Ell"},{"name":"Jo Finn"}],"datePublished":"2026-03-12T07:30:00Z"}</script>`;

/** Keeps pictures and paragraphs of the class `b` and nothing else. */
const strict: Extractor = {
  id: "strict",
  needs: [],
  extract({ document, leaves }) {
    const scores = Float32Array.from(leaves.node, (node) => {
      const isBody = attribute(document, document.parent[node]!, "class") === "b";
      return isBody || document.tag[node] === TAG.img ? 1 : 0;
    });
    return { scores, reasons: new Uint8Array(scores.length).fill(reasonCode("a paragraph")) };
  },
};

function article(html: string, ...parts: readonly (keyof Inclusion)[]) {
  const include = Object.fromEntries(parts.map((part) => [part, true]));
  return extract(`<title>${TITLE}</title>${html}`, { extractor: strict, include, explain: true });
}

const linesOf = (html: string, ...parts: readonly (keyof Inclusion)[]) =>
  article(html, ...parts).text.split(/\n+/);
const bodyLines = [LONG, "It was quiet."];

describe("a part that is asked for is found whatever the extractor kept", () => {
  test.each([
    ["the heading that shows the title", `<h1>${TITLE}</h1>`],
    ["a heading among others", `<h1>Wexley Post</h1><h2>More</h2><h2>${TITLE}</h2><h3>Local</h3>`],
    ["a block of an old page", `<table><tr><td><font size=5>${TITLE}</font><br><br>Local</td></tr></table>`],
    [
      "a heading without its kicker",
      `<meta property=og:title content="${TITLE}"><h1><span>Local:</span> <b>${TITLE}</b></h1>`,
    ],
    ["the title where the page shows none", "<h2>Local news</h2>"],
    ["the title where it is an item of a list", `<ul><li>${TITLE}</li></ul>`],
  ])("headline: %s", (_, head) => {
    expect(linesOf(head + BODY)).toEqual(bodyLines);
    expect(linesOf(head + BODY, "headline")).toEqual([TITLE, ...bodyLines]);
    expect(article(head + BODY, "headline").html).toMatch(
      new RegExp(`^<h1>(?:<\\w+>)?${TITLE}(?:</\\w+>)?</h1>`),
    );
  });

  test("headline: in the page's words where the title says them otherwise, and once", () => {
    const html = `<meta property="og:title" content="${TITLE}"><h1>Wexley: the ferry returns at last</h1>${BODY}<h2>${TITLE}</h2>`;
    expect(linesOf(html, "headline").slice(0, 2)).toEqual(["Wexley: the ferry returns at last", LONG]);
  });

  test.each([
    ["by its markup", "<p>By <a rel=author>Marta Ell</a></p><p><time>12 March 2026</time></p>", 2],
    ["by its words", "<div>By Marta Ell</div><div>Published: March 12, 2026</div>", 2],
    ["in two languages", "<div>Автор: Иван Петров</div><div>12.03.2026, 07:30</div>", 2],
    [
      "with a label in a block of its own",
      '<meta name=author content="Marta Ell"><div>By</div><div>Marta Ell and Jo Finn</div>',
      2,
    ],
  ])("byline: %s", (_, byline, count) => {
    const html = `<h1>${TITLE}</h1><nav>Home</nav>${byline}<div class=share>Share</div>${BODY}`;
    expect(linesOf(html)).toEqual(bodyLines);
    const lines = linesOf(html, "byline");
    expect(lines).toHaveLength(2 + count);
    expect(lines.join(" ")).not.toMatch(/Share|Home/);
  });

  test("byline: from the fields where the page shows none, below the headline", () => {
    const html = `${DATA}<h1>${TITLE}</h1>${BODY}`;
    expect(linesOf(html, "headline", "byline")).toEqual([
      TITLE,
      "Marta Ell, Jo Finn · 2026-03-12 07:30 UTC",
      ...bodyLines,
    ]);
    const dated = `${DATA}<h1>${TITLE}</h1><time>12 March 2026</time>${BODY}`;
    expect(linesOf(dated, "byline")).toEqual(["Marta Ell, Jo Finn", "12 March 2026", ...bodyLines]);
  });

  test.each([
    ["by its class", "<div class=standfirst>A restored quay and 2,300 small gifts bring it back.</div>"],
    [
      "by its property",
      "<div itemprop=description>A restored quay and 2,300 small gifts bring it back.</div>",
    ],
    ["between headline and body", "<p>A restored quay and 2,300 small gifts bring it back.</p>"],
    [
      "by the page's description",
      '<meta name=description content="A restored quay and 2,300 small gifts bring it back."><div>A restored quay and 2,300 small gifts bring it back.</div>',
    ],
  ])("standfirst: %s", (_, standfirst) => {
    const html = `<h1>${TITLE}</h1>${standfirst}<div>Share this</div>${BODY}`;
    expect(linesOf(html)).toEqual(bodyLines);
    expect(linesOf(html, "standfirst")).toEqual([
      "A restored quay and 2,300 small gifts bring it back.",
      ...bodyLines,
    ]);
  });

  test.each([
    [
      "in its figure",
      "<figure><img src=https://a.example/q.jpg><figcaption>The quay at noon</figcaption></figure>",
    ],
    [
      "without an element of its own",
      "<figure><img src=https://a.example/q.jpg><span>The quay at noon</span></figure>",
    ],
    [
      "beside its picture",
      "<div><img src=https://a.example/q.jpg><figcaption>The quay at noon</figcaption></div>",
    ],
  ])("captions: %s", (_, figure) => {
    expect(linesOf(`${BODY}${figure}${BODY}`)).not.toContain("The quay at noon");
    const made = article(`${BODY}${figure}${BODY}`, "captions");
    expect(made.text).toContain("The quay at noon");
    expect(made.media).toMatchObject([{ caption: "The quay at noon" }]);
  });

  test("embeds: posts of social networks within the body, and none of a sidebar", () => {
    const post = (text: string) => `<blockquote class=twitter-tweet><p>${text}</p></blockquote>`;
    const html = `<aside>${post("Before")}</aside><div>${BODY}${post("Inside")}${BODY}</div><footer>${post("After")}</footer>`;
    const lines = linesOf(html, "embeds");
    expect(lines).toContain("Inside");
    expect(lines.filter((line) => line === "Before" || line === "After")).toEqual([]);
  });

  test("all in the order of the page, and the same as text alone", () => {
    const html = `<p class=standfirst>A restored quay and 2,300 small gifts bring it back.</p><h1>${TITLE}</h1><p>By <a rel=author>Marta Ell</a></p>${BODY}`;
    const include = { headline: true, byline: true, standfirst: true };
    const { text } = extract(`<title>${TITLE}</title>${html}`, { extractor: strict, include });
    expect(text.split("\n\n")).toEqual([
      "A restored quay and 2,300 small gifts bring it back.",
      TITLE,
      "By Marta Ell",
      ...bodyLines,
    ]);
    expect(extractText(`<title>${TITLE}</title>${html}`, { extractor: strict, include }).text).toBe(text);
  });
});

test("a page without an article gives none of its parts", () => {
  expect(article(`<h1>${TITLE}</h1><p>By Marta Ell</p>`, "headline", "byline").text).toBe("");
});

test("a body that is only in data comes after what the page shows", () => {
  const body = `${LONG} `.repeat(3).trim();
  const data = `<script type="application/ld+json">{"@type":"NewsArticle","headline":"${TITLE}","articleBody":"${body}"}</script>`;
  const html = `<title>${TITLE}</title>${data}<h1>${TITLE}</h1><p>By <a rel=author>Marta Ell</a></p><p>Please wait.</p>`;
  const { text, warnings } = extract(html, { include: { headline: true, byline: true } });
  expect(warnings.map(({ code }) => code)).toContain("TEXT_FROM_DATA");
  expect(text.split("\n\n")).toEqual([TITLE, "By Marta Ell", body]);
});

describe("the explanation", () => {
  const html = `<h1>${TITLE}</h1><p>By <a rel=author>Marta Ell</a></p>${BODY}`;

  test("says which leaves are headline and byline, and keeps those that are requested", () => {
    const explained = (...parts: readonly (keyof Inclusion)[]) =>
      article(html, ...parts).explanation!.leaves.map(({ text, part, kept, reason }) => [
        text,
        part,
        kept,
        reason,
      ]);
    expect(explained().slice(0, 2)).toEqual([
      [TITLE, "headline", false, "a paragraph"],
      ["By", "byline", false, "a paragraph"],
    ]);
    expect(explained("headline")[0]).toEqual([TITLE, "headline", true, "asked for: headline"]);
  });
});

describe("formats that write the title themselves", () => {
  const html = `<h1>${TITLE}</h1><p>By <a rel=author>Marta Ell</a></p>${BODY}`;
  const count = (text: string) => text.split(TITLE).length - 1;

  test("write the headline that was asked for in its place", () => {
    const made = article(html, "headline", "byline");
    expect(toMarkdown(made)).toMatch(new RegExp(`^# ${TITLE}\n\nBy Marta Ell`));
    expect(count(toMarkdown(made))).toBe(1);
    expect(count(toHtml(made))).toBe(1);
    expect(toHtmlDocument(made).match(/<h1>/g)).toHaveLength(1);
    expect(toXml(made)).toContain(`<head rend="h1">${TITLE}</head>`);
  });

  test("write the title where the body does not show it", () => {
    expect(count(toMarkdown(article(html)))).toBe(1);
    const other = { ...article(html), html: `<h1>Wexley</h1><p>${LONG}</p>` };
    expect(toMarkdown(other)).toMatch(new RegExp(`^# ${TITLE}\n\n# Wexley`));
  });
});

test("a role counts from a chance of one half up", () => {
  const code = LEAF_ROLES.indexOf("comment");
  const ofPage = { roles: new Uint8Array([code, code]), chances: Float32Array.of(0.5, 0.49) };
  expect([...leavesByRole(ofPage, { comments: true }, true)]).toEqual([["comments", new Set([0])]]);
});
