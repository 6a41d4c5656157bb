import fc from "fast-check";
import { expect, test } from "vitest";
import { makePages } from "../test/newsroom/index.ts";
import { DEFAULT_INCLUSION } from "./assemble/index.ts";
import { extract, extractText } from "./extract.ts";
import { ONE_PAGE_EXTRACTORS } from "./extractors/index.ts";
import { makeExtractText } from "./make-extract-text.ts";
import type { SiteProfile } from "./page/index.ts";

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
  ...["The tide came in. ", "Harbour closed", "港", " ", "<br>", "<br><br>", "<hr>"],
  ...[
    PICTURE,
    PICTURE.replace("tide", "ebb"),
    '<img src="/a.png" alt="🙂">',
    '<iframe src="/film"></iframe>',
  ],
  ...["<table><tr><th>Hour<th>Water<tr><td>", "High water, they said, and low water after that. ".repeat(5)],
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
      ...{ format: "galley-site-profile", version: 1, site: "bay.example", made: "2026-11-01T00:00:00.000Z" },
      ...{ pages: 5, repeated: {} },
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

test("it warns of bytes and of missing text, not of what metadata tells", () => {
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
])("parts that are no part, or named as on the command line, are refused: %j", (include, message) => {
  const options = { include: include as object };
  const failure = expect.objectContaining({ code: "BAD_OPTION", message: expect.stringContaining(message) });
  expect(() => extractText("<p>The tide.", options)).toThrow(failure);
});

test.each([{ url: new URL("https://bay.example/") }, { collectedTitle: 7 }, { charset: 7 }, { encoding: 7 }])(
  "what is no string where one is expected is refused by name: %j",
  (options) => {
    const message = `The option ${Object.keys(options)[0]} is no string`;
    const failure = expect.objectContaining({ code: "BAD_OPTION", message });
    expect(() => extractText("<p>The tide.", options as object)).toThrow(failure);
  },
);
