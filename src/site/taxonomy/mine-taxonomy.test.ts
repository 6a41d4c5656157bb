import { describe, expect, test } from "vitest";
import { NAVIGATION, pageOf, section, siteOf, siteWithMenu, type Written } from "./made-up-labels.testing.ts";
import { mineTaxonomy } from "./mine-taxonomy.ts";
import type { SiteLabels } from "./page-labels.ts";
import type { Taxonomy } from "./taxonomy.ts";

const SITES = ["a.example", "b.example", "c.example", "d.example"];

function sameEverywhere(labels: readonly Written[]): SiteLabels[] {
  return SITES.map((site) => siteOf(site, labels));
}

function names(taxonomy: Taxonomy): string[] {
  return taxonomy.concepts.map(({ labels }) => labels.map(({ text }) => text).join(" = "));
}

function tree(taxonomy: Taxonomy): string[] {
  return taxonomy.concepts
    .filter(({ broader }) => broader !== undefined)
    .map(({ id, broader }) => `${broader} > ${id}`);
}

describe("concepts", () => {
  test("are labels of several sites with similar stems", () => {
    const sites = [
      siteOf("a.example", [section("Sports", "/s/")]),
      siteOf("b.example", [section("Sport", "/x/")]),
      siteOf("c.example", [section("Gardens", "/g/")]),
    ];
    expect(names(mineTaxonomy(sites))).toEqual(["Sport = Sports"]);
  });

  test("are forms of one word, not all words of one stem", () => {
    const sites = [
      siteWithMenu("a.example", [section("Markets", "/m/")]),
      siteWithMenu("b.example", [section("Market", "/x/")]),
      siteWithMenu("c.example", [section("Marketing", "/g/"), section("Sport", "/sport/")]),
      siteWithMenu("d.example", [section("Marketing", "/xy/"), section("World", "/world/")]),
    ];
    expect(names(mineTaxonomy(sites))).toEqual(["Market = Markets", "Marketing"]);
  });

  test("are no forms of one word if they name two common sections", () => {
    const sites = ["Regional", "Regions", "Regional"].map((name, at) =>
      siteWithMenu(`${at}.example`, [section(name, `/${at}/`)]),
    );
    expect(names(mineTaxonomy(sites, { minSites: 1 }))).toEqual(["Regional", "Regions"]);
  });

  test("are forms of one word in one language only", () => {
    const namesOf = (other: string, language?: string) =>
      names(
        mineTaxonomy(
          [
            siteWithMenu("a.example", [section("Harbour", "/h/")]),
            siteWithMenu("b.example", [section(other, "/x/")], language),
          ],
          { minSites: 1 },
        ),
      ).sort();
    expect(namesOf("Harbours")).toEqual(["Harbour = Harbours"]);
    expect(namesOf("Harbours", "de")).toEqual(["Harbour", "Harbours"]);
    expect(namesOf("Harbour", "de")).toEqual(["Harbour = Harbour"]);
  });

  test("lead to the site itself and not to its home page or elsewhere", () => {
    const labels: Written[] = [["Home", "/"], ["Shop", "https://shop.example/"], section("World", "/world/")];
    expect(names(mineTaxonomy(sameEverywhere(labels)))).toEqual(["World"]);
  });

  test("hold stories; pages about the paper do not", () => {
    expect(
      names(mineTaxonomy(sameEverywhere([["About us", "/about/"], section("World", "/world/")]))),
    ).toEqual(["World"]);
  });

  test("hold stories that lie where the site's stories do; offers and rules do not", () => {
    const offer: Written = ["Subscribe", "/subscribe/", ["Get all our news by post", "/subscribe/post"]];
    const labels = [offer, section("World", "/world/"), section("Sport", "/sport/")];
    expect(names(mineTaxonomy(sameEverywhere(labels)))).toEqual(["Sport", "World"]);
  });

  test("have stories that come and go; entries of a footer stay", () => {
    const footer = section("Subscribe", "/subscribe/");
    const page = (site: string, path: string, label: string) =>
      pageOf(site, path, [section(label, path), footer]);
    const sites = SITES.map((site) => ({
      site,
      pages: [pageOf(site, "/", [footer]), page(site, "/world/", "World"), page(site, "/sport/", "Sport")],
    }));
    expect(names(mineTaxonomy(sites))).toEqual(["Sport", "World"]);
  });

  test("are not only a second name over a link to a section", () => {
    const labels: Written[] = [
      ["Feeds", "/world/"],
      section("World", "/world/"),
      section("Sport", "/sport/"),
    ];
    expect(names(mineTaxonomy(sameEverywhere(labels), { minJoinScore: 2 }))).toEqual(["Sport", "World"]);
  });

  test("are not what links do on every page", () => {
    const more = ["/1/", "/2/", "/3/", "/4/"].map((path): Written => ["Read more", path]);
    expect(names(mineTaxonomy(sameEverywhere([...more, section("World", "/world/")])))).toEqual(["World"]);
  });

  test("are one whatever tracking and sessions their addresses carry", () => {
    const sites = SITES.map((site, index) =>
      siteOf(site, [
        [
          "World",
          `/world/?utm_source=menu${index}`,
          ["The story of this long day", "/world/the-story-of-it"],
        ],
        ["World", `/world/;jsessionid=A${index}?fbclid=1`],
      ]),
    );
    const [concept] = mineTaxonomy(sites).concepts;
    expect(concept?.labels).toMatchObject([{ text: "World", sites: SITES }]);
  });
});

