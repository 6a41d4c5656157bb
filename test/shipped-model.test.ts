import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { SHIPPED_MODELS, type ShippedName, shippedModule } from "../scripts/shipped-recipe.ts";
import { packMssModel } from "../src/extractors/index.ts";
import { EXTRACTORS, extract } from "../src/index.ts";
import { readModelHead } from "../src/model/index.ts";
import { shippedModel } from "../src/papers.ts";
import { words } from "../src/text/index.ts";
import { makeArticlePage } from "./newsroom/index.ts";

const ROOT = join(import.meta.dirname, "..");
const NAMES = ["mss", "fused", "wrapper"] as const satisfies readonly ShippedName[];
/** The most that the default extractor may read: its own model and that of its base learner. */
const MAX_BYTES = 1_500_000;
/** Sets whose licences allow it, and pages of our own; written down again, so that a recipe cannot allow itself more. */
const CLEAN_SETS = {
  mss: ["wcxb-dev", "fundus-a", "zh-immortal", "newsroom-old"],
  fused: ["wcxb-dev", "fundus-a", "zh-immortal", "newsroom-old", "zh-gne"],
  wrapper: ["wcxb-dev", "fundus-a", "zh-immortal", "newsroom-old"],
} as const satisfies Record<ShippedName, readonly string[]>;

function readJson(name: ShippedName): string {
  return gunzipSync(readFileSync(join(ROOT, SHIPPED_MODELS[name].file))).toString();
}

test.each(NAMES)("the module of %s carries the model file, byte for byte", (name) => {
  const module = readFileSync(join(ROOT, SHIPPED_MODELS[name].module), "utf8");
  expect(module === shippedModule(name, readJson(name))).toBe(true);
});

test.each(NAMES)(
  "the model of %s names what it was trained on, sets with licences that allow it alone",
  (name) => {
    const { sets, domains, seed } = readModelHead(JSON.parse(readJson(name))).training;
    expect(sets.map((set) => set.name)).toEqual(CLEAN_SETS[name]);
    expect(domains.length).toBeGreaterThan(name === "wrapper" ? 50 : 500);
    expect(seed).toBe(1);
  },
);

test("the tables that are decoded late are those of the file", () => {
  expect(packMssModel(shippedModel())).toEqual(JSON.parse(readJson("mss")));
});

test("the models are small together, as files and as the modules that bundles carry", () => {
  for (const kind of ["file", "module"] as const) {
    const sizes = NAMES.map((name) => statSync(join(ROOT, SHIPPED_MODELS[name][kind])).size);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(MAX_BYTES);
  }
});

test("the learned extractor's model weighs pages of all kinds and judges them", () => {
  expect(JSON.parse(readJson("fused"))).toMatchObject({
    trees: expect.any(String),
    otherTrees: expect.any(String),
    verdict: { features: expect.any(Array) },
  });
});

test.each(["fused", "mss", "mss-hr", "mss-unigram"] as const)(
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
