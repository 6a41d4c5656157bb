import { describe, expect, test } from "vitest";
import { LANGUAGES, LOOKS, makeSite, type NewsPage } from "../../../test/newsroom/index.ts";
import { itemsOf } from "./read-items.ts";

/** A home page and a section page of every look, the languages in turn. */
const FRONTS = LOOKS.flatMap((look, index) => {
  const language = LANGUAGES[index % LANGUAGES.length]!;
  const { pages } = makeSite({ look, language, seed: 5, articles: 12, hardCases: [] });
  return ["home", "section"].flatMap((type) => pages.find(({ pageType }) => pageType === type) ?? []);
});

/** The truth of every story, by its first place on the page. */
function truthOf({ truth, url }: NewsPage): readonly unknown[] {
  const absolute = (address: string | null) => (address === null ? null : new URL(address, url).href);
  const items = new Map<string, unknown>();
  for (const { title, url: own, teaser, image } of truth.items) {
    if (items.has(own)) continue;
    items.set(own, { title: title.replace(/\s+/g, " "), url: absolute(own), teaser, image: absolute(image) });
  }
  return [...items.values()];
}

describe("the fronts of made-up sites", () => {
  test.each(FRONTS.map((page) => [page.url, page] as const))("%s gives its stories, exactly", (url, page) => {
    const items = itemsOf(page.html, { url }).map(({ section: _, ...item }) => item);
    expect(items).toEqual(truthOf(page));
  });
});
