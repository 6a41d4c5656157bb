import { tmpdir } from "node:os";
import { join } from "node:path";
import { NewsError } from "../../src/errors/index.ts";
import { install } from "./install.ts";
import { type ToolAnswer, type ToolPage, ToolProcess } from "./tool-process.ts";
import { TOOLS, type Tool } from "./tools.data.ts";

/** A tool that has answered a plain page and waits for more. */
export interface RunningTool {
  readonly tool: Tool;
  ask(page: ToolPage): Promise<ToolAnswer>;
  close(): void;
}

/** Which tools are started, and how. */
export interface Starting {
  readonly tools: readonly Tool[];
  /** Where they are installed. */
  readonly folder: string;
  /** What a page may take. */
  readonly limitMs: number;
  /** Hears which tool is left out, and why. */
  say(line: string): void;
}

/** Outside of the repository, as the tools are no dependencies. */
export const DEFAULT_TOOLS_FOLDER: string = join(tmpdir(), "galley-peers");

const SENTENCE = "The harbour was open again on Monday, after a week of storms and of ships that waited. ";
const PLAIN_PAGE = `<!doctype html><html lang="en"><head><title>Harbour open again</title></head><body><article><h1>Harbour
open again</h1>${`<p>${SENTENCE.repeat(4)}</p>`.repeat(5)}</article></body></html>`;

/** Installs and starts tools; those that cannot be had are left out. */
export async function startTools({ tools, folder, limitMs, say }: Starting): Promise<RunningTool[]> {
  const running: RunningTool[] = [];
  for (const tool of tools) {
    try {
      const process = new ToolProcess(await install(tool, folder), limitMs);
      await checkTool(tool.id, process);
      running.push({ tool, ask: (page) => process.ask(page), close: () => process.close() });
    } catch (error) {
      if (!(error instanceof NewsError)) throw error;
      say(error.message);
    }
  }
  if (running.length === 0) throw new NewsError("NOTHING_WORKED", "None of the tools could be installed");
  return running;
}

/** The tools whose names a list has, with commas between them; all without a list. */
export function chooseTools(only: string | undefined): readonly Tool[] {
  const ids = only?.split(",") ?? TOOLS.map(({ id }) => id);
  const unknown = ids.filter((id) => !TOOLS.some((tool) => tool.id === id));
  if (unknown.length === 0) return TOOLS.filter(({ id }) => ids.includes(id));
  throw new NewsError(
    "BAD_OPTION",
    `There is no tool ${unknown.join(", ")}; there are ${TOOLS.map(({ id }) => id).join(", ")}`,
  );
}

/** A tool that fails on a plain page is not there: its zeros would be the installation's. */
async function checkTool(id: string, process: ToolProcess): Promise<void> {
  const { error } = await process.ask({ id: "check", url: null, html: PLAIN_PAGE });
  if (error === undefined) return;
  process.close();
  throw new NewsError("FILE_NOT_FOUND", `${id} is left out: it fails on a plain page (${error})`);
}
