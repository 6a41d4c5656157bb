import { expect, test } from "vitest";
import { describeInclusion, readInclusion } from "./inclusion.ts";

test("reads parts as the library names them and as command lines spell them", () => {
  expect(readInclusion({ include: ["pullQuotes", "captions"], exclude: ["lists"] })).toEqual({
    pullQuotes: true,
    captions: true,
    lists: false,
  });
  expect(readInclusion({ include: ["pull-quotes"] })).toEqual({ pullQuotes: true });
});

test("leaves out what is in both lists, and knows no other parts", () => {
  expect(readInclusion({ include: ["byline"], exclude: ["byline"] })).toEqual({ byline: false });
  expect(() => readInclusion({ include: ["adverts"] })).toThrow(
    /no part "adverts"; it has standfirst, .*pullQuotes/,
  );
});

test("describes what was asked for in one way, so that a resumed run can be compared", () => {
  const described = { "--include": "byline,headline", "--exclude": null };
  expect(describeInclusion(readInclusion({ include: ["headline", "By-line"] }))).toEqual(described);
  expect(describeInclusion(readInclusion({}))).toEqual({ "--include": null, "--exclude": null });
});
