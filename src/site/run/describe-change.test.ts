import { describe, expect, test } from "vitest";
import type { SiteProfile } from "../../page/index.ts";
import { describeChange } from "./describe-change.ts";

function profile(...paths: readonly string[]): SiteProfile {
  const places = paths.map((path) => ({ path, pages: 9, words: 40, role: "body" as const }));
  const template = { pages: 9, steps: "names" as const, paths: places, labels: [] };
  return {
    ...{ format: "galley-site-profile", version: 1, site: "harbour.example" },
    made: "2026-03-12T07:30:00.000Z",
    ...{ pages: 9, repeated: {}, templates: paths.length === 0 ? [] : [template] },
  };
}

const FITS = { isStale: false, pages: 9, fitting: 8, missing: [] };
const STALE = { isStale: true, pages: 9, fitting: 1, missing: [] };

describe("describeChange", () => {
  test.each([
    [profile("html/p"), profile("html/p"), FITS, "the template of 2026-03-12 still fits: 8 of 9 articles"],
    [profile(), profile(), STALE, "no template on 2026-03-12, and none now"],
    [profile(), profile("html/p"), STALE, "no template on 2026-03-12, one now"],
    [
      profile("html/p", "html/ul/li"),
      profile("html/p", "html/div/p", "html/q"),
      STALE,
      "the template of 2026-03-12 no longer fits: 1 of 9 articles; 1 place gone (html/ul/li); 2 places new (html/div/p)",
    ],
  ])("tells what became of a template (%#)", (before, after, drift, words) => {
    expect(describeChange(before, after, drift)).toBe(words);
  });
});
