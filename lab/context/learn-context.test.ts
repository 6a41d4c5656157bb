import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CONTEXT_FEATURES } from "../../src/extractors/index.ts";
import { toProbability } from "../../src/model/index.ts";
import { readExamples, type TrainingExamples } from "../../src/train/fused/examples.ts";
import { FUSED_DEFAULTS } from "../../src/train/fused/train-fused.ts";
import { makeSite, writeSite } from "../../test/newsroom/index.ts";
import { growContextTrees, learnContext } from "./learn-context.ts";

const WIDTH = CONTEXT_FEATURES.length;
const PATH = CONTEXT_FEATURES.indexOf("pathOthers");

test("a block is kept where others under the same tags and classes are", () => {
  const count = 400;
  const values = new Float32Array(count * WIDTH);
  const labels = Float32Array.from({ length: count }, (_, row) => row % 2);
  for (const [row, label] of labels.entries()) values[row * WIDTH + PATH] = label === 1 ? 4 : -4;
  const weights = new Float32Array(count).fill(10);
  const trees = growContextTrees([{ places: new Int32Array(count), values, labels, weights }], 1);
  const kept = trees.scoreRow(values, WIDTH);
  const dropped = trees.scoreRow(values, 0);
  expect(toProbability(kept)).toBeGreaterThan(0.9);
  expect(toProbability(dropped)).toBeLessThan(0.1);
});

describe("learning from articles", () => {
  const options = {
    ...FUSED_DEFAULTS,
    folds: 2,
    boosting: { trees: 8, minChildWeight: 1 },
    mss: { ...FUSED_DEFAULTS.mss, minSites: 1, minTokens: 1 },
    choose: ({ pageType }: { readonly pageType: string | null }) => pageType === "article",
  };
  let folder = "";
  let examples: TrainingExamples;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "galley-context-"));
    const looks = ["tables-2005", "wordpress-2014", "broadsheet-2023", "floats-2010"] as const;
    const folders = looks.map((look) => join(folder, look));
    for (const [at, look] of looks.entries())
      await writeSite(makeSite({ look, language: "en", seed: at + 1, articles: 4 }), folders[at]!);
    examples = await readExamples(folders, options);
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("gives the same trees for the same pages", () => {
    const trees = learnContext(examples, options);
    expect(trees.names).toEqual(CONTEXT_FEATURES);
    expect(trees.size).toBe(100);
    expect(learnContext(examples, options).encode()).toBe(trees.encode());
  }, 120_000);
});
