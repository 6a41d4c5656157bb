import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addressParts } from "./address-parts.ts";
import { parseHttpUrl } from "./parse-http-url.ts";

const parsed = (text: string) => {
  const url = parseHttpUrl(text);
  return url && { href: url.href, hostname: url.hostname, pathname: url.pathname };
};
const cut = (text: string) => {
  const parts = addressParts(text);
  return parts && { href: parts.href, hostname: parts.hostname, pathname: parts.pathname };
};

describe("the parts of an address", () => {
  test.each([
    "https://news.example/",
    "https://www.news.example/world/2024/tide-rises.html?page=2&from=/a/b",
    "http://news.example/a?b?c",
    "https://news.example/a//b;v=1/",
    "https://news.example",
    " https://NEWS.example:443/A/../b#part ",
    "https://1.2.3.4/a",
    "mailto:desk@news.example",
    "/world/tide",
    "",
  ])("of %s are those that the URL parser gives", (address) => {
    expect(cut(address)).toEqual(parsed(address));
  });

  test("of any address are those that the URL parser gives", () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (address) => {
        expect(cut(address)).toEqual(parsed(address));
      }),
    );
  });
});
