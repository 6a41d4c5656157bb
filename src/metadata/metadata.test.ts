import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parseHtml } from "../html/index.ts";
import { Page } from "../page/index.ts";
import { makeLanguageDetector } from "../text/index.ts";
import { type Metadata, RULES, readMetadata } from "./metadata.ts";
import { NOTHING, PROSE, read, readWithBody, script } from "./read.testing.ts";

const values = (metadata: Metadata) =>
  Object.fromEntries(Object.entries(metadata).map(([name, { value }]) => [name, value]));

describe("readMetadata", () => {
  test("gives nothing for a page that states nothing", () => {
    const metadata = readMetadata(new Page(parseHtml("<p>Hello.")), NOTHING);
    expect(values(metadata)).toEqual({
      canonicalUrl: null,
      title: null,
      statedTitle: null,
      authors: [],
      published: null,
      modified: null,
      language: null,
      direction: null,
      site: null,
      section: null,
      tags: [],
      excerpt: null,
      image: null,
      pageType: null,
      paywall: null,
    });
    for (const { source, confidence } of Object.values(metadata)) {
      expect([source, confidence]).toEqual(["none", 0]);
    }
  });

  test("reads all fields of a modern page from its article", () => {
    const metadata = read(
      `<html lang="en-GB"><title>Tide rises | The Paper</title><meta property="og:site_name" content="The Paper">
      <link rel="canonical" href="/sea/tide">${script({
        "@type": "NewsArticle",
        headline: "Tide rises",
        author: [{ "@type": "Person", name: "Ann Lee" }, { name: "Ben Ode" }],
        datePublished: "2024-05-03T08:00:00+02:00",
        dateModified: "2024-05-04T08:00:00+02:00",
        articleSection: ["Sea", "News"],
        keywords: "tide, moon, Tide",
        description: "The sea comes in.",
        image: { "@type": "ImageObject", url: "/tide.jpg" },
        isAccessibleForFree: "False",
      })}<h1>Tide rises</h1>`,
    );
    expect(values(metadata)).toEqual({
      canonicalUrl: "https://www.paper.example/sea/tide",
      title: "Tide rises",
      statedTitle: "Tide rises",
      authors: ["Ann Lee", "Ben Ode"],
      published: "2024-05-03T08:00:00+02:00",
      modified: "2024-05-04T08:00:00+02:00",
      language: "en-GB",
      direction: "ltr",
      site: "The Paper",
      section: "Sea",
      tags: ["tide", "moon"],
      excerpt: "The sea comes in.",
      image: "https://www.paper.example/tide.jpg",
      pageType: "article",
      paywall: true,
    });
    expect(metadata.title.source).toBe("agreed");
    expect(metadata.published).toMatchObject({ source: "json-ld", confidence: 0.93 });
  });

  test("reads an old page from its title and its few metas", () => {
    const metadata = read(
      `<title>The Paper - Tide rises</title><meta name="author" content="By Ann Lee">
      <meta name="date" content="2005-03-02"><meta name="keywords" content="tide; moon"><font size=5>Tide rises</font>`,
    );
    expect(values(metadata)).toMatchObject({
      title: "Tide rises",
      authors: ["Ann Lee"],
      published: "2005-03-02",
      tags: ["tide", "moon"],
    });
  });

  test("survives structured data of every wrong shape", () => {
    const wrong = [7, true, null, [], {}, [[[]]], { "@value": {} }, "", "javascript:alert(1)"];
    for (const value of wrong) {
      const thing = Object.fromEntries(
        [
          "headline",
          "author",
          "datePublished",
          "image",
          "publisher",
          "keywords",
          "hasPart",
          "@id",
          "url",
        ].map((key) => [key, value]),
      );
      const metadata = read(script({ "@type": "NewsArticle", ...thing }), undefined);
      expect(metadata.image.value).toBeNull();
      expect(metadata.published.value).toBeNull();
    }
  });
});

