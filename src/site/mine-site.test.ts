import { describe, expect, test } from "vitest";
import { makeSite, writeSite } from "../../test/newsroom/index.ts";
import type { ArticleLink } from "./fronts.ts";
import { type MineOptions, mineSite, placeArticles, readSiteLabels } from "./mine-site.ts";
import type { MinedSite } from "./mined-site.ts";
import { menuOf, newFolder, pageOf, saveSite, sectionOf } from "./saved-site.testing.ts";
import { openFolder } from "./source/open-folder.ts";
import type { Concept, Taxonomy } from "./taxonomy/taxonomy.ts";

const now = () => new Date(0);

async function mine(folder: string, options: MineOptions = {}): Promise<MinedSite> {
  return mineSite(await openFolder(folder), { now, ...options });
}

const codes = ({ warnings }: MinedSite) => warnings.map(({ code }) => code);

describe("mineSite", () => {
  test("finds the sections, articles and template of a whole site", async () => {
    const site = makeSite({ look: "bem-2016", language: "en", seed: 4, articles: 18, hardCases: [] });
    const folder = newFolder();
    await writeSite(site, folder);
    const seen: string[] = [];
    const mined = await mine(folder, { onProgress: ({ step }) => seen.push(step) });
    expect(mined.site).toBe(site.domain);
    expect(mined.home).toBe(`https://${site.domain}/`);
    const wanted = site.truth.taxonomy.flatMap(({ name, children }) => [
      name,
      ...children.map((child) => child.name),
    ]);
    const found = mined.taxonomy.concepts.flatMap(({ labels }) => labels.map(({ text }) => text));
    expect(wanted.filter((name) => !found.includes(name))).toEqual([]);
    const stories = site.pages.filter(({ pageType }) => pageType !== "home" && pageType !== "section");
    expect(mined.articles.map(({ url }) => url).sort()).toEqual(stories.map(({ url }) => url).sort());
    expect(mined.articles.filter(({ concept }) => concept === null)).toEqual([]);
    expect(mined.profile).toMatchObject({ site: site.domain, made: "1970-01-01T00:00:00.000Z", pages: 18 });
    expect(mined.profile.templates.length).toBeGreaterThan(0);
    expect(codes(mined)).toEqual([]);
    expect(seen).toContain("sections");
    expect(seen.at(-1)).toBe("articles");
  });

  test("warns of a single page without links", async () => {
    const mined = await mine(saveSite({ "/": pageOf("Home", "<p>The harbour is closed.</p>") }));
    expect(codes(mined)).toEqual(["ONE_PAGE", "NO_LINKS", "NO_SECTIONS", "NO_TEMPLATE"]);
  });

  test("warns of a home page without words", async () => {
    const pictures = '<a href="/sport/"><img src="a.png"></a><a href="/world/"><img src="b.png"></a>';
    const mined = await mine(saveSite({ "/": pageOf("Home", pictures) }));
    expect(codes(mined)).toEqual(["ONE_PAGE", "NO_WORDS", "NO_SECTIONS", "NO_TEMPLATE"]);
  });

  test("counts no page of the menu as a section that announces no article", async () => {
    const menu = menuOf({ "/": "Home", "/sport/": "Sport", "/about/": "About us" });
    const front = (label: string) => pageOf(label, `${menu}${sectionOf(label, "/sport/", [1, 2, 3])}`);
    const about = pageOf("About us", `${menu}<p>The Courier has been printed in Saint Orrin since 1961.</p>`);
    const { sections } = await mine(
      saveSite({ "/": front("Top"), "/sport/": front("Sport"), "/about/": about }),
    );
    expect(sections.map(({ url }) => new URL(url).pathname)).toEqual(["/", "/sport/"]);
  });

  test("warns of a site in two languages", async () => {
    const menu = menuOf({ "/": "Home", "/sport/": "Sport", "/de/": "Deutsch", "/de/welt/": "Welt" });
    const front = (label: string, path: string, language: string) =>
      pageOf(label, `${menu}${sectionOf(label, path, [1, 2, 3])}`, language);
    const mined = await mine(
      saveSite({
        "/": front("Top", "/sport/", "en"),
        "/sport/": front("Sport", "/sport/", "en"),
        "/de/": front("Deutsch", "/de/", "de"),
        "/de/welt/": front("Welt", "/de/welt/", "de"),
      }),
    );
    expect(codes(mined)).toContain("SEVERAL_LANGUAGES");
  });

  test("opens at most maxArticles articles, the same each time", async () => {
    const site = makeSite({ look: "bem-2016", language: "en", seed: 4, articles: 6, hardCases: [] });
    const folder = newFolder();
    await writeSite(site, folder);
    const options = { maxArticles: 3, depth: 0 };
    const mined = await mine(folder, options);
    expect(mined.profile.pages).toBe(3);
    expect(await mine(folder, options)).toEqual(mined);
  });
});

describe("placeArticles", () => {
  const concept = (id: string, text: string): Concept => ({
    id,
    labels: [{ text, sites: ["harbour.example"], urls: [`https://harbour.example/${id}/`] }],
    sites: ["harbour.example"],
    related: [],
    joins: [],
  });

  const TAXONOMY: Taxonomy = {
    format: "galley-taxonomy",
    version: 1,
    sites: ["harbour.example"],
    concepts: ["sport", "world", "culture", "local"].map((id) => concept(id, id.toUpperCase())),
    relations: [],
  };

  const link = (path: string, section: string | null, ...foundOn: readonly string[]): ArticleLink => ({
    url: `https://harbour.example${path}`,
    title: "The ferry leaves again",
    section,
    foundOn: foundOn.map((page) => `https://harbour.example${page}`),
  });

  test.each([
    ["its label, however that is written", link("/a1", "Sport", "/world/"), "sport"],
    ["its address", link("/sport/a1", "Most read", "/world/", "/culture/"), "sport"],
    ["the section page that announces it", link("/a1", null, "/", "/world/"), "world"],
  ])("puts an article into the concept of %s", (_, article, expected) => {
    expect(placeArticles([article], TAXONOMY)).toEqual([{ ...article, concept: expected }]);
  });

  test("puts an article that all sections announce, and one that none does, into no concept", () => {
    const popular = link("/a1", null, "/", "/world/", "/sport/", "/culture/", "/local/");
    const placed = placeArticles([popular, link("/a2", null, "/")], TAXONOMY);
    expect(placed.map((article) => article.concept)).toEqual([null, null]);
  });
});

describe("readSiteLabels", () => {
  const SITE = {
    "/": pageOf("Home", `${menuOf({ "/sport/": "Sport" })}${sectionOf("Sport", "/sport/", [1, 2, 3])}`),
    "/sport/": pageOf("Sport", sectionOf("Sport", "/sport/", [1, 2, 3])),
  };

  test("the labels of a site are those of its front pages", async () => {
    const { site, pages, warnings } = await readSiteLabels(await openFolder(saveSite(SITE)));
    expect([site, ...pages.map(({ id }) => id)]).toEqual(["harbour.example", "/", "/sport/"]);
    expect(warnings).toEqual([]);
  });

  test("the labels of a site come with its warnings", async () => {
    const { warnings } = await readSiteLabels(
      await openFolder(saveSite({ "/": pageOf("Home", "<p>Closed.") })),
    );
    expect(warnings.map(({ code }) => code)).toEqual(["NO_LINKS"]);
  });
});
