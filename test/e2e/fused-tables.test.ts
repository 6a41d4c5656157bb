import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildIfStale } from "../../scripts/fresh-build.ts";

const ROOT = join(import.meta.dirname, "../..");
const PAGE = join(ROOT, "examples/harbour.html");
/** Says on standard error whether the models were loaded. */
const TELL_MODELS = [
  'import { registerHooks } from "node:module";',
  "registerHooks({ load(url, context, next) {",
  '  if (url.endsWith("/models.js")) console.error("models");',
  "  return next(url, context);",
  "} });",
].join("\n");

let copy = "";
let whole: Buffer;
let article = "";

beforeAll(() => {
  buildIfStale();
  // Inside the package, so that the copy finds what is installed with it.
  mkdirSync(join(ROOT, "out"), { recursive: true });
  copy = mkdtempSync(join(ROOT, "out/tables-"));
  for (const part of ["package.json", "dist/cli", "dist/parts"]) {
    cpSync(join(ROOT, part), join(copy, part), { recursive: true });
  }
  whole = readFileSync(tablesFile());
  const { stdout, stderr } = extract();
  expect(stderr).toBe("");
  expect(stdout).toContain("Saint Orrin");
  article = stdout;
}, 120_000);

afterAll(() => rmSync(copy, { recursive: true, force: true }));

test.each<[string, () => Buffer]>([
  ["is empty", () => Buffer.alloc(0)],
  ["was cut", () => whole.subarray(0, whole.length / 2)],
  ["lost its last number", () => whole.subarray(0, -8)],
  ["lost some blocks", () => Buffer.from(whole).fill(0, 1 << 20, (1 << 20) + 65_536)],
  ["is of another build", () => Buffer.concat([Buffer.of(whole[0]! ^ 1), whole.subarray(1)])],
  ["is no table at all", () => Buffer.from("<html>Not found</html>".repeat(1000))],
])("answers with the models where the file of tables %s", (_, damaged) => {
  writeFileSync(tablesFile(), damaged());
  expect(extract()).toEqual({ status: 0, stdout: article, stderr: "models\n" });
});

test("answers with the models where there is no file of tables, or a folder in its place", () => {
  rmSync(tablesFile());
  expect(extract()).toEqual({ status: 0, stdout: article, stderr: "models\n" });
  mkdirSync(tablesFile());
  expect(extract()).toEqual({ status: 0, stdout: article, stderr: "models\n" });
  rmSync(tablesFile(), { recursive: true });
});

test("answers without the models where the file is whole", () => {
  writeFileSync(tablesFile(), whole);
  expect(extract()).toEqual({ status: 0, stdout: article, stderr: "" });
});

function tablesFile(): string {
  return join(copy, "dist/parts/fused.tables");
}

function extract() {
  const hooks = `data:text/javascript,${encodeURIComponent(TELL_MODELS)}`;
  const args = ["--import", hooks, join(copy, "dist/cli/main.js"), "extract", PAGE, "--format", "json"];
  const { status, stdout, stderr } = spawnSync("node", args, { encoding: "utf8" });
  return { status, stdout, stderr };
}
