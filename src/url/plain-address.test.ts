import { describe, expect, test } from "vitest";
import { isPlainAddress } from "./plain-address.ts";

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
    ...["https://bay.example", "//bay.example/", "/tide", "https://BAY.example/", "https://bay.example:443/"],
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
