import { expect, test } from "vitest";
import { readInclusion } from "./inclusion.ts";

test("reads parts as the library names them and as command lines spell them", () => {
  expect(readInclusion(["pullQuotes", "captions"], ["lists"])).toEqual({
    pullQuotes: true,
    captions: true,
    lists: false,
  });
  expect(readInclusion(["pull-quotes"])).toEqual({ pullQuotes: true });
});

test("leaves out what is in both lists, and knows no other parts", () => {
  expect(readInclusion(["byline"], ["byline"])).toEqual({ byline: false });
  expect(() => readInclusion(["adverts"])).toThrow(/no part "adverts"; it has standfirst, .*pullQuotes/);
});
