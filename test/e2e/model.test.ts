import {
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tinyModelFile } from "../../src/extractors/mss/made-up-models.testing.ts";
import { galley, newFolder } from "./galley.ts";

const STORY =
  "The tide came in, slowly, and the boats of the whole bay went out before the morning was over.";
const PAGE = `<title>Tide</title><p>${STORY}</p><hr><p>Buy a boat today.</p>`;
const MODEL = JSON.stringify(tinyModelFile(["bay.example"]));

/** Files that are not models, each with the whole message about it. */
const BAD_MODELS: readonly (readonly [string, string | Uint8Array, string])[] = [
  ["cut.json.gz", gzipSync(MODEL).subarray(0, 60), "the file cut.json.gz is damaged or cut short"],
  ["cut.json", MODEL.slice(0, 200), "the file cut.json is cut short or not JSON"],
  ["page.json", PAGE, "the file page.json is cut short or not JSON"],
  ["other.json", '{"name": "galley"}', "it is not a galley model"],
  [
    "version.json",
    JSON.stringify({ ...tinyModelFile(), version: 9 }),
    "it is of version 9, and this galley reads version 1",
  ],
  [
    "method.json",
    JSON.stringify({ ...tinyModelFile(), method: "telepathy" }),
    "its method is telepathy, and this galley knows mss, fused, wrapper, mss-site, template",
  ],
  [
    "features.json",
    JSON.stringify({ ...tinyModelFile(), features: ["moon"] }),
    `its features are moon, and this galley computes ${tinyModelFile().features.join(", ")}`,
  ],
];
const HELP = "Train it again with galley train, or fetch the file again.";

let folder = "";
const run = (...args: string[]) => galley(args, { cwd: folder });

beforeAll(() => {
  folder = newFolder();
  mkdirSync(join(folder, "pages"));
  for (const name of ["a.html", "b.html", "c.html"]) writeFileSync(join(folder, "pages", name), PAGE);
  writeFileSync(join(folder, "mss.json"), MODEL);
  writeFileSync(join(folder, "mss.json.gz"), gzipSync(MODEL));
  for (const [name, content] of BAD_MODELS) writeFileSync(join(folder, name), content);
  const huge = openSync(join(folder, "huge.json"), "w");
  ftruncateSync(huge, 5_000_000_000);
  closeSync(huge);
  mkdirSync(join(folder, "tides"));
  const records = [
    { id: "seen", html: PAGE, body: STORY, url: "https://www.bay.example/1" },
    { id: "unseen", html: PAGE, body: STORY, url: "https://quay.example/1" },
  ];
  const index = records.map((record) => JSON.stringify(record)).join("\n");
  writeFileSync(join(folder, "tides", "index.jsonl"), index);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("--model", () => {
  test.each(["mss.json", "mss.json.gz"])("extracts with the method of %s", async (model) => {
    const { status, stdout, stderr } = await run("extract", "pages/a.html", "--model", model, "-f", "json");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(JSON.parse(stdout)).toMatchObject({ extractor: "mss", text: `${STORY}\n\nBuy a boat today.` });
  });

  test("extracts with the named method and the model", async () => {
    const args = ["extract", "pages/a.html", "--model", "mss.json", "--extractor", "mss-hr", "-f", "json"];
    expect(JSON.parse((await run(...args)).stdout)).toMatchObject({ extractor: "mss-hr", text: STORY });
  });

  test("reaches every page of a batch", async () => {
    const args = ["--model", "mss.json.gz", "--fields", "extractor", "--workers", "2", "--quiet"];
    const { status, stdout, stderr } = await run("batch", "pages", ...args);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toBe(["a", "b", "c"].map((name) => `{"id":"${name}.html","extractor":"mss"}\n`).join(""));
  });

  test.each(BAD_MODELS)("refuses %s with what is wrong", async (name, _, problem) => {
    const { status, stdout, stderr } = await run("extract", "pages/a.html", "--model", name);
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: "",
      stderr: `galley: BAD_MODEL: The model cannot be used: ${problem}. ${HELP}\n`,
    });
  });

  test.each([
    ["nowhere.json", "FILE_NOT_FOUND: Cannot find nowhere.json. Check the name and the path."],
    ["pages", "FILE_UNREADABLE: The path pages is a folder, not a file. Give a file that can be read."],
    ["huge.json", `BAD_MODEL: The model cannot be used: the file huge.json is over 256 MiB. ${HELP}`],
  ])("refuses %s in every command, before anything is written", async (model, failure) => {
    for (const args of [
      ["extract", "pages/a.html", "-o", "out.txt"],
      ["batch", "pages", "-o", "out.jsonl"],
      ["eval", "tides", "--json", "out.json"],
    ]) {
      const { status, stderr } = await run(...args, "--model", model);
      expect({ status, stderr }).toEqual({ status: 1, stderr: `galley: ${failure}\n` });
      expect(["", ".partial"].some((end) => existsSync(join(folder, `${args[3]}${end}`)))).toBe(false);
    }
  });

  test.each([
    [
      ["--extractor", "econ", "--model", "mss.json"],
      "The model is made for mss, mss-hr, mss-unigram, not for econ; name what it is made for, or leave --model out. See --help.",
    ],
    [
      ["--extractor", "mss-site"],
      "The extractor mss-site needs a model of its own; give its file with --model. See --help.",
    ],
  ])("is asked for or refused with %j, in every command", async (options, message) => {
    for (const command of [
      ["extract", "pages/a.html"],
      ["batch", "pages"],
      ["eval", "tides"],
    ]) {
      const { status, stdout, stderr } = await run(...command, ...options);
      expect({ status, stdout, stderr }).toEqual({
        status: 1,
        stdout: "",
        stderr: `galley: BAD_OPTION: ${message}\n`,
      });
    }
  });

  test("of one method is refused for another", async () => {
    const { status, stderr } = await run(
      "extract",
      "pages/a.html",
      "--model",
      "mss.json",
      "--extractor",
      "mss-site",
    );
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^galley: BAD_OPTION: The model is made for mss, mss-hr, mss-unigram, not for mss-site; /,
    );
  });
});

