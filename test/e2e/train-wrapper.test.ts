import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeSite, writeSite } from "../newsroom/index.ts";
import { galley, newFolder } from "./galley.ts";

let folder = "";
beforeAll(async () => {
  folder = newFolder();
  const site = makeSite({ look: "floats-2010", language: "en", seed: 1, articles: 8, hardCases: [] });
  await writeSite(site, join(folder, "taught"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const train = (...args: readonly string[]) =>
  galley(["train", "wrapper", "taught", "--page-type", "article", ...args], { cwd: folder });

describe("galley train wrapper", () => {
  test("writes a model and its card, and trains it on with what it knew", async () => {
    const { status, stdout, stderr } = await train("-o", "wrapper.json.gz", "--screen", "1024x768");
    expect({ status, stdout }).toEqual({ status: 0, stdout: "" });
    expect(stderr).toMatch(
      /^galley: 8 pages; .*wrapper\.json\.gz has [\d.]+ kB, its model card is wrapper\.md\n/,
    );
    const read = (file: string) => JSON.parse(gunzipSync(readFileSync(join(folder, file))).toString());
    expect(read("wrapper.json.gz")).toMatchObject({
      method: "wrapper",
      settings: { screen: { width: 1024, height: 768 } },
      training: { command: "galley train wrapper taught --screen 1024x768 --seed 1 --page-type article" },
    });
    const card = readFileSync(join(folder, "wrapper.md"), "utf8");
    expect(card).toContain("| screen | 1024 x 768 |");
    expect(card).toContain("strong, and what is shown as a paragraph |");
    const again = await train("-o", "on.json.gz", "--from", "wrapper.json.gz", "--pages", "2");
    expect(again.status).toBe(0);
    expect(read("on.json.gz").settings.screen).toEqual({ width: 1024, height: 768 });
    expect(readFileSync(join(folder, "on.md"), "utf8")).toContain("| any | body | trained on |");
  }, 60_000);

  test("trains with the settings of the paper, without noise and page types", async () => {
    const { status } = await train("-o", "paper.json.gz", "--settings", "paper", "--paragraphs", "boxes");
    expect(status).toBe(0);
    const model = JSON.parse(gunzipSync(readFileSync(join(folder, "paper.json.gz"))).toString());
    expect(model.settings).toMatchObject({ firstScreens: "one", titles: "looks", paragraphs: "boxes" });
    expect(Object.keys(model)).not.toContain("noise");
  }, 60_000);

  test.each([
    [["--screen", "wide"], "It must be WIDTHxHEIGHT"],
    [["--screen", "00x00"], "It must be WIDTHxHEIGHT"],
    [
      ["--from", "m.json.gz", "--study", "9"],
      "BAD_OPTION: The options --from and --study exclude each other",
    ],
    [["--from", "m.json.gz", "--screen", "800x600"], "BAD_OPTION: With --from the model keeps its settings"],
    [["--from", "m.json.gz"], "FILE_NOT_FOUND"],
  ])(
    "refuses %j",
    async (args, problem) => {
      const { status, stderr } = await train("-o", "out.json.gz", ...args);
      expect(status).toBe(1);
      expect(stderr).toContain(problem);
    },
    30_000,
  );
});
