import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EXTRACTORS, type Extractor } from "../src/extractors/index.ts";
import { type Article, extract } from "../src/index.ts";
import { findProse, MIN_PROSE_WORDS, showsConsent } from "../src/page/index.ts";
import { dataPlaces, findData, findSet, readSet } from "../src/sets/index.ts";
import { HARD_CASES, LOOKS, makeArticlePage, makePages, makeSite } from "./newsroom/index.ts";

const FACE = { look: "modern-grid-2025", language: "en" } as const;
const SENTENCE = "The night ferry to Saint Orrin returns on Saturday, and the whole town means to be there.";
const COUNCIL = "The council voted for the new quay by nine to two, after a debate of seven hours.";

interface Answer extends Pick<Article, "text" | "warnings"> {
  /** Words of running prose that the page shows, 0 if it is covered by a request for consent. */
  readonly prose: number;
}

function answer(html: string | Uint8Array, url?: string, encoding?: string): Answer {
  let prose = 0;
  const watched: Extractor = {
    ...EXTRACTORS.fused,
    extract(page, hints) {
      if (!showsConsent(page)) for (const { words } of findProse(page)) prose += words;
      return EXTRACTORS.fused.extract(page, hints);
    },
  };
  return { ...extract(html, { extractor: watched, url, encoding }), prose };
}

const isWronglyEmpty = ({ text, prose }: Answer) => text === "" && prose >= MIN_PROSE_WORDS;

describe("a page that shows 30 words of running prose and no wall is never answered with nothing", () => {
  const site = makeSite({ ...FACE, seed: 3, articles: 12 });
  test.each([
    ["pages in all looks", makePages({ count: 2 * LOOKS.length, seed: 11 })],
    ["hard cases", HARD_CASES.map((hard, seed) => makeArticlePage({ ...FACE, hardCases: [hard], seed }))],
    ["fronts and sections", site.pages.filter(({ pageType }) => pageType !== "article")],
  ])("of the newsroom: %s", (_, pages) => {
    for (const { html, url } of pages) expect(isWronglyEmpty(answer(html, url)), url).toBe(false);
  });

  test("be it a gallery of captions, which are the text then", () => {
    const figure = (at: number) =>
      `<figure><img src=/${at}.jpg><figcaption>Picture ${at}: ${SENTENCE}</figcaption></figure>`;
    const html = `<title>Ferry in pictures</title><h1>Ferry in pictures</h1>${Array.from({ length: 12 }, (_, at) => figure(at)).join("")}`;
    const { text, warnings } = answer(html);
    expect(text).toContain(`Picture 7: ${SENTENCE}`);
    expect(warnings.map(({ code }) => code)).toContain("GALLERY");
  });

  test("be it a short post whose words are the page's title", () => {
    const post = `${SENTENCE} ${COUNCIL}`;
    expect(answer(`<title>${post}</title><div class=post>${post}</div>`).text).toBe(post);
  });

  test("be it a post of two embedded ones", () => {
    const embed = (name: string, text: string) => `<blockquote class=${name}><p>${text}</p></blockquote>`;
    const html = `<main>${embed("twitter-tweet", `${SENTENCE} ${SENTENCE}`)}<div id=comments><p>${COUNCIL} ${COUNCIL}</p></div></main>`;
    expect(answer(html).text).not.toBe("");
  });

  const names = [
    "post",
    "thread",
    "reply",
    "comments",
    "signature",
    "forum",
    "widget",
    "related",
    "promo",
    "footer",
  ];
  const tags = [
    "p",
    "div",
    "li",
    "td",
    "dd",
    "blockquote",
    "pre",
    "figcaption",
    "address",
    "small",
    "section",
  ];
  const part = fc
    .record({
      tag: fc.constantFrom(...tags),
      name: fc.constantFrom(...names),
      sentences: fc.nat(4),
      words: fc.array(fc.constantFrom("ferry", "quay", "lamp", "town", "nine", "sold"), {
        minLength: 6,
        maxLength: 12,
      }),
    })
    .map(({ tag, name, sentences, words }) => {
      const prose = Array.from({ length: sentences }, (_, at) => `The ${words.join(" ")} came on day ${at}.`);
      const inner = `<${tag} class=${name}>${prose.join(" ")}</${tag}>`;
      return tag === "figcaption"
        ? `<figure><img src=/a.jpg>${inner}</figure>`
        : `<div id=${name}>${inner}</div>`;
    });
  const post = fc.nat(9).map((hour) => {
    const writer = `<a class=username href=/u/${hour}>Ada ${hour}</a>`;
    return `<div class=post>${writer} <time datetime=2024-05-03T1${hour}:00Z>1${hour}:00</time><p>Ferry ${hour}</p></div>`;
  });
  const types = ["QAPage", "DiscussionForumPosting", "BlogPosting", "Product", "ItemList"];

  test("be it a blog that looks like a forum, a shop or a list", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(part, post), { minLength: 1, maxLength: 8 }),
        fc.constantFrom(...types),
        fc.nat(40),
        (parts, type, links) => {
          const data = `<script type=application/ld+json>{"@type":"${type}","name":"Ferry"}</script>`;
          const menu = `<ul>${"<li><a href=/a>Ferry news</a></li>".repeat(links)}</ul>`;
          const html = `<title>Ferry</title>${data}${menu}<h1>Ferry</h1>${parts.join("")}${menu}`;
          expect(isWronglyEmpty(answer(html, "https://harbour.example/viewtopic.php?t=7")), html).toBe(false);
        },
      ),
      { numRuns: 300 },
    );
  });

  // Odd and old pages, and those of all kinds; GALLEY_SETS names others, separated by commas.
  const sets = process.env.GALLEY_SETS?.split(",") ?? ["sites2020", "cleaneval-dev", "fixtures-snacktory"];
  test("of the labelled sets", { timeout: 300_000 * sets.length }, async (context) => {
    context.skip(findData() === undefined, "needs the labelled pages (GALLEY_DATA)");
    const places = dataPlaces(() => {});
    const empty: string[] = [];
    for (const set of sets) {
      for await (const { label, html } of readSet(await findSet(set, places))) {
        const made = answer(html, label.url ?? undefined, label.encoding ?? undefined);
        if (isWronglyEmpty(made)) empty.push(`${set} ${label.id}`);
      }
    }
    expect(empty).toEqual([]);
  });
});
