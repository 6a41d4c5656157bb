import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { makePages } from "../test/newsroom/index.ts";
import { DEFAULT_INCLUSION } from "./assemble/index.ts";
import { extract, extractText } from "./default-extract.ts";
import { type ExtractOptions, makeExtract, makeExtractText } from "./extract.ts";
import { type Extractor, ONE_PAGE_EXTRACTORS } from "./extractors/index.ts";
import { parseHtml } from "./html/index.ts";
import { type Hints, Page, type SiteProfile } from "./page/index.ts";
import { fitProfile } from "./profile/index.ts";
import { makeLanguageDetector } from "./text/index.ts";

describe("make extract", () => {
  const extract = makeExtract();

  /** The hints that an extractor gets, with options as an untyped caller passes them. */
  function hintsOf(options: string): Hints {
    const seen: Hints[] = [];
    const extractor: Extractor = {
      id: "watching",
      needs: [],
      extract({ leaves }, hints) {
        seen.push(hints);
        return { scores: new Float32Array(leaves.count), reasons: new Uint8Array(leaves.count) };
      },
    };
    extract("<p>The tide came in.</p>", { ...(JSON.parse(options) as ExtractOptions), extractor });
    return seen[0]!;
  }

  test("a collected title is handed on, and null is none", () => {
    expect(hintsOf('{ "collectedTitle": "Tides" }')).toEqual({ collectedTitle: "Tides" });
    expect(hintsOf('{ "collectedTitle": null, "url": null }')).toEqual({});
  });

  const PROFILE: SiteProfile = {
    format: "galley-site-profile",
    version: 1,
    site: "bay.example",
    made: "2026-11-01T00:00:00.000Z",
    pages: 3,
    repeated: {},
    templates: [
      {
        pages: 3,
        steps: "names",
        paths: [{ path: "html/body/p", pages: 3, words: 90, role: "body" }],
        labels: [],
      },
    ],
  };

  test("a profile of the site is handed on, and anything else is refused", () => {
    const siteProfile = JSON.stringify(PROFILE);
    expect(hintsOf(`{ "siteProfile": ${siteProfile} }`)).toEqual({ siteProfile: PROFILE });
    expect(hintsOf('{ "siteProfile": null }')).toEqual({});
    expect(() => hintsOf('{ "siteProfile": { "site": "bay.example" } }')).toThrow(
      expect.objectContaining({ code: "BAD_OPTION", message: expect.stringContaining("siteProfile is no") }),
    );
  });

  test("a profile that does not fit is reported, with any extractor and with evidence", () => {
    const fitting = makeExtract({ fitProfile });
    const asked = (html: string) => fitting(html, { siteProfile: PROFILE, explain: true });
    const [known, other] = [asked("<p>The tide came in.</p>"), asked("<section>The tide came in.</section>")];
    const codes = [known, other].map(({ warnings }) => warnings.map(({ code }) => code));
    expect(codes).toEqual([["SHORT_TEXT"], ["SITE_PROFILE_STALE", "SHORT_TEXT"]]);
    expect(known.explanation?.siteProfile).toMatchObject({ isStale: false, share: 1, missing: [] });
    expect(other.explanation?.siteProfile).toMatchObject({
      isStale: true,
      share: 0,
      missing: ["html/body/p"],
    });
  });

  test.each([
    ["bay.example", "https://bay.example/tide", false],
    ["bay.example", "https://www.bay.example/tide", false],
    ["bay.example", "https://notbay.example/tide", true],
    ["bay.example", undefined, false],
    ["saved-pages.invalid", "https://bay.example/tide", false],
    ["saved pages", "https://bay.example/tide", false],
  ])("a profile of %s for a page of %s is reported as another site's: %s", (site, url, isReported) => {
    const { warnings } = extract("<p>The tide came in.</p>", { url, siteProfile: { ...PROFILE, site } });
    expect(warnings.some(({ code }) => code === "OTHER_SITE_PROFILE")).toBe(isReported);
  });

  test("a name that no extractor has is refused with those that there are", () => {
    const options = JSON.parse('{ "extractor": "toString" }') as ExtractOptions;
    expect(() => extract("<p>The tide came in.</p>", options)).toThrow(
      expect.objectContaining({ code: "BAD_OPTION", message: expect.stringContaining("there are econ, ") }),
    );
  });

  test("anything but an extractor is refused as model and as extractor", () => {
    const refused = (option: string) =>
      expect.objectContaining({ code: "BAD_OPTION", message: expect.stringContaining(`${option} is no`) });
    const name = "fused" as unknown as Extractor;
    expect(() => makeExtract({ model: name })).toThrow(refused("model"));
    expect(() => extract("<p>The tide came in.</p>", { extractor: {} as Extractor })).toThrow(
      refused("extractor"),
    );
  });

  test("a part that no article has is refused with those that there are", () => {
    const options = JSON.parse('{ "include": { "caption": true } }') as ExtractOptions;
    expect(() => extract("<p>The tide came in.</p>", options)).toThrow(
      expect.objectContaining({
        code: "BAD_OPTION",
        message: expect.stringContaining("pullQuotes, captions"),
      }),
    );
  });

  test("the model is the method used where none is named, and can be named", () => {
    const model: Extractor = {
      id: "last",
      needs: [],
      extract: ({ leaves: { count } }) => ({
        scores: Float32Array.from({ length: count }, (_, leaf) => Number(leaf === count - 1)),
        reasons: new Uint8Array(count).fill(1),
      }),
    };
    const withModel = makeExtract<"last">({ model });
    const page = "<p>The tide came in.</p><p>The tide went out.</p>";
    expect(withModel(page)).toMatchObject({ extractor: "last", text: "The tide went out." });
    expect(withModel(page, { extractor: "last" }).extractor).toBe("last");
    expect(extract(page).extractor).toBe("econ");
  });

  test("a text in another language than declared gives its own and a warning, where a detector is given", () => {
    const line =
      "<p>The harbour stayed closed because of the storm, and the skippers waited for the wind to drop.</p>";
    const page = `<html lang="ko"><title>Tide</title><div>${line.repeat(8)}</div>`;
    const codes = (article: ReturnType<typeof extract>) => article.warnings.map(({ code }) => code);
    const detected = makeExtract({ detectLanguage: makeLanguageDetector() })(page);
    expect([detected.language, codes(detected)]).toEqual([
      "en",
      expect.arrayContaining(["LANGUAGE_MISMATCH"]),
    ]);
    expect([extract(page).language, codes(extract(page))]).toEqual(["ko", []]);
  });

  test("a date after the given time is not believed", () => {
    const page =
      '<meta property="article:published_time" content="2030-05-03T08:00:00Z"><p>The tide came in.</p>';
    expect(extract(page, { now: Date.UTC(2031, 0, 1) }).published).toBe("2030-05-03T08:00:00Z");
    expect(extract(page, { now: Date.UTC(2030, 0, 1) }).published).toBeNull();
    expect(() => extract(page, { now: Number.NaN })).toThrow(/now is not a number/);
    expect(() => extract(page, { now: "2030-01-01" as unknown as number })).toThrow(/now is not a number/);
  });

  test("a page that was opened elsewhere gives the article of its markup, with what was odd about it", () => {
    const html = `<title>Tide</title><div>${"<p>The harbour stayed closed because of the storm, all day.</p>".repeat(8)}</div>`;
    const page = new Page(parseHtml(html), "https://example.org/tide");
    const opened = extract({ page, warnings: ["LEFT_PAGE"] }, { url: "https://other.example/" });
    const { warnings, ...article } = opened;
    const { warnings: plain, ...same } = extract(html, { url: "https://example.org/tide" });
    expect(article).toEqual(same);
    expect(warnings.map(({ code }) => code)).toEqual(["LEFT_PAGE", ...plain.map(({ code }) => code)]);
  });

  test("pages are freed by young garbage collections, not only by full ones", () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as (options?: { readonly type: "minor" }) => void;
    const paragraphs =
      "<p class=body>The tide came in at noon, and left in the evening of that day.</p>".repeat(40);
    const bytesOf = (number: number) =>
      new TextEncoder().encode(`<h1>Day ${number}</h1>${paragraphs}<!-- ${"not shown ".repeat(50_000)}-->`);
    const read = () => {
      for (let number = 0; number < 20; number++) extractText(bytesOf(number), { extractor: "quick" });
    };
    read();
    collect();
    const before = process.memoryUsage().heapUsed;
    read();
    collect({ type: "minor" });
    // The markup of 20 pages is 10 MB.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(4_000_000);
  });

  test("who keeps articles does not keep their pages", () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const address = "https://bay.example/pictures/of-the-harbour";
    const pageOf = (number: number) => `<title>The harbour of the bay is closed: day ${number}</title>
    <meta name="author" content="Ann Elizabeth Leeward"><meta property="og:image" content="${address}.jpg">
    <meta name="description" content="The harbour master on day ${number} of the storm."><meta name="keywords" content="harbour of the bay, high water">
    <meta property="article:section" content="Harbours and bays"><link rel="canonical" href="${address}.html">
    <h1>The harbour of the bay is closed: day ${number}</h1>${"<p>The tide came in at noon, and left in the evening of the same day, they said in the harbour.</p>".repeat(6)}
    <figure><img src="${address}/${number}.jpg" alt="The harbour at noon"></figure>
    <div hidden>${"nothing to see here, ".repeat(10_000)}</div><!-- ${"nor anything here ".repeat(40_000)}-->`;
    const read = (number: number) => extract(pageOf(number));
    read(0);
    collect();
    const before = process.memoryUsage().heapUsed;
    const articles = Array.from({ length: 20 }, (_, number) => read(number));
    collect();
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(4_000_000);
    expect(articles[19]).toMatchObject({
      title: "The harbour of the bay is closed: day 19",
      authors: ["Ann Elizabeth Leeward"],
      tags: ["harbour of the bay", "high water"],
      section: "Harbours and bays",
      media: [{ src: `${address}/19.jpg`, alt: "The harbour at noon" }],
    });
  });
});

