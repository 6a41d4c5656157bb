import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tinyModelFile } from "../extractors/mss/made-up-models.testing.ts";
import { chooseExtractor, chooseExtractors, readModelJson } from "./choose-extractors.ts";

let folder: string;
let model: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "galley-choose-"));
  model = join(folder, "model.json");
  writeFileSync(model, JSON.stringify(tinyModelFile(["bay.example"])));
});
afterAll(() => rmSync(folder, { recursive: true }));

const failing = (code: string, message: RegExp): unknown =>
  expect.objectContaining({ code, message: expect.stringMatching(message) });

describe("a choice of extractors", () => {
  test("is the default without names, and the model's own method with a model", () => {
    expect(chooseExtractor(undefined, {}).id).toBe("fused");
    expect(chooseExtractor(undefined, { model }).id).toBe("mss");
    expect(chooseExtractor("mss-hr", { model }).id).toBe("mss-hr");
  });

  test("gives the model to those that it is made for and leaves the others as they are", () => {
    const [econ, mss] = chooseExtractors(["econ", "mss-hr"], { model });
    expect(econ?.id).toBe("econ");
    expect(econ?.trainedOn).toBeUndefined();
    expect(mss?.id).toBe("mss-hr");
    expect(mss?.trainedOn?.()).toEqual(["bay.example"]);
  });

  test("is refused where the model is of no use to it", () => {
    expect(() => chooseExtractors(["econ", "coreex"], { model })).toThrow(
      failing("BAD_OPTION", /^The model is made for mss, .+, not for econ, coreex; name what/),
    );
  });

  test("has the settings of its paper where they are asked for, over the model that is given", () => {
    const settings = "paper";
    const [econ, mss] = chooseExtractors(["econ", "mss"], { model, settings });
    expect([econ?.id, mss?.id]).toEqual(["econ", "mss"]);
    expect(econ).not.toBe(chooseExtractor("econ", {}));
    expect(mss?.trainedOn?.()).toEqual(["bay.example"]);
    expect(chooseExtractor(undefined, { model, settings })).toBe(mss);
    expect(chooseExtractor("econ", { settings })).toBe(chooseExtractor("econ", { settings }));
  });

  test.each([[undefined, "fused"] as const, ["coreex", "coreex"] as const])(
    "is refused where the extractor has no settings of a paper: %s",
    (name, id) => {
      const advice = `^The extractor ${id} has no settings of a paper; name some of econ, .+ or leave --settings out`;
      expect(() => chooseExtractor(name, { settings: "paper" })).toThrow(
        failing("BAD_OPTION", new RegExp(advice)),
      );
    },
  );

  test("has the bias that is given, where it takes one", () => {
    const [econ, mss] = chooseExtractors(["econ", "mss"], { model, bias: 0.14 });
    expect(econ).toBe(chooseExtractor("econ", {}));
    expect(mss).not.toBe(chooseExtractor("mss", { model }));
    expect(mss?.trainedOn?.()).toEqual(["bay.example"]);
    expect(chooseExtractor("mss", { model, bias: 0.14 })).toBe(mss);
    expect(() => chooseExtractor("econ", { bias: 0.14 })).toThrow(
      failing("BAD_OPTION", /^A bias is for mss, mss-hr, mss-unigram, not for econ; name one of them/),
    );
  });

  test("reads a model once, even when its file is gone", () => {
    const path = join(folder, "once.json");
    writeFileSync(path, JSON.stringify(tinyModelFile()));
    const first = chooseExtractor("mss", { model: path });
    rmSync(path);
    expect(chooseExtractor("mss", { model: path })).toBe(first);
    expect(() => chooseExtractor(undefined, { model: join(folder, "never.json") })).toThrow(
      failing("FILE_NOT_FOUND", /never\.json/),
    );
  });
});

const TEXT = JSON.stringify({ format: "some model", counts: "abc".repeat(500) });

function put(name: string, content: string | Uint8Array): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}
const badModel = (path: string, problem: string): unknown =>
  expect.objectContaining({
    code: "BAD_MODEL",
    message: `The model cannot be used: the file ${path} is ${problem}.`,
  });

describe("a model file", () => {
  test("is JSON, packed or not", () => {
    expect(readModelJson(put("some.json", TEXT))).toEqual(JSON.parse(TEXT));
    expect(readModelJson(put("some.json.gz", gzipSync(TEXT)))).toEqual(JSON.parse(TEXT));
  });

  test.each<[string, string | Uint8Array, string]>([
    ["cut short while packed", gzipSync(TEXT).subarray(0, 40), "damaged or cut short"],
    ["damaged while packed", gzipSync(TEXT).fill(7, 12, 30), "damaged or cut short"],
    ["cut short", TEXT.slice(0, -10), "cut short or not JSON"],
    ["cut short before it was packed", gzipSync(TEXT.slice(0, -10)), "cut short or not JSON"],
    ["empty", "", "cut short or not JSON"],
    ["a page", "<p>The tide was in.</p>", "cut short or not JSON"],
  ])("is no model when it is %s", (name, content, problem) => {
    const path = put(`${name}.json`, content);
    expect(() => readModelJson(path)).toThrow(badModel(path, problem));
  });

  test("is not read when it is huge", () => {
    const path = put("sparse.json", "");
    const file = openSync(path, "r+");
    ftruncateSync(file, 50_000_000_000);
    closeSync(file);
    expect(() => readModelJson(path)).toThrow(badModel(path, "over 256 MiB"));
  });

  test("is a file that is there", () => {
    expect(() => readModelJson(join(folder, "nowhere.json"))).toThrow(failing("FILE_NOT_FOUND", /nowhere/));
    expect(() => readModelJson(folder)).toThrow(failing("FILE_UNREADABLE", /./));
  });
});