test("the addresses of a label are in the order of its sites", () => {
  const sites = ["z.example", "a.example"].map((site) => siteOf(site, [section("World", "/world/")]));
  expect(mineTaxonomy(sites).concepts[0]?.labels).toMatchObject([
    { sites: ["a.example", "z.example"], urls: ["https://a.example/world/", "https://z.example/world/"] },
  ]);
});

test("of names on as many sites, that in the language of most sites names the concept", () => {
  const sites = [
    siteOf("a.example", [section("Ausland", "/a/")], "de"),
    siteOf("b.example", [section("World", "/world/")]),
    siteOf("c.example", [section("World news", "/world-news/")]),
  ];
  const [concept, ...others] = mineTaxonomy(sites, { minSites: 1 }).concepts;
  expect(others).toEqual([]);
  expect(concept?.labels[0]?.text).toBe("World");
});

describe("joins", () => {
  test("bring names of one common section together in any language, and say why", () => {
    const sites = [
      siteOf("a.example", [section("World", "/world/")]),
      siteOf("b.example", [section("World", "/news/world/")]),
      siteOf("c.example", [section("Ausland", "/a/")], "de"),
      siteOf("d.example", [section("Monde", "/m/")], "fr"),
    ];
    const [concept, ...others] = mineTaxonomy(sites).concepts;
    expect(others).toEqual([]);
    expect(concept?.labels.map(({ text }) => text).sort()).toEqual(["Ausland", "Monde", "World"]);
    expect(concept?.joins[0]?.evidence).toContainEqual(
      expect.objectContaining({ kind: "translation", shared: ["world"] }),
    );
  });

  test("do not take what one site calls a section for its name everywhere", () => {
    const menu = (site: string, entries: readonly Written[]) => ({
      text: "",
      children: pageOf(site, "/", entries).labels.map((label) => ({ ...label, marks: NAVIGATION })),
    });
    const withMenu = (site: string, entries: readonly Written[]) => ({
      site,
      pages: [
        { ...pageOf(site, "/", [section(entries[0]![0], entries[0]![1]!)]), menus: [menu(site, entries)] },
      ],
    });
    const own = (other: string) => [
      withMenu("a.example", [
        ["Chess", "/chess/"],
        [other, "/chess/"],
        ["World", "/world/"],
      ]),
      siteWithMenu("b.example", [section("Chess", "/chess/")]),
      siteWithMenu("c.example", [section("Chess", "/chess/")]),
    ];
    const joined = (other: string) =>
      mineTaxonomy(own(other), { minSites: 1 }).concepts.some(
        ({ sites, labels }) => sites.length > 1 && labels.some(({ text }) => text === other),
      );
    expect(joined("The Harbour")).toBe(false);
    expect(joined("Chess & Boards")).toBe(true);
  });

  test("bring names together whose sections print the same stories", () => {
    const titles = [
      "Harbour opens after ten years",
      "Mayor resigns over the flood wall",
      "Ferry finds its way home",
    ];
    const stories = (path: string): Written[] =>
      titles.map((title, at) => [title, `${path}${at}-the-story-of-it`]);
    const sites = [
      siteOf("a.example", [["Abroad", "/abroad/", ...stories("/abroad/")]]),
      siteOf("b.example", [["International", "/intl/", ...stories("/intl/")]]),
      siteOf("c.example", [["Abroad", "/out/", ...stories("/out/")]]),
    ];
    const [concept] = mineTaxonomy(sites).concepts;
    expect(concept?.labels.map(({ text }) => text)).toEqual(["Abroad", "International"]);
    expect(concept?.joins[0]).toMatchObject({ labels: ["Abroad", "International"] });
    expect(concept?.joins[0]?.evidence.map(({ kind }) => kind)).toContain("stories");
  });

  test("take a site's department for its section of that name, not a programme", () => {
    // Of two names of one meaning the one nearer to the root is a programme.
    const entries = [
      section("The sport", "/shows/sport/"),
      section("World", "/world/"),
      section("News", "/news/", section("Sports", "/news/sports/")),
    ];
    const menu = { text: "", children: pageOf("a.example", "/", entries).labels };
    const sites = [
      {
        site: "a.example",
        pages: [{ ...pageOf("a.example", "/", entries), menus: [menu] }],
      },
      siteOf("b.example", [section("Deportes", "/deportes/")], "es"),
    ];
    expect(names(mineTaxonomy(sites)).sort()).toEqual(["Deportes = Sports", "News", "The sport", "World"]);
  });

  test("leave out the second name of a meaning on a site, in menus or not", () => {
    const sites = [
      siteOf("a.example", [section("Health", "/health/"), section("Health news", "/health-news/")]),
      siteOf("b.example", [section("Gesundheit", "/gesundheit/")], "de"),
    ];
    expect(names(mineTaxonomy(sites)).sort()).toEqual(["Gesundheit = Health", "Health news"]);
  });

  test("never bring names together by their folder or by the words of their stories", () => {
    const sites = ["Mooring", "Liegeplatz"].map((name, at) =>
      siteWithMenu(SITES[at]!, [
        [name, "/harbour/", ["Ferry Nyvik leaves the Tarrenko quay", `/harbour/${at}-quay`]],
      ]),
    );
    expect(names(mineTaxonomy(sites)).sort()).toEqual(["Liegeplatz", "Mooring"]);
  });

  test("never bring names together that sites have side by side", () => {
    const sites = SITES.map((site) =>
      siteOf(site, [section("World", "/world/"), section("Europe", "/eu/world/")]),
    );
    expect(names(mineTaxonomy(sites)).sort()).toEqual(["Europe", "World"]);
  });

  test("never bring different common sections together, whatever their addresses", () => {
    const sites = [
      siteOf("a.example", [section("Money", "/money/")]),
      siteOf("b.example", [section("Viajes", "/money/")], "es"),
    ];
    expect(names(mineTaxonomy(sites)).sort()).toEqual(["Money", "Viajes"]);
  });

  test("are none where the threshold is out of reach", () => {
    const sites = [
      siteOf("a.example", [section("World", "/world/")]),
      siteOf("b.example", [section("Ausland", "/world/")], "de"),
    ];
    expect(names(mineTaxonomy(sites, { minJoinScore: 2 }))).toEqual(["Ausland", "World"]);
    expect(names(mineTaxonomy(sites))).toEqual(["Ausland = World"]);
  });
});

