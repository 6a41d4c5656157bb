import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { LANGUAGES, LOOKS } from "../names.ts";
import { makePages } from "./make-pages.ts";
import { makePress } from "./make-press.ts";
import { makeSite } from "./make-site.ts";
import { serveSite } from "./serve-site.ts";
import { writeSite } from "./write-site.ts";

const site = makeSite({ look: "floats-2010", language: "de", seed: 4 });

describe("a made-up site", () => {
  test("is the same for the same seed and another for another", () => {
    expect(makeSite({ look: "floats-2010", language: "de", seed: 4 })).toEqual(site);
    expect(makeSite({ look: "floats-2010", language: "de", seed: 5 }).pages[0]?.html).not.toBe(
      site.pages[0]?.html,
    );
  });

  test("links only to addresses it has", () => {
    const known = new Set([...site.pages, ...site.files].map(({ path }) => path));
    for (const { html, id } of site.pages) {
      for (const [, path] of html.matchAll(/(?:href|src)="(\/[^"]*)"/g))
        expect(known, `${id} ${path}`).toContain(path);
    }
  });

  test("offers on its home page stories that exist, in groups with the names of its sections", () => {
    const home = site.pages.find((page) => page.pageType === "home");
    const paths = new Set(site.pages.map(({ path }) => path));
    expect(home?.truth.items.length).toBeGreaterThan(16);
    for (const item of home?.truth.items ?? []) expect(paths).toContain(item.url);
    const labels = home?.truth.groups.filter((group) => group.kind === "section").map((group) => group.label);
    for (const { name } of site.truth.taxonomy) expect(labels).toContain(name);
  });

  test.each(LOOKS)("%s says of an entry only what its reader can see there", (look) => {
    const home = makeSite({ look, language: "en", seed: 4 }).pages.find((page) => page.pageType === "home");
    expect(home?.truth.items.some(({ image }) => image !== null)).toBe(true);
    for (const { path, image, section } of home?.truth.items ?? []) {
      const inside = home?.truth.leaves.filter((leaf) => leaf.path.startsWith(`${path}/`)) ?? [];
      expect(inside.some(({ kind }) => kind === "media")).toBe(image !== null);
      if (section !== null) expect(inside.map(({ text }) => text)).toContain(section);
    }
  });

  test("a story without neighbours has no case that shows another one", () => {
    const hardCases = ["appended-article", "breaking-bar", "cookie-notice"] as const;
    const alone = makeSite({ look: "floats-2010", language: "en", seed: 4, articles: 1, hardCases });
    expect(alone.pages.at(-1)?.truth.hardCases).toEqual(["cookie-notice"]);
  });

  test("nests a smaller section's group in the larger one where the look does", () => {
    const nested = makeSite({ look: "modern-grid-2025", language: "en", seed: 4 });
    const home = nested.pages.find((page) => page.pageType === "home");
    const business = nested.truth.taxonomy.find((node) => node.concept === "business");
    const group = home?.truth.groups.find(
      ({ label, kind }) => kind === "section" && label === business?.name,
    );
    expect(group?.children.map(({ label }) => label)).toEqual([business?.children[0]?.name]);
  });

  test("knows what other sites call its sections", () => {
    const sport = site.truth.taxonomy.find((node) => node.concept === "sport");
    expect(sport?.otherNames.en).toContain("Sports");
    expect(sport?.otherNames.de).not.toContain(sport?.name);
  });

  test("names every story in feeds and sitemaps", () => {
    for (const name of ["/feed.xml", "/atom.xml", "/sitemap.xml", "/news-sitemap.xml"]) {
      const content = String(site.files.find((file) => file.path === name)?.content);
      for (const url of Object.keys(site.truth.collectedTitles)) expect(content).toContain(url);
    }
  });
});

