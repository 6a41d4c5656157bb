import { describe, expect, test } from "vitest";
import type { SiteProfile } from "../../page/index.ts";
import { describeChange } from "./describe-change.ts";

function profile(...paths: readonly string[]): SiteProfile {
  const places = paths.map((path) => ({ path, pages: 9, words: 40, role: "body" as const }));
  return {
    format: "galley-site-profile",
    version: 1,
    site: "harbour.example",
    made: "2026-03-12T07:30:00.000Z",
    pages: 9,
    repeated: {},
    templates: paths.length === 0 ? [] : [{ pages: 9, paths: places }],
  };
}

describe("describeChange", () => {
  test.each([
    [profile("html/body/p"), profile("html/body/p"), "the template of 2026-03-12 still holds"],
    [profile(), profile(), "no template on 2026-03-12, and none now"],
    [profile(), profile("html/body/p"), "no template on 2026-03-12, one now"],
    [profile("html/body/p"), profile(), "the template of 2026-03-12 is gone"],
    [
      profile("html/body/p", "html/body/ul/li"),
      profile("html/body/p", "html/body/div/p"),
      "of the 2 places of the template of 2026-03-12 1 are gone, 1 are new (no more html/body/ul/li; new html/body/div/p)",
    ],
  ])("tells what became of a template (%#)", (before, after, words) => {
    expect(describeChange(before, after)).toBe(words);
  });
});
