import { statSync } from "node:fs";
import { expect, test } from "vitest";
import {
  MODELS_MODULE,
  SHIPPED_NAMES,
  type ShippedName,
  shippedFile,
  shippedJson,
} from "../scripts/write-models.ts";
import { packMssModel } from "../src/extractors/index.ts";
import {
  ATTENTION_MODEL,
  FUSED_MODEL,
  LEAN_MODEL,
  MSS_MODEL,
  QUICK_MODEL,
  ROLES_MODEL,
  WRAPPER_MODEL,
} from "../src/extractors/shipped-models.data.ts";
import { EXTRACTORS, extract } from "../src/index.ts";
import { readModelHead } from "../src/model/index.ts";
import { shippedModel } from "../src/papers.ts";
import { words } from "../src/text/index.ts";
import { makeArticlePage } from "./newsroom/index.ts";

/** The most that the default extractor may read: its own models, that of its base learner and that of roles. */
const MAX_BYTES = 1_500_000;
/** The most that all models take in the module that bundles carry; other extractors have models of their own. */
const MAX_MODULE_BYTES = 1_700_000;
/** Sets whose licences allow training, and made-up pages; a second list on purpose, so that a recipe cannot use more. */
const CLEAN_SETS = {
  mss: ["wcxb-dev", "fundus-a", "zh-immortal", "newsroom-old"],
  fused: ["wcxb-dev", "fundus-a", "zh-immortal", "newsroom-old", "zh-gne"],
  attention: ["wcxb-dev", "fundus-a", "zh-immortal", "newsroom-old"],
  wrapper: ["wcxb-dev", "fundus-a", "zh-immortal", "newsroom-old"],
  roles: ["wcxb-dev", "fundus-a", "zh-immortal", "newsroom"],
  lean: ["wcxb-dev", "fundus-a", "zh-immortal", "newsroom-old"],
  quick: ["wcxb-dev", "fundus-a", "zh-immortal", "newsroom-old"],
} as const satisfies Record<ShippedName, readonly string[]>;

test.each(SHIPPED_NAMES)("the generated module carries the model file of %s, byte for byte", (name) => {
  const carried = {
    fused: FUSED_MODEL,
    attention: ATTENTION_MODEL,
    mss: MSS_MODEL,
    wrapper: WRAPPER_MODEL,
    roles: ROLES_MODEL,
    lean: LEAN_MODEL,
    quick: QUICK_MODEL,
  };
  expect(carried[name] === shippedJson(name).trim()).toBe(true);
});

test.each(SHIPPED_NAMES)(
  "the model of %s names what it was trained on, sets with licences that allow it alone",
  (name) => {
    const { sets, domains, seed } = readModelHead(JSON.parse(shippedJson(name))).training;
    expect(sets.map((set) => set.name)).toEqual(CLEAN_SETS[name]);
    expect(domains.length).toBeGreaterThan(name === "wrapper" ? 50 : 500);
    expect(seed).toBe(1);
  },
);

test("the tables that are decoded late are those of the file", () => {
  expect(packMssModel(shippedModel())).toEqual(JSON.parse(shippedJson("mss")));
});

test("the models are small together, as files and as the module that bundles carry", () => {
  const files = SHIPPED_NAMES.map((name) => statSync(shippedFile(name)).size);
  expect(files.reduce((sum, size) => sum + size)).toBeLessThan(MAX_BYTES);
  expect(statSync(MODELS_MODULE).size).toBeLessThan(MAX_MODULE_BYTES);
});

test("what the default extractor reads is small as text", () => {
  const read = [FUSED_MODEL, ATTENTION_MODEL, MSS_MODEL, ROLES_MODEL];
  expect(read.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(MAX_BYTES);
});

test("the learned extractor's model weighs pages of all kinds and judges them", () => {
  expect(JSON.parse(shippedJson("fused"))).toMatchObject({
    trees: expect.any(String),
    otherTrees: expect.any(String),
    context: { features: expect.any(Array) },
    verdict: { features: expect.any(Array) },
  });
});

test.each(["fused", "quick", "lean", "mss", "mss-hr", "mss-unigram"] as const)(
  "%s finds a made-up story of a look it never met",
  (id) => {
    const page = makeArticlePage({ look: "modern-grid-2025", language: "en", seed: 4711 });
    const kept = new Set(words(extract(page.html, { extractor: id }).text));
    const truth = words(page.truth.body ?? "");
    expect(truth.filter((word) => kept.has(word)).length / truth.length).toBeGreaterThan(0.9);
    expect(EXTRACTORS[id].trainedOn?.()).toEqual(
      expect.arrayContaining([...shippedModel().training.domains]),
    );
  },
);