describe("the tree", () => {
  test("has a section under the one that menus show above it", () => {
    const labels = [section("Sport", "/sport/", section("Tennis", "/tennis/")), section("World", "/world/")];
    expect(tree(mineTaxonomy(sameEverywhere(labels)))).toEqual(["sport > tennis"]);
  });

  test("keeps a name that is home news on one site from a country's on another", () => {
    const others = ["World", "Business", "Health", "Culture", "Sport"].map((name) =>
      section(name, `/${name}/`),
    );
    const labels = [section("UK", "/uk/"), ...others];
    const sites = ["one.co.uk", "two.com", "three.co.uk", "four.com"].map((site) => siteOf(site, labels));
    const found = mineTaxonomy(sites).concepts.filter(({ labels: [first] }) => first?.text === "UK");
    expect(found.map((concept) => concept.sites.join(" ")).sort()).toEqual([
      "four.com two.com",
      "one.co.uk three.co.uk",
    ]);
  });

  test("reads addresses that go on from others", () => {
    // On a site of two sections neither is sure.
    const others = ["World", "Business", "Health", "Culture"].map((name) => section(name, `/${name}/`));
    const labels = [section("Sport", "/sport/"), section("Tennis", "/sport/tennis/"), ...others];
    expect(tree(mineTaxonomy(sameEverywhere(labels)))).toEqual(["sport > tennis"]);
    expect(tree(mineTaxonomy(sameEverywhere(labels), { readsAddresses: false }))).toEqual([]);
  });

  test("gains what only the page of a section shows", () => {
    const menu: Written[] = [
      ["Sport", "/sport/"],
      ["World", "/world/"],
    ];
    const sites = SITES.map((site) => ({
      site,
      pages: [
        pageOf(site, "/", [section("Sport", "/sport/"), section("World", "/world/")]),
        pageOf(site, "/sport/", [...menu, section("Rowing", "/rowing/")]),
      ],
    }));
    expect(tree(mineTaxonomy(sites))).toEqual(["sport > rowing"]);
  });

  test("prefers the nearer of two sections above", () => {
    const labels = [section("Sport", "/a/", section("Football", "/b/", section("League", "/c/")))];
    expect(tree(mineTaxonomy(sameEverywhere(labels))).sort()).toEqual([
      "football > league",
      "sport > football",
    ]);
  });

  test("has no circle where sites contradict each other", () => {
    const up = [section("Arts", "/arts/", section("Books", "/books/"))];
    const down = [section("Books", "/books/", section("Arts", "/arts/"))];
    const sites = SITES.map((site, index) => siteOf(site, index % 2 === 0 ? up : down));
    const taxonomy = mineTaxonomy(sites);
    expect(taxonomy.relations).toHaveLength(2);
    expect(tree(taxonomy)).toEqual([]);
    const three = [...sites, siteOf("e.example", up)];
    expect(tree(mineTaxonomy(three))).toEqual(["arts > books"]);
  });
});

