import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type EnvironmentName, findEnvironment } from "../scripts/python-environment.ts";
import { findData } from "../src/sets/index.ts";
import { type Block, blocksOf, linksOf, RUNNABLE } from "./docs/blocks.ts";
import { makeWorld, type World } from "./docs/world.ts";
import { NewsWeb } from "./newsroom/index.ts";
import { hasPostgres, startPostgres } from "./postgres.ts";
import { findSpark } from "./spark.ts";

const ROOT = join(import.meta.dirname, "..");
const DOCUMENTS = globSync(["README.md", "CONTRIBUTING.md", "docs/**/*.md"], { cwd: ROOT }).sort();

/** A requirement of blocks, and the reason when they are not run. */
const NEEDS: Readonly<Record<string, Need>> = {
  data: { isHere: () => findData() !== undefined, reason: "needs the labelled pages (GALLEY_DATA)" },
  network: { isHere: () => false, reason: "needs the network, which tests never use" },
  python: await needEnvironment("python"),
  spark: await needSpark(),
  studio: {
    isHere: () => false,
    reason: "needs the labels of the walk, which studio/e2e/walk.test.ts makes",
  },
  postgres: { isHere: hasPostgres, reason: "needs a PostgreSQL for this platform" },
};

interface Need {
  readonly isHere: () => boolean;
  readonly reason: string;
  /** A folder of commands that the block uses. */
  readonly commands?: string;
}

/** An environment of Python that another test makes, or `npm run python:env`. */
async function needEnvironment(name: EnvironmentName): Promise<Need> {
  const reason = `needs a Python environment (npm run python:env -- ${name})`;
  const found = await findEnvironment(name).catch(() => undefined);
  return { isHere: () => found?.isMade === true, reason, ...(found && { commands: found.bin }) };
}

async function needSpark(): Promise<Need> {
  const found = await findSpark({ mayInstall: false });
  if ("missing" in found) return { isHere: () => false, reason: `needs Spark: ${found.missing}` };
  return { isHere: () => true, reason: "", commands: found.environment.bin };
}

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
  const blocks = blocksOf(readDocument(document));
  const server = blocks.some(({ needs }) => needs === "postgres") ? await startPostgres() : undefined;
  const STORE = (await server?.emptyDatabase()) ?? "";
  const world = makeWorld({ NEWS: `http://127.0.0.1:${web.port}`, STORE });
  try {
    for (const block of blocks) {
      const missing = missingNeed(block);
      if (missing === undefined) await checkBlock(block, world, document);
      else await context.annotate(`line ${block.line} was not run: ${missing}`);
    }
  } finally {
    world.close();
    await server?.stop();
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
  // Formulas and drawings are not run.
  else if (language !== "text")
    throw new Error(
      `The "${language}" block of line ${block.line} can only follow the command that prints it.`,
    );
}

async function checkRun(block: Block, world: World, document: string): Promise<void> {
  const commands = block.needs && NEEDS[block.needs]?.commands;
  const { status, stdout, stderr } =
    block.language === "sh"
      ? await world.run("bash", ["-euo", "pipefail", "-c", block.code], commands)
      : await world.run(
          block.language === "python" ? "python" : "node",
          [writeScript(block, document)],
          commands,
        );
  const where = `the block of line ${block.line}`;
  expect(status, `${where}: ${stderr}\n${stdout}`.slice(0, 2000)).toBe(0);
  if (block.output === undefined) return;
  if (block.output.language === "json")
    expect(JSON.parse(stdout), where).toEqual(JSON.parse(block.output.code));
  else expect(stdout.trimEnd(), where).toBe(block.output.code.trimEnd());
}

function writeScript({ language, line, code }: Block, document: string): string {
  const ending = { ts: "ts", python: "py" }[language] ?? "mjs";
  const path = join(scripts, `${document.replace(/\W+/g, "-")}-${line}.${ending}`);
  writeFileSync(path, code);
  return path;
}
