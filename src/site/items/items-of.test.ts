import { describe, expect, test } from "vitest";
import { itemsOf } from "./index.ts";

const BODY = `<h2><a href="/20417-harbour-wall-gives-way">Harbour wall gives way in the night</a></h2>
<h2><a href="/20418-ferry-returns-to-the-quay">Ferry returns to the quay</a></h2>`;

function urlsOf(head: string, url?: string): readonly string[] {
  return itemsOf(head + BODY, { url }).map((item) => item.url);
}

describe("the items of a page without an address", () => {
  test.each([
    ["link rel=canonical", "<link rel=canonical href='https://post.example/'>"],
    ["og:url", "<meta property='og:url' content='https://post.example/'>"],
  ])("are found by %s", (_, head) => {
    expect(urlsOf(head)).toEqual([
      "https://post.example/20417-harbour-wall-gives-way",
      "https://post.example/20418-ferry-returns-to-the-quay",
    ]);
  });

  test("are none where it states none either", () => {
    expect(urlsOf("")).toEqual([]);
  });
});

test("The address a page was found at goes before the one it states", () => {
  const [first] = urlsOf("<link rel=canonical href='https://post.example/'>", "https://mirror.example/");
  expect(first).toBe("https://mirror.example/20417-harbour-wall-gives-way");
});
