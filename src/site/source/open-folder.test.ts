import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openFolder } from "./open-folder.ts";
import type { SitePage } from "./page-source.ts";

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), "galley-site-")), "Harbour Post");
});
afterEach(() => rmSync(dirname(folder), { recursive: true }));

function put(name: string, content: string | Uint8Array): void {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

const page = (text: string, { links = [] as readonly string[], head = "" } = {}): string =>
  `<!doctype html><html><head><title>${text}</title>${head}</head><body><p>${text}</p>${links
    .map((link) => `<a href="${link}">${link}</a>`)
    .join("")}</body></html>`;
const canonical = (url: string) => `<link rel="canonical" href="${url}">`;

async function idsOf(pages: AsyncIterable<SitePage>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of pages) ids.push(id);
  return ids;
}

describe("openFolder", () => {
  test("finds pages without addresses by the links between their files", async () => {
    put("index.html", page("Home", { links: ["sport/", "/sport/derby.html"] }));
    put("sport/index.html", page("Sport", { links: ["derby.html", "../index.html"] }));
    put("sport/derby.html.gz", gzipSync(page("Derby")));
    const source = await openFolder(folder);
    expect(source.site).toBe("harbour-post.invalid");
    const home = await source.home();
    expect(home).toMatchObject({ id: "index.html", url: "http://harbour-post.invalid/" });
    const opened = await Promise.all(home.page.links.map(({ href }) => source.open(href)));
    expect(opened.map((found) => found?.id)).toEqual(["sport/index.html", "sport/derby.html.gz"]);
    expect(await idsOf(source.pages())).toEqual(["index.html", "sport/derby.html.gz", "sport/index.html"]);
    expect(await source.open("http://harbour-post.invalid/weather/")).toBeUndefined();
  });

  test("takes addresses from canonical links and og:url, and finds pages by any spelling of them", async () => {
    put("a.html", page("Home", { head: canonical("https://www.harbour.example/") }));
    put(
      "b.html",
      page("Derby", {
        head: '<meta property="og:url" content="https://harbour.example/derby?utm_source=x">',
      }),
    );
    put("weather.html", page("Weather"));
    const source = await openFolder(folder);
    expect(source.site).toBe("harbour.example");
    expect((await source.home()).id).toBe("a.html");
    expect((await source.open("http://www.harbour.example/derby/?PHPSESSID=7#top"))?.id).toBe("b.html");
    expect((await source.open("https://harbour.example/weather"))?.id).toBe("weather.html");
    expect(await source.open("https://other.example/weather")).toBeUndefined();
  });

  test("reads the lines of an index with addresses, markup or paths", async () => {
    put("pages/derby.html", page("Derby"));
    put(
      "index.jsonl",
      [
        { id: "d", url: "https://harbour.example/derby", htmlPath: "pages/derby.html" },
        { id: "h", url: "https://harbour.example/", html: page("Home", { links: ["/derby"] }) },
        { id: "f", url: "https://elsewhere.example/", html: page("Foreign") },
        { id: "x" },
      ]
        .map((record) => JSON.stringify(record))
        .join("\n"),
    );
    const source = await openFolder(folder);
    expect((await source.home()).id).toBe("h");
    expect(await idsOf(source.pages())).toEqual(["d", "h"]);
    expect((await source.open("https://harbour.example/derby"))?.page.url).toBe(
      "https://harbour.example/derby",
    );
    expect(source.failures).toEqual([{ id: "x", code: "BAD_RECORD", message: expect.any(String) }]);
    expect([...source.warningCodes].sort()).toEqual(["OTHER_SITES", "PAGES_FAILED"]);
    expect(source.warningDetails?.get("OTHER_SITES")).toBe("They are of elsewhere.example (1 page).");
  });

  test("takes ids of any kind for paths where there is no address", async () => {
    const ids = ["/a/b", "//other.example/q", "https://other.example/z", "a?b#c", "../x", "\ud800"];
    put("index.jsonl", ids.map((id) => JSON.stringify({ id, html: page(`Page ${id}`) })).join("\n"));
    const source = await openFolder(folder);
    expect(source.site).toBe("harbour-post.invalid");
    expect(source.pageCount).toBe(ids.length);
    expect((await source.open("http://harbour-post.invalid/a/b"))?.id).toBe("/a/b");
  });

  test("reads what is under many addresses once, and finds it by each of them", async () => {
    const record = (id: string, url: string, text: string) => JSON.stringify({ id, url, html: page(text) });
    put(
      "index.jsonl",
      [
        record("h", "https://harbour.example/", "Home"),
        record("1", "https://harbour.example/derby?from=home", "Derby"),
        record("2", "https://harbour.example/derby?from=sport", "Derby"),
      ].join("\n"),
    );
    const source = await openFolder(folder);
    expect(source.pageCount).toBe(2);
    expect((await source.open("https://harbour.example/derby?from=sport"))?.id).toBe("1");
    expect([...source.warningCodes]).toEqual(["SAME_PAGE"]);
  });

  test("takes two saved copies of a page for one where they give themselves one address", async () => {
    put("index.html", page("Home", { head: canonical("https://harbour.example/") }));
    put("monday.html", page("Derby", { head: canonical("https://harbour.example/derby") }));
    put("tuesday.html", page("Derby, with comments", { head: canonical("https://harbour.example/derby") }));
    const source = await openFolder(folder);
    expect(await idsOf(source.pages())).toEqual(["index.html", "monday.html"]);
    expect([...source.warningCodes]).toEqual(["SAME_PAGE"]);
  });

  test("does not believe an address that many unlike pages give themselves", async () => {
    for (const name of ["index", "derby", "storm"])
      put(`${name}.html`, page(name, { head: canonical("https://harbour.example/") }));
    const source = await openFolder(folder);
    expect(source.pageCount).toBe(3);
    expect((await source.open("https://harbour.example/storm.html"))?.id).toBe("storm.html");
  });

  test("without a page at the root starts from the one that links to most", async () => {
    put("a.html", page("A", { links: ["b.html"] }));
    put("b.html", page("B", { links: ["a.html", "c.html"] }));
    put("c.html", page("C"));
    expect((await (await openFolder(folder)).home()).id).toBe("b.html");
  });

  describe("warns of folders that are sites of their own", () => {
    const warnings = async () => (await openFolder(folder)).warningDetails?.get("SEVERAL_SITES");

    test("by their index pages", async () => {
      for (const name of ["Harbour Post", "quay"]) {
        put(`${name}/index.html`, page(`Home of ${name}`, { links: ["/sport/", "sport/derby.html"] }));
        put(`${name}/sport/derby.html`, page(`Derby of ${name}`));
      }
      expect(await warnings()).toBe("They are Harbour Post and quay.");
    });

    test("by the names of their hosts, the first of many", async () => {
      for (const letter of "abcdefg") put(`${letter}.example/1.html`, page(`Story of ${letter}`));
      expect(await warnings()).toBe(
        "They are a.example, b.example, c.example, d.example, e.example, and 2 others.",
      );
    });

    test("but not of sections, which link to each other or have a home page", async () => {
      put("sport/index.html", page("Sport", { links: ["../town/"] }));
      put("town/index.html", page("Town"));
      expect(await warnings()).toBeUndefined();
      put("sport/index.html", page("Sport"));
      put("index.html", page("Home"));
      expect(await warnings()).toBeUndefined();
    });

    test("but not of folders of dates", async () => {
      for (const name of ["2026-01", "2026-02"]) put(`${name}/story.html`, page(`Story of ${name}`));
      expect(await warnings()).toBeUndefined();
    });
  });

  test("warns of truncated pages and reads what is there", async () => {
    put("index.html", "<!doctype html><title>Home</title><p>The harbour wall gave way</p><p cla");
    const source = await openFolder(folder);
    expect([...source.warningCodes]).toEqual(["HALF_SAVED"]);
    expect((await source.home()).page.leaves.count).toBe(1);
  });

  test("refuses a folder without pages, and one whose pages are all broken", async () => {
    put("notes.txt", "no page");
    await expect(openFolder(folder)).rejects.toMatchObject({ code: "NO_PAGES" });
    put("empty.html", "");
    await expect(openFolder(folder)).rejects.toMatchObject({
      code: "NO_PAGES",
      message: expect.stringContaining("EMPTY_INPUT"),
    });
    await expect(openFolder(join(folder, "gone"))).rejects.toMatchObject({ code: "FILE_NOT_FOUND" });
  });
});
