import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tinyModelFile } from "../extractors/mss/made-up-models.testing.ts";
import { chooseExtractor, chooseExtractors } from "./choose-extractors.ts";

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
    expect(chooseExtractor(undefined, undefined).id).toBe("fused");
    expect(chooseExtractor(undefined, model).id).toBe("mss");
    expect(chooseExtractor("mss-hr", model).id).toBe("mss-hr");
  });

  test("gives the model to those that it is made for and leaves the others as they are", () => {
    const [econ, mss] = chooseExtractors(["econ", "mss-hr"], model);
    expect(econ?.id).toBe("econ");
    expect(econ?.trainedOn).toBeUndefined();
    expect(mss?.id).toBe("mss-hr");
    expect(mss?.trainedOn?.()).toEqual(["bay.example"]);
  });

  test("is refused where the model is of no use to it", () => {
    expect(() => chooseExtractors(["econ", "coreex"], model)).toThrow(
      failing("BAD_OPTION", /^The model is made for mss, .+, not for econ, coreex; name what/),
    );
  });

  test("reads a model once, even when its file is gone", () => {
    const path = join(folder, "once.json");
    writeFileSync(path, JSON.stringify(tinyModelFile()));
    const first = chooseExtractor("mss", path);
    rmSync(path);
    expect(chooseExtractor("mss", path)).toBe(first);
    expect(() => chooseExtractor(undefined, join(folder, "never.json"))).toThrow(
      failing("FILE_NOT_FOUND", /never\.json/),
    );
  });
});
