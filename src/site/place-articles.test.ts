import { describe, expect, test } from "vitest";
import type { ArticleLink } from "./fronts/index.ts";
import { placeArticles } from "./place-articles.ts";
import type { Concept, Taxonomy } from "./taxonomy/index.ts";

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

describe("placeArticles", () => {
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