describe("structured data that lies", () => {
  test("about another article is passed over", () => {
    const { title, authors, published } = read(
      `<title>Tide rises in the harbour</title>${script({
        "@type": "NewsArticle",
        url: "https://www.paper.example/cars/road",
        headline: "Seven quick cars compared",
        author: "Cy Pern",
        datePublished: "2001-02-03",
      })}<h1>Tide rises in the harbour</h1>`,
    );
    expect([title.value, authors.value, published.value]).toEqual(["Tide rises in the harbour", [], null]);
  });

  test("in ten thousand blocks is read within bounds", () => {
    const block = script({ "@type": "NewsArticle", headline: "Tide rises", author: "Ann Lee" });
    const { title, authors } = read(`${block.repeat(10_000)}<h1>Tide rises</h1>`);
    expect([title.value, authors.value]).toEqual(["Tide rises", ["Ann Lee"]]);
  });

  test("names nobody where it names a program's user", () => {
    expect(read(script({ "@type": "Article", author: "admin" })).authors.value).toEqual([]);
  });
});

describe("other fields", () => {
  test("a page of one word has only the fields that follow from the word", () => {
    const metadata = readWithBody("<p>Tide</p>", { detectLanguage: makeLanguageDetector(), now: 0 });
    expect(Object.values(metadata).every(({ source }) => source === "none")).toBe(true);
  });

  test("the image and the excerpt come from the article itself where nothing states them", () => {
    const { image, excerpt } = readWithBody(`<p><img src="/tide.jpg">${PROSE.slice(3)}`);
    expect(image).toMatchObject({ value: "https://www.paper.example/tide.jpg", source: "shown" });
    expect(excerpt.value).toMatch(/^The harbour stayed closed/);
    const placed = readWithBody(`<p><img data-src="" src="/tide.jpg">${PROSE.slice(3)}`);
    expect(placed.image.value).toBe("https://www.paper.example/tide.jpg");
  });

  test("a short text before a wall is paid for, a long one with an offer below is not", () => {
    const wall = '<div class="paywall-offer">From 1 € a week</div>';
    const long = `<p>${"The tide comes in and goes out again. ".repeat(60)}</p>`;
    expect(readWithBody(`${PROSE}${wall}`).paywall).toMatchObject({ value: true, source: "wall" });
    expect(readWithBody(`${PROSE}<div>Already a subscriber?</div>`).paywall.value).toBe(true);
    expect(readWithBody(`${long}${wall}`).paywall.value).toBeNull();
    expect(readWithBody(`<p>${"The tide comes in. ".repeat(80)}</p>${wall}`).paywall.value).toBe(true);
    expect(read('<meta name="is_paywalled" content="false">').paywall).toMatchObject({
      value: false,
      source: "meta",
    });
  });

  test("tags are 50 at most, of 80 characters", () => {
    const tags = (count: number) =>
      read(`<meta name=keywords content="${Array.from({ length: count }, (_, at) => `tag ${at}`).join()}">`)
        .tags.value;
    expect(tags(60)).toHaveLength(50);
    const tag = (letters: number) => `ti${"d".repeat(letters)}e`;
    const stated = `${tag(60)}, ${tag(100)}`;
    expect(read(`<meta name=keywords content="${stated}">`).tags.value).toEqual([tag(60)]);
  });

  test("a wall is at most four levels around the words of its offer", () => {
    const wall = (levels: number) => `${PROSE}<div class="paywall">${"<div>".repeat(levels)}From 1 € a week`;
    expect(readWithBody(wall(4)).paywall.value).toBe(true);
    expect(readWithBody(wall(5)).paywall.value).toBeNull();
  });

  test("a wall can be below a box of links, not at the other end of the page", () => {
    const below = (links: number) =>
      `${PROSE}${"<a href=/x>More</a> ".repeat(links)}<div>Already a subscriber?</div>`;
    expect(readWithBody(below(15)).paywall.value).toBe(true);
    expect(readWithBody(below(40)).paywall.value).toBeNull();
  });

  test("advertising metas and level numbers are not taken for a wall", () => {
    expect(read('<meta name="article:premium" content="yes">').paywall.value).toBe(true);
    expect(read('<meta name="ads:premium" content="yes">').paywall.value).toBeNull();
    expect(read('<meta name="content:accesslevel" content="1">').paywall.value).toBeNull();
    expect(read('<meta name="content:accesslevel" content="free">').paywall.value).toBe(false);
  });

  test("a page with an invalid address still has its fields", () => {
    expect(read("<h1>Tide rises</h1><title>Tide rises</title>", "").title.value).toBe("Tide rises");
  });

  test("the direction follows the declaration, else the language", () => {
    expect(read("<html lang=ar>").direction.value).toBe("rtl");
    expect(read("<html lang=ar dir=ltr>").direction.value).toBe("ltr");
    expect(read("<html lang=az-Arab>").direction.value).toBe("rtl");
  });

  test("an image or canonical address is absolute and of the web", () => {
    const html =
      '<meta property="og:image" content="data:image/png;base64,AA"><meta name="twitter:image" content="/a.png">';
    expect(read(html).image).toMatchObject({ value: "https://www.paper.example/a.png", source: "twitter" });
    expect(read("<link rel=canonical href='javascript:1'>").canonicalUrl.value).toBeNull();
  });

  test("an excerpt may be half as long in scripts that say more in a character, and is cut at a near word only", () => {
    const sentence =
      "由于暴风雨，海港星期一继续关闭，三百名船长在咖啡馆里等待，市长希望星期三能够重新开放港口。";
    expect(readWithBody(`<p>海港</p><p>${sentence}</p>`).excerpt.value).toBe(sentence);
    expect(readWithBody(`<p>海港 ${sentence.repeat(9)}</p>`).excerpt.value).toHaveLength(300);
  });

  test("an excerpt that only repeats the title is left out", () => {
    expect(
      read('<title>Tide rises</title><meta name="description" content="Tide rises.">').excerpt.value,
    ).toBeNull();
  });

  test("a section comes from the breadcrumb's second step where nothing names it", () => {
    const steps = ["Home", "Sea", "Tide"].map((name) => ({ "@type": "ListItem", name }));
    expect(read(script({ "@type": "BreadcrumbList", itemListElement: steps })).section.value).toBe("Sea");
  });

  test("steps of a breadcrumb that are no objects are passed over", () => {
    const steps = [{ name: "Home" }, null, "Sea", [], { name: "Coast" }, { name: "Tide" }];
    expect(read(script({ "@type": "BreadcrumbList", itemListElement: steps })).section.value).toBe("Coast");
    expect(
      read(script({ "@type": "BreadcrumbList", itemListElement: [{}, null, {}] })).section.value,
    ).toBeNull();
  });

  test("a paid part makes a paid article", () => {
    const part = { "@type": "WebPageElement", isAccessibleForFree: false };
    expect(read(script({ "@type": "Article", hasPart: part })).paywall.value).toBe(true);
    expect(read('<meta property="article:content_tier" content="free">').paywall.value).toBe(false);
  });

  test("a forum or product says so in its structured data", () => {
    expect(read(script({ "@type": "Product", name: "Boat" })).pageType.value).toBe("product");
    expect(read(script({ "@type": "QAPage" })).pageType.value).toBe("forum");
  });
});

const docs = readFileSync(new URL("../../docs/metadata.md", import.meta.url), "utf8");

/** The names and confidences of the list under a field's heading. */
function documented(field: string): readonly (readonly string[])[] {
  const part = docs.split(/^## /m).find((section) => section.startsWith(`${field}\n`)) ?? "";
  return [...part.matchAll(/^- ([a-z0-9-]+) (\d\.\d+)†?: /gm)].map(([, name = "", confidence = ""]) => [
    name,
    confidence,
  ]);
}

describe.each(Object.entries(RULES))("%s", (field, rules) => {
  test("has the rules of docs/metadata.md, in that order", () => {
    expect(documented(field)).toEqual(rules.map(([name, confidence]) => [name, confidence.toFixed(2)]));
  });

  test("names each rule once and trusts it within 0 and 1", () => {
    expect(new Set(rules.map(([name]) => name)).size).toBe(rules.length);
    for (const [, confidence] of rules) expect(confidence > 0 && confidence < 1).toBe(true);
  });
});
