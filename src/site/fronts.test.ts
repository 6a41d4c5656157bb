import { describe, expect, test } from "vitest";
import { articleLinks, type FollowOptions, type Front, followSections, spreadLinks } from "./fronts.ts";
import { menuOf, ORIGIN, pageOf, saveSite, sectionOf } from "./saved-site.testing.ts";
import { openFolder } from "./source/open-folder.ts";
import type { SiteWarningCode } from "./warnings.data.ts";

describe("followSections", () => {
  const MENU = menuOf({ "/": "Home", "/sport/": "Sport", "/world/": "World", "/imprint/": "Imprint" });

  const front = (label: string, path: string, inside = "") =>
    pageOf(label, `${MENU}${sectionOf(label, path, [1, 2, 3, 4])}${inside}`);

  const SITE = {
    "/": front("Top", "/sport/"),
    "/sport/": front("Sport", "/sport/", menuOf({ "/sport/tennis/": "Tennis" })),
    "/sport/tennis/": front("Tennis", "/sport/tennis/"),
    "/world/": front("World", "/world/"),
    "/imprint/": pageOf(
      "Imprint",
      `${MENU}<p>The Harbour Post, Quay 3.</p>${menuOf({ "/hidden/": "Hidden" })}`,
    ),
    "/hidden/": front("Hidden", "/hidden/"),
  };

  async function follow(pages: Readonly<Record<string, string>>, options: FollowOptions = {}) {
    const source = await openFolder(saveSite(pages));
    const warningCodes = new Set<SiteWarningCode>();
    const visited: string[] = [];
    const fresh: string[] = [];
    const fronts = [];
    for await (const { page, front: read, isNew } of followSections(source, warningCodes, options)) {
      visited.push(page.id);
      if (isNew) fresh.push(page.id);
      fronts.push(read);
    }
    return { visited, fresh, fronts, warningCodes: [...warningCodes] };
  }

  test("goes from the home page to sections, and from these to the sections in them", async () => {
    const { visited } = await follow(SITE);
    expect(visited.slice(0, 1)).toEqual(["/"]);
    expect(visited.slice(1).sort()).toEqual(["/imprint/", "/sport/", "/sport/tennis/", "/world/"]);
    expect(visited.at(-1)).toBe("/sport/tennis/");
  });

  test("stops at the given depth and number of pages", async () => {
    expect((await follow(SITE, { depth: 0 })).visited).toEqual(["/"]);
    expect((await follow(SITE, { depth: 1 })).visited).not.toContain("/sport/tennis/");
    expect((await follow(SITE, { maxFronts: 2 })).visited).toHaveLength(2);
  });

  test("does not read again what an earlier run has read", async () => {
    const { fronts, visited } = await follow(SITE);
    const known = new Map(fronts.slice(0, 3).map((read) => [read.id, read]));
    const again = await follow(SITE, { known });
    expect(again.visited).toEqual(visited);
    expect(again.fresh).toEqual(visited.slice(3));
    expect(again.fronts).toEqual(fronts);
  });

  test("stops following an endless calendar, with a warning", async () => {
    const days = Array.from({ length: 24 }, (_, day) => `/calendar/2026/${day + 1}/`);
    const links = menuOf(Object.fromEntries(days.map((day, at) => [day, `Day ${at + 1}`])));
    const pages = Object.fromEntries(days.map((day, at) => [day, front(`Day ${at + 1}`, day, links)]));
    const { visited, warningCodes } = await follow({
      ...SITE,
      "/": front("Top", "/sport/", links),
      ...pages,
    });
    expect(visited.filter((id) => id.startsWith("/calendar/"))).toHaveLength(20);
    expect(visited).toContain("/world/");
    expect(warningCodes).toEqual(["ENDLESS_ADDRESSES"]);
  });

  test("follows only the first links of a link farm, with a warning", async () => {
    const names = Array.from({ length: 2100 }, (_, at) => letters(at));
    const links = menuOf(Object.fromEntries(names.map((name) => [`/${name}/`, name])));
    const { visited, warningCodes } = await follow({ "/": pageOf("Farm", links) });
    expect(visited).toEqual(["/"]);
    expect(warningCodes).toEqual(["LINK_FARM"]);
  });

  test("visits what has many addresses once", async () => {
    const sessions = Array.from({ length: 9 }, (_, at) => `/sport/?visit=${at}`);
    const links = menuOf(Object.fromEntries(sessions.map((path, at) => [path, `Sport ${at}`])));
    const pages = Object.fromEntries(sessions.map((path) => [path, front("Sport", "/sport/")]));
    const { visited } = await follow({ "/": front("Top", "/sport/", links), ...pages });
    expect(visited).toEqual(["/", "/sport/?visit=0"]);
  });

  test("keeps the labels and the announced articles of a front page", async () => {
    const { fronts } = await follow(SITE, { depth: 0 });
    expect(fronts[0]?.items.map(({ url }) => url)).toEqual(
      [1, 2, 3, 4].map((story) => `${ORIGIN}/sport/2026/the-ferry-of-day-${story}-leaves-again`),
    );
    expect(JSON.parse(JSON.stringify(fronts[0]))).toEqual(fronts[0]);
  });

  /** A name of letters alone, so that no two addresses have the same shape. */
  function letters(number: number): string {
    return number.toString(26).replace(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)));
  }
});

describe("article links", () => {
  const ORIGIN = "https://harbour.example";

  function front(path: string, items: Readonly<Record<string, string | null>>): Front {
    return {
      id: path,
      labels: { id: path, url: ORIGIN + path, labels: [] },
      items: Object.entries(items).map(([url, section]) => ({
        url: ORIGIN + url,
        title: `Story ${url}`,
        section,
        teaser: null,
        image: null,
      })),
    };
  }

  describe("articleLinks", () => {
    test("gives each article once, with the first label that a page has for it and all pages that announce it", () => {
      const fronts = [
        front("/", { "/a": null, "/b": "World" }),
        front("/sport/", { "/a/?utm_source=x": "Sport" }),
      ];
      expect(articleLinks(fronts)).toEqual([
        {
          url: `${ORIGIN}/a`,
          title: "Story /a",
          section: "Sport",
          foundOn: [`${ORIGIN}/`, `${ORIGIN}/sport/`],
        },
        { url: `${ORIGIN}/b`, title: "Story /b", section: "World", foundOn: [`${ORIGIN}/`] },
      ]);
    });

    test("does not take a front page for an article", () => {
      expect(articleLinks([front("/", { "/sport": null }), front("/sport/", {})])).toEqual([]);
    });
  });

  describe("spreadLinks", () => {
    test("puts two of every group before the others", () => {
      const home = front("/", { "/a1": "A", "/a2": "A", "/a3": "A", "/b1": "B", "/b2": "B", "/b3": "B" });
      const spread = spreadLinks(articleLinks([home])).map(({ url }) => url.slice(ORIGIN.length + 1));
      expect(spread).toEqual(["a1", "a2", "b1", "b2", "a3", "b3"]);
    });
  });
});
