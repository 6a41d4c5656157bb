import { describe, expect, test } from "vitest";
import { processorMs } from "../../../test/growth.ts";
import { assemble } from "../../assemble/index.ts";
import { parseHtml } from "../../html/index.ts";
import { readMetadata } from "../../metadata/index.ts";
import { type Extraction, Page, type StatedBody, shownText } from "../../page/index.ts";
import { keepProse, scriptedBody, statedBody, useStatedBody, warnOfHidden } from "./special-pages.ts";

const TITLE = "Night ferry returns to Saint Orrin";
const SENTENCE = "The night ferry to Saint Orrin returns on Saturday, after nine years without any. ";
const STATE = JSON.stringify({
  title: TITLE,
  body: `<p onclick=x()>${SENTENCE.repeat(5)}</p><script>alert(1)</script><p><a href=/quay>The quay</a> is new.</p>`,
});

/** A page's data for its scripts, with a body of `sentences` sentences. */
const dataOf = (sentences: number) =>
  `<script>window.s=${JSON.stringify({ title: TITLE, body: SENTENCE.repeat(sentences) })}</script>`;

const answerOf = (body: string, score: number): { page: Page; extraction: Extraction } => {
  const page = new Page(parseHtml(`<title>${TITLE}</title>${body}`), "https://example.org/a/b");
  const { count } = page.leaves;
  return {
    page,
    extraction: { scores: new Float32Array(count).fill(score), reasons: new Uint8Array(count).fill(1) },
  };
};
const articleOf = ({ page, extraction }: ReturnType<typeof answerOf>) => {
  const last = useStatedBody(page, extraction);
  return assemble(page, last, readMetadata(page, last), { extractor: "fused", explain: true });
};

describe("the last resort", () => {
  test("gives the article of a page that shows nothing, from its data, sanitised", () => {
    const article = articleOf(
      answerOf(`<p>Loading</p><script>window.s=${STATE.replaceAll("</", "<\\/")}</script>`, 0),
    );
    expect(article.text).toBe(`${SENTENCE.repeat(5).trim()}\n\nThe quay is new.`);
    expect(article.html).toContain('<a href="https://example.org/quay">The quay</a>');
    expect(article.html).not.toMatch(/script|onclick/);
    expect(article.warnings.map(({ code }) => code)).toContain("TEXT_FROM_DATA");
    expect(article.explanation?.leaves.every(({ kept }) => !kept)).toBe(true);
  });

  test("reads who wrote it and when, where data states it beside title and body", () => {
    const state = {
      related: { title: "Ferry sinks", author: "Ida Noe", publishedAt: "2020-01-01" },
      story: {
        title: TITLE,
        authors: [{ name: "Jane Alder", url: "/jane" }, { name: "Ola Berg" }],
        publishedAt: "2024-05-03T08:00:00Z",
        updated: "2024-05-04T08:00:00Z",
        body: SENTENCE.repeat(5),
      },
    };
    const read = (data: object) =>
      articleOf(answerOf(`<p>Loading</p><script>window.s=${JSON.stringify(data)}</script>`, 0));
    expect(read(state)).toMatchObject({
      authors: ["Jane Alder", "Ola Berg"],
      published: "2024-05-03T08:00:00Z",
    });
    const untitled = { ...state, story: { ...state.story, title: "" } };
    expect(read(untitled)).toMatchObject({ authors: [], published: null });
  });

  test("leaves an answer of 100 words alone, whatever the data states", () => {
    const answer = answerOf(`<p>${SENTENCE.repeat(8)}</p>${dataOf(40)}`, 1);
    expect(useStatedBody(answer.page, answer.extraction)).toBe(answer.extraction);
  });

  test("takes the place of 70 words where the data states twice as many, not where it states fewer", () => {
    const shown = `<p>${SENTENCE.repeat(5)}</p>`;
    expect(articleOf(answerOf(shown + dataOf(11), 1)).text).toBe(SENTENCE.repeat(11).trim());
    expect(articleOf(answerOf(shown + dataOf(8), 1)).text).toBe(SENTENCE.repeat(5).trim());
  });

  test("is not a summary of 40 words", () => {
    const stated = (sentences: number) => {
      const { page, extraction } = answerOf(`<p>Loading</p>${dataOf(sentences)}`, 0);
      return useStatedBody(page, extraction).statedBody;
    };
    expect(stated(3)).toBeUndefined();
    expect(stated(4)).toBeDefined();
  });

  test("does not read the scripts of a page that shows much, though nothing was kept", () => {
    const bodyBeside = (sentences: number) => {
      const answer = answerOf(`<p>${SENTENCE.repeat(sentences)}</p>${dataOf(40)}`, 0);
      return useStatedBody(answer.page, answer.extraction).statedBody;
    };
    expect(bodyBeside(9)).toBeDefined();
    expect(bodyBeside(12)).toBeUndefined();
  });

  test("goes on with the teaser that a page shows among many other words, where data does", () => {
    const menu = `<ul>${"<li>More of the harbour and the town</li>".repeat(40)}</ul>`;
    const textOf = (teaser: string, data: string) => {
      const { page, extraction } = answerOf(`<p>${teaser}</p>${menu}${data}`, 0);
      extraction.scores[0] = 1;
      return articleOf({ page, extraction }).text;
    };
    const lead = "Crews of eleven have trained for it since the spring, most of them on the old boat. ";
    const data = (title: string) =>
      `<script>window.s=${JSON.stringify({ title, body: lead + SENTENCE.repeat(20) })}</script>`;
    expect(textOf(`${lead.trim()}…`, data(TITLE))).toBe((lead + SENTENCE.repeat(20)).trim());
    expect(textOf(lead, data("Night crews"))).toBe(lead.trim());
    const other = "Crews of eleven have trained for it since the autumn, and all of them are new to it.";
    expect(textOf(other, data(TITLE))).toBe(other);
    const asking = lead.replace("the old boat. ", "that boat. Read on");
    expect(textOf(asking, data(TITLE))).toBe((lead + SENTENCE.repeat(20)).trim());
    const half = lead.replace("most of them on the old boat. ", "and now they are new to it all.");
    expect(textOf(half, data(TITLE))).toBe(half);
  });

  test("says when a good part of the answer is hidden by the markup", () => {
    const shown = `<p>${SENTENCE.repeat(20)}</p>`;
    const codes = (hidden: string) => {
      const answer = answerOf(shown + hidden, 1);
      return warnOfHidden(answer.page, answer.extraction).warnings ?? [];
    };
    expect(codes(`<p hidden>${SENTENCE.repeat(5)}</p>`)).toEqual(["HIDDEN_USED"]);
    expect(codes("<p hidden>Only a word or two.</p>")).toEqual([]);
  });
});

