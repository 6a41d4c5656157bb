import { expect, test } from "vitest";
import { makeStems } from "./keyword-stem.ts";

test("knows the inflected forms of a language by its stemmer, or by first letters where there is none", () => {
  const stemOf = makeStems();
  expect(stemOf("de-AT").cut("häuser")).toBe(stemOf("de").cut("häusern"));
  expect(stemOf("pl").cut("promami")).toBe(stemOf("pl").cut("promach"));
  expect(stemOf(undefined).cut("ferries")).toBe(stemOf("en").cut("ferry"));
});

test("takes words as they are in a language that it does not know, and holds no more for many such", () => {
  const stemOf = makeStems();
  const nonsense = ["xx", "-", "constructor", "__proto__", "x".repeat(100_000)].map(stemOf);
  expect(new Set(nonsense)).toEqual(new Set([stemOf("yy")]));
  expect(stemOf("yy").cut("ferries")).toBe("ferries");
  expect(stemOf("en").cut("ferries")).not.toBe("ferries");
});
