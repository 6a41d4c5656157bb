import { expect, test } from "vitest";
import { processorMs } from "../../../test/growth.ts";
import { ADDRESS_KIND, addressKind } from "./address-kind.ts";

test.each([
  ["/", "section"],
  ["/?p=4711", "likely"],
  ["/politics/", "section"],
  ["/politics/germany/", "section"],
  ["/real-estate/", "unclear"],
  ["/topic/house-and-home", "likely"],
  ["/2024/", "section"],
  ["/archive/2024/05/12/", "section"],
  ["/2024/05/12/wall", "article"],
  ["/sport/harriers-win-the-cup-again", "article"],
  ["/sport/story-82734655.html", "article"],
  ["/a/c4ge2v9x1d0o", "article"],
  ["/a/section2go", "section"],
  ["/story.asp?id=7", "unclear"],
  [
    "/news/%E5%8F%A4%E3%81%84%E5%9B%B3%E6%9B%B8%E9%A4%A8%E3%81%AE%E6%94%B9%E4%BF%AE%E8%A8%88%E7%94%BB%E6%A1%88%E3%82%92%E8%AA%8D%E3%82%81",
    "likely",
  ],
  ["/news/%E5%8F", "section"],
] as const)("%s is of the kind %s", (path, kind) => {
  expect(addressKind(new URL(path, "https://post.example/"))).toBe(ADDRESS_KIND[kind]);
});

test("a long word with a digit in it is read in no time", () => {
  const long = "a".repeat(100_000);
  const tookMs = processorMs(() => {
    expect(addressKind(new URL(`/${long}1${long}`, "https://post.example/"))).toBe(ADDRESS_KIND.section);
  });
  expect(tookMs).toBeLessThan(1_000);
});
