import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tinyModelFile } from "../../src/extractors/mss/made-up-models.testing.ts";
import { galley, newFolder } from "./galley.ts";

const STORY = "The tide came in, slowly, and the boats of the whole bay went out.";
/** With the paper's tag list the menu is the longest text; by default lists do not count as text. */
const MENU = "<li><a href=a>Boats, nets</a></li>".repeat(30);
const PAGE = `<title>Tide</title><div><ul>${MENU}</ul></div><div><p>${STORY}</p></div>`;
const COMMANDS = [
  ["extract", "page.html"],
  ["batch", "page.html"],
  ["eval", "tides"],
] as const;

let folder = "";
const run = (...args: string[]) => galley(args, { cwd: folder });

beforeAll(() => {
  folder = newFolder();
  writeFileSync(join(folder, "page.html"), PAGE);
  writeFileSync(join(folder, "mss.json"), JSON.stringify(tinyModelFile()));
  mkdirSync(join(folder, "tides"));
  writeFileSync(join(folder, "tides/index.jsonl"), JSON.stringify({ id: "one", html: PAGE, body: STORY }));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("--settings paper", () => {
  const ECON = ["--extractor", "econ"];
  const PAPER = [...ECON, "--settings", "paper"];

  test("extracts a page as the paper of the method has it, under the same id", async () => {
    expect((await run("extract", "page.html", ...ECON)).stdout).toBe(`${STORY}\n`);
    const { status, stdout, stderr } = await run("extract", "page.html", ...PAPER, "-f", "json");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(JSON.parse(stdout)).toMatchObject({
      extractor: "econ",
      text: expect.stringMatching(/^Boats, nets/),
    });
  });

  test("reaches the pages of a batch, and a run with the default is not resumed with it", async () => {
    const { stdout } = await run("batch", "page.html", ...PAPER, "--fields", "text", "--quiet");
    expect(JSON.parse(stdout).text).toMatch(/^Boats, nets/);
    await run("batch", "page.html", ...ECON, "-o", "out.jsonl");
    const { status, stderr } = await run("batch", "page.html", ...PAPER, "-o", "out.jsonl", "--resume");
    expect(status).toBe(1);
    expect(stderr).toMatch(/^galley: RESUME_MISMATCH: .+ had other options: .*\(now --settings paper\)/);
  });

  test("is measured", async () => {
    expect((await run("eval", "tides", ...ECON)).stdout).toMatch(/\necon +1 +1\.000/);
    expect((await run("eval", "tides", ...PAPER)).stdout).toMatch(/\necon +1 +\.\d/);
  });

  test("takes the model's own method", async () => {
    const args = ["--model", "mss.json", "--settings", "paper", "-f", "json"];
    expect(JSON.parse((await run("extract", "page.html", ...args)).stdout)).toMatchObject({
      extractor: "mss",
    });
  });

  test.each([
    [["--settings", "paper"], "The extractor fused has no settings of a paper; name some of econ,"],
    [
      ["--settings", "paper", "--extractor", "coreex"],
      "The extractor coreex has no settings of a paper; name some",
    ],
    [["--settings", "mine", "--extractor", "econ"], "argument 'mine' is invalid. Allowed choices are paper."],
  ])("is refused with advice in every command: %j", async (options, message) => {
    for (const command of COMMANDS) {
      const { status, stdout, stderr } = await run(...command, ...options);
      expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
      expect(stderr).toMatch(/^galley: BAD_OPTION: /);
      expect(stderr).toContain(message);
    }
  });
});
