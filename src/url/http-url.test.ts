import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addressKey,
  addressParts,
  canonicaliseUrl,
  identityUrl,
  isPlainAddress,
  parseHttpUrl,
  registrableDomain,
  resolveUrl,
  urlShape,
} from "./http-url.ts";
import { publicSuffixes } from "./public-suffixes.ts";

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

describe("isPlainAddress", () => {
  test.each([
    "https://bay.example/",
    "http://www.bay-news.example/2026/03/tide_in.html?page=2&sort=a.b",
    "https://cdn.bay.example/a%20b/c.jpg?w=600",
    "https://bay.example/a//b/?q=",
  ])("accepts %s unchanged", (address) => {
    expect(isPlainAddress(address)).toBe(true);
  });

  test.each([
    "https://bay.example",
    "//bay.example/",
    "/tide",
    "https://BAY.example/",
    "https://bay.example:443/",
    "https://bay.example/../tide",
    "https://bay.example/a/./b",
    "https://bay.example/%2e%2e/b",
    "https://127.1/",
    "https://0x7f.1/",
    "https://a@bay.example/",
    "https://xn--a.example/",
    "https://bay.example/a b",
    "https://bay.example/é",
    "https://bay.example/a#b",
    " https://bay.example/",
    "https://bay.example/a?b='c'",
    "https://bay.example/a\\b",
    "mailto:a@bay.example",
  ])("leaves %s to the parser", (address) => {
    expect(isPlainAddress(address)).toBe(false);
  });

  test("the parser leaves every accepted address unchanged", () => {
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

describe("the parts of an address", () => {
  const parsed = (text: string) => {
    const url = parseHttpUrl(text);
    return url && { href: url.href, hostname: url.hostname, pathname: url.pathname, search: url.search };
  };

  const cut = (text: string) => {
    const parts = addressParts(text);
    return (
      parts && { href: parts.href, hostname: parts.hostname, pathname: parts.pathname, search: parts.search }
    );
  };

  test.each([
    "https://news.example/",
    "https://www.news.example/world/2024/tide-rises.html?page=2&from=/a/b",
    "http://news.example/a?b?c",
    "https://news.example/a?",
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

describe("resolveUrl", () => {
  const BASE = "https://example.org/news/today.html";

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
    const bases = ["https://one.example/a/", "https://two.example/", "no base", "https://one.example/a/", ""];
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

describe("the registrable domain", () => {
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
});

test("the key of an address is the same for all its spellings", () => {
  const spellings = [
    "https://www.harbour.example/a/",
    "http://harbour.example/a",
    "https://harbour.example/a?utm_source=x",
  ];
  expect(new Set(spellings.map(addressKey))).toEqual(new Set(["harbour.example/a"]));
  expect(addressKey("not an address/")).toBe("not an address");
});

const STORY = "https://news.example/2026/storm";

test.each([
  "http://www.news.example/2026/storm/",
  "https://news.example:443/2026/storm?utm_source=feed&fbclid=1#top",
  "https://amp.news.example/2026/storm",
  "https://www.news.example/amp/2026/storm",
  "https://news.example/2026/storm/amp/",
  "https://news.example/2026/storm?outputType=amp",
  "https://news.example/2026/storm.amp",
  "https://news.example/2026/storm?print=1",
  "https://news.example/2026/storm/print",
  "https://news.example/2026/storm/index.html",
])("%s is the same article", (address) => {
  expect(identityUrl(address)).toBe(STORY);
});

test.each([
  ["https://news.example/2026/storm?id=7", "https://news.example/2026/storm?id=7"],
  ["https://news.example/2026/storm?page=2", "https://news.example/2026/storm?page=2"],
  ["https://news.example/print", "https://news.example/print"],
  ["https://news.example/amp-ere", "https://news.example/amp-ere"],
  ["https://blog.news.example/2026/storm", "https://blog.news.example/2026/storm"],
  ["https://amp.example/storm", "https://amp.example/storm"],
  ["http://127.0.0.1:8080/storm", "https://127.0.0.1:8080/storm"],
  ["https://news.example/?view=gallery", "https://news.example?view=gallery"],
])("%s stays what it is", (address, identity) => {
  expect(identityUrl(address)).toBe(identity);
});

test("an identity is its own identity, and nothing makes it throw", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.string()),
      (address) => {
        const identity = identityUrl(address);
        expect(identityUrl(identity)).toBe(identity);
      },
    ),
  );
});
