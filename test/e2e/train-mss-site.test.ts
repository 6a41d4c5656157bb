import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { packMssModel } from "../../src/extractors/index.ts";
import {
  NOTICE,
  sentence,
  siteMarkup,
  supervisedModel,
} from "../../src/extractors/mss/made-up-models.testing.ts";
import { galley, newFolder } from "./galley.ts";

const FROM = packMssModel(supervisedModel());
const NUMBERS = Array.from({ length: 10 }, (_, at) => at + 1);

let folder = "";
const train = (...args: string[]) => galley(["train", "mss-site", ...args], { cwd: folder });

beforeAll(() => {
  folder = newFolder();
  mkdirSync(join(folder, "pages"));
  for (const number of NUMBERS) {
    writeFileSync(join(folder, `pages/${number}.html`), siteMarkup(number, { isApart: number <= 8 }));
  }
  writeFileSync(join(folder, "empty.html"), "");
  writeFileSync(join(folder, "new.html"), siteMarkup(12, { isApart: false }));
  writeFileSync(join(folder, "from.json"), JSON.stringify(FROM));
});

describe("galley train mss-site", () => {
  test("makes a model with which galley extract leaves out what the site's pages share", async () => {
    const trained = await train("pages", "empty.html", "--from", "from.json", "-o", "models/site.json.gz");
    expect(trained).toMatchObject({ status: 0, stdout: "" });
    expect(trained.stderr).toMatch(
      /^galley: 10 pages, 1 more could not be read; \d rounds; \d+ trigrams and \d+ coarse ones; confidence 0\.\d+ to 0\.\d+; 2 pages with another article than before; next: galley extract PAGE --model models\/site\.json\.gz\n$/,
    );
    const kept = async (model: string) =>
      (await galley(["extract", "new.html", "--model", model], { cwd: folder })).stdout;
    const opening = NOTICE.slice(0, 40);
    expect(await kept("from.json")).toContain(opening);
    const learnt = await kept("models/site.json.gz");
    expect(learnt).toContain(sentence(12, 14));
    expect(learnt).not.toContain(opening);
  });

  test("says in the file what it was made from, and gives the same bytes again", async () => {
    for (const name of ["one.json.gz", "two.json.gz"]) {
      expect(await train("pages", "--from", "from.json", "-o", name, "--quiet")).toEqual({
        status: 0,
        stdout: "",
        stderr: "",
      });
    }
    const bytes = readFileSync(join(folder, "one.json.gz"));
    expect(readFileSync(join(folder, "two.json.gz")).equals(bytes)).toBe(true);
    expect(JSON.parse(gunzipSync(bytes).toString())).toMatchObject({
      method: "mss-site",
      training: {
        command: "galley train mss-site",
        sets: [{ name: "pages", pages: 10, hash: expect.stringMatching(/^[0-9a-f]{64}$/) }],
        domains: ["harbour.example"],
      },
    });
  });

  test("learns several sources together, one for each site of a labelled set", async () => {
    mkdirSync(join(folder, "set"));
    const lines = NUMBERS.map((id) => ({
      id: String(id),
      site: id <= 5 ? "a.example" : "b.example",
      html: siteMarkup(id, { isApart: true }),
    }));
    writeFileSync(join(folder, "set/index.jsonl"), lines.map((line) => JSON.stringify(line)).join("\n"));
    const both = ["--source", "pages", "--source", "set", "--from", "from.json"];
    const { status, stderr } = await train(...both, "-o", "both.json");
    expect(stderr).toMatch(/^galley: 20 pages of 3 sources; /);
    expect(status).toBe(0);
    const { training } = JSON.parse(readFileSync(join(folder, "both.json"), "utf8"));
    expect(training.sets).toMatchObject([{ name: "pages, set", pages: 20 }]);
  });

  test("says what to use instead where the pages teach nothing", async () => {
    const { stderr } = await train("pages", "--from", "from.json", "-o", "same.json", "--margin", "10000");
    expect(stderr).toContain("these pages teach nothing new: use galley extract PAGE");
  });

  test("learns as the paper does where asked to", async () => {
    await train(
      "pages",
      "--from",
      "from.json",
      "-o",
      "paper.json",
      "--settings",
      "paper",
      "--constant",
      "12",
    );
    const model = JSON.parse(readFileSync(join(folder, "paper.json"), "utf8"));
    expect(model.settings).toMatchObject({ constant: 12, doubt: 0, margin: 0, clamp: 1e-9 });
    expect(model.supervised).toBeUndefined();
  });

  test.each<[string, readonly string[], string]>([
    ["too few pages", ["new.html"], "TOO_FEW_PAGES: A site is learnt from 3 pages or more, and there is 1."],
    [
      "no page that can be read",
      ["empty.html"],
      "TOO_FEW_PAGES: A site is learnt from 3 pages or more, and there are 0.",
    ],
    [
      "a share above 1",
      ["pages", "--share", "2"],
      "BAD_OPTION: The option share must be above 0 and at most 1.",
    ],
    ["no rounds", ["pages", "--rounds", "0"], "BAD_OPTION: "],
    ["no pages at all", [], "BAD_OPTION: Give the pages of a site, or those of several sites with --source."],
    ["a source that is not there", ["--source", "nowhere"], "FILE_NOT_FOUND: "],
    ["a folder that is not there", ["nowhere"], "FILE_NOT_FOUND: "],
    [
      "an output of another kind",
      ["pages", "-o", "site.zip"],
      "BAD_OPTION: The output site.zip is not a .json.gz or .json file.",
    ],
    ["a page for a model", ["pages", "--from", "new.html"], "BAD_MODEL: "],
  ])("refuses %s", async (_, args, line) => {
    const { status, stderr } = await train("--from", "from.json", "-o", "refused.json", ...args);
    expect(status).toBe(1);
    expect(stderr.startsWith(`galley: ${line}`)).toBe(true);
  });
});
