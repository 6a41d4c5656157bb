import { spawnSync } from "node:child_process";
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tinyModelFile } from "../../src/extractors/mss/made-up-models.testing.ts";
import { galley, MAIN, newFolder } from "./galley.ts";

let folder = "";
const text = (number: number) => `The tide of day ${number} came in, slowly, and the boats went out.`;

beforeAll(() => {
  folder = newFolder();
  writeSet(join(folder, "tides"), [
    {
      id: "one",
      html: `<body><div>Menu</div><p>${text(1)}</p></body>`,
      body: text(1),
      lang: "en",
      site: "a.example",
    },
    {
      id: "two",
      html: `<body><div>Menu</div><p>${text(2)}</p></body>`,
      body: text(2),
      lang: "de",
      pageType: "home",
    },
    { id: "three", html: "<p>No truth.</p>" },
  ]);
});
afterAll(() => rmSync(folder, { recursive: true }));

function writeSet(path: string, records: readonly unknown[]): void {
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, "index.jsonl"), records.map((record) => JSON.stringify(record)).join("\n"));
}

describe("galley eval", () => {
  test("prints a plain table in a pipe and writes the figures and the report", async () => {
    const args = [
      "eval",
      "tides",
      "--extractor",
      "paragraphs,everything",
      "--json",
      "f.json",
      "--report",
      "out/new",
    ];
    const { status, stdout, stderr } = await galley(args, { cwd: folder });
    expect(stderr).toBe("galley: the report is out/new/report.html\n");
    expect(status).toBe(0);
    expect(stdout).toMatch(/^tides {2}2 pages, 1 without truth left out, data [0-9a-f]{12}\nextractor /);
    expect(stdout).toMatch(/\nparagraphs +2 +1\.000 +1\.000-1\.000 /);
    expect(stdout).not.toContain("\u001b");
    const figures = JSON.parse(readFileSync(join(folder, "f.json"), "utf8"));
    expect(figures).toMatchObject({
      command: "galley eval tides --extractor paragraphs,everything --json f.json --report out/new",
      date: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      version: expect.stringMatching(/^\d/),
      sets: [{ name: "tides", pages: 2, withoutTruth: 1, hash: expect.stringMatching(/^[0-9a-f]{64}$/) }],
    });
    expect(figures.pages).toHaveLength(4);
    expect(figures.rows[0].estimates.wordF1).toEqual({ mean: 1, low: 1, high: 1, pages: 2 });
    expect(readFileSync(join(folder, "out/new/report.html"), "utf8")).toContain(
      '<h2 id="set-tides">tides</h2>',
    );
  });

  test.skipIf(!existsSync("/dev/full"))(
    "ends with WRITE_FAILED where the table cannot be written (needs /dev/full)",
    () => {
      const full = openSync("/dev/full", "w");
      const { status, stderr } = spawnSync(process.execPath, [MAIN, "eval", "tides"], {
        cwd: folder,
        stdio: ["ignore", full, "pipe"],
        encoding: "utf8",
      });
      closeSync(full);
      expect({ status, stderr }).toEqual({
        status: 1,
        stderr:
          "galley: WRITE_FAILED: Cannot write standard output (ENOSPC). Check the folder, its permissions and the free space.\n",
      });
    },
  );

  test("does not wait at a pipe in a set", async () => {
    writeSet(join(folder, "piped"), [{ id: "a", htmlPath: "pipe.html", body: "Words." }]);
    expect(spawnSync("mkfifo", [join(folder, "piped/pipe.html")]).status).toBe(0);
    const { status, stderr } = await galley(["eval", "piped"], { cwd: folder });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^galley: BAD_SET: The page [^\n]+ cannot be read\. [^\n]+\n$/);
  }, 20_000);

  test("takes only the pages asked for", async () => {
    const run = async (...options: string[]) =>
      (await galley(["eval", "tides", ...options], { cwd: folder })).stdout;
    expect(await run("--language", "DE")).toContain("tides  1 pages");
    expect(await run("--page-type", "home")).toContain("tides  1 pages");
    expect(await run("--limit", "1", "--workers", "1")).toContain("tides  1 pages");
  });

  test("shows examples in its help that work", async () => {
    const place = join(folder, "examples");
    writeSet(join(place, "my-set"), [
      { id: "a", html: `<p>${text(1)}</p>`, body: text(1), site: "a.example", pageType: "article" },
    ]);
    writeFileSync(join(place, "mss.json.gz"), gzipSync(JSON.stringify(tinyModelFile())));
    const { stdout } = await galley(["eval", "--help"]);
    const examples = stdout.match(/^ {2}(?:GALLEY_DATA=\S+ )?galley eval .+$/gm) ?? [];
    expect(examples.length).toBeGreaterThan(3);
    for (const example of examples) {
      const [, named, ...args] = example
        .trim()
        .replace(/^GALLEY_DATA=\S+ /, "")
        .split(" ");
      const ran = await galley([named ?? "", ...args], { cwd: place, env: { GALLEY_DATA: place } });
      expect({ example, status: ran.status }).toEqual({ example, status: 0 });
      expect(ran.stdout).toContain("my-set  1 pages");
    }
  });

  test("finds a set by name and unpacks it where only its archive is there, and says so", async () => {
    const data = join(folder, "data");
    mkdirSync(data);
    writeFileSync(join(data, "boats.tar.xz"), "");
    writeFileSync(join(data, "unpack"), `mkdir -p "$1"; cp -r "${join(folder, "tides")}" "$1/boats"`);
    const { stdout, stderr } = await galley(["eval", "boats"], { cwd: folder, env: { GALLEY_DATA: data } });
    expect(stderr).toBe(`galley: unpacking boats to ${join(data, "unpacked", "boats")}\n`);
    expect(stdout).toContain("boats  2 pages");
  });

  test.each([
    [["nowhere/tides"], "FILE_NOT_FOUND"],
    [["."], "BAD_SET"],
    [["broken"], "BAD_RECORD: In line 2 of broken/index.jsonl"],
    [["untold"], "BAD_SET: No page of untold has a label"],
    [["tides", "--language", "fr"], "BAD_OPTION: No page of tides"],
    [["tides", "--extractor", "oracle"], "BAD_OPTION"],
    [["tides", "--title-hint", "guess"], "BAD_OPTION"],
    [["tides", "--json", "no/such/f.json"], "WRITE_FAILED"],
    [["tides", "--report", "tides/index.jsonl"], "WRITE_FAILED"],
    [["tides", "--report", "/proc/galley"], "WRITE_FAILED"],
    [["tides", "--report", "late/report", "--language", "fr"], "BAD_OPTION: No page of tides"],
    [["nowhere/tides", "--report", "late/report"], "FILE_NOT_FOUND"],
    [["tides", "--report", "late/report", "--json", "late/no/f.json"], "WRITE_FAILED"],
    [[], "BAD_OPTION"],
  ])("refuses %j on one line", async (args, expected) => {
    writeSet(join(folder, "broken"), [{ id: "a", html: "" }, 5]);
    writeSet(join(folder, "untold"), [{ id: "a", html: "<p>x" }]);
    const { status, stdout, stderr } = await galley(["eval", ...args], { cwd: folder });
    expect(stderr).toMatch(new RegExp(`^galley: ${expected}`));
    expect(stderr.trimEnd()).not.toContain("\n");
    expect(existsSync(join(folder, "late"))).toBe(false);
    expect(stdout).toBe("");
    expect(status).toBe(1);
  });
});
