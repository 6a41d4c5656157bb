import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { SHIPPED_MODELS, shippedModule } from "../scripts/shipped-module.ts";
import { EXTRACTORS, extract, shippedModel } from "../src/index.ts";
import { words } from "../src/text/index.ts";
import { makeArticlePage } from "./newsroom/index.ts";

const ROOT = join(import.meta.dirname, "..");
const FILE = join(ROOT, SHIPPED_MODELS.mss.file);
/** The most that a model may add to the package. */
const MAX_BYTES = 3_000_000;
/** Sets whose licences allow it, and pages of our own. */
const CLEAN_SETS = ["wcxb-dev", "fundus-a", "zh-immortal", "newsroom-old"];

test("the module carries the model file, byte for byte", () => {
  const json = gunzipSync(readFileSync(FILE)).toString();
  expect(readFileSync(join(ROOT, SHIPPED_MODELS.mss.module), "utf8") === shippedModule("mss", json)).toBe(
    true,
  );
});

test("the model file is small and names what it was trained on, sets with licences that allow it alone", () => {
  expect(statSync(FILE).size).toBeLessThan(MAX_BYTES);
  const { sets, domains, seed } = shippedModel().training;
  expect(sets.map(({ name }) => name)).toEqual(CLEAN_SETS);
  expect(domains.length).toBeGreaterThan(500);
  expect(seed).toBe(1);
});

test.each(["mss", "mss-hr", "mss-unigram"] as const)(
  "%s finds a made-up story of a look it never met",
  (id) => {
    const page = makeArticlePage({ look: "modern-grid-2025", language: "en", seed: 4711 });
    const kept = new Set(words(extract(page.html, { extractor: id }).text));
    const truth = words(page.truth.body ?? "");
    expect(truth.filter((word) => kept.has(word)).length / truth.length).toBeGreaterThan(0.9);
    expect(EXTRACTORS[id].trainedOn()).toEqual(shippedModel().training.domains);
  },
);
