import { describe, expect, test } from "vitest";
import {
  BLOCK_EVIDENCE,
  blockChances,
  confidenceRow,
  NOISE_FEATURE_NAMES,
  PAGE_FEATURES,
} from "../../extractors/index.ts";
import { chanceOf, toProbability } from "../../model/index.ts";
import { learnBeyondBodies, type PageStudy } from "./study-pages.ts";

const LINK_SHARE = NOISE_FEATURE_NAMES.indexOf("linkShare");
const PROBABILITY = PAGE_FEATURES.indexOf("body probability");

function blockRow(linkShare: number): Float32Array {
  const row = new Float32Array(NOISE_FEATURE_NAMES.length);
  row[LINK_SHARE] = linkShare;
  return row;
}

function pageRow(probability: number): Float32Array {
  const row = new Float32Array(PAGE_FEATURES.length);
  row[PROBABILITY] = probability;
  return row;
}

/** A page of two blocks: the article, and links that are none of it. */
function pageOf(at: number, change: Partial<PageStudy> = {}): PageStudy {
  const isArticle = at % 2 === 0;
  return {
    site: `s${at}.example`,
    isTrainedOn: false,
    isForNoise: true,
    isArticle,
    blocks: {
      rows: [blockRow(0), blockRow(1)],
      words: [100, 20],
      shares: [1, 0],
      weights: Float32Array.of(80, 20),
      truthWords: 100,
    },
    // Every second answer keeps the links too; nothing is known of other pages.
    answer: () => ({
      row: pageRow(isArticle ? 0.9 : 0.1),
      isRight: isArticle ? at % 4 === 0 : null,
      ...(isArticle && { evidence: evidenceOf(at % 4 !== 0) }),
    }),
    ...change,
  };
}

/** The blocks of such a page beside an answer that keeps the article, and the links or not. */
function evidenceOf(keepsLinks: boolean) {
  const values = new Float32Array(2 * BLOCK_EVIDENCE.length);
  values[BLOCK_EVIDENCE.length + BLOCK_EVIDENCE.indexOf("text.linkShare")] = 1;
  const answered = {
    blocks: Int32Array.of(0, 1),
    words: Float64Array.of(100, 20),
    isKept: Uint8Array.of(1, Number(keepsLinks)),
    isProse: Uint8Array.of(1, 0),
  };
  return { answered, values, shares: [1, 0], weights: Float32Array.of(80, 20) };
}

const pages = Array.from({ length: 120 }, (_, at) => pageOf(at));

describe("what is learned beyond bodies", () => {
  test("tells noise from text", () => {
    const { noise } = learnBeyondBodies(pages, 1);
    const chance = (linkShare: number) => toProbability(noise!.scoreRow(blockRow(linkShare), 0));
    expect(chance(0)).toBeGreaterThan(0.9);
    expect(chance(1)).toBeLessThan(0.1);
  });

  test("learns noise only from the pages that are for it", () => {
    const [two, one] = [blockRow(0), blockRow(1)];
    const swapped = pages.map((page) => ({
      ...page,
      isForNoise: false,
      blocks: { ...page.blocks!, rows: [one, two] },
    }));
    const { noise } = learnBeyondBodies([...pages, ...swapped], 1);
    expect(toProbability(noise!.scoreRow(blockRow(0), 0))).toBeGreaterThan(0.9);
  });

  test("tells articles from other pages", () => {
    const { verdict } = learnBeyondBodies(pages, 1);
    expect(chanceOf(verdict!.isArticle, pageRow(0.9))).toBeGreaterThan(0.9);
    expect(chanceOf(verdict!.isArticle, pageRow(0.1))).toBeLessThan(0.1);
  });

  test("is surer of an answer that agrees with what trees say of all blocks", () => {
    const { verdict } = learnBeyondBodies(pages, 1);
    const confidenceOf = (keepsLinks: boolean) => {
      const { answered, values } = evidenceOf(keepsLinks);
      const row = confidenceRow(answered, blockChances(verdict!.blocks, values, 2));
      return chanceOf(verdict!.confidence, row);
    };
    expect(confidenceOf(false)).toBeGreaterThan(0.7);
    expect(confidenceOf(true)).toBeLessThan(0.3);
  });

  test("has no verdict from pages that the classifiers were trained on", () => {
    const trainedOn = pages.map((page) => ({ ...page, isTrainedOn: true }));
    expect(Object.keys(learnBeyondBodies(trainedOn, 1))).toEqual(["noise"]);
  });

  test("is nothing where pages are few", () => {
    expect(learnBeyondBodies(pages.slice(0, 10), 1)).toEqual({});
  });
});
