import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicaliseUrl } from "./canonical-url.ts";

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
