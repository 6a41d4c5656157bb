import { describe, expect, test } from "vitest";
import { publicSuffixes } from "./public-suffixes.ts";
import { registrableDomain } from "./registrable-domain.ts";

describe.each([
  ["the guess", undefined],
  ["the public suffix list", publicSuffixes],
] as const)("registrableDomain with %s", (_, suffixes) => {
  test.each([
    ["https://www.example.com/a", "example.com"],
    ["https://news.example.co.uk/", "example.co.uk"],
    ["https://a.b.example.com.au/", "example.com.au"],
    ["https://example.org./", "example.org"],
    ["https://example.de/", "example.de"],
    ["http://192.0.2.7/", "192.0.2.7"],
    ["http://[2001:db8::1]/", "[2001:db8::1]"],
    ["http://localhost:8080/", "localhost"],
    ["https://co.uk/", "co.uk"],
  ])("of %s is %s", (url, domain) => {
    expect(registrableDomain(url, suffixes)).toBe(domain);
  });

  test("is undefined for what is no http URL", () => {
    expect(registrableDomain("example.com", suffixes)).toBeUndefined();
  });
});

describe("the public suffix list", () => {
  test("knows what the guess cannot", () => {
    expect(registrableDomain("https://a.example.pvt.k12.ma.us/", publicSuffixes)).toBe(
      "example.pvt.k12.ma.us",
    );
    expect(registrableDomain("https://one.blogspot.com/", publicSuffixes)).toBe("one.blogspot.com");
  });
});
