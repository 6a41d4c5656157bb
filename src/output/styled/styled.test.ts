import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { describe, expect, test } from "vitest";
import { processorMs } from "../../../test/growth.ts";
import { HOSTILE_SNIPPETS } from "../../../test/output/hostile.data.ts";
import { madeUpArticle } from "../../../test/output/made-up-look.ts";
import { readPayloads } from "../../../test/output/payloads.ts";
import { toStyled } from "./styled.ts";

const STORY = "<p>The ferry left the quay at noon, and came back.</p>";
const TITLED = `<title>The night ferry</title><h1>The night ferry</h1>${STORY}`;
const payloads = readPayloads();

/** Repeated here, so that the test finds a mistake in the code's own list. */
const ELEMENTS = new Set(
  `html head meta title link style body main p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre figure figcaption table caption
  thead tbody tfoot tr th td a strong em b i u s code kbd samp var sub sup mark del ins q cite abbr dfn small ruby rt rp time
  br hr wbr bdi section article header footer aside address div span img video audio`.split(/\s+/),
);
const ATTRIBUTES = new Set(
  `lang dir charset http-equiv content name rel href class colspan rowspan start title datetime src alt poster controls loop
  preload`.split(/\s+/),
);

/** Elements, attributes and addresses that a file must not hold. */
function findForbidden(html: string): string[] {
  const found: string[] = [];
  const open: DefaultTreeAdapterTypes.Node[] = [...parse(html).childNodes];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.nodeName === "#comment") found.push("a comment");
    if (!("tagName" in node)) continue;
    if (!ELEMENTS.has(node.tagName)) found.push(node.tagName);
    for (const { name, value } of node.attrs) {
      if (!ATTRIBUTES.has(name)) found.push(`${node.tagName} ${name}`);
      const isAddress = name === "href" || name === "src" || name === "poster";
      if (isAddress && !/^(?:https?:\/\/|mailto:|tel:|data:image\/)/.test(value))
        found.push(`${name} ${value}`);
    }
    open.push(...node.childNodes);
  }
  return found;
}

/** What is inside of the style element. */
function sheetOf(html: string): string {
  return /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? "";
}

describe("a hostile page", () => {
  const snippets = [...HOSTILE_SNIPPETS, ...(payloads ?? [])];

  test("leaves only elements, attributes and addresses that do no harm (more payloads in GALLEY_DATA)", () => {
    for (const snippet of snippets) {
      const html = `<!doctype html><title>${snippet}</title><body>${STORY}<div>${snippet}</div>${STORY}`;
      expect({ snippet, found: findForbidden(toStyled(madeUpArticle(html))) }).toEqual({
        snippet,
        found: [],
      });
    }
  });

  test.each([
    ["elements in elements", "<div>".repeat(5000) + STORY],
    ["blocks of one element", `<title>Tide</title>${"The ferry left.<br><br>".repeat(10_000)}`],
  ])("with many %s is written in time", (_, html) => {
    const captured = madeUpArticle(html);
    // Far above what it takes, far below what work that grows with the square of the page would.
    const tookMs = processorMs(() => {
      expect(toStyled(captured)).toContain("The ferry left");
    });
    expect(tookMs).toBeLessThan(15_000);
  });

  test.each([
    ["a value that ends its rule", { color: "red}</style><script>alert(1)</script>" }],
    ["a value that calls a script", { width: "expression(alert(1))" }],
    ["an address of a script", { "background-image": "url(javascript:alert(1))" }],
    ["an address of a page", { "background-image": "url(data:text/html,<b>)" }],
    ["an address of this machine", { "list-style-image": "url(file:///etc/passwd)" }],
    ["a font that ends its rule", { "font-family": '"a"}*{display:none' }],
    ["an open comment", { color: "red/*" }],
  ] as const)("cannot smuggle in %s", (_, set) => {
    const sheet = sheetOf(toStyled(madeUpArticle(STORY, { ...set, display: "block" })));
    expect(sheet).toContain("display:block");
    expect(sheet).not.toMatch(/alert|expression|javascript|text\/html|passwd|display:none|\/\*|<|>/);
  });

  test("cannot smuggle in keyframes and fonts", () => {
    const look = {
      keyframes: [
        {
          base: "https://a.example/",
          name: "fade",
          frames: [
            {
              at: "0%",
              values: [
                ["opacity", "0"],
                ["behavior", "url(x)"],
                ["color", "red}b{"],
              ] as const,
            },
            { at: "50%{}</style>", values: [["opacity", "1"]] as const },
          ],
        },
      ],
      fontFaces: [
        {
          base: "https://a.example/css/",
          family: '"Quay"',
          src: 'url(javascript:alert(1)), url("../quay.woff2") format("woff2")',
          descriptors: { "font-weight": "400", "font-style": "italic}b{", "x-y": "1" },
        },
        { base: "https://a.example/", family: "Unused", src: "url(https://a.example/u)", descriptors: {} },
      ],
    };
    const set = { "animation-name": "fade", "font-family": "Quay, serif" };
    const sheet = sheetOf(toStyled(madeUpArticle(STORY, set, look)));
    expect(sheet).toContain("@keyframes a1{0%{opacity:0}}");
    expect(sheet).toContain("animation-name:a1");
    expect(sheet).toContain(
      '@font-face{font-family:"Quay";src:url("https://a.example/quay.woff2") format("woff2");font-weight:400}',
    );
    expect(sheet).not.toContain("Unused");
  });
});

