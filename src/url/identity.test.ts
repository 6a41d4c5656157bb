import fc from "fast-check";
import { expect, test } from "vitest";
import { identityUrl } from "./identity.ts";

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