describe("make extract text", () => {
  const FIELDS = ["text", "wordCount", "isArticle", "confidence", "extractor"] as const;

  const PAGES = makePages({ count: 12, seed: 7 });

  test.each(ONE_PAGE_EXTRACTORS)("the text alone is the article's, word for word: %s", (extractor) => {
    for (const { html, url } of PAGES) {
      const article = extract(html, { url, extractor });
      const alone = extractText(html, { url, extractor });
      for (const field of FIELDS) expect(alone[field]).toBe(article[field]);
    }
  });

  const TAGS =
    "p div b a q ruby rt rp ul li dl dt dd table tr td th caption figure figcaption blockquote h1 pre cite aside".split(
      " ",
    );

  const PICTURE = '<img src="/tide.jpg" width="600" alt="The tide">';

  const PIECES = [
    ...TAGS.flatMap((tag) => [`<${tag}>`, `<${tag}>`, `</${tag}>`]),
    "The tide came in. ",
    "Harbour closed",
    "港",
    " ",
    "<br>",
    "<br><br>",
    "<hr>",
    PICTURE,
    PICTURE.replace("tide", "ebb"),
    '<img src="/a.png" alt="🙂">',
    '<iframe src="/film"></iframe>',
    "<table><tr><th>Hour<th>Water<tr><td>",
    "High water, they said, and low water after that. ".repeat(5),
  ];

  const INCLUSIONS = fc.record(
    Object.fromEntries(Object.keys(DEFAULT_INCLUSION).map((part) => [part, fc.boolean()])),
    { requiredKeys: [] },
  );

  test("the text alone is the article's, whatever the markup and whatever is included", () => {
    const markup = fc.array(fc.constantFrom(...PIECES), { maxLength: 60, size: "max" });
    fc.assert(
      fc.property(markup, INCLUSIONS, fc.boolean(), (pieces, include, explain) => {
        const html = `<title>Harbour closed</title><body>${pieces.join("")}`;
        const options = { extractor: "everything", include, url: "https://bay.example/" } as const;
        const article = extract(html, { ...options, explain });
        const alone = extractText(html, options);
        for (const field of FIELDS) expect(alone[field]).toBe(article[field]);
        const codes = article.warnings.map(({ code }) => code);
        for (const { code } of alone.warnings) expect(codes).toContain(code);
      }),
      { numRuns: 600 },
    );
  });

  test.each(["fused", "template"] as const)(
    "hints change the text alone as they change the article: %s",
    (extractor) => {
      const { html, url } = PAGES[0]!;
      const path = "html/body/main";
      const siteProfile: SiteProfile = {
        format: "galley-site-profile",
        version: 1,
        site: "bay.example",
        made: "2026-11-01T00:00:00.000Z",
        pages: 5,
        repeated: {},
        templates: [
          { pages: 5, steps: "names", paths: [{ path, pages: 5, words: 90, role: "body" }], labels: [] },
        ],
      };
      const options = { url, extractor, siteProfile, collectedTitle: "Harbour closed" };
      const article = extract(html, options);
      const alone = extractText(html, options);
      for (const field of FIELDS) expect(alone[field]).toBe(article[field]);
      expect(alone.warnings.map(({ code }) => code)).toEqual(
        expect.arrayContaining(["OTHER_SITE_PROFILE", "SITE_PROFILE_STALE"]),
      );
    },
  );

  const BODY =
    "<p>The tide came in at noon, and the harbour was closed until the evening, they said. </p>".repeat(9);

  test("the headline is left out of the text that holds it", () => {
    const html = `<title>Harbour closed</title><body><div><h1>Harbour closed</h1>${BODY}</div>`;
    const everything = { extractor: "everything" } as const;
    expect(extractText(html, everything).text).toBe(extract(html, everything).text);
    expect(extractText(html, everything).text).toMatch(/^The tide/);
    expect(extractText(html, { ...everything, include: { headline: true } }).text).toMatch(/^Harbour closed/);
  });

  test("pictures, links and marks leave the text as it is in the article", () => {
    const picture = '<img src="https://bay.example/tide.jpg" width="600" alt="The tide">';
    const nested = "<b><i><u><em><strong>".repeat(5);
    const html = `<title>Bay</title><body><div>${BODY}<p>She said <q>no <q>never</q></q>${picture}and left <a href="/x">it</a>.</p>
    ${nested}<q>Deep</q>${"</strong></em></u></i></b>".repeat(5)}
    <table><tr><th>Hour</th><th>Water</th></tr><tr><td>${picture}</td><td>High</td></tr>
    <tr><td>${picture.replace("tide", "ebb")}</td><td></td></tr></table><p><ruby>港<rt>みなと</rt></ruby></p></div>`;
    const options = { extractor: "everything", url: "https://bay.example/" } as const;
    expect(extractText(html, options).text).toBe(extract(html, options).text);
    expect(extractText(html, options).text).toContain("“no “never””");
  });

  test("it warns of bytes and of missing text, not of what only metadata shows", () => {
    const codes = (html: string) => extractText(html).warnings.map(({ code }) => code);
    expect(codes("<body>")).toContain("NO_TEXT");
    expect(codes('<script type="application/ld+json">{</script><p>The tide.')).not.toContain("BAD_JSON_LD");
  });

  test("the small core has it too, with econ", () => {
    expect(makeExtractText()(`<body><div>${BODY}</div>`)).toMatchObject({
      extractor: "econ",
      confidence: null,
    });
  });

  test.each([
    [{ footers: true }, 'An article has no part "footers" to include'],
    [["captions"], "The option include is an object"],
    ["captions", "The option include is an object"],
    [7, "The option include is an object"],
    [{ captions: "no" }, "The option include.captions is not true or false"],
  ])("unknown parts, and parts named as on the command line, are refused: %j", (include, message) => {
    const options = { include: include as object };
    const failure = expect.objectContaining({
      code: "BAD_OPTION",
      message: expect.stringContaining(message),
    });
    expect(() => extractText("<p>The tide.", options)).toThrow(failure);
  });

  test.each([
    { url: new URL("https://bay.example/") },
    { collectedTitle: 7 },
    { charset: 7 },
    { encoding: 7 },
  ])("what is not a string where one is expected is refused by name: %j", (options) => {
    const message = `The option ${Object.keys(options)[0]} is not a string.`;
    const failure = expect.objectContaining({ code: "BAD_OPTION", message });
    expect(() => extractText("<p>The tide.", options as object)).toThrow(failure);
  });

  test.each(["Tides", {}, [null], [{ title: 7 }], [{ published: 7 }]])(
    "anything but a list of announcements is refused: %j",
    (announced) => {
      const message = expect.stringContaining("The option announced is not a list");
      const failure = expect.objectContaining({ code: "BAD_OPTION", message });
      expect(() => extractText("<p>The tide.", { announced } as object)).toThrow(failure);
    },
  );

  test.each([Number.NaN, 0, -1, 1.5, "64 MiB", null])(
    "a limit that is not a number of bytes is refused: %j",
    (limit) => {
      const failure = expect.objectContaining({
        code: "BAD_OPTION",
        message: expect.stringContaining("maxBytes"),
      });
      const maxBytes = limit as number;
      expect(() => extractText("<p>The tide.", { maxBytes })).toThrow(failure);
      expect(() => extract("<p>The tide.", { maxBytes })).toThrow(failure);
    },
  );

  test.each(["https://bay.example/", null])("options that are not an object are refused: %j", (options) => {
    const failure = expect.objectContaining({
      code: "BAD_OPTION",
      message: expect.stringContaining("an object"),
    });
    expect(() => extractText("<p>The tide.", options as unknown as object)).toThrow(failure);
    expect(() => extract("<p>The tide.", options as unknown as object)).toThrow(failure);
  });
});
