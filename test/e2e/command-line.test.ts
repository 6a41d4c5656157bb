import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { EXAMPLES, galley, MAIN, SOURCE_MAIN } from "./galley.ts";

/** Code that makes Node name every module it loads. */
const TELL_LOADS =
  'import { registerHooks } from "node:module"; registerHooks({ load(url, context, next) { process.stderr.write("loaded " + url + "\\n"); return next(url, context); } });';

function asModule(code: string): string {
  return `data:text/javascript,${encodeURIComponent(code)}`;
}

describe("galley", () => {
  test.each(["--version", "-V", "-v"])("says its version for %s", async (option) => {
    const { status, stdout } = await galley([option]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  test.each(["extract", "batch", "eval", "train", "label"])(
    "shows how %s is used, with examples",
    async (command) => {
      for (const args of [
        [command, "--help"],
        ["help", command],
      ]) {
        const { status, stdout, stderr } = await galley(args);
        expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
        expect(stdout).toContain(`Usage: galley ${command}`);
        expect(stdout).toMatch(/Examples?:\n {2}galley /);
      }
    },
  );

  test("shows how a part of a command is used", async () => {
    const { status, stdout } = await galley(["help", "key", "add"]);
    expect(status).toBe(0);
    expect(stdout).toContain("Usage: galley key add [options] <name>");
    expect((await galley(["help", "key"])).stdout).toContain("Usage: galley key [options] [command]");
  });

  test("names in its help the parts that are on and off by default, as docs/formats.md does", async () => {
    const help = (await galley(["extract", "--help"])).stdout.replace(/\s+/g, " ");
    expect(help).not.toContain("[]");
    const table = readFileSync(join(EXAMPLES, "../docs/formats.md"), "utf8");
    const partsThatAre = (word: string): string =>
      [...table.matchAll(new RegExp(`^\\| \`(\\w+)\` \\| ${word} \\|`, "gm"))]
        .map(([, part]) => part)
        .join(", ");
    expect(help).toContain(
      `--include <parts> parts to add wherever the page shows them: ${partsThatAre("no")}; also standfirst `,
    );
    expect(help).toContain(
      `--exclude <parts> parts to leave out that are kept by default: ${partsThatAre("yes")} `,
    );
    expect((await galley(["eval", "--help"])).stdout).toContain("(default: fused,");
  });

  test("lists its commands without any", async () => {
    const { status, stderr } = await galley([]);
    expect(status).toBe(1);
    for (const command of ["extract", "batch", "eval", "train", "label"])
      expect(stderr).toContain(`  ${command} `);
  });

  test.each([
    [["extrct", "x.html"], "Did you mean extract?"],
    [["help", "extrct"], "Did you mean extract?"],
    [["help", "nope"], "Unknown command 'nope'. See --help."],
    [["extract", "x.html", "--fromat", "json"], "Did you mean --format?"],
    [["extract", "x.html", "--format", "pdf"], "Allowed choices are"],
    [["extract"], "Missing required argument"],
    [["batch", "a", "--workers", "some"], "whole number above 0"],
    [["batch", "a", "--max-bytes", "some"], "such as 500k, 1MB or 64MiB"],
    [["batch", ""], "An input is empty"],
    [[join(EXAMPLES, "harbour.html")], `did you mean galley extract ${join(EXAMPLES, "harbour.html")}?`],
    [["https://example.org/"], "did you mean galley extract https://example.org/?"],
    [[EXAMPLES], `did you mean galley batch ${EXAMPLES}?`],
  ])("answers %j with one helpful line", async (args, words) => {
    const { status, stdout, stderr } = await galley(args);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(/^galley: BAD_OPTION: [^\n]+\n$/);
    expect(stderr).toContain(words);
  });

  test.each([
    ["before", ["--json-errors", "extract", "nowhere.html"]],
    ["after", ["extract", "nowhere.html", "--json-errors"]],
  ])("prints errors as JSON when --json-errors is %s the command", async (_, args) => {
    const { status, stderr } = await galley(args);
    expect(status).toBe(1);
    expect(JSON.parse(stderr)).toEqual({
      error: {
        code: "FILE_NOT_FOUND",
        message: expect.stringContaining("nowhere.html"),
        help: expect.any(String),
        retry: false,
      },
    });
  });

  test.each([
    [
      "a line",
      [],
      /^galley: OLD_NODE: Galley needs Node 22\.15 or newer, and this is Node 20\.20\.2\. Install a newer Node\.\n$/,
    ],
    ["JSON", ["--json-errors"], /^\{"error":\{"code":"OLD_NODE",.*\}\n$/],
  ])("stops at once on an old Node with %s, and loads nothing else", async (_, options, words) => {
    const old = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.20.2" } });`;
    const { status, stdout, stderr } = await galley(["extract", join(EXAMPLES, "harbour.html"), ...options], {
      main: SOURCE_MAIN,
      env: { NODE_OPTIONS: `--import=${asModule(`${old} ${TELL_LOADS}`)}` },
    });
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    const lines = stderr.split(/^loaded (.*)\n/m);
    expect(lines.filter((_, index) => index % 2 === 0).join("")).toMatch(words);
    const loaded = lines.filter((_, index) => index % 2 === 1);
    expect(loaded.filter((url) => !/\/src\/(?:errors|cli\/(?:main|failure-line))\b/.test(url))).toEqual([]);
  });

  test("prints no line break or control character of a file name", async () => {
    const { stderr } = await galley(["extract", "a\nb\u001b[31m.html"]);
    expect(stderr).toMatch(/^galley: FILE_NOT_FOUND: Cannot find a b \[31m\.html\.[^\n]+\n$/);
  });

  test("ends quietly when the reader of its output goes away", async () => {
    const line = `${JSON.stringify({ id: "a", html: "<p>Some words, and more of them.</p>" })}\n`;
    const child = spawn(process.execPath, [MAIN, "batch", "-", "-q"]);
    let stderr = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    child.stdin.on("error", () => undefined);
    child.stdin.write(line.repeat(20_000));
    child.stdout.once("data", () => child.stdout.destroy());
    const status = await new Promise((resolve) => child.on("close", resolve));
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });

  test("loads no worker, fetch, eval or progress code to extract a file", async () => {
    const { stderr } = await galley(["extract", join(EXAMPLES, "harbour.html")], {
      main: SOURCE_MAIN,
      env: { NODE_OPTIONS: `--import=${asModule(TELL_LOADS)}` },
    });
    expect(stderr).toContain("/src/cli/extract.ts");
    expect(stderr).not.toMatch(/piscina|undici|cli-progress|\/src\/(?:fetch|eval|batch)\//);
  });
});
