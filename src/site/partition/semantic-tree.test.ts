import { describe, expect, test } from "vitest";
import { launchBrowser } from "../../../test/browser.ts";
import { findXmlFault } from "../../../test/output/xml-fault.ts";
import { parseHtml, tagName } from "../../html/index.ts";
import { Page } from "../../page/index.ts";
import { madeUpPage } from "./made-up.testing.ts";
import { partitionPage } from "./partition-page.ts";
import { partitionToHtml, partitionToJson, partitionToTree, partitionToXml } from "./semantic-tree.ts";

const SECTION = madeUpPage(
  '<section><h2><a href="/world">World</a></h2><ul><li><a href="/a">Flood</a></li><li><img src="b.png" alt="A vote"></li></ul></section>',
);
/** Text and attributes that try to break out of whatever they are written into. */
const HOSTILE = new Page(
  parseHtml(
    `<html lang='"><script>alert(1)</script>'><title>&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;</title><body>
<h2>]]&gt; &lt;script&gt;alert(1)&lt;/script&gt; "quoted" 'so' &amp;amp; \u0001\ufffe\ud800</h2>
<p>&lt;!-- &lt;img src=x onerror=alert(1)&gt; --&gt;</p>
<a href="javascript:alert(1)">run</a><a href='/a"onclick="alert(1)'>link</a>
<img src="https://elsewhere.example/x.png" alt='"><script>alert(1)</script>' onerror="alert(1)">
<script>alert(1)</script><iframe src="https://elsewhere.example/"></iframe><style>@import "https://elsewhere.example/"</style>`,
  ),
  "https://courier.example/",
);
const write = (page: Page, writer: typeof partitionToXml) => writer(page, partitionPage(page));

describe("partitions are written", () => {
  test("as lines of text", () => {
    expect(write(SECTION, partitionToTree)).toBe(`page
└─ group [World]
   ├─ Flood
   └─ (image) A vote
`);
  });

  test("as XML", () => {
    expect(write(SECTION, partitionToXml)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<page href="https://courier.example/">
  <group label="World" href="https://courier.example/world">
    <instance>
      <leaf href="https://courier.example/a">Flood</leaf>
    </instance>
    <instance>
      <leaf media="image">A vote</leaf>
    </instance>
  </group>
</page>
`);
  });

  test("as JSON", () => {
    expect(JSON.parse(write(SECTION, partitionToJson))).toEqual({
      url: "https://courier.example/",
      kind: "page",
      children: [
        {
          kind: "group",
          label: "World",
          url: "https://courier.example/world",
          children: [
            {
              kind: "instance",
              children: [{ kind: "leaf", text: "Flood", url: "https://courier.example/a" }],
            },
            { kind: "instance", children: [{ kind: "leaf", media: "image", text: "A vote" }] },
          ],
        },
      ],
    });
  });

  test("as XML that is well-formed for any page", () => {
    expect(findXmlFault(write(HOSTILE, partitionToXml))).toBeUndefined();
    expect(findXmlFault(write(madeUpPage(""), partitionToXml))).toBeUndefined();
  });

  test("as a picture whose parts can be reached from the tree", () => {
    const html = write(SECTION, partitionToHtml);
    const targets = Array.from(html.matchAll(/href="#([^"]+)"/g), ([, id]) => id);
    expect(targets).toHaveLength(1);
    expect(targets.filter((id) => !html.includes(`id="${id}"`))).toEqual([]);
    expect(html).toContain("<b>World</b>");
  });

  test("as a picture in which nothing of the page runs, and which loads nothing", () => {
    const document = parseHtml(write(HOSTILE, partitionToHtml));
    const names = new Set(Array.from({ length: document.size }, (_, node) => tagName(document, node)));
    expect([...names].filter((name) => /^(?:script|img|iframe|link|object|embed|svg.*)$/.test(name))).toEqual(
      [],
    );
    const { attributes } = document;
    const pairs = Array.from(
      attributes.name,
      (_, at) => [attributes.nameAt(at), attributes.valueAt(at)] as const,
    );
    expect(
      pairs.filter(([name, value]) => /^on|^src/.test(name) || (name === "href" && value[0] !== "#")),
    ).toEqual([]);
    const styles = pairs.filter(([name]) => name === "style").map(([, value]) => value);
    expect(styles.filter((style) => !/^(?:--[a-z]:-?[\d.]+;?)+$/.test(style))).toEqual([]);
  });
});

test("Chromium reads the XML, and the picture asks for nothing and runs nothing", async () => {
  const browser = await launchBrowser();
  try {
    const tab = await browser.newPage();
    const asked: string[] = [];
    tab.on("request", (request) => asked.push(request.url()));
    tab.on("dialog", (dialog) => asked.push(dialog.message()));
    const root = await tab.evaluate(
      (xml) => {
        const parsed = new DOMParser().parseFromString(xml, "application/xml");
        return parsed.querySelector("parsererror")?.textContent ?? parsed.documentElement.tagName;
      },
      write(HOSTILE, partitionToXml),
    );
    expect(root).toBe("page");
    await tab.setContent(write(HOSTILE, partitionToHtml));
    await tab.locator("nav a").first().press("Enter");
    expect(await tab.locator(".box:target").count()).toBe(1);
    expect(asked).toEqual([]);
  } finally {
    await browser.close();
  }
});
