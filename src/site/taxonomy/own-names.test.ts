import { describe, expect, test } from "vitest";
import { section, siteOf, siteWithMenu, type Written } from "./made-up-labels.testing.ts";
import { mineTaxonomy } from "./mine-taxonomy.ts";
import type { SiteLabels } from "./page-labels.ts";

/** The names that two sites have for the concept with one of them. */
function namesWith(name: string, sites: readonly SiteLabels[]): string[] {
  const { concepts } = mineTaxonomy(sites, { minSites: 1 });
  const found = concepts.find(({ labels }) => labels.some(({ text }) => text === name));
  return found?.labels.map(({ text }) => text).sort() ?? [];
}

function sections(...names: string[]): Written[] {
  return names.map((name) => section(name, `/${name.toLowerCase().replaceAll(" ", "-")}/`));
}

describe("a word that a site has before or after its departments", () => {
  const plain = siteOf("b.example", sections("Food", "Sport", "Business", "Golf", "Tennis", "Rugby"));

  test("says nothing about them", () => {
    const own = siteOf("a.example", sections("Harbour Food", "Harbour Sport", "Business Harbour"));
    expect(namesWith("Food", [own, plain])).toEqual(["Food", "Harbour Food"]);
    expect(namesWith("Business", [own, plain])).toEqual(["Business", "Business Harbour"]);
  });

  test("has to be at several of them", () => {
    const own = siteOf("a.example", sections("Harbour Food", "Harbour Sport"));
    expect(namesWith("Food", [own, plain])).toEqual(["Food"]);
  });

  test("has to be at departments of most papers, not at games alone", () => {
    const own = siteOf("a.example", sections("Ladies Golf", "Ladies Tennis", "Ladies Rugby"));
    expect(namesWith("Golf", [own, plain])).toEqual(["Golf"]);
  });

  test("is not one that says where a thing is used", () => {
    const own = siteOf("a.example", sections("Home Food", "Home Sport", "Business Home"));
    expect(namesWith("Food", [own, plain])).toEqual(["Food"]);
  });
});

describe("a country on an English site without one in its address", () => {
  const plain = siteOf("b.example", sections("National", "World", "Sport"));

  test("is home news if it alone stands beside those of the world", () => {
    const own = siteOf("a.example", sections("India", "World", "Sport"));
    expect(namesWith("National", [own, plain])).toEqual(["India", "National"]);
  });

  test("is foreign news beside another country or home news, and if its press is not English", () => {
    for (const names of [["India", "Pakistan", "World"], ["India", "Nation", "World"], ["India"]])
      expect(namesWith("India", [siteOf("a.example", sections(...names)), plain])).toEqual(["India"]);
    expect(namesWith("China", [siteOf("a.example", sections("China", "World")), plain])).toEqual(["China"]);
  });

  test("is foreign news on a site in another language", () => {
    const own = siteOf("a.example", sections("Indien", "Welt", "Sport"), "de");
    expect(namesWith("Indien", [own, plain])).toEqual(["Indien"]);
  });
});

describe("on an English site without a country in its address", () => {
  const plain = siteOf("b.example", sections("National", "Soccer", "Sport"));

  test("US is home news, unless it has news of Britain or its own as well", () => {
    expect(namesWith("National", [siteWithMenu("a.example", sections("US", "World")), plain])).toEqual([
      "National",
      "US",
    ]);
    for (const other of ["UK", "Nation"])
      expect(namesWith("US", [siteWithMenu("a.example", sections("US", other)), plain])).toEqual(["US"]);
  });

  test("football is soccer beside cricket, unless it has soccer or American games as well", () => {
    const own = siteOf("a.example", sections("Football", "Cricket"));
    expect(namesWith("Soccer", [own, plain])).toEqual(["Football", "Soccer"]);
    for (const other of ["NFL", "Soccer"]) {
      const both = siteOf("a.example", sections("Football", "Cricket", other));
      expect(namesWith("Football", [both, plain])).toEqual(["Football"]);
    }
  });
});
