import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { EXTRACTORS, type Extractor } from "../extractors/index.ts";
import { adviseOnSeen, describeSeen, domainOf, makeSeenBy, readUnseenSites, SeenCount } from "./sites.ts";

describe("domain", () => {
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
});

describe("labelled sites", () => {
  let folder = "";

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "galley-sites-"));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  /** The sites of a set of these pages that an extractor has not seen, with the ids of their pages. */
  async function sitesOf(pages: readonly object[], ...trainedOn: readonly string[]): Promise<unknown> {
    const lines = pages.map((page, id) =>
      JSON.stringify({ id: String(id), html: "<p>", body: "Tide.", ...page }),
    );
    writeFileSync(join(folder, "index.jsonl"), lines.join("\n"));
    const extractor: Pick<Extractor, "id" | "trainedOn"> = { id: "tide", trainedOn: () => trainedOn };
    const sites = await readUnseenSites(folder, extractor as Extractor);
    return sites.map(({ site, era, labels }) => [site, era, ...labels.map(({ id }) => id)]);
  }

  test("pages of one site are together, by its name or else the domain of their addresses", async () => {
    const pages = [
      { site: "bay.example" },
      { url: "https://www.cape.example/1" },
      { site: "bay.example", url: "https://other.example/" },
      { url: "https://cape.example/2" },
    ];
    expect(await sitesOf(pages)).toEqual([
      ["bay.example", null, "0", "2"],
      ["cape.example", null, "1", "3"],
    ]);
  });

  test("a site of two eras is two, and pages of nobody's site are none", async () => {
    const pages = [{ site: "bay.example", era: "2004" }, {}, { site: "bay.example", era: "2024" }];
    expect(await sitesOf(pages)).toEqual([
      ["bay.example", "2004", "0"],
      ["bay.example", "2024", "2"],
    ]);
  });

  test("sites that were learned from are left out, and labels of no body or of its beginning", async () => {
    const pages = [
      { site: "bay.example" },
      { site: "cape.example", body: undefined },
      { site: "cape.example", bodyIsPrefix: true },
      { site: "cape.example" },
    ];
    expect(await sitesOf(pages, "bay.example")).toEqual([["cape.example", null, "3"]]);
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

  test("the counts stay away where they are all the same", () => {
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
