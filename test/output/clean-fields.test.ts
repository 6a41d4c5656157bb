import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DEFAULT_INCLUSION } from "../../src/assemble/index.ts";
import { EXTRACTOR_IDS } from "../../src/extractors/extractor-ids.ts";
import { extract } from "../../src/index.ts";
import { toHtml, toHtmlDocument, toMarkdown, toText, toXml } from "../../src/output/index.ts";

const RUNS = { numRuns: 150, seed: 20_261_116 };

/**
 * Control characters but line ends and tabs, lone surrogates, non-characters, and what turns the
 * direction of the text after it. A second list on purpose, so that a mistake in the code shows.
 */
const FORBIDDEN = /[\p{Cs}\p{NChar}\u202a-\u202e\u2066-\u2069]|(?![\n\t])\p{Cc}/u;

const NASTY = [
  ..."\0\u0001\u0007\u0008\u000b\u000c\u001b\u001f\u007f\u0085\u009b\u009f",
  ..."\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069",
  ..."\ufdd0\ufdef\ufffe\uffff\u{1fffe}\u{1ffff}\u{fffff}\u{10fffe}\u{10ffff}",
  "\ud800",
  "\udbff",
  "\udc00",
  "\udfff",
  "\udc00\ud800",
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

/** A value as an attribute or a text of a page: as it is, or as numeric references. */
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
    "og:title",
    "og:site_name",
    "og:url",
    "og:image",
    "og:locale",
    "article:section",
    "article:tag",
    "article:published_time",
    "author",
    "keywords",
    "twitter:title",
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
<video src="/a.mp4?${markup}" title="${markup}" poster="/p.jpg?${markup}"></video>
<iframe src="https://v.example/${markup}" title="${markup}"></iframe><picture><img data-src="/b.jpg?${markup}" alt="${markup}"></picture>
<blockquote class="twitter-tweet"><p>${markup} ${prose}</p></blockquote><aside class="related">${markup} ${prose}</aside>
<x${markup.replace(/[\s/>]/g, "")}><p>${prose}</p></x></article>
<section id="comments"><p class="comment">${markup} ${prose}</p></section></body></html>`;
}

/** A page that shows nothing: the article and what is known of it are in data, once for machines and once for scripts. */
function shellOf(value: string): string {
  const title = `The ferry left the quay at noon ${value}`;
  const prose =
    "The ferry left the quay at noon, and nobody who stood there had seen it leave before. ".repeat(9);
  const body = `<p>${prose}${inMarkup(value)}</p><p>${value} ${prose}</p><img src='/a.jpg' alt='${inMarkup(value)}'>`;
  const story = { headline: title, title, byline: value, author: { name: value } };
  const data = { "@type": "NewsArticle", ...story, articleBody: body, datePublished: value };
  const json = (thing: object) => JSON.stringify(thing).replaceAll("<", "\\u003c");
  return `<!doctype html><title>${inMarkup(title)}</title><div id=root></div>
<script type="application/ld+json">${json(value.length % 2 === 0 ? data : {})}</script>
<script>window.state = ${json({ story: { ...story, body, published: value } })}</script>`;
}

/** Every text in a value, with its path. */
function textsOf(value: unknown, place = "article"): (readonly [place: string, text: string])[] {
  if (typeof value === "string") return [[place, value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textsOf(inner, `${place}.${key}`));
}

const url = "https://paper.example/story";
const everything = Object.fromEntries(Object.keys(DEFAULT_INCLUSION).map((part) => [part, true]));
const options = { url, explain: true, include: everything };

describe("every text of an article", () => {
  const isDirty = ([, found]: readonly [string, string]) => FORBIDDEN.test(found);

  test("is free of control characters, lone surrogates, non-characters and overrides of direction", () => {
    fc.assert(
      fc.property(text, (value) => {
        const article = extract(pageOf(value), { ...options, url: `${url}/${value}` });
        expect(textsOf(article).filter(isDirty)).toEqual([]);
        const written = [toHtml, toHtmlDocument, toMarkdown, toText, toXml].map((write) => write(article));
        expect(
          [...written, toMarkdown(article, { frontMatter: true })].filter((file) => FORBIDDEN.test(file)),
        ).toEqual([]);
      }),
      RUNS,
    );
  });

  test("is so where data on the page is all there is", () => {
    let texts = 0;
    fc.assert(
      fc.property(text, (value) => {
        const article = extract(shellOf(value), options);
        texts += article.text === "" ? 0 : 1;
        expect(textsOf(article).filter(isDirty)).toEqual([]);
      }),
      RUNS,
    );
    expect(texts).toBeGreaterThan(RUNS.numRuns / 2);
  });

  test.each(EXTRACTOR_IDS)("is so from the extractor %s", (extractor) => {
    fc.assert(
      fc.property(text, (value) => {
        const article = extract(pageOf(value), { ...options, extractor, collectedTitle: value });
        expect(textsOf(article).filter(isDirty)).toEqual([]);
      }),
      { ...RUNS, numRuns: 10 },
    );
  });

  test("is cut between characters, never inside one", () => {
    const article = extract(`<h1>Tide</h1><p>${"🚢".repeat(400)}</p><p>${"The ferry left. ".repeat(60)}</p>`);
    expect(textsOf(article).filter(([, found]) => !found.isWellFormed())).toEqual([]);
  });

  test("keeps the joiners and marks of direction that words are spelt with", () => {
    const value = "می\u200cخواهم 👩\u200d🚀 a\u200fb";
    const { title, authors, site, section, tags, excerpt, media } = extract(pageOf(value), {
      url,
      include: { captions: true, byline: true },
    });
    expect({ title, authors, site, section, tags, excerpt }).toEqual({
      title: `Tide ${value}`,
      authors: [value],
      site: value,
      section: value,
      tags: [value],
      excerpt: `About ${value}`,
    });
    expect(media[0]).toMatchObject({ alt: value, caption: `A quay ${value}`, credit: value });
  });
});
