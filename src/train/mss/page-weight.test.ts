import { expect, test } from "vitest";
import { tokenise } from "../../extractors/index.ts";
import { readPage } from "../read-page.ts";
import { pageWeight } from "./page-weight.ts";

/** The weights of a page whose article has so many of its words. */
function weights(inside: number, outside: number) {
  const tokens = tokenise(readPage(`<body>${"word ".repeat(inside + outside - 2)}`));
  expect(tokens.count).toBe(inside + outside);
  return pageWeight({ tokens, span: { first: 0, last: inside - 1 } });
}

test("both sides of every page weigh the same together", () => {
  expect(weights(400, 2000)).toEqual({ inside: 50, outside: 10 });
});

test("a stub does not outweigh an article", () => {
  expect(weights(10, 400)).toEqual({ inside: 200, outside: 50 });
});

test("a token of the longest page still counts", () => {
  expect(weights(50_000, 10)).toEqual({ inside: 1, outside: 200 });
});