describe("unusual input", () => {
  test("gives an empty taxonomy where there are no sites, pages or labels", () => {
    expect(mineTaxonomy([]).concepts).toEqual([]);
    expect(mineTaxonomy([{ site: "a.example", pages: [] }]).concepts).toEqual([]);
    expect(mineTaxonomy([siteOf("a.example", [])]).concepts).toEqual([]);
  });

  test("one site is mined by itself", () => {
    const labels = [section("Sport", "/sport/", section("Tennis", "/sport/tennis/"))];
    expect(tree(mineTaxonomy([siteOf("a.example", labels)]))).toEqual(["sport > tennis"]);
  });

  test("labels of 10,000 characters name nothing", () => {
    const labels = [section("World ".repeat(1700), "/long/"), section("World", "/world/")];
    expect(names(mineTaxonomy(sameEverywhere(labels)))).toEqual(["World"]);
  });

  test("a link farm of thousands of labels hides nothing", () => {
    const farm = Array.from({ length: 2000 }, (_, at): Written => [`Topic${at} offers`, `/t/${at}x/`]);
    const sites = [siteOf("farm.example", farm), ...sameEverywhere([section("World", "/world/")])];
    expect(names(mineTaxonomy(sites))).toEqual(["World"]);
  });

  test("two concepts of one name have ids of their own", () => {
    const sites = SITES.map((site) =>
      siteOf(site, [
        section("The World", "/one/"),
        section("THE world!", "/two/"),
        section("World", "/three/"),
      ]),
    );
    const ids = mineTaxonomy(sites).concepts.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
