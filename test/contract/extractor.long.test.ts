import { describe, expect, test } from "vitest";
import { EXTRACTORS, type Extractor } from "../../src/extractors/index.ts";
import { reasonCode } from "../../src/page/index.ts";
import { checkExtractor, EXTRACTOR_CONTRACT } from "./extractor.ts";
import { contractExtractors } from "./extractors.ts";

const LONG = EXTRACTOR_CONTRACT.filter(({ isLong }) => isLong);

for (const extractor of contractExtractors()) {
  describe(`${extractor.id} keeps the extractor contract on large pages`, () => {
    test.each(LONG.map((promise) => [promise.name, promise] as const))("%s", (_, promise) => {
      promise.check(() => extractor);
    });
  });
}

describe("the contract itself", () => {
  test("catches quadratic time", () => {
    const faulty: Extractor = {
      id: "faulty",
      needs: [],
      extract({ leaves: { count, node } }) {
        let sum = 0;
        for (let leaf = 0; leaf < count; leaf++) {
          for (let other = 0; other < count; other += 64) sum += node[other]!;
        }
        return {
          scores: new Float32Array(count).fill(sum > 0 ? 1 : 0),
          reasons: new Uint8Array(count).fill(reasonCode("everything is kept")),
        };
      },
    };
    const growth = LONG.filter(({ name }) => name.includes("in proportion"));
    expect(growth).toHaveLength(1);
    expect(() => growth[0]?.check(() => faulty)).toThrow("Broken promise");
  });

  test("can be run as one call", () => {
    expect(() => checkExtractor(() => EXTRACTORS.everything)).not.toThrow();
  });
});