const VOTE = "The council met on Monday and voted for the new quay, by nine to two. ";

describe("a page whose prose was all dropped", () => {
  const kept = ({ page, extraction }: ReturnType<typeof answerOf>) => {
    const { scores } = keepProse(page, extraction);
    const article = { ...extraction, scores };
    return assemble(page, article, readMetadata(page, article), { extractor: "fused" }).text;
  };

  test("is answered with the prose of the element that holds the most", () => {
    const aside = `<div><p>${VOTE}</p></div>`;
    const text = kept(answerOf(`${aside}<div><p>${SENTENCE}</p><p>${SENTENCE.repeat(2)}</p></div>`, 0.01));
    expect(text).toContain(SENTENCE.trim());
    expect(text).not.toContain("council");
  });

  test.each([
    ["has fewer than 30 words of it", `<p>${VOTE}</p>`],
    ["has it in its footer", `<footer><p>${SENTENCE.repeat(4)}</p></footer>`],
    ["has it in links", `<p><a href=/a>${SENTENCE.repeat(4)}</a></p>`],
    ["has it in a heading", `<h2>${SENTENCE.repeat(4)}</h2>`],
    ["hides it", `<p hidden>${SENTENCE.repeat(4)}</p>${"<p>Ferry news</p>".repeat(30)}`],
    ["asks to subscribe in it", `<p>${SENTENCE.repeat(4)} Subscribe to continue reading.</p>`],
    [
      "asks for consent",
      `<p>${"We and our partners use cookies and personal data for advertising. Do you consent? ".repeat(4)}</p>`,
    ],
  ])("stays unanswered where it %s", (_, body) => {
    expect(kept(answerOf(body, 0))).toBe("");
  });

  test("is not answered with a label", () => {
    const answer = answerOf(`<p>More news of the ferry and quay</p><div>${SENTENCE.repeat(4)}</div>`, 0);
    answer.extraction.scores[0] = 1;
    expect(kept(answer)).toContain(SENTENCE.trim());
  });

  test("keeps an answer that has a sentence", () => {
    const answer = answerOf(`<p>${SENTENCE}</p><div>${SENTENCE.repeat(4)}</div>`, 0);
    answer.extraction.scores[0] = 1;
    expect(keepProse(answer.page, answer.extraction)).toBe(answer.extraction);
  });
});

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

  test("is skipped where its markup breaks a limit of the parser, and the next one is taken", () => {
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

  test("is refused where it is about something else than the title", () => {
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
    const other = { title: "Ferry sinks", body: `${FIRST} ${SECOND} `.repeat(4) };
    const own = (SECOND + FIRST).repeat(2);
    const page = pageOf(JSON.stringify({ articles: [other, { title: TITLE, body: own }] }));
    expect(paragraphs(scriptedBody(page))).toEqual([own]);
  });

  test("tells whether it is next to a title of the page", () => {
    expect(scriptedBody(pageOf(JSON.stringify(story)))?.place).toBe("titled script");
    expect(scriptedBody(pageOf(JSON.stringify([FIRST, SECOND, FIRST])))?.place).toBe("script");
  });

  test("is not found in code, class names and addresses", () => {
    const code = `var a="flex items-center justify-between",b="https://example.org/a.b c",c="if (x) { y. } z."`;
    expect(scriptedBody(pageOf(`${code};/*${" ".repeat(200)}*/`))).toBeUndefined();
  });

  test("is looked for in linear time in brackets that never close, strings that never end, JSON inside JSON", () => {
    const codes = ["[".repeat(7_000_000), '"a'.repeat(1_000_000), "'\\".repeat(1_000_000)];
    codes.push(JSON.stringify(JSON.stringify(JSON.stringify("[".repeat(500_000)))));
    for (const code of codes) {
      const tookMs = processorMs(() => {
        expect(scriptedBody(pageOf(code))).toBeUndefined();
      });
      expect(tookMs).toBeLessThan(3_000);
    }
  });
});
