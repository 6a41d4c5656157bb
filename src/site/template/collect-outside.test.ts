import { describe, expect, test } from "vitest";
import { hashPlaces } from "../../extractors/index.ts";
import { parseHtml } from "../../html/index.ts";
import { hashName, Page } from "../../page/index.ts";
import { type AnsweredPage, collectOutside } from "./collect-outside.ts";

/** A page of which the texts with these numbers are kept. */
function answered(html: string, ...kept: readonly number[]): AnsweredPage {
  const page = new Page(parseHtml(`<body>${html}</body>`));
  const scores = new Float32Array(page.leaves.count);
  for (const leaf of kept) scores[leaf] = 1;
  return { page, answer: { scores, reasons: new Uint8Array(page.leaves.count) } };
}

/** The place of each text of a page. */
function placesOf({ page }: AnsweredPage): string[] {
  return Array.from(hashPlaces(page), hashName);
}

describe("the places of a site", () => {
  const one = answered("<p>The ferry is back</p><i>Share it</i>", 0);
  const [story = "", share = ""] = placesOf(one);

  test("that hold nothing but articles are not named, the others with how much of them is none", () => {
    expect(collectOutside([one])).toEqual({ [share]: 100 });
    expect(collectOutside([])).toEqual({});
  });

  test("count every page the same, however much it has there, and only pages that have text there", () => {
    const long = answered("<p>Nobody sailed</p><p>It rained all day long and nobody came</p>");
    expect(collectOutside([one, long, answered("<b>Alone</b>", 0)])[story]).toBe(50);
  });

  test("are weighed by words within a page", () => {
    expect(collectOutside([answered("<p>one two three</p><p>four</p>", 0)])).toEqual({ [story]: 25 });
  });

  test("are named up to a bound, those of most pages first", () => {
    const nested = answered("<div>Share it".repeat(10_001));
    const found = collectOutside([nested, one, one]);
    expect(Object.keys(found)).toHaveLength(10_000);
    expect(found[share]).toBe(100);
  });

  test("are not told by what a reader does not see", () => {
    const seen = "The ferry is back. ".repeat(20);
    expect(collectOutside([answered(`<p>${seen}</p><p hidden>Not seen</p>`, 0)])).toEqual({});
  });
});
