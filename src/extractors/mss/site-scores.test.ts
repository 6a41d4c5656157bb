import { describe, expect, test } from "vitest";
import {
  FULL_IMPORTANCE,
  makeSiteJudge,
  type SiteCounts,
  type SiteSettings,
  type SiteTokens,
} from "./site-scores.ts";
import { TOKEN } from "./tokens.ts";

const SETTINGS: SiteSettings = { constant: 0, clamp: 1e-6, doubt: 2, tagWeight: 1, margin: 0 };
const NOTHING: SiteCounts = countsOf([], []);

function countsOf(inside: number[], outside: number[], importance = inside.map(() => 0)): SiteCounts {
  return {
    inside: Float64Array.from(inside),
    outside: Float64Array.from(outside),
    importance: Uint8Array.from(importance),
  };
}

/** Judges words by the entries of their exact and coarse trigrams, on a site with as many tokens inside as outside. */
function judge(
  counts: { readonly exact?: SiteCounts; readonly coarse?: SiteCounts },
  { exact, coarse, kind, supervised }: Partial<SiteTokens> & Record<"exact" | "coarse", number[]>,
  settings: Partial<SiteSettings> = {},
) {
  return makeSiteJudge({
    totals: { inside: 100, outside: 100 },
    counts: { trigram: counts.exact ?? NOTHING, "coarse trigram": counts.coarse ?? NOTHING },
    settings: { ...SETTINGS, ...settings },
  })({
    kind: kind ?? new Uint8Array(exact.length).fill(TOKEN.word),
    entries: { trigram: Int32Array.from(exact), "coarse trigram": Int32Array.from(coarse) },
    supervised,
  });
}

describe("a token", () => {
  const supervised = { inside: Float32Array.of(0.75), span: { first: 0, last: 0 } };

  test("of which nothing is known is even, or as supervision says", () => {
    expect([...judge({}, { exact: [-1], coarse: [-1] }).inside]).toEqual([0.5]);
    expect([...judge({}, { exact: [-1], coarse: [-1], supervised }).inside]).toEqual([0.75]);
  });

  test("is revised by the counts of its coarse trigram, then by those of its exact one", () => {
    const coarse = countsOf([3], [1]);
    const exact = countsOf([1], [5]);
    const once = (3 + 2 * 0.75) / (4 + 2);
    const twice = (1 + 2 * once) / (6 + 2);
    expect(judge({ coarse }, { exact: [-1], coarse: [0], supervised }).inside[0]).toBeCloseTo(once, 9);
    expect(judge({ coarse, exact }, { exact: [0], coarse: [0], supervised }).inside[0]).toBeCloseTo(twice, 9);
  });

  test("counts more near a border and as a tag", () => {
    const exact = countsOf([4, 4], [0, 0], [FULL_IMPORTANCE, 0]);
    const kind = Uint8Array.of(TOKEN.word, TOKEN.startTag);
    const settings = { constant: 24, doubt: 0, tagWeight: 2 };
    const { scores } = judge({ exact }, { exact: [0, 1], coarse: [-1, -1], kind }, settings);
    expect(scores[0]).toBeCloseTo(0.5 * 25, 2);
    expect(scores[1]).toBeCloseTo(0.5 * 2, 2);
  });
});

describe("the supervised span", () => {
  const exact = countsOf([9, 0], [0, 9]);
  const spanOf = (entries: number[], margin: number) => {
    const supervised = { inside: new Float32Array(entries.length).fill(0.5), span: { first: 1, last: 2 } };
    const coarse = entries.map(() => -1);
    return judge({ exact }, { exact: entries, coarse, supervised }, { margin, doubt: 0 }).span;
  };

  test("stays until another leads by the margin", () => {
    expect(spanOf([0, 0, 0], 1)).toMatchObject({ first: 1, last: 2 });
    expect(spanOf([0, 0, 0], 0.4)).toMatchObject({ first: 0, last: 2 });
  });

  test("stays too where nothing seems to be an article, and that does not lead by the margin", () => {
    expect(spanOf([1, 1, 1], 2)).toMatchObject({ first: 1, last: 2 });
    expect(spanOf([1, 1, 1], 0.5)).toBeUndefined();
  });
});
