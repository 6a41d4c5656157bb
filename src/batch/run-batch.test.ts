import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RawPage } from "../archive/index.ts";
import { tinyModelFile } from "../extractors/mss/made-up-models.testing.ts";
import { readFields } from "./page-line.ts";
import { type BatchOptions, runBatch } from "./run-batch.ts";

const STORY =
  "The mill stood still for a week, and the town, which had never heard it stop, could not sleep.";

function record(fields: object): RawPage {
  return { kind: "line", id: "-:1", line: Buffer.from(JSON.stringify(fields)), folder: "/" };
}
const page = (id: string): RawPage =>
  record({ id, html: `<title>Mill</title><p>${STORY}</p><p>${STORY}</p>` });

let folder: string;
let model: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "galley-batch-"));
  model = join(folder, "model.json.gz");
  writeFileSync(model, gzipSync(JSON.stringify(tinyModelFile())));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function run(
  pages: AsyncIterable<RawPage> | Iterable<RawPage>,
  options: BatchOptions = {},
): Promise<Record<string, unknown>[]> {
  let text = "";
  for await (const { bytes } of runBatch(pages, { workers: 1, ...options })) {
    text += Buffer.from(options.isGzip ? gunzipSync(bytes) : bytes).toString();
  }
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe("runBatch", () => {
  test("gives a line for every page in their order, id first", async () => {
    const ids = Array.from({ length: 11 }, (_, index) => `page ${index}`);
    const lines = await run(ids.map(page), { workers: 2 });
    expect(lines.map(({ id }) => id)).toEqual(ids);
    expect(lines.every((line) => Object.keys(line)[0] === "id" && String(line.text).includes(STORY))).toBe(
      true,
    );
  });

  test("counts pages and failures by code", async () => {
    const broken: RawPage = { kind: "broken", id: "x", code: "BAD_GZIP", message: "It is cut short." };
    const pages = [page("a"), broken, record({ id: "b", html: "" }), record({ id: "c" })];
    let count = 0;
    const failures: Record<string, number> = {};
    for await (const part of runBatch(pages, { workers: 1 })) {
      count += part.pages;
      Object.assign(failures, part.failures);
    }
    expect(count).toBe(4);
    expect(failures).toEqual({ BAD_GZIP: 1, EMPTY_INPUT: 1, BAD_RECORD: 1 });
  });

  test.each([
    ["all fields", undefined],
    ["the text alone", readFields("text")],
  ])("adds the parts that are asked for: %s", async (_, fields) => {
    const [line] = await run([page("a")], { include: { headline: true }, fields });
    expect(String(line?.text)).toMatch(/^Mill\n\nThe mill/);
  });

  test("keeps markup over the size limit out", async () => {
    const [line] = await run([page("a")], { maxBytes: 50 });
    expect(line).toMatchObject({ id: "a", error: { code: "INPUT_TOO_LARGE" } });
  });

  test("packs its parts where it is asked to, failures too", async () => {
    expect(await run([page("a"), record({ id: "b" })], { isGzip: true, fields: ["title"] })).toEqual([
      { id: "a", title: "Mill" },
      { id: "b", error: expect.objectContaining({ code: "BAD_RECORD" }) },
    ]);
  });
});

describe("runBatch with a model", () => {
  const fields = ["extractor", "text"] as const;

  test("runs the model's method, or the one that is named, in every thread", async () => {
    const pages = Array.from({ length: 12 }, (_, index) => page(`page ${index}`));
    const own = await run(pages, { model, workers: 2, fields });
    expect(own.map((line) => line.extractor)).toEqual(pages.map(() => "mss"));
    expect(own.every(({ text }) => String(text).includes(STORY))).toBe(true);
    expect(await run([page("a")], { model, extractor: "mss-hr", fields })).toMatchObject([
      { id: "a", extractor: "mss-hr" },
    ]);
  });

  test("reads the model once a thread, not once a page", async () => {
    const path = join(folder, "once.json");
    writeFileSync(path, JSON.stringify(tinyModelFile()));
    const lines: unknown[] = [];
    async function* pages(): AsyncGenerator<RawPage> {
      yield page("first");
      while (lines.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      rmSync(path);
      yield page("second");
    }
    for await (const { bytes } of runBatch(pages(), { workers: 1, model: path, fields: ["extractor"] })) {
      lines.push(
        ...Buffer.from(bytes)
          .toString()
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line)),
      );
    }
    expect(lines).toEqual([
      { id: "first", extractor: "mss" },
      { id: "second", extractor: "mss" },
    ]);
  });

  test("fails page by page where a thread cannot read the model", async () => {
    const lines = await run([page("a"), page("b")], { model: join(folder, "nowhere.json") });
    expect(lines.map(({ id, error }) => [id, error])).toEqual([
      ["a", expect.objectContaining({ code: "FILE_NOT_FOUND" })],
      ["b", expect.objectContaining({ code: "FILE_NOT_FOUND" })],
    ]);
  });
});

describe("readFields", () => {
  test("takes names in any order and puts them in the order of an article", () => {
    expect(readFields(" text, id,title,")).toEqual(["title", "text"]);
  });

  test("refuses a name no article has", () => {
    expect(() => readFields("title,mood")).toThrow(expect.objectContaining({ code: "BAD_OPTION" }));
  });

  test.each(["", " , "])("refuses a list without names: %j", (list) => {
    expect(() => readFields(list)).toThrow(expect.objectContaining({ code: "BAD_OPTION" }));
    expect(readFields("id")).toEqual([]);
  });
});
