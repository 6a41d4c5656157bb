import { describe, expect, test } from "vitest";
import { firstText, listOf, textOf, typesOf, valuesOf } from "./thing.ts";

describe("readers of structured data", () => {
  test("take one value, a list and none alike", () => {
    expect(valuesOf({ a: 1 }, "a")).toEqual([1]);
    expect(valuesOf({ a: [1, [2, 3]] }, "a")).toEqual([1, 2, 3]);
    expect(valuesOf({ a: { "@list": [1, 2] } }, "a")).toEqual([1, 2]);
    expect(valuesOf({ a: null }, "a")).toEqual([]);
    expect(valuesOf(undefined, "a")).toEqual([]);
  });

  test("find a property under schema.org's prefix", () => {
    expect(firstText({ "schema:headline": "Tide" }, "headline")).toBe("Tide");
  });

  test("read text only where there is text", () => {
    expect(textOf(" Tide ")).toBe("Tide");
    expect(textOf({ "@value": "Tide" })).toBe("Tide");
    expect(textOf(1700000000)).toBe("1700000000");
    for (const other of [true, null, undefined, {}, [], " "]) expect(textOf(other)).toBeUndefined();
  });

  test("name types without their vocabulary", () => {
    expect(typesOf({ "@type": ["https://schema.org/NewsArticle", "schema:Report", "Article", 7] })).toEqual([
      "NewsArticle",
      "Report",
      "Article",
    ]);
  });

  test("read a bounded part of a hostile list", () => {
    let deep: unknown = "end";
    for (let depth = 0; depth < 100_000; depth++) deep = [deep];
    expect(listOf(deep).length).toBeLessThanOrEqual(100);
    expect(listOf(new Array(1_000_000).fill("a"))).toHaveLength(100);
  });
});
