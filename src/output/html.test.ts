import { createHash } from "node:crypto";
import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { describe, expect, test } from "vitest";
import { exampleArticle } from "../../test/output/example-article.ts";
import type { Article } from "../article/index.ts";
import { toHtml, toHtmlDocument } from "./html.ts";
import { renderFile } from "./render.ts";

const document = (changed: Partial<Article> = {}) => toHtmlDocument({ ...exampleArticle, ...changed });
const headingsOf = (html: string) => [...html.matchAll(/<(h\d)>/g)].map(([, name]) => name);
const sourcesOf = (html: string) => [...html.matchAll(/<img src="([^"]*)"/g)].map(([, src]) => src);
const headerOf = (html: string) => /<header>\n([\s\S]*?)\n<\/header>/.exec(html)?.[1];

describe("the document of an article", () => {
  test("says charset, language, direction and title", () => {
    const html = document({ language: "ar", direction: "rtl" });
    expect(html).toMatch(/^<!doctype html>\n<html lang="ar" dir="rtl">\n<head>\n<meta charset="utf-8">/);
    expect(html).toContain("<title>Ferry &lt;returns&gt; &amp; stays</title>");
    expect(html).toMatch(/<\/html>\n$/);
  });

  test("begins with title, names, date and a link to the page", () => {
    expect(headerOf(document({ authors: ["Marta Ellingsworth", "Jonas <b>"] }))).toBe(
      [
        "<h1>Ferry &lt;returns&gt; &amp; stays</h1>",
        '<p><bdi>Marta Ellingsworth</bdi>, <bdi>Jonas &lt;b&gt;</bdi> · <time datetime="2026-03-12T07:30:00+00:00" dir="ltr">2026-03-12 07:30 UTC</time> · <a href="https://harbour-courier.example/local/ferry" rel="noopener"><bdi>The Harbour Courier</bdi></a></p>',
      ].join("\n"),
    );
  });

  test.each([
    ["2026-03-12", "2026-03-12"],
    ["2026-03-12T07:30:00", "2026-03-12 07:30"],
    ["2026-03-12T07:30:00Z", "2026-03-12 07:30 UTC"],
    ["2026-03-12T07:30:00-05:00", "2026-03-12 07:30 UTC-05:00"],
  ])("shows the date %s as %s", (published, shown) => {
    expect(document({ published })).toContain(`dir="ltr">${shown}</time>`);
  });

  test.each(["yesterday", '2026-03-12"><script>'])("shows no date for %s", (published) => {
    expect(document({ published })).not.toContain("<time");
  });

  test("names the host where the site has no name, and links to web addresses only", () => {
    expect(document({ site: null, url: "https://www.paper.example/a" })).toContain(
      "<bdi>paper.example</bdi></a>",
    );
    const unlinked = document({ url: "javascript:alert(1)", canonicalUrl: null });
    expect(headerOf(unlinked)).toContain("<bdi>The Harbour Courier</bdi>");
    expect(headerOf(unlinked)).not.toContain("href");
  });

  test("has no empty header or line for an article that says nothing of itself", () => {
    const silent = { title: null, authors: [], published: null, url: null, canonicalUrl: null, site: null };
    const html = document({ ...silent, html: "<p>Words.</p>" });
    expect(html).toContain("<article>\n<p>Words.</p>\n</article>");
    expect(html).toContain("<title>Article</title>");
  });

  test("has one h1, and headings without gaps below it, in quotations too", () => {
    const body = "<h4>a</h4><h5>b</h5><h1>c</h1><blockquote><h1>d</h1><h6>e</h6></blockquote><h2>f</h2>";
    expect(headingsOf(document({ html: body }))).toEqual(["h1", "h2", "h3", "h2", "h2", "h3", "h3"]);
    expect(headingsOf(toHtml({ ...exampleArticle, html: body }))).toContain("h4");
  });

  test.each([
    ["https://harbour-courier.example/lead.jpg", "<p>a</p><p>b</p>", 1],
    [
      "https://harbour-courier.example/lead.jpg?w=1200",
      '<p>a</p><p>b</p><p>c</p><img src="/x/lead-300x200.webp">',
      0,
    ],
    ["https://harbour-courier.example/lead.jpg", '<p>a</p><img src="/other.jpg">', 0],
    ["https://harbour-courier.example/lead.jpg", '<p>a</p><p>b</p><p>c</p><img src="/other.jpg">', 1],
    ["javascript:alert(1)", "<p>a</p>", 0],
  ])("shows the lead %s above %s: %i", (image, html, count) => {
    const leads = sourcesOf(document({ image, html })).filter((src) => src === image);
    expect(leads).toHaveLength(count);
  });

  test("has a style of less than 2 KB, which is the only one that its policy allows", () => {
    const html = document();
    const style = /<style>([\s\S]*)<\/style>/.exec(html)?.[1] ?? "";
    expect(Buffer.byteLength(style)).toBeLessThan(2048);
    const hash = createHash("sha256").update(style).digest("base64");
    expect(html).toContain(`style-src &#39;sha256-${hash}&#39;`);
    expect(html).toContain("default-src &#39;none&#39;");
    expect(html).not.toMatch(/script-src|unsafe/);
  });

  test("reads back element by element as it was written", () => {
    const html = document();
    const names: string[] = [];
    const visit = (node: DefaultTreeAdapterTypes.Node) => {
      if ("tagName" in node) names.push(node.tagName);
      if ("childNodes" in node) node.childNodes.forEach(visit);
    };
    visit(parse(html));
    expect(names).toEqual([...html.matchAll(/<([a-z0-9]+)[^>]*>/g)].map(([, name]) => name));
  });

  test("is what a file of the format html holds, and no other format changes", () => {
    expect(renderFile(exampleArticle, "html")).toBe(document());
    expect(renderFile(exampleArticle, "text")).toBe(`${exampleArticle.text}\n`);
  });
});
