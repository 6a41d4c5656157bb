import { InvalidArgumentError } from "commander";
import { describe, expect, test } from "vitest";
import { describeInclusion, readInclusion, sizeInBytes } from "./options.ts";

describe("a size", () => {
  test.each([
    ["100", 100],
    ["500k", 500_000],
    ["1MB", 1_000_000],
    ["1.5m", 1_500_000],
    ["64MiB", 64 * 1024 * 1024],
    ["2 kib", 2048],
    ["1G", 1_000_000_000],
    ["7b", 7],
  ])("of %s is %i bytes", (text, bytes) => {
    expect(sizeInBytes(text)).toBe(bytes);
  });

  test.each(["", "0", "0.1", "-1", "k", "1x", "1e3", "9999999g", "1 0"])("is never %j", (text) => {
    expect(() => sizeInBytes(text)).toThrow(InvalidArgumentError);
  });
});

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
