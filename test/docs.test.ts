import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findData } from "../src/sets/index.ts";
import { type Block, blocksOf, linksOf, RUNNABLE } from "./docs/blocks.ts";
import { makeWorld, type World } from "./docs/world.ts";
import { NewsWeb } from "./newsroom/index.ts";

const ROOT = join(import.meta.dirname, "..");
const DOCUMENTS = globSync(["README.md", "CONTRIBUTING.md", "docs/**/*.md"], { cwd: ROOT }).sort();

/** What a block can need, and why it does not run without. */
const NEEDS: Readonly<Record<string, { readonly isHere: () => boolean; readonly reason: string }>> = {
  data: { isHere: () => findData() !== undefined, reason: "needs the labelled pages (GALLEY_DATA)" },
  network: { isHere: () => false, reason: "needs the network, which tests never use" },
};

// Inside the package, so that `import "galley"` finds it; not under node_modules, where Node refuses TypeScript.
let scripts = "";
/** The site that the documents collect from, as NEWS. */
let web: NewsWeb;
beforeAll(async () => {
  web = await NewsWeb.start({ sites: 1, storiesADay: 12, days: 1, seed: 2, isRough: false });
  mkdirSync(join(ROOT, "out"), { recursive: true });
  scripts = mkdtempSync(join(ROOT, "out/docs-"));
});
afterAll(async () => {
  rmSync(scripts, { recursive: true, force: true });
  await web.close();
});

test.concurrent.for(DOCUMENTS)("%s: every block does what it shows", async (document, context) => {
  const world = makeWorld({ NEWS: `http://127.0.0.1:${web.port}` });
  try {
    for (const block of blocksOf(readDocument(document))) {
      const missing = missingNeed(block);
      if (missing === undefined) await checkBlock(block, world, document);
      else await context.annotate(`line ${block.line} was not run: ${missing}`);
    }
  } finally {
    world.close();
  }
});

test.for(DOCUMENTS)("%s links to files that are there", (document) => {
  const links = linksOf(readDocument(document));
  expect(links.filter((link) => !existsSync(join(ROOT, dirname(document), link)))).toEqual([]);
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

function readDocument(document: string): string {
  return readFileSync(join(ROOT, document), "utf8");
}

/** Why a block cannot run here, or undefined where it can. */
function missingNeed({ needs }: Block): string | undefined {
  if (needs === undefined) return undefined;
  const need = NEEDS[needs];
  if (need === undefined) throw new Error(`"${needs}" is none of ${Object.keys(NEEDS).join(", ")}`);
  return need.isHere() ? undefined : need.reason;
}

async function checkBlock(block: Block, world: World, document: string): Promise<void> {
  const { language, code } = block;
  if (RUNNABLE.has(language)) await checkRun(block, world, document);
  else if (language === "json") JSON.parse(code);
  else if (language === "jsonl") for (const line of code.trim().split("\n")) JSON.parse(line);
  // Formulas and drawings pass: nothing could run them.
  else if (language !== "text")
    throw new Error(
      `The "${language}" block of line ${block.line} can only follow the command that prints it.`,
    );
}

async function checkRun(block: Block, world: World, document: string): Promise<void> {
  const { status, stdout, stderr } =
    block.language === "sh"
      ? await world.run("bash", ["-euo", "pipefail", "-c", block.code])
      : await world.run("node", [writeScript(block, document)]);
  const where = `the block of line ${block.line}`;
  expect(status, `${where}: ${stderr}\n${stdout}`.slice(0, 2000)).toBe(0);
  if (block.output === undefined) return;
  if (block.output.language === "json")
    expect(JSON.parse(stdout), where).toEqual(JSON.parse(block.output.code));
  else expect(stdout.trimEnd(), where).toBe(block.output.code.trimEnd());
}

function writeScript({ language, line, code }: Block, document: string): string {
  const path = join(scripts, `${document.replace(/\W+/g, "-")}-${line}.${language === "ts" ? "ts" : "mjs"}`);
  writeFileSync(path, code);
  return path;
}
