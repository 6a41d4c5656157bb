import { describe, expect, test } from "vitest";
import { articleLinks, spreadLinks } from "./article-links.ts";
import type { Front } from "./front.ts";

const ORIGIN = "https://harbour.example";

function front(path: string, items: Readonly<Record<string, string | null>>): Front {
  return {
    id: path,
    labels: { id: path, url: ORIGIN + path, labels: [], vocabulary: {} },
    items: Object.entries(items).map(([url, section]) => ({
      ...{ url: ORIGIN + url, title: `Story ${url}`, section },
      ...{ teaser: null, image: null },
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
