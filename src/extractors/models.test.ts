import { describe, expect, test } from "vitest";
import { parseHtml } from "../html/index.ts";
import { KEEP_SCORE, Page } from "../page/index.ts";
import { learnSiteModel } from "../train/mss/learn-site.ts";
import { extractorFromModel } from "./models.ts";
import { readMssModel } from "./mss/features.ts";
import { tinyModelFile } from "./mss/made-up-models.testing.ts";
import { packSiteModel } from "./mss/site-model.ts";
import { PLAIN_MODEL } from "./wrapper/models.testing.ts";
import { packWrapperModel } from "./wrapper/wrapper.ts";

const MODEL: unknown = JSON.parse(JSON.stringify(tinyModelFile(["bay.example"])));
const PAGE = new Page(parseHtml("<p>The tide came in.</p><hr><p>More news.</p>"));

function kept(id?: string): number {
  const { scores } = extractorFromModel(MODEL, id).extract(PAGE, {});
  return scores.filter((score) => score >= KEEP_SCORE).length;
}

function failing(problem: string): unknown {
  return expect.objectContaining({ code: "BAD_MODEL", message: `The model cannot be used: ${problem}.` });
}

describe("the extractor of a model", () => {
  test("is the model's own method where none is named", () => {
    const extractor = extractorFromModel(MODEL);
    expect(extractor.id).toBe("mss");
    expect(extractor.trainedOn?.()).toEqual(["bay.example"]);
    expect(kept()).toBe(2);
  });

  test("is the named method over the same model", () => {
    expect(extractorFromModel(MODEL, "mss-unigram").id).toBe("mss-unigram");
    expect(kept("mss-unigram")).toBe(2);
    expect(kept("mss-hr")).toBe(1);
  });

  test("is that of a site for what was learnt from its pages", () => {
    const pages = ["one", "two", "three"].map((day) => new Page(parseHtml(`<p>The tide of day ${day}.</p>`)));
    const learnt = packSiteModel(learnSiteModel(pages, { from: readMssModel(MODEL) }));
    const extractor = extractorFromModel(JSON.parse(JSON.stringify(learnt)));
    expect(extractor.id).toBe("mss-site");
    expect(extractor.extract(PAGE, {}).scores).toHaveLength(PAGE.leaves.count);
    expect(() => extractorFromModel(learnt, "mss")).toThrow(failing("it is made for mss-site, not for mss"));
  });

  test("is the wrapper for judges of title and body", () => {
    const extractor = extractorFromModel(JSON.parse(JSON.stringify(packWrapperModel(PLAIN_MODEL))));
    expect(extractor.id).toBe("wrapper");
    expect(extractor.trainedOn?.()).toEqual(["harbour-courier.example"]);
    expect(extractor.extract(PAGE, {}).scores).toHaveLength(PAGE.leaves.count);
  });

  test("is none where the named method does not read it", () => {
    expect(() => extractorFromModel(MODEL, "econ")).toThrow(
      failing("it is made for mss, mss-hr, mss-unigram, not for econ"),
    );
  });

  test.each<[string, unknown, string]>([
    ["a list", [], "it is not a galley model"],
    ["other JSON", { name: "galley" }, "it is not a galley model"],
    [
      "another method",
      { ...tinyModelFile(), method: "oracle" },
      "its method is oracle, and this galley knows mss, fused, wrapper, mss-site, template",
    ],
    [
      "another version",
      { ...tinyModelFile(), version: 2 },
      "it is of version 2, and this galley reads version 1",
    ],
  ])("is none where the JSON is %s", (_, value, problem) => {
    expect(() => extractorFromModel(value)).toThrow(failing(problem));
  });

  test("cuts a long error message", () => {
    const endless = { ...tinyModelFile(), features: Array(100_000).fill("feature") };
    expect(() => extractorFromModel(endless)).toThrow(/^The model cannot be used: .{500}…\.$/);
  });
});
