import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addressParts, isPlainAddress, parseHttpUrl, resolveUrl } from "./http-url.ts";

describe("parse http url", () => {
  describe("parseHttpUrl", () => {
    test.each([
      ["https://Example.ORG:443/a", "https://example.org/a"],
      ["  http://example.org  ", "http://example.org/"],
      ["http://bücher.example/", "http://xn--bcher-kva.example/"],
      ["http://2130706433/", "http://127.0.0.1/"],
    ])("reads %s", (text, href) => {
      expect(parseHttpUrl(text)?.href).toBe(href);
    });

    test.each([
      "",
      "example.org/a",
      "ftp://example.org/",
      "javascript:alert(1)",
      "http://",
      "https://a b/",
      "file:///etc/hosts",
    ])("says that %j is no http URL", (text) => {
      expect(parseHttpUrl(text)).toBeUndefined();
    });
  });
});

describe("plain address", () => {
  describe("isPlainAddress", () => {
    test.each([
      "https://bay.example/",
      "http://www.bay-news.example/2026/03/tide_in.html?page=2&sort=a.b",
      "https://cdn.bay.example/a%20b/c.jpg?w=600",
      "https://bay.example/a//b/?q=",
    ])("knows %s as it stands", (address) => {
      expect(isPlainAddress(address)).toBe(true);
    });

    test.each([
      ...[
        "https://bay.example",
        "//bay.example/",
        "/tide",
        "https://BAY.example/",
        "https://bay.example:443/",
      ],
      ...["https://bay.example/../tide", "https://bay.example/a/./b", "https://bay.example/%2e%2e/b"],
      ...["https://127.1/", "https://0x7f.1/", "https://a@bay.example/", "https://xn--a.example/"],
      ...[
        "https://bay.example/a b",
        "https://bay.example/é",
        "https://bay.example/a#b",
        " https://bay.example/",
      ],
      ...["https://bay.example/a?b='c'", "https://bay.example/a\\b", "mailto:a@bay.example"],
    ])("leaves %s to the parser", (address) => {
      expect(isPlainAddress(address)).toBe(false);
    });

    test("what it knows, the parser gives back as it is", () => {
      const pieces = [..."ab9-._~%2E/?&=:@#';é \\", "..", "//", "xn--", "%2e", "/./"];
      let seed = 7;
      const next = (count: number) => {
        seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
        return (seed >>> 8) % count;
      };
      let known = 0;
      for (let round = 0; round < 5_000; round++) {
        const tail = Array.from({ length: next(12) }, () => pieces[next(pieces.length)]).join("");
        const address = `https://${next(2) === 0 ? "bay.example/" : "a"}${tail}`;
        if (!isPlainAddress(address)) continue;
        known++;
        expect(URL.parse(address)?.href).toBe(address);
      }
      expect(known).toBeGreaterThan(100);
    });
  });
});

describe("address parts", () => {
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
});

describe("resolve url", () => {
  const BASE = "https://example.org/news/today.html";

  describe("resolveUrl", () => {
    test.each([
      ["story.html", "https://example.org/news/story.html"],
      ["/a?b=c#d", "https://example.org/a?b=c#d"],
      ["//cdn.example.net/p.jpg", "https://cdn.example.net/p.jpg"],
      ["#comments", "https://example.org/news/today.html#comments"],
      ["mailto:desk@example.org", "mailto:desk@example.org"],
      ["\n /spaced ", "https://example.org/spaced"],
    ])("makes %j absolute", (href, absolute) => {
      expect(resolveUrl(href, BASE)).toBe(absolute);
    });

    test.each([
      "javascript:alert(1)",
      "JaVaScRiPt:alert(1)",
      " java\nscript:alert(1)",
      "\u0001javascript:alert(1)",
      "vbscript:x",
      "data:text/html,<b>",
      "blob:https://example.org/1",
      "file:///etc/hosts",
      "http://[broken",
    ])("refuses %j", (href) => {
      expect(resolveUrl(href, BASE)).toBeUndefined();
    });

    test("keeps absolute links of a page whose own address is unknown, and only those", () => {
      expect(resolveUrl("https://example.org/a", undefined)).toBe("https://example.org/a");
      expect(resolveUrl("/a", undefined)).toBeUndefined();
      expect(resolveUrl("/a", "no base")).toBeUndefined();
    });

    test("resolves each link against its own base, whatever the one before had", () => {
      const bases = [
        "https://one.example/a/",
        "https://two.example/",
        "no base",
        "https://one.example/a/",
        "",
      ];
      expect(bases.map((base) => resolveUrl("b", base))).toEqual([
        "https://one.example/a/b",
        "https://two.example/b",
        undefined,
        "https://one.example/a/b",
        undefined,
      ]);
    });

    test("gives only safe schemes, whatever the link says", () => {
      fc.assert(
        fc.property(fc.string({ unit: "binary" }), (href) => {
          expect(resolveUrl(href, BASE) ?? "https:").toMatch(/^(https?|mailto):/);
        }),
      );
    });
  });
});
