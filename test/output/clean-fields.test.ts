import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { extract } from "../../src/index.ts";

const RUNS = { numRuns: 150, seed: 20_261_116 };

/**
 * Control characters but line ends and tabs, halves of pairs, code points that are no characters, and what turns the
 * direction of the text after it. Written out here a second time, so that a slip in the code shows.
 */
const FORBIDDEN = /[\p{Cs}\p{NChar}\u202a-\u202e\u2066-\u2069]|(?![\n\t])\p{Cc}/u;

const NASTY = [
  ..."\0\u0001\u0007\u0008\u000b\u000c\u001b\u001f\u007f\u0085\u009b\u009f",
  ..."\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069",
  ..."\ufdd0\ufdef\ufffe\uffff\u{1fffe}\u{1ffff}\u{fffff}\u{10fffe}\u{10ffff}",
  ...["\ud800", "\udbff", "\udc00", "\udfff", "\udc00\ud800"],
];
/** What must stay: joiners of Persian and of emoji, marks of direction, letters and signs beyond the first plane. */
const KEPT = [
  "می\u200cخواهم",
  "👩\u200d🚀",
  "a\u200fb",
  "c\u200ed",
  "𠮷",
  "harbour",
  "By Ann Lee",
  ", ",
  " ",
];

const text = fc
  .array(fc.oneof(fc.constantFrom(...NASTY), fc.constantFrom(...KEPT)), { minLength: 1, maxLength: 12 })
  .map((parts) => parts.join(""));

/** A value as an attribute or a text of a page: as it stands, or by numbers. */
function inMarkup(value: string): string {
  const written = [...value].map((sign, index) =>
    index % 2 === 0 ? sign.replace(/[<>&"]/g, "") : `&#${sign.codePointAt(0)};`,
  );
  return written.join("");
}

/** A page that says the same of everything it has a place for. */
function pageOf(value: string): string {
  const markup = inMarkup(value);
  const stated = JSON.stringify(value).slice(1, -1).replaceAll("</", "<\\/");
  const prose =
    "The ferry left the quay at noon, and nobody who stood there had seen it leave before. ".repeat(4);
  const metas = [
    ...["og:title", "og:site_name", "og:url", "og:image", "og:locale", "article:section"],
    ...["article:tag", "article:published_time", "author", "keywords", "twitter:title"],
  ];
  const url = `https://paper.example/${stated}`;
  return `<!doctype html><html lang="${markup}"><head><title>${markup}</title>
${metas.map((name) => `<meta property="${name}" content="${/url|image/.test(name) ? "https://paper.example/" : ""}${markup}">`).join("\n")}
<link rel="canonical" href="https://paper.example/${markup}">
<script type="application/ld+json">{"@type":"NewsArticle","headline":"${stated}","description":"About ${stated}",
"author":{"name":"${stated}"},"publisher":{"name":"${stated}"},"articleSection":"${stated}","keywords":["${stated}"],
"image":"${url}","url":"${url}","datePublished":"${stated}","inLanguage":"${stated}"}</script></head>
<body><h1>Tide ${markup}</h1><p class="byline">By Ann ${markup} Lee</p><a rel="tag" href="/t">${markup} tag</a>
<article><p>${prose}${markup}</p><p>${markup} ${prose}</p><figure><img src="/a.jpg?${markup}" alt="${markup}">
<figcaption>A quay ${markup} <cite>${markup}</cite></figcaption></figure><pre>a ${markup}\n\tb</pre>
<p><a href="https://paper.example/${markup}" title="${markup}">${prose}</a> <abbr title="${markup}">q</abbr></p>
<table><caption>${markup}</caption><tr><th>${markup}</th></tr><tr><td>${prose}</td></tr></table>
<x${markup.replace(/[\s/>]/g, "")}><p>${prose}</p></x></article></body></html>`;
}

/** Every text in a value, with where it stands. */
function textsOf(value: unknown, place = "article"): (readonly [place: string, text: string])[] {
  if (typeof value === "string") return [[place, value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textsOf(inner, `${place}.${key}`));
}

const options = {
  url: "https://paper.example/story",
  explain: true,
  include: { captions: true, byline: true },
};

describe("every text of an article", () => {
  test("is free of control characters, halves of pairs, non-characters and overrides of direction", () => {
    fc.assert(
      fc.property(text, (value) => {
        const article = extract(pageOf(value), options);
        const dirty = textsOf(article).filter(([, found]) => FORBIDDEN.test(found));
        expect(dirty).toEqual([]);
      }),
      RUNS,
    );
  });

  test("is cut between characters, never inside one", () => {
    const article = extract(`<h1>Tide</h1><p>${"🚢".repeat(400)}</p><p>${"The ferry left. ".repeat(60)}</p>`);
    expect(textsOf(article).filter(([, found]) => !found.isWellFormed())).toEqual([]);
  });

  test("keeps the joiners and marks of direction that words are spelt with", () => {
    const value = "می\u200cخواهم 👩\u200d🚀 a\u200fb";
    const { title, authors, site, section, tags, excerpt, media } = extract(pageOf(value), options);
    expect({ title, authors, site, section, tags, excerpt }).toEqual({
      ...{ title: `Tide ${value}`, authors: [value], site: value, section: value, tags: [value] },
      excerpt: `About ${value}`,
    });
    expect(media[0]).toMatchObject({ alt: value, caption: `A quay ${value}`, credit: value });
  });
});
