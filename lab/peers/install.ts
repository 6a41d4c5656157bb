import { execFile } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { NewsError } from "../../src/errors/index.ts";
import { type ToolAnswer, type ToolPage, ToolProcess } from "./tool-process.ts";
import { TOOLS, type Tool } from "./tools.data.ts";

/** A command line that answers pages. */
export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly folder: string;
}

const INSTALL_LIMIT_MS = 600_000;
const MAX_OUTPUT_LINES = 6;
const run = promisify(execFile);

/** The folder of the adapters. */
export const ADAPTERS = join(import.meta.dirname, "adapters");

/** Installs a tool into a folder of its own under `parent`, unless these versions are there; throws where it cannot be installed. */
export async function install(
  tool: Tool,
  parent: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Command> {
  const args = tool.args ?? [];
  if (tool.from === "build") {
    return { file: process.execPath, args: [join(ADAPTERS, tool.adapter[0]), ...args], folder: ADAPTERS };
  }
  const folder = join(parent, tool.id);
  const marker = join(folder, "installed.json");
  // A program is built with its adapter.
  const source = tool.from === "go" ? readFileSync(join(ADAPTERS, tool.adapter[0]), "utf8") : "";
  const wanted = JSON.stringify([tool.packages, tool.overrides, source]);
  if (!existsSync(marker) || readFileSync(marker, "utf8") !== wanted) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    // Beside the packages, so that the imports of the adapter find them.
    copyAdapter(tool, folder);
    if (tool.from === "npm") await installFromNpm(tool, folder);
    else if (tool.from === "pip") await installFromPip(tool, folder, env.PYTHON || "python3");
    else await installFromGo(tool, folder, env.GO || "go");
    writeFileSync(marker, wanted);
  }
  copyAdapter(tool, folder);
  if (tool.from === "go") return { file: programOf(folder), args, folder };
  const file = tool.from === "npm" ? process.execPath : pythonOf(folder);
  return { file, args: [join(folder, tool.adapter[0]), ...args], folder };
}

function copyAdapter({ adapter }: Tool, folder: string): void {
  for (const name of adapter) copyFileSync(join(ADAPTERS, name), join(folder, name));
}

async function installFromNpm({ id, packages, overrides }: Tool, folder: string): Promise<void> {
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module", overrides }));
  const names = packages.map(([name, version]) => `${name}@${version}`);
  await attempt(
    ["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", ...names],
    folder,
    `${id} is left out: npm could not install ${names.join(" ")}; check the network and the registry`,
  );
}

async function installFromPip({ id, packages }: Tool, folder: string, python: string): Promise<void> {
  const names = packages.map(([name, version]) => `${name}==${version}`);
  await attempt(
    [python, "-m", "venv", folder],
    folder,
    `${id} is left out: ${python} could not make an environment; install Python 3.10 or newer with venv, or name one in PYTHON`,
  );
  await attempt(
    [pythonOf(folder), "-m", "pip", "install", "--quiet", ...names],
    folder,
    `${id} is left out: pip could not install ${names.join(" ")}; check the network and the index`,
  );
}

async function installFromGo({ id, packages }: Tool, folder: string, go: string): Promise<void> {
  const names = packages.map(([name, version]) => `${name}@v${version}`);
  await attempt(
    [go, "mod", "init", "asked"],
    folder,
    `${id} is left out: ${go} could not be run; install Go, or name one in GO`,
  );
  const problem = `${id} is left out: Go could not get or build ${names.join(" ")}; check the network and the module proxy`;
  await attempt([go, "get", ...names], folder, problem);
  await attempt([go, "build", "-o", programOf(folder), "."], folder, problem);
}

function programOf(folder: string): string {
  return join(folder, process.platform === "win32" ? "asked.exe" : "asked");
}

async function attempt(command: readonly string[], folder: string, problem: string): Promise<void> {
  const [file, ...args] = command;
  try {
    await run(file!, args, { cwd: folder, timeout: INSTALL_LIMIT_MS, shell: process.platform === "win32" });
  } catch (cause) {
    throw new NewsError("FILE_NOT_FOUND", `${problem}.${outputOf(cause)}`, { cause });
  }
}

/** The output of an installer, without its warnings. */
function outputOf(cause: unknown): string {
  const stderr = cause instanceof Error && "stderr" in cause ? String(cause.stderr) : "";
  const lines = stderr.split("\n").filter((line) => line.trim() !== "" && !/\bwarn/i.test(line));
  return lines
    .slice(0, MAX_OUTPUT_LINES)
    .map((line) => `\n  ${line}`)
    .join("");
}

function pythonOf(folder: string): string {
  return join(folder, process.platform === "win32" ? "Scripts/python.exe" : "bin/python");
}

/** A tool that has answered a plain page and waits for more. */
export interface RunningTool {
  readonly tool: Tool;
  ask(page: ToolPage): Promise<ToolAnswer>;
  close(): void;
}

/** Which tools are started, and how. */
interface Starting {
  readonly tools: readonly Tool[];
  /** Where they are installed. */
  readonly folder: string;
  /** The time limit of a page. */
  readonly limitMs: number;
  /** Called with each tool that is left out, and why. */
  report(line: string): void;
}

/** Outside of the repository, as the tools are not dependencies. */
export const DEFAULT_TOOLS_FOLDER: string = join(tmpdir(), "galley-peers");

const SENTENCE = "The harbour was open again on Monday, after a week of storms and of ships that waited. ";
const PLAIN_PAGE = `<!doctype html><html lang="en"><head><title>Harbour open again</title></head><body><article><h1>Harbour
open again</h1>${`<p>${SENTENCE.repeat(4)}</p>`.repeat(5)}</article></body></html>`;

/** Installs and starts tools; those that cannot be installed are left out. */
export async function startTools({ tools, folder, limitMs, report }: Starting): Promise<RunningTool[]> {
  const running: RunningTool[] = [];
  for (const tool of tools) {
    try {
      const process = new ToolProcess(await install(tool, folder), limitMs);
      await checkTool(tool.id, process);
      running.push({ tool, ask: (page) => process.ask(page), close: () => process.close() });
    } catch (error) {
      if (!(error instanceof NewsError)) throw error;
      report(error.message);
    }
  }
  if (running.length === 0) throw new NewsError("NOTHING_WORKED", "None of the tools could be installed.");
  return running;
}

/** The tools whose names a list has, with commas between them; all without a list. */
export function chooseTools(only: string | undefined): readonly Tool[] {
  const ids = only?.split(",") ?? TOOLS.map(({ id }) => id);
  const unknown = ids.filter((id) => !TOOLS.some((tool) => tool.id === id));
  if (unknown.length === 0) return TOOLS.filter(({ id }) => ids.includes(id));
  throw new NewsError(
    "BAD_OPTION",
    `There is no tool ${unknown.join(", ")}; there are ${TOOLS.map(({ id }) => id).join(", ")}.`,
  );
}

/** A tool that fails on a plain page is not installed correctly: its zeros would be the fault of the installation. */
async function checkTool(id: string, process: ToolProcess): Promise<void> {
  const { error } = await process.ask({ id: "check", url: null, html: PLAIN_PAGE });
  if (error === undefined) return;
  process.close();
  throw new NewsError("FILE_NOT_FOUND", `${id} is left out: it fails on a plain page (${error}).`);
}