describe("galley eval --model", () => {
  test("leaves out the sites that the model has seen, for every method, and says so", async () => {
    const args = ["--extractor", "everything,mss-hr", "--model", "mss.json", "--json", "unseen.json"];
    const { status, stdout, stderr } = await run("eval", "tides", ...args);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(/^tides {2}1 pages, 1 of sites that mss-hr was trained on left out, data /);
    expect(stdout).toMatch(/\neverything +1 +\.\d/);
    expect(stdout).toMatch(/\nmss-hr +1 +1\.000/);
    const figures = JSON.parse(readFileSync(join(folder, "unseen.json"), "utf8"));
    expect(figures.sets).toMatchObject([
      { pages: 1, seen: { pages: 1, by: { "mss-hr": 1 }, isIncluded: false } },
    ]);
  });

  test("measures them too with --include-seen, and reports it", async () => {
    const args = ["--model", "mss.json", "--include-seen", "--report", "out"];
    const { stdout } = await run("eval", "tides", ...args);
    const note = "2 pages, 1 of sites that mss was trained on included";
    expect(stdout).toContain(`tides  ${note}, data `);
    expect(stdout).toMatch(/\nmss +2 /);
    expect(readFileSync(join(folder, "out/report.html"), "utf8")).toContain(note);
  });

  test("says what to do where every page is of a seen site", async () => {
    writeFileSync(join(folder, "both.json"), JSON.stringify(tinyModelFile(["bay.example", "quay.example"])));
    const { status, stdout, stderr } = await run("eval", "tides", "--model", "both.json");
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: "",
      stderr: expect.stringMatching(
        /^galley: BAD_OPTION: Of the 2 pages of tides, 2 are of sites that mss was trained on: none is left .+\n$/,
      ),
    });
  });
});
