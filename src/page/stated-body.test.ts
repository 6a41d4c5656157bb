import { describe, expect, test } from "vitest";
import { parseHtml } from "../html/index.ts";
import type { StatedBody } from "./extraction.ts";
import { Page } from "./page.ts";
import { shownText } from "./plain-text.ts";
import { scriptedBody, statedBody } from "./stated-body.ts";

const TITLE = "Night ferry returns to Saint Orrin";
const FIRST = "The night ferry to Saint Orrin returns on Saturday, after nine years in which nobody sailed.";
const SECOND = "It was paid for by 2,300 donations, and the harbour master says that it will stay for good.";

const pageOf = (script: string, type = "") =>
  new Page(parseHtml(`<title>${TITLE}</title><div id=app></div><script ${type}>${script}</script>`));
const paragraphs = (stated: StatedBody | undefined) => {
  if (stated === undefined) return undefined;
  const { document, blocks } = stated.page;
  return Array.from({ length: blocks.count }, (_, block) => shownText(document, blocks.container[block]!));
};
const jsonLd = (thing: object) => pageOf(JSON.stringify(thing), "type=application/ld+json");

describe("the body that structured data states", () => {
  test("is the articleBody of the page's article, a paragraph a line", () => {
    const page = jsonLd({ "@type": "NewsArticle", headline: TITLE, articleBody: `${FIRST}\n\n${SECOND}` });
    expect(paragraphs(statedBody(page))).toEqual([FIRST, SECOND]);
  });

  test("may be in a graph, with tags in it, escaped or not", () => {
    const html = `<p>${FIRST}</p><p>${SECOND}</p>`;
    for (const articleBody of [html, html.replaceAll("<", "&lt;").replaceAll(">", "&gt;")]) {
      const page = jsonLd({ "@graph": [{ "@type": "WebSite" }, { "@type": "Article", articleBody }] });
      expect(paragraphs(statedBody(page))).toEqual([FIRST, SECOND]);
    }
  });

  test("is in the page's own article, or in another thing", () => {
    const own = { "@type": "NewsArticle", headline: TITLE };
    expect(statedBody(jsonLd({ ...own, articleBody: FIRST }))?.place).toBe("article");
    expect(statedBody(jsonLd([own, { "@type": "Product", articleBody: FIRST }]))?.place).toBe("thing");
  });

  test("is none where its markup has no bounds, and the next one is taken", () => {
    const unclosed = Array.from({ length: 2_000 }, (_, at) => `<b class=c${at}>`).join("");
    const endless = {
      "@type": "NewsArticle",
      articleBody: `<p>${TITLE}${unclosed}${"</p><p>x".repeat(2_000)}`,
    };
    expect(statedBody(jsonLd(endless))).toBeUndefined();
    const plain = { "@type": "NewsArticle", articleBody: FIRST };
    expect(paragraphs(statedBody(jsonLd([endless, plain])))).toEqual([FIRST]);
  });

  test("has two fifths of the title's words", () => {
    const bodyOf = (articleBody: string) => statedBody(jsonLd({ "@type": "NewsArticle", articleBody }));
    expect(
      bodyOf("The ferry will sail to Saint Orrin on Saturday, nine years after the last."),
    ).toBeDefined();
    expect(
      bodyOf("A ferry of paper was seen on the pond at night, and children blew it along."),
    ).toBeUndefined();
  });

  test("is none where it speaks of something else than the title", () => {
    expect(
      statedBody(
        jsonLd({ "@type": "NewsArticle", articleBody: "Welcome. We use cookies for everything we do." }),
      ),
    ).toBeUndefined();
  });
});

describe("the body that scripts hold", () => {
  const story = { title: TITLE, body: `<p>${FIRST}</p><p>${SECOND}</p>` };
  const rest = {
    menu: ["Home", "Sport"],
    cookies: `We use cookies. ${"You can object any time. ".repeat(3)}`,
  };

  test.each([
    ["data of Next.js", JSON.stringify({ props: { pageProps: { ...rest, story } } })],
    [
      "a state on the window",
      `window.__STATE__=${JSON.stringify({ rest, byId: { a: story } })};(function(){})()`,
    ],
    ["JSON in a string", `window.__APOLLO__=JSON.parse(${JSON.stringify(JSON.stringify({ story, rest }))})`],
    [
      "JavaScript's way of writing it",
      `__NUXT__=(function(a){return {t:'${TITLE}',b:'\\x3cp>${FIRST}\\u003c/p><p>${SECOND}</p>'}}(1))`,
    ],
    [
      "a list of paragraphs",
      JSON.stringify({ rest, title: TITLE, blocks: [FIRST, SECOND].map((text) => ({ type: "p", text })) }),
    ],
  ])("is found in %s", (_, code) => {
    expect(paragraphs(scriptedBody(pageOf(code)))).toEqual([FIRST, SECOND]);
  });

  test("has short paragraphs, and no labels", () => {
    const texts = [FIRST, "Nobody was hurt on board.", SECOND, "Share this."];
    const code = JSON.stringify({ title: TITLE, blocks: texts.map((text) => ({ type: "p", text })) });
    expect(paragraphs(scriptedBody(pageOf(code)))).toEqual(texts.slice(0, 3));
  });

  test("is found in a stream that is cut into pieces", () => {
    const text = `<p>${FIRST}</p><p>${SECOND} Café.</p>`;
    const row = `1:{"a":"$2"}\n2:T${new TextEncoder().encode(text).length.toString(16)},${text}3:["$","div"]\n`;
    const pieces = [row.slice(0, 60), row.slice(60)].map((piece) => JSON.stringify(piece));
    const scripts = pieces.map(
      (piece) => `<script>self.__next_f.push([1,${piece}])/*${" ".repeat(200)}*/</script>`,
    );
    const page = new Page(parseHtml(`<title>${TITLE}</title>${scripts.join("")}`));
    expect(paragraphs(scriptedBody(page))).toEqual([FIRST, `${SECOND} Café.`]);
  });

  test("is the one beside the page's title, though another article is longer", () => {
    const other = { title: "Ferry sinks", body: `${FIRST} ${SECOND} `.repeat(2) };
    const page = pageOf(JSON.stringify({ articles: [other, { title: TITLE, body: SECOND + FIRST }] }));
    expect(paragraphs(scriptedBody(page))).toEqual([SECOND + FIRST]);
  });

  test("is next to a title of the page, or not", () => {
    expect(scriptedBody(pageOf(JSON.stringify(story)))?.place).toBe("titled script");
    expect(scriptedBody(pageOf(JSON.stringify([FIRST, SECOND, FIRST])))?.place).toBe("script");
  });

  test("is none in code, class names and addresses", () => {
    const code = `var a="flex items-center justify-between",b="https://example.org/a.b c",c="if (x) { y. } z."`;
    expect(scriptedBody(pageOf(`${code};/*${" ".repeat(200)}*/`))).toBeUndefined();
  });

  test("is looked for in linear time in brackets that never close, strings that never end, JSON inside JSON", () => {
    const codes = ["[".repeat(7_000_000), '"a'.repeat(1_000_000), "'\\".repeat(1_000_000)];
    codes.push(JSON.stringify(JSON.stringify(JSON.stringify("[".repeat(500_000)))));
    for (const code of codes) {
      const start = performance.now();
      expect(scriptedBody(pageOf(code))).toBeUndefined();
      expect(performance.now() - start).toBeLessThan(3_000);
    }
  });
});