describe("the file of an article", () => {
  test("says its language and direction, and lets nothing run", () => {
    const html = toStyled(madeUpArticle(`<html lang="ar" dir="rtl"><title>T</title>${STORY}`));
    expect(html).toMatch(/^<!doctype html>\n<html lang="ar" dir="rtl">/);
    expect(html).toContain("default-src &#39;none&#39;");
    expect(html).not.toContain("script-src");
  });

  test("has a doctype of the same kind as its page, and so looks as it did", () => {
    expect(toStyled(madeUpArticle(STORY, {}, { mode: "quirks" }))).toMatch(/^<html/);
    expect(toStyled(madeUpArticle(STORY, {}, { mode: "limited quirks" }))).toMatch(
      /^<!doctype html public "[^"]+ Transitional\/\/EN">\n<html/,
    );
  });

  test("reads back element by element as it was written", () => {
    const page = `${STORY}<table>x<tr><td>In a cell of a table, where words stand.</td></tr></table>
      <ul><li>One.<ul><li>Two.</ul></ul><p>A <span><b>b</b></span></p><pre>\n\nlines</pre>`;
    const html = toStyled(madeUpArticle(page));
    const names: string[] = [];
    const visit = (node: DefaultTreeAdapterTypes.Node) => {
      if ("tagName" in node) names.push(node.tagName);
      if ("childNodes" in node) node.childNodes.forEach(visit);
    };
    visit(parse(html));
    expect(names).toEqual([...html.matchAll(/<([a-z0-9]+)[^>]*>/g)].map(([, name]) => name));
  });

  test("takes pictures in where that is asked for, or where they have no address", () => {
    const bytes = Uint8Array.of(1, 2, 3);
    const files = new Map(
      ["https://harbour-courier.example/quay.png", "http://page.invalid/hall.png"].map((address) => [
        address,
        { contentType: "image/png", bytes },
      ]),
    );
    const page = `${STORY}<img src="/quay.png" alt="Quay"><img src="http://page.invalid/hall.png">${STORY}`;
    const captured = madeUpArticle(page, {}, { files });
    const sources = (html: string) => [...html.matchAll(/<img[^>]* src="([^"]*)"/g)].map(([, src]) => src);
    const data = "data:image/png;base64,AQID";
    expect(sources(toStyled(captured))).toEqual(["https://harbour-courier.example/quay.png", data]);
    expect(sources(toStyled(captured, { inline: true }))).toEqual([data, data]);
  });

  test("keeps a film with its controls, and no frame", () => {
    const film = '<video src="/quay.mp4" autoplay onplay="x()" loop></video><iframe src="/ad"></iframe>';
    const html = toStyled(madeUpArticle(`${STORY}${film}${STORY}`));
    expect(html).toMatch(/<video[^>]* src="https:\/\/harbour-courier\.example\/quay\.mp4" controls loop/);
    expect(html).not.toMatch(/autoplay|onplay|iframe/);
  });

  test("leaves no empty box where a frame or a drawing was", () => {
    const gone = '<section><iframe src="/ad"></iframe></section><section><svg></svg></section>';
    expect(toStyled(madeUpArticle(`${STORY}${gone}${STORY}`))).not.toContain("<section");
  });

  test("shows what waits for a script, and stays where it was pinned", () => {
    const hidden = { opacity: "0", position: "fixed", top: "0px", display: "none", height: "10px" };
    const sheet = sheetOf(toStyled(madeUpArticle(STORY + STORY, hidden)));
    expect(sheet).not.toMatch(/opacity|fixed|[;{]top:|display:none|height:10px/);
  });

  test("says of an element only what differs from what is around it", () => {
    const sheet = sheetOf(toStyled(madeUpArticle(TITLED, { color: "red", display: "block" })));
    expect(sheet.match(/^\.g\d+\{[^}]*color:red/gm)).toHaveLength(1);
  });

  const STATED = `<title>The night ferry</title><meta property="og:site_name" content="The Quay Post">
    <script type="application/ld+json">{"@type":"NewsArticle","author":{"name":"Ann Low"},"datePublished":"2026-03-12"}</script>`;

  test("says on a small line below the title who wrote it, when and where, as far as the page does not show it", () => {
    const html = toStyled(madeUpArticle(`${STATED}<main><h1>The night ferry</h1>${STORY}${STORY}</main>`));
    const [, after = ""] = html.split("</h1>");
    expect(after).toMatch(
      /^<p class="plain about"><bdi>Ann Low<\/bdi> · <time [^>]*>2026-03-12<\/time> · <a [^>]*><bdi>The Quay Post<\/bdi><\/a><\/p>/,
    );
  });

  test("keeps a byline in the looks of its page, and repeats nothing of it", () => {
    const byline = '<p class="byline">By <a rel="author">Ann Low</a>, <time>12 March 2026</time></p>';
    const html = toStyled(
      madeUpArticle(`${STATED}<main><h1>The night ferry</h1>${byline}${STORY}${STORY}</main>`),
    );
    expect(html.match(/Ann Low/g)).toHaveLength(1);
    expect(html).toMatch(/<time[^>]*>12 March 2026<\/time><\/p><p class="plain about"><a/);
    expect(html).not.toContain("2026-03-12</time>");
  });

  test("asks for an explained article", () => {
    const captured = madeUpArticle(STORY);
    const { explanation: _, ...article } = captured.article;
    expect(() => toStyled({ ...captured, article })).toThrow(/explain/);
  });
});

test("a caption in the cell below its picture is in the article with it", () => {
  const cells = `<tr><td><img src="https://quay.example/q.jpg" width=400 height=300 alt=""></td></tr><tr><td><font size=1>The quay at noon, seen from the ferry.</font></td></tr>`;
  const captured = madeUpArticle(`${TITLED}<table>${cells}</table>${STORY.repeat(5)}`);
  const [picture] = captured.article.media;
  const leaves = captured.article.explanation!.leaves.map((leaf) =>
    leaf.text.startsWith("The quay") ? { ...leaf, kept: false } : leaf,
  );
  const article = {
    ...captured.article,
    media: [{ ...picture!, caption: "The quay at noon, seen from the ferry." }],
    explanation: { ...captured.article.explanation!, leaves },
  };
  expect(toStyled({ ...captured, article })).toContain("The quay at noon");
  const bare = { ...article, media: [{ ...picture!, caption: null }] };
  expect(toStyled({ ...captured, article: bare })).not.toContain("The quay at noon");
});
