import { describe, expect, test } from "vitest";
import { parseHtml } from "../html/index.ts";
import { Page } from "../page/index.ts";
import { readMetadata } from "./index.ts";
import type { Metadata } from "./metadata.ts";

const URL_OF_PAGE = "https://www.paper.example/sea/tide";
const NOTHING = { scores: new Float32Array(0), reasons: new Uint8Array(0) };
const read = (html: string, url = URL_OF_PAGE) => readMetadata(new Page(parseHtml(html), url), NOTHING);
const script = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
const values = (metadata: Metadata) =>
  Object.fromEntries(Object.entries(metadata).map(([name, { value }]) => [name, value]));

describe("readMetadata", () => {
  test("says nothing of a page that says nothing", () => {
    const metadata = readMetadata(new Page(parseHtml("<p>Hello.")), NOTHING);
    expect(values(metadata)).toEqual({
      canonicalUrl: null,
      title: null,
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
    expect(metadata.published).toMatchObject({ source: "json-ld", confidence: 0.91 });
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

describe("title", () => {
  const title = (html: string) => read(html).title.value;

  test("is the heading that the head repeats, not another heading", () => {
    expect(title("<title>Tide rises - The Paper</title><h1>The Paper</h1><h1>Tide rises</h1>")).toBe(
      "Tide rises",
    );
  });

  test("is the shown wording where the head words it for search engines", () => {
    expect(title("<title>Tide 2024: what to know</title><h1>What the tide of 2024 will do</h1>")).toBe(
      "What the tide of 2024 will do",
    );
  });

  test("loses the kicker that the stated headline does not have", () => {
    expect(
      title('<meta property="og:title" content="Harbour stays closed"><h1>Storm: Harbour stays closed</h1>'),
    ).toBe("Harbour stays closed");
  });

  test("keeps a kicker that OpenGraph and the structured data both give the heading", () => {
    const html = `<meta property="og:title" content="Storm: Harbour stays closed">${script({
      "@type": "NewsArticle",
      headline: "Storm - Harbour stays closed",
    })}<h1>Harbour stays closed</h1>`;
    expect(title(html)).toBe("Storm: Harbour stays closed");
  });

  test("is the heading that readers see where the first ends a breadcrumb", () => {
    const html = `<title>Harbour storm 2024: all news</title><meta property="og:title" content="Boats stay in">
      <ul class="breadcrumb"><li><a href=/>Home</a><li><h1>Harbour storm 2024: all news</h1></ul>
      <h2><span class="top-line">Storm at sea</span> <span>Boats stay in</span></h2>`;
    expect(read(html).title).toMatchObject({ value: "Boats stay in", source: "shown" });
  });

  test("is the first heading where what follows its breadcrumb is stated nowhere", () => {
    const html = `<title>Boats stay in</title><div class="breadcrumb"><a href=/>Home</a> <h1>Boats stay in</h1></div>
      <h2>Three hundred skippers waited for the wind to drop</h2>`;
    expect(title(html)).toBe("Boats stay in");
  });

  test("loses a kicker that the markup sets apart, unless OpenGraph has it too", () => {
    const h1 = '<h1><span class="kicker">Storm</span><span class="headline">Boats stay in</span></h1>';
    expect(title(`<title>Boats stay in harbour</title>${h1}`)).toBe("Boats stay in");
    expect(
      title(
        `<title>Storm: Boats stay in</title><meta property="og:title" content="Storm: Boats stay in">${h1}`,
      ),
    ).not.toBe("Boats stay in");
  });

  test("is what OpenGraph and the structured data say together against heading and head", () => {
    const html = `<title>Tide times 2024</title><meta property="og:title" content="The sea comes in">
      ${script({ "@type": "Article", headline: "The sea comes in" })}<h1>Tide times 2024</h1>`;
    expect(read(html).title).toMatchObject({ value: "The sea comes in", source: "witnesses" });
  });

  test("is the post's heading where the first-level one is the blog's name", () => {
    const html = `<title>Salt and Rope: Tide rises</title><meta property="og:title" content="Tide rises">
      <h1>Salt and Rope</h1><h3>Tide rises</h3>`;
    expect(title(html)).toBe("Tide rises");
  });

  test("comes from the extractor's node before OpenGraph", () => {
    const page = new Page(parseHtml('<meta property="og:title" content="a b"><p>The tide</p>'));
    const titleNode = page.document.size - 2;
    expect(readMetadata(page, { ...NOTHING, titleNode }).title).toMatchObject({
      value: "The tide",
      source: "extractor",
    });
  });
});

describe("authors", () => {
  const authors = (html: string) => read(html).authors;

  test("follow a reference inside the graph", () => {
    const graph = {
      "@graph": [
        { "@type": "Article", author: { "@id": "#a" } },
        { "@id": "#a", name: "Ann Lee" },
      ],
    };
    expect(authors(script(graph)).value).toEqual(["Ann Lee"]);
  });

  test("are the site itself only where nobody else is named", () => {
    const site = '<meta property="og:site_name" content="The Paper"><meta name="author" content="The Paper">';
    expect(authors(site)).toMatchObject({ value: ["The Paper"], source: "publisher" });
    expect(authors(`${site}<a rel="author" href="/ann">Ann Lee</a>`).value).toEqual(["Ann Lee"]);
  });

  test("come from a card's data only under a label that says so", () => {
    const card = (label: string, data: string) =>
      `<meta name="twitter:label1" content="${label}"><meta name="twitter:data1" content="${data}">`;
    expect(authors(card("Written by", "Ann Lee")).value).toEqual(["Ann Lee"]);
    expect(authors(card("Est. reading time", "5 minutes")).value).toEqual([]);
  });

  test("put the given name first in a library's list", () => {
    expect(authors('<meta name="citation_author" content="Lee, Ann">').value).toEqual(["Ann Lee"]);
  });
});

describe("dates", () => {
  test("keep publication and change apart", () => {
    const { published, modified } = read(
      '<meta property="article:modified_time" content="2024-05-04T08:00:00Z">',
    );
    expect([published.value, modified.value]).toEqual([null, "2024-05-04T08:00:00Z"]);
  });

  test("pass over what is no date", () => {
    const html = '<meta name="pubdate" content="soon"><time datetime="2024-05-03">Friday</time>';
    expect(read(html).published).toMatchObject({ value: "2024-05-03", source: "time" });
  });

  test("come from the address where nothing else states one", () => {
    expect(read("<p>a", "https://paper.example/2024/5/3/tide").published.value).toBe("2024-05-03");
  });
});

describe("other fields", () => {
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

  test("an excerpt that only repeats the title is none", () => {
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
