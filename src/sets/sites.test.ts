import { describe, expect, test } from "vitest";
import { EXTRACTORS, type Extractor } from "../extractors/index.ts";
import { adviseOnSeen, describeSeen, domainOf, makeSeenBy, SeenCount } from "./sites.ts";

describe("the domain of a labelled page", () => {
  test.each([
    ["https://news.bay.co.uk/story/1", "elsewhere.example", "bay.co.uk"],
    ["http://tides.blogspot.com/", null, "tides.blogspot.com"],
    ["http://web.archive.org/web/20161101014718/http://sport.bay.example/a", null, "bay.example"],
    ["https://web.archive.org/web/20161101im_/https://bay.example/", null, "bay.example"],
    [null, "Sport.Bay.example", "bay.example"],
    ["no address", "bay.example", "bay.example"],
    [null, "163", "163"],
    [null, "The Bay Times", "the bay times"],
    [null, " ", undefined],
    [null, null, undefined],
  ])("of %j with the site %j is %j", (url, site, domain) => {
    expect(domainOf({ url, site })).toBe(domain);
  });
});

describe("seen", () => {
  const trainedOn = (id: string, ...domains: string[]): Extractor => ({
    ...EXTRACTORS.everything,
    id,
    trainedOn: () => domains,
  });

  test("pages are counted by the extractors that were trained on their sites", () => {
    const seenBy = makeSeenBy([
      trainedOn("first", "bay.example", "quay.example"),
      EXTRACTORS.econ,
      trainedOn("second", "bay.example"),
    ]);
    const count = new SeenCount();
    for (const site of ["bay.example", "www.quay.example", "other.example", null]) {
      count.add(seenBy({ url: null, site }));
    }
    const seen = count.finish(false);
    expect(seen).toEqual({ pages: 2, by: { first: 2, second: 1 }, isIncluded: false });
    expect(seen && describeSeen(seen)).toBe(
      "2 of sites that first (2) or second (1) was trained on left out",
    );
  });

  test("there are no counts by extractor where all are the same", () => {
    const seen = { pages: 3, by: { mss: 3 }, isIncluded: true };
    expect(describeSeen(seen)).toBe("3 of sites that mss was trained on included");
  });

  test("nothing is said where nothing was seen", () => {
    expect(new SeenCount().finish(false)).toBeUndefined();
  });

  test("a set that was mostly seen is reported with the pages left and the other ways to measure it", () => {
    const seen = { pages: 95, by: { fused: 95, mss: 3 }, isIncluded: false };
    const advice = adviseOnSeen("tides", 5, seen);
    expect(advice).toContain("Of the 100 pages of tides, 95 are of sites that fused or mss was trained on");
    expect(advice).toContain("only 5 are measured");
    expect(advice).toContain("--include-seen measures all 100");
    expect(advice).toContain("cross-validation");
    expect(adviseOnSeen("tides", 0, seen)).toContain("none is left to measure");
    expect(adviseOnSeen("tides", 95, seen)).toBeUndefined();
    expect(adviseOnSeen("tides", 5, { ...seen, isIncluded: true })).toBeUndefined();
  });
});
