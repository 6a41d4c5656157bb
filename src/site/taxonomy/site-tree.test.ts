import { describe, expect, test } from "vitest";
import { pageOf, section, type Written } from "./made-up-labels.testing.ts";
import { mineTaxonomy } from "./mine-taxonomy.ts";

const SITE = "post.example";

/** The relations of a site with these menus; every section has a story. */
function treeOf(menu: readonly Written[], sections: readonly Written[], otherMenu: readonly Written[] = []) {
  const home = pageOf(SITE, "/", sections);
  const menus = [menu, otherMenu]
    .filter((entries) => entries.length > 0)
    .map((entries) => ({ text: "", children: pageOf(SITE, "/", entries).labels }));
  const { concepts } = mineTaxonomy([{ site: SITE, pages: [{ ...home, menus }] }]);
  return concepts.flatMap(({ id, broader }) => (broader === undefined ? [] : [`${broader} > ${id}`])).sort();
}

describe("the tree of a site", () => {
  test("has what a menu has below an entry", () => {
    const menu: Written[] = [
      ["Sport", "/sport/", ["Rowing", "/rowing/"], ["Chess", "/chess/"]],
      ["World", "/world/"],
    ];
    const sections = [
      section("Sport", "/sport/"),
      section("Rowing", "/rowing/"),
      section("Chess", "/chess/"),
      section("World", "/world/"),
    ];
    expect(treeOf(menu, sections)).toEqual(["sport > chess", "sport > rowing"]);
  });

  test("believes a menu before the folder of an address", () => {
    const menu: Written[] = [
      ["Life", "/life/", ["Chess", "/sport/chess/"], ["Food", "/life/food/"]],
      ["Sport", "/sport/", ["Rowing", "/sport/rowing/"]],
    ];
    const sections = [
      section("Life", "/life/"),
      section("Food", "/life/food/"),
      section("Sport", "/sport/"),
      section("Chess", "/sport/chess/"),
      section("Rowing", "/sport/rowing/"),
    ];
    expect(treeOf(menu, sections)).toEqual(["life > chess", "life > food", "sport > rowing"]);
  });

  test("has no head of a menu under its neighbour, whatever the addresses say", () => {
    const menu: Written[] = [
      ["Business", "/business/", ["Firms", "/business/firms/"]],
      ["Markets", "/business/markets/", ["Shares", "/business/markets/shares/"]],
    ];
    const sections = [
      section("Business", "/business/"),
      section("Firms", "/business/firms/"),
      section("Markets", "/business/markets/"),
      section("Shares", "/business/markets/shares/"),
    ];
    expect(treeOf(menu, sections)).toEqual(["business > firms", "markets > shares"]);
  });

  test("leaves out what another menu has beside the entry above it", () => {
    const menu: Written[] = [["Local", "/town/", ["Photos", "/photos/"], ["Crime", "/town/crime/"]]];
    const sections = [
      section("Local", "/town/"),
      section("Photos", "/photos/"),
      section("Crime", "/town/crime/"),
    ];
    expect(treeOf(menu, sections)).toEqual(["local > crime", "local > photos"]);
    const beside: Written[] = [
      ["Local", "/town/", ["Crime", "/town/crime/"]],
      ["Photos", "/photos/"],
    ];
    expect(treeOf(menu, sections, beside)).toEqual(["local > crime"]);
  });

  test("puts nothing below a menu's entry that is on another host or nearer to the root", () => {
    const menuOf = (path: string): Written[] => [
      ["Sport", "/news/sport/", ["Chess", path], ["Rowing", "/news/rowing/"]],
    ];
    const sectionsOf = (path: string) => [
      section("Sport", "/news/sport/"),
      section("Chess", path),
      section("Rowing", "/news/rowing/"),
    ];
    expect(treeOf(menuOf("/news/chess/"), sectionsOf("/news/chess/"))).toContain("sport > chess");
    for (const path of ["/chess/", "https://play.post.example/news/chess/"])
      expect(treeOf(menuOf(path), sectionsOf(path))).toEqual(["sport > rowing"]);
  });

  test("has departments beside News that one menu has below it and another beside it, but not those in its folder", () => {
    const menu: Written[] = [
      ["News", "/news/", ["Sport", "/sport/"], ["Weather", "/news/weather/"]],
      ["Culture", "/culture/"],
    ];
    const sections = [
      section("News", "/news/"),
      section("Sport", "/sport/"),
      section("Weather", "/news/weather/"),
      section("Culture", "/culture/"),
    ];
    const footer: Written[] = [
      ["Sport", "/sport/"],
      ["Weather", "/news/weather/"],
    ];
    expect(treeOf(menu, sections, footer)).toEqual(["news > weather"]);
    expect(treeOf(menu, sections)).toEqual(["news > sport", "news > weather"]);
  });

  test("takes only the folder of a common section for evidence", () => {
    // On a site of two sections neither is sure.
    const others = ["World", "Business", "Health", "Culture"].map((name) => section(name, `/${name}/`));
    const sections = (name: string, path: string) => [
      section(name, `/${path}/`),
      section("Rowing", `/${path}/rowing/`),
      ...others,
    ];
    expect(treeOf([], sections("Sport", "sport"))).toEqual(["sport > rowing"]);
    expect(treeOf([], sections("Harbourside", "harbourside"))).toEqual([]);
  });

  test("keeps sections of one name apart that are under different ones", () => {
    const menu: Written[] = [
      ["Town", "/town/", ["Harbour", "/town/harbour/"], ["Hill", "/town/hill/"]],
      ["Sport", "/sport/", ["Harbour", "/sport/harbour/"], ["Hill", "/sport/hill/"]],
    ];
    const sections = [
      section("Town", "/town/"),
      section("Sport", "/sport/"),
      section("Harbour", "/town/harbour/"),
      section("Hill", "/town/hill/"),
      section("Harbour", "/sport/harbour/"),
      section("Hill", "/sport/hill/"),
    ];
    expect(treeOf(menu, sections).map((pair) => pair.replace(/-2$/, ""))).toEqual([
      "sport > harbour",
      "sport > hill",
      "town > harbour",
      "town > hill",
    ]);
  });

  test("has no path with parameters as a folder of other sections", () => {
    const treeWith = (sport: string) => {
      const paths = { Sport: sport, Football: "/sport/football/", World: "/world/", Culture: "/culture/" };
      const sections = Object.entries(paths).map(([name, path]) => section(name, path));
      return treeOf(Object.entries(paths), sections);
    };
    expect(treeWith("/sport/")).toEqual(["sport > football"]);
    expect(treeWith("/sport/?part=3")).toEqual([]);
  });
});
