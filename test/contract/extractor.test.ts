import { describe, expect, test } from "vitest";
import type { Extractor } from "../../src/extractors/index.ts";
import { type Page, reasonCode } from "../../src/page/index.ts";
import { EXTRACTOR_CONTRACT } from "./extractor.ts";
import { contractExtractors } from "./extractors.ts";

const QUICK = EXTRACTOR_CONTRACT.filter(({ isLong }) => !isLong);

for (const extractor of contractExtractors()) {
  describe(`${extractor.id} keeps the extractor contract`, () => {
    test.each(QUICK.map((promise) => [promise.name, promise] as const))("%s", (_, promise) => {
      promise.check(() => extractor);
    });
  });
}

describe("the contract itself", () => {
  const breakers: Record<string, Partial<Extractor>> = {
    "a score that is too high": { extract: (page) => ({ ...verdict(page), scores: fill(page, 2) }) },
    "a leaf without a score": { extract: (page) => ({ ...verdict(page), scores: fill(page, 1).slice(1) }) },
    "a leaf without a reason": {
      extract: (page) => ({ ...verdict(page), reasons: new Uint8Array(page.leaves.count) }),
    },
    "a cut past the end of its leaf": {
      extract: (page) => ({
        ...verdict(page),
        cuts: page.leaves.count > 0 ? [{ leaf: 0, from: 0, to: 1e9 }] : [],
      }),
    },
    "a leaf without a role": {
      extract: (page) => ({
        ...verdict(page),
        roles: { roles: new Uint8Array(page.leaves.count + 1), chances: fill(page, 1) },
      }),
    },
    "a verdict without a chance": {
      extract: (page) => ({
        ...verdict(page),
        verdict: { isArticle: Number.NaN, pageType: "article", confidence: 1 },
      }),
    },
    "an answer that changes": {
      extract: (page) => ({ ...verdict(page), scores: fill(page, Math.random()) }),
    },
    "a page that was written to": {
      extract(page) {
        page.leaves.visible.fill(0);
        return verdict(page);
      },
    },
  };

  test.each(Object.entries(breakers))("catches %s", (_, fault) => {
    const faulty: Extractor = { id: "faulty", needs: [], extract: verdict, ...fault };
    expect(() => {
      for (const { check } of QUICK) check(() => faulty);
    }).toThrow("Broken promise");
  });
});

function verdict(page: Page) {
  return {
    scores: fill(page, 1),
    reasons: new Uint8Array(page.leaves.count).fill(reasonCode("everything is kept")),
  };
}

function fill(page: Page, score: number): Float32Array {
  return new Float32Array(page.leaves.count).fill(score);
}
