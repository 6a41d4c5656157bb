import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readModelJson } from "./read-model.ts";

const TEXT = JSON.stringify({ format: "some model", counts: "abc".repeat(500) });
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "galley-model-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

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
    expect(readModelJson(put("model.json", TEXT))).toEqual(JSON.parse(TEXT));
    expect(readModelJson(put("model.json.gz", gzipSync(TEXT)))).toEqual(JSON.parse(TEXT));
  });

  test.each<[string, string | Uint8Array, string]>([
    ["cut short while packed", gzipSync(TEXT).subarray(0, 40), "damaged or cut short"],
    ["damaged while packed", gzipSync(TEXT).fill(7, 12, 30), "damaged or cut short"],
    ["cut short", TEXT.slice(0, -10), "cut short or no JSON"],
    ["cut short before it was packed", gzipSync(TEXT.slice(0, -10)), "cut short or no JSON"],
    ["empty", "", "cut short or no JSON"],
    ["a page", "<p>The tide was in.</p>", "cut short or no JSON"],
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
    const failing = (code: string): unknown => expect.objectContaining({ code });
    expect(() => readModelJson(join(folder, "nowhere.json"))).toThrow(failing("FILE_NOT_FOUND"));
    expect(() => readModelJson(folder)).toThrow(failing("FILE_UNREADABLE"));
  });
});
