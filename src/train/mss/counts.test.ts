import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FeatureCounts } from "./counts.ts";

const SIGHTING = fc.record({
  hash: fc.integer({ min: -40, max: 40 }),
  site: fc.integer({ min: 1, max: 5 }),
  inside: fc.nat(3),
  outside: fc.nat(3),
});

describe("counts of features by site", () => {
  test("are those of a plain map, and sites are counted up to three", () => {
    fc.assert(
      fc.property(fc.array(SIGHTING, { maxLength: 400 }), (sightings) => {
        const counts = new FeatureCounts(1000);
        const plain = new Map<number, { inside: number; outside: number; sites: Set<number> }>();
        for (const { hash, site, inside, outside } of sightings) {
          counts.add(hash, site, inside, outside);
          const seen = plain.get(hash) ?? { inside: 0, outside: 0, sites: new Set() };
          seen.inside += inside;
          seen.outside += outside;
          plain.set(hash, { ...seen, sites: seen.sites.add(site) });
        }
        for (const minSites of [1, 2, 3]) {
          const expected = [...plain].filter(([, { sites }]) => sites.size >= minSites);
          const listed = counts.list(minSites).sort((a, b) => a.hash - b.hash);
          expect(listed).toEqual(
            expected
              .map(([hash, { inside, outside }]) => ({ hash, inside, outside }))
              .sort((a, b) => a.hash - b.hash),
          );
        }
        expect(counts.size).toBe(plain.size);
      }),
    );
  });

  test("stay right while the table grows", () => {
    const counts = new FeatureCounts(1_000_000);
    for (let round = 0; round < 2; round++)
      for (let hash = 0; hash < 20_000; hash++) counts.add(hash * 7919, 1 + round, hash, 1);
    const listed = counts.list(2).sort((a, b) => a.hash - b.hash);
    expect(listed).toHaveLength(20_000);
    expect(listed[777]).toEqual({ hash: 777 * 7919, inside: 2 * 777, outside: 2 });
  });

  test("lose the features of one site with the lowest counts when there are too many", () => {
    const counts = new FeatureCounts(8);
    for (const site of [1, 2]) counts.add(100, site, 1, 0);
    for (const [hash, often] of [
      [1, 5],
      [2, 1],
      [3, 1],
      [4, 6],
      [5, 7],
      [6, 8],
      [7, 9],
    ] as const)
      counts.add(hash, 1, often, 0);
    expect(counts.forgotten).toBe(0);
    counts.add(8, 3, 1, 0);
    expect(counts.forgotten).toBe(2);
    expect(
      counts
        .list(1)
        .map(({ hash }) => hash)
        .sort((a, b) => a - b),
    ).toEqual([1, 4, 5, 6, 7, 8, 100]);
  });

  test("never take more memory than their limit, however many features come", () => {
    const counts = new FeatureCounts(3000);
    let most = 0;
    for (let hash = 0; hash < 100_000; hash++) {
      counts.add(Math.imul(hash, 0x9e3779b1), 1, 1, 0);
      most = Math.max(most, counts.size);
    }
    expect(most).toBe(3000);
    expect(counts.sizeBytes).toBe(4096 * 36);
    expect(counts.forgotten).toBeGreaterThan(90_000);
  });
});
