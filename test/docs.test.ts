import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, type TestContext, test } from "vitest";
import { findData } from "../src/eval/index.ts";
import { type Block, blocksOf, linksOf, RUNNABLE } from "./docs/blocks.ts";
import { makeWorld, type World } from "./docs/world.ts";

const ROOT = join(import.meta.dirname, "..");
const DOCUMENTS = globSync(["README.md", "CONTRIBUTING.md", "docs/**/*.md"], { cwd: ROOT }).sort();

/** What a block can need, and why it does not run without. */
const NEEDS: Readonly<Record<string, { readonly isHere: () => boolean; readonly reason: string }>> = {
  data: { isHere: () => findData() !== undefined, reason: "needs the labelled pages (GALLEY_DATA)" },
  network: { isHere: () => false, reason: "needs the network, which tests never use" },
};

// Inside the package, so that `import "galley"` finds it; not under node_modules, where Node refuses TypeScript.
let scripts = "";
beforeAll(() => {
  mkdirSync(join(ROOT, "out"), { recursive: true });
  scripts = mkdtempSync(join(ROOT, "out/docs-"));
});
afterAll(() => rmSync(scripts, { recursive: true, force: true }));

describe.each(DOCUMENTS)("%s", (document) => {
  const markdown = readFileSync(join(ROOT, document), "utf8");
  const blocks = blocksOf(markdown);
  let world: World;
  beforeAll(() => {
    world = makeWorld();
  });
  afterAll(() => world.close());

  for (const block of blocks) {
    test(`the ${block.language || "nameless"} block of line ${block.line} does what it shows`, (context) => {
      checkNeeds(block, context);
      checkBlock(block, world, document);
    });
  }

  test("links to files that are there", () => {
    const missing = linksOf(markdown).filter((link) => !existsSync(join(ROOT, dirname(document), link)));
    expect(missing).toEqual([]);
  });
});

test("docs/README.md leads to every document in docs", () => {
  const index = readFileSync(join(ROOT, "docs/README.md"), "utf8");
  const listed = linksOf(index).map((link) => join("docs", link));
  const documents = DOCUMENTS.filter((file) => file.startsWith("docs") && file !== join("docs", "README.md"));
  expect(documents.filter((file) => !listed.includes(file))).toEqual([]);
});

test("the TypeScript of the documents has no type errors", () => {
  const files = DOCUMENTS.flatMap((document) =>
    blocksOf(readFileSync(join(ROOT, document), "utf8"))
      .filter(({ language }) => language === "ts")
      .map((block) => writeScript(block, document)),
  );
  if (files.length === 0) return;
  const flags =
    "--noEmit --ignoreConfig --strict --module nodenext --target es2023 --types node --skipLibCheck";
  const { stdout } = spawnSync("npx", ["tsc", ...flags.split(" "), ...files], {
    cwd: ROOT,
    encoding: "utf8",
  });
  expect(stdout).toBe("");
});

function checkNeeds({ needs }: Block, context: TestContext): void {
  if (needs === undefined) return;
  const need = NEEDS[needs];
  if (need === undefined) throw new Error(`"${needs}" is none of ${Object.keys(NEEDS).join(", ")}`);
  context.skip(!need.isHere(), need.reason);
}

function checkBlock(block: Block, world: World, document: string): void {
  const { language, code } = block;
  if (RUNNABLE.has(language)) checkRun(block, world, document);
  else if (language === "json") JSON.parse(code);
  else if (language === "jsonl") for (const line of code.trim().split("\n")) JSON.parse(line);
  // Formulas and drawings pass: nothing could run them.
  else if (language !== "text")
    throw new Error(`A "${language}" block can only follow the command that prints it.`);
}

function checkRun(block: Block, world: World, document: string): void {
  const { status, stdout, stderr, error } =
    block.language === "sh"
      ? world.run("bash", ["-euo", "pipefail", "-c", block.code])
      : world.run("node", [writeScript(block, document)]);
  if (error !== undefined) throw error;
  expect(status, `${stderr}\n${stdout}`.slice(0, 2000)).toBe(0);
  if (block.output === undefined) return;
  if (block.output.language === "json") expect(JSON.parse(stdout)).toEqual(JSON.parse(block.output.code));
  else expect(stdout.trimEnd()).toBe(block.output.code.trimEnd());
}

function writeScript({ language, line, code }: Block, document: string): string {
  const path = join(scripts, `${document.replace(/\W+/g, "-")}-${line}.${language === "ts" ? "ts" : "mjs"}`);
  writeFileSync(path, code);
  return path;
}
