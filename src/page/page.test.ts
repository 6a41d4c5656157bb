import { describe, expect, test } from "vitest";
import { parseHtml } from "../html/index.ts";
import { Page } from "./page.ts";

const page = (html: string, url?: string) => new Page(parseHtml(html), url);

describe("Page", () => {
  test("computes each view once", () => {
    const one = page("<h1>a</h1><a href='/b'>b</a>", "https://news.example/");
    for (const view of [
      "leaves",
      "blocks",
      "landmarks",
      "meta",
      "jsonLd",
      "microdata",
      "mainThings",
      "links",
    ] as const) {
      expect(one[view]).toBe(one[view]);
    }
    expect(one.titleCandidates).toBe(one.titleCandidates);
  });

  test("takes its base from the first base element with an address", () => {
    const html = "<base target=_top><base href='/deep/'><base href='/other/'>";
    expect(page(html, "https://news.example/a").baseUrl).toBe("https://news.example/deep/");
    expect(page("<base href='javascript:1'>", "https://news.example/a").baseUrl).toBe(
      "https://news.example/a",
    );
    expect(page("<p>a").baseUrl).toBeUndefined();
  });

  test("keeps every content under the lower-case name of its meta", () => {
    const html =
      "<meta name=Author content=' Ann '><meta property=author content=Ben><meta name=empty content=''>";
    expect(page(html).meta).toEqual(new Map([["author", ["Ann", "Ben"]]]));
  });

  test("resolves links and leaves out unsafe ones", () => {
    const one = page(
      "<a href=' b ' rel='Tag'>x y</a><a href='javascript:1'>z</a>",
      "https://news.example/a/",
    );
    expect(one.links).toHaveLength(1);
    const [{ href, rel, textStart, textEnd } = fail()] = one.links;
    expect([href, rel, one.document.text.slice(textStart, textEnd)]).toEqual([
      "https://news.example/a/b",
      "tag",
      "x y",
    ]);
  });

  test("gathers title candidates with their source and node", () => {
    const html = `<title>Tide | Paper</title><meta property="og:title" content="Tide &amp;amp; time"><h1>Tide</h1>
      <script type="application/ld+json">{"@type":"Article","headline":"The tide"}</script>`;
    const candidates = page(html).titleCandidates;
    expect(candidates.map(({ source, text }) => [source, text])).toEqual([
      ["h1", "Tide"],
      ["og", "Tide & time"],
      ["title", "Tide | Paper"],
      ["json-ld", "The tide"],
    ]);
    expect(candidates.map(({ node }) => node > 0)).toEqual([true, false, true, false]);
  });

  test("knows the declared language and direction as written", () => {
    expect(page("<html lang=ar dir=RTL>").declared).toEqual({ language: "ar", direction: "rtl" });
    expect(page("<body lang=en dir=auto>").declared).toEqual({ language: "en", direction: undefined });
  });

  test("warns of broken structured data", () => {
    expect(page("<script type='application/ld+json'>{oops</script>").warnings).toEqual(["BAD_JSON_LD"]);
    expect(page("<p>a").warnings).toEqual([]);
  });
});

function fail(): never {
  throw new Error("the page has no link");
}
