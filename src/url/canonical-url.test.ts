import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicaliseUrl, urlShape } from "./canonical-url.ts";

describe("canonicaliseUrl", () => {
  test.each([
    ["https://EXAMPLE.org:443/A/b#part", "https://example.org/A/b"],
    ["http://example.org:8080/", "http://example.org:8080/"],
    ["http://example.org./a", "http://example.org/a"],
    ["http://user:secret@example.org/a", "http://example.org/a"],
    ["https://example.org/a?utm_source=x&id=7&UTM_Medium=y&fbclid=z", "https://example.org/a?id=7"],
    ["https://example.org/a?utm_source=x", "https://example.org/a"],
    ["https://example.org/a;jsessionid=0F3A.n1?PHPSESSID=9c1&id=7", "https://example.org/a?id=7"],
    ["https://example.org/a?", "https://example.org/a"],
    ["https://example.org/a??", "https://example.org/a??"],
    ["https://example.org/a?z=1&a=2&&flag", "https://example.org/a?z=1&a=2&flag"],
  ])("writes %s as %s", (url, canonical) => {
    expect(canonicaliseUrl(url)).toBe(canonical);
  });

  test("leaves the encoding of the parameters that stay as it was", () => {
    expect(canonicaliseUrl("https://example.org/?q=a+b%20c%2F&gclid=1")).toBe(
      "https://example.org/?q=a+b%20c%2F",
    );
  });

  test("does not take a parameter for tracking because it merely contains such a name", () => {
    expect(canonicaliseUrl("https://example.org/?myutm_source=1")).toBe(
      "https://example.org/?myutm_source=1",
    );
  });

  test("gives undefined for what is no http URL, and leaves a given URL unchanged", () => {
    expect(canonicaliseUrl("mailto:desk@example.org")).toBeUndefined();
    const url = new URL("https://example.org/#x");
    canonicaliseUrl(url);
    expect(url.hash).toBe("#x");
  });

  test("is its own canonical form", () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
        const once = canonicaliseUrl(url)!;
        expect(canonicaliseUrl(once)).toBe(once);
      }),
    );
  });
});

describe("url shape", () => {
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
});