describe("makePress", () => {
  const press = makePress({ seed: 3, sites: 3 });
  const sections = press.map(({ truth }) => truth.taxonomy.flatMap((node) => [node, ...node.children]));

  test("makes sites of several languages that share no domain", () => {
    expect(new Set(press.map(({ domain }) => domain)).size).toBe(3);
    expect(new Set(press.map(({ language }) => language))).toEqual(new Set(["en", "de"]));
  });

  test("lets each site name and address its sections", () => {
    const worlds = sections.flatMap((nodes) => nodes.filter(({ concept }) => concept === "world"));
    expect(new Set(worlds.map(({ name }) => name)).size).toBeGreaterThan(1);
    expect(new Set(worlds.map(({ url }) => new URL(url).pathname)).size).toBeGreaterThan(1);
    for (const [at, nodes] of sections.entries()) {
      const paths = new Set(press[at]?.pages.map(({ path }) => path));
      for (const { url } of nodes) expect(paths).toContain(new URL(url).pathname);
    }
  });

  test("prints stories of the agency word by word on sites of one language, translated on others", () => {
    const titles = press.map(({ pages }) => new Set(pages.flatMap(({ truth }) => truth.title ?? [])));
    const shared = (a: number, b: number) => [...(titles[a] ?? [])].filter((title) => titles[b]?.has(title));
    expect(shared(0, 2).length).toBeGreaterThan(10);
    expect(shared(0, 1)).toEqual([]);
  });

  test("is the same for the same seed", () => {
    expect(makePress({ seed: 3, sites: 1 })[0]).toEqual(press[0]);
  });
});

describe("makePages", () => {
  test("goes through all looks and many languages", () => {
    const pages = makePages({ count: 45, seed: 1 });
    expect(new Set(pages.map((page) => page.look)).size).toBe(LOOKS.length);
    expect(new Set(pages.map((page) => page.language)).size).toBeGreaterThan(LANGUAGES.length / 2);
    expect(new Set(pages.map((page) => page.id)).size).toBe(45);
  });

  test("varies the length of the body from a sentence to dozens of paragraphs", () => {
    const counts = makePages({ count: 150, seed: 2 }).map((page) => page.truth.body.split("\n\n").length);
    expect(Math.min(...counts)).toBe(1);
    expect(Math.max(...counts)).toBeGreaterThan(24);
  });
});

describe("writeSite", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "newsroom-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test("writes a labelled set whose pages lie where the index says", async () => {
    await writeSite(site, folder);
    const lines = readFileSync(join(folder, "index.jsonl"), "utf8").trim().split("\n");
    expect(lines).toHaveLength(site.pages.length);
    for (const [index, line] of lines.entries()) {
      const { htmlPath, body } = JSON.parse(line);
      expect(readFileSync(join(folder, htmlPath), "utf8")).toBe(site.pages[index]?.html);
      expect(body).toBe(site.pages[index]?.truth.body);
    }
    expect(existsSync(join(folder, "robots.txt"))).toBe(true);
  });
});

describe("serveSite", () => {
  test("answers pages, feeds and pictures on loopback and nothing else", async () => {
    const server = await serveSite(site);
    try {
      expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
      const home = await fetch(`${server.url}/`);
      expect(await home.text()).toBe(site.pages[0]?.html.replaceAll(`https://${site.domain}`, server.url));
      const feed = await fetch(`${server.url}/feed.xml`);
      expect(feed.headers.get("content-type")).toContain("rss");
      const [, link = ""] = /<item>.*?<link>([^<]*)/s.exec(await feed.text()) ?? [];
      expect((await fetch(link)).status).toBe(200);
      const picture = new Uint8Array(await (await fetch(`${server.url}/media/1.png`)).arrayBuffer());
      expect([...picture.subarray(1, 4)]).toEqual([0x50, 0x4e, 0x47]);
      expect((await fetch(`${server.url}/nowhere`)).status).toBe(404);
    } finally {
      await server.close();
    }
    await expect(fetch(server.url)).rejects.toThrow();
  });
});
