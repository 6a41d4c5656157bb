import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { makePages } from "../../../test/newsroom/index.ts";
import { parseHtml } from "../../html/index.ts";
import { BlockNetwork, plainKernels, TableReader, TableWriter, toProbability } from "../../model/index.ts";
import { Page } from "../../page/index.ts";
import type { Extractor } from "../extractor.ts";
import { EXTRACTORS } from "../index.ts";
import { shippedAttention, shippedBaseLearners, shippedFused } from "../models.ts";
import { AttentionWeigher, readAttention, restoreAttention, storeAttention } from "./attention.ts";
import { makeFused } from "./fused.ts";
import { fusedRows } from "./rows.ts";

const FILE = JSON.parse(gunzipSync(readFileSync("models/attention.json.gz")).toString()) as Record<
  string,
  unknown
>;
const STORY = makePages({ count: 1, seed: 11 })[0]!.html;
const PROSE =
  "<p>The last ferry left the quay at dawn, and nobody was there to see it go, the master said.</p>";
/** Trees do not know what to make of the lines in the middle. */
const UNSURE = `<title>Ferry leaves</title><h1>Ferry leaves</h1>${PROSE.repeat(3)}<div>${"<div>The quay will see it again on Sunday, when the <a href=/wind>wind</a> has turned</div>".repeat(9)}</div>`;

function weigh(html: string, weigher: AttentionWeigher): Float64Array | undefined {
  const page = new Page(parseHtml(html)).revealed;
  const parts = { lexicon: shippedFused().lexicon, baseLearners: shippedBaseLearners() };
  return weigher.weigh(page, fusedRows(page, {}, parts));
}

describe("the network beside the trees", () => {
  const weigher = new AttentionWeigher(shippedAttention());

  test("gives the same log-odds in WebAssembly and JavaScript, to the last bit", () => {
    const plain = new AttentionWeigher(
      shippedAttention(),
      new BlockNetwork(shippedAttention().weights, plainKernels),
    );
    for (const { html } of makePages({ count: 6, seed: 3 })) {
      const logOdds = weigh(html, weigher);
      expect(logOdds).toEqual(weigh(html, plain));
      expect(new Set(logOdds).size).toBeGreaterThan(10);
    }
  });

  test("weighs the blocks of pages of any length below a limit, in windows", () => {
    const line = "<p>The last ferry left the quay at dawn, and nobody was there to see it go.</p>";
    for (const count of [1, 1024, 1025, 4096]) {
      const logOdds = weigh(line.repeat(count), weigher)!;
      expect(logOdds.length).toBe(count);
      expect(logOdds.every((own) => Number.isFinite(own) && own !== 0)).toBe(true);
    }
    expect(weigh(line.repeat(4097), weigher)).toBeUndefined();
    expect(weigh("<img src=a.jpg>", weigher)).toBeUndefined();
  });

  test("runs where trees are unsure, in the default extractor alone", () => {
    const asked = (html: string, extractor: Extractor) =>
      extractor.extract(new Page(parseHtml(html)), {}).notes?.networkWeight;
    expect(asked(UNSURE, EXTRACTORS.fused)).toBe(shippedAttention().weight);
    expect(asked(UNSURE, makeFused(shippedFused, shippedBaseLearners()))).toBe(0);
    const stories = makePages({ count: 12, seed: 3 }).map(({ html }) => asked(html, EXTRACTORS.fused));
    expect(stories.filter((weight) => weight === 0).length).toBeGreaterThan(3);
  });

  test("changes scores by its share, which is explained", () => {
    const page = new Page(parseHtml(UNSURE));
    const { fused } = EXTRACTORS;
    const blended = fused.extract(page, {});
    const trees = makeFused(shippedFused, shippedBaseLearners()).extract(page, {});
    expect(blended.scores).not.toEqual(trees.scores);
    const contributions = fused.explain!(page, {}, blended)(1);
    const share = contributions.find(({ feature }) => feature === "network")!;
    expect(share.weight).toBeCloseTo(shippedAttention().weight * share.value!, 5);
    const withoutThreshold = contributions.filter(({ feature }) => feature !== "threshold");
    const sum = withoutThreshold.reduce((all, { weight }) => all + weight, 0);
    expect(withoutThreshold.reduceRight((all, { weight }) => all + weight, 0)).toBe(sum);
    expect(toProbability(sum)).toBeGreaterThan(0);
  });

  test("is the same through its tables", () => {
    const writer = new TableWriter();
    storeAttention(shippedAttention(), writer);
    const { bytes, stamp } = writer.finish();
    const restored = restoreAttention(TableReader.of(bytes, stamp)!);
    expect(restored).toEqual(shippedAttention());
    expect(weigh(STORY, new AttentionWeigher(restored))).toEqual(weigh(STORY, weigher));
  });
});

describe("its model file", () => {
  test("is read as it was written", () => {
    expect(readAttention(FILE)).toEqual(shippedAttention());
  });

  test.each([
    ["is of another method", { method: "mss" }],
    ["has an unknown feature", { features: ["moon", "text.words"] }],
    ["has features and no quantiles", { features: ["text.words", "text.links"] }],
    ["has no weight", { weight: null }],
    ["has a weight that sums cannot hold", { weight: 0.3 }],
    ["has a weight above 1", { weight: 2 }],
    ["has no quantiles", { bounds: "" }],
    ["has no ranks", { ranks: undefined }],
    ["has no layers", { layers: undefined }],
  ])("is refused where it %s", (_, change) => {
    expect(() => readAttention({ ...FILE, ...change })).toThrow(
      expect.objectContaining({ code: "BAD_MODEL" }),
    );
  });
});
