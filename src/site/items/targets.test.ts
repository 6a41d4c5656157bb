import { expect, test } from "vitest";
import { isHome, ownAddress } from "./targets.ts";

test.each([
  ["https://post.example/town/wall", "https://post.example/town/wall"],
  ["http://web.archive.example/web/20050412093000/http://post.example/town/", "http://post.example/town/"],
  ["https://archive.example/2005im_/https://post.example/a?b=c", "https://post.example/a?b=c"],
  [
    "https://post.example/2005/share/https://other.example/",
    "https://post.example/2005/share/https://other.example/",
  ],
])("%s is kept for %s", (address, own) => {
  expect(ownAddress(address)?.href).toBe(own);
});

test("what is no address has none", () => {
  expect(ownAddress("town/wall")).toBeUndefined();
});

test("the front page has neither path nor question", () => {
  expect(isHome(new URL("https://post.example"))).toBe(true);
  expect(isHome(new URL("https://post.example/?p=20417"))).toBe(false);
});
