import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tinyModelFile } from "../extractors/mss/tiny-model.testing.ts";
import { chooseExtractors, type ExtractorChoice } from "./choose-extractors.ts";

let folder: string;
let model: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "galley-choose-"));
  model = join(folder, "model.json");
  writeFileSync(model, JSON.stringify(tinyModelFile(["bay.example"])));
});
afterAll(() => rmSync(folder, { recursive: true }));

const ids = (choice: ExtractorChoice) => chooseExtractors(choice).map(({ id }) => id);
const failing = (code: string, message: RegExp): unknown =>
  expect.objectContaining({ code, message: expect.stringMatching(message) });

describe("a choice of extractors", () => {
  test("is the default without names, and the model's own method with a model", () => {
    expect(ids({})).toEqual(["econ"]);
    expect(ids({ model })).toEqual(["mss"]);
  });

  test("gives the model to those that it is made for and leaves the others as they are", () => {
    const [econ, mss] = chooseExtractors({ names: ["econ", "mss-hr"], model });
    expect(econ?.id).toBe("econ");
    expect(econ?.trainedOn).toBeUndefined();
    expect(mss?.id).toBe("mss-hr");
    expect(mss?.trainedOn?.()).toEqual(["bay.example"]);
  });

  test("is refused where the model is of no use to it", () => {
    expect(() => ids({ names: ["econ", "coreex"], model })).toThrow(
      failing("BAD_OPTION", /^The model is made for mss, .+, not for econ, coreex; name one/),
    );
  });

  test("reads a model once, even when its file is gone", () => {
    const path = join(folder, "once.json");
    writeFileSync(path, JSON.stringify(tinyModelFile()));
    const [first] = chooseExtractors({ names: ["mss"], model: path });
    rmSync(path);
    expect(chooseExtractors({ names: ["mss"], model: path })[0]).toBe(first);
    expect(() => ids({ model: join(folder, "never.json") })).toThrow(
      failing("FILE_NOT_FOUND", /never\.json/),
    );
  });
});
