import { describe, expect, test } from "vitest";
import { urlShape } from "./url-shape.ts";

describe("urlShape", () => {
  test.each([
    ["https://example.org/2024/05/12/harbour-wall-gives-way.html", "example.org/0/0/0/{slug}.html"],
    ["https://example.org/news/real-estate/", "example.org/news/real-estate/"],
    ["https://example.org/article.php?id=77&page=2#top", "example.org/article.php?id&page"],
    ["https://example.org/news/c4ge2v9x1d0o", "example.org/news/{id}"],
    ["https://example.org/world/story1234.HTML", "example.org/world/story0.html"],
    ["https://example.org/", "example.org/"],
  ])("folds %s", (url, shape) => {
    expect(urlShape(url)).toBe(shape);
  });

  test("gives two stories of one section the same shape, and the section another", () => {
    const story = urlShape("https://example.org/sport/2024-05-12-harriers-win-again");
    expect(urlShape("https://example.org/sport/2019-11-02-rovers-lose-at-home-once-more")).toBe(story);
    expect(urlShape("https://example.org/sport/")).not.toBe(story);
  });

  test("gives undefined for what is no http URL", () => {
    expect(urlShape("news/today")).toBeUndefined();
  });
});
