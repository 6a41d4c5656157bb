/** `npm run peers -- SET…`: the tools that people use today on labelled sets, scored by our own metrics. */
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { provenanceLines } from "../../scripts/experiments/experiment.ts";
import { chooseExtractors } from "../../src/archive/index.ts";
import { asNewsError, NewsError } from "../../src/errors/index.ts";
import { dataPlaces, findSet, type PageScore, packageVersion } from "../../src/eval/index.ts";
import { EXTRACTOR_NAMES, isExtractorName } from "../../src/extractors/index.ts";
import { Answers } from "./answers.ts";
import { install } from "./install.ts";
import { type MeasuredSet, measureSet, type ReadyTool } from "./measure.ts";
import { readChoice } from "./page-choice.ts";
import { details, overview, toolTable } from "./tables.ts";
import { ToolProcess } from "./tool-process.ts";
import { TOOLS, type Tool } from "./tools.data.ts";

const HELP = `Runs other tools on labelled sets and scores them with our metrics; prints Markdown.

  npm run peers -- SET…                  # every page with a body
  npm run peers -- wcxb-dev:article@4    # the articles among every 4th page
  npm run peers -- SET --only trafilatura,readability
  npm run peers -- SET --extractor fused # ours too; sites that it was trained on are left out for all

  --tools DIR    where the tools are installed and their answers kept (default: galley-peers in the temporary folder)
  --timeout S    seconds a page may take, after which it counts as empty (default: 120)

The tools: ${TOOLS.map(({ id }) => id).join(", ")}. PYTHON names the Python for those written in it.`;

/** A page that took 45 s of an idle machine has been seen. */
const DEFAULT_LIMIT_S = "120";

const SENTENCE = "The harbour was open again on Monday, after a week of storms and of ships that waited. ";
const PLAIN_PAGE = `<!doctype html><html lang="en"><head><title>Harbour open again</title></head><body><article><h1>Harbour
open again</h1>${`<p>${SENTENCE.repeat(4)}</p>`.repeat(5)}</article></body></html>`;

interface Running extends ReadyTool {
  close(): void;
}

const say = (line: string): void => void process.stderr.write(`${line}\n`);

async function startTools(only: string | undefined, folder: string, limitMs: number): Promise<Running[]> {
  const ids = only?.split(",") ?? TOOLS.map(({ id }) => id);
  const unknown = ids.filter((id) => !TOOLS.some((tool) => tool.id === id));
  if (unknown.length > 0)
    throw new NewsError(
      "BAD_OPTION",
      `There is no tool ${unknown.join(", ")}; there are ${TOOLS.map(({ id }) => id).join(", ")}`,
    );
  const running: Running[] = [];
  for (const tool of TOOLS.filter(({ id }) => ids.includes(id))) {
    try {
      const answers = new Answers(tool, join(folder, "answers", `${tool.id}.jsonl`));
      const process = new ToolProcess(await install(tool, folder), limitMs);
      await checkTool(tool.id, process);
      running.push({
        id: tool.id,
        ask: (page) => answers.answerTo(page, (one) => process.ask(one)),
        close: () => process.close(),
      });
    } catch (error) {
      if (!(error instanceof NewsError)) throw error;
      say(`peers: ${error.message}`);
    }
  }
  if (running.length === 0) throw new NewsError("NOTHING_WORKED", "None of the tools could be installed");
  return running;
}

/** A tool that fails on a plain page is not there: its zeros would be the installation's. */
async function checkTool(id: string, process: ToolProcess): Promise<void> {
  const { error } = await process.ask({ id: "check", url: null, html: PLAIN_PAGE });
  if (error === undefined) return;
  process.close();
  throw new NewsError("FILE_NOT_FOUND", `${id} is left out: it fails on a plain page (${error})`);
}

function readExtractors(list: string | undefined): ReturnType<typeof chooseExtractors> {
  if (list === undefined) return [];
  const names = list.split(",").map((name) => {
    if (isExtractorName(name)) return name;
    throw new NewsError(
      "BAD_OPTION",
      `There is no extractor ${name}; there are ${EXTRACTOR_NAMES.join(", ")}`,
    );
  });
  return chooseExtractors(names, undefined);
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      tools: { type: "string", default: join(tmpdir(), "galley-peers") },
      only: { type: "string" },
      extractor: { type: "string" },
      timeout: { type: "string", default: DEFAULT_LIMIT_S },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return void process.stdout.write(`${HELP}\n`);
  if (positionals.length === 0) throw new NewsError("BAD_OPTION", "Name a labelled set");
  const limitMs = Number(values.timeout) * 1000;
  if (!(limitMs > 0)) throw new NewsError("BAD_OPTION", "The option --timeout takes seconds above 0");
  const choices = positionals.map(readChoice);
  const extractors = readExtractors(values.extractor);
  const places = dataPlaces(say);
  // A misspelt name is told before an hour's work, not after.
  for (const { set } of choices) await findSet(set, places);
  const tools = await startTools(values.only, values.tools, limitMs);
  const sets: MeasuredSet[] = [];
  try {
    for (const choice of choices) {
      const onPage = (done: number, total: number): void => {
        if (done % 50 === 0 || done === total) say(`${choice.set} ${done}/${total}`);
      };
      sets.push(await measureSet(choice, { places, tools, extractors, onPage }));
    }
  } finally {
    for (const tool of tools) tool.close();
  }
  const measured = new Set(tools.map(({ id }) => id));
  print(
    sets,
    TOOLS.filter(({ id }) => measured.has(id)),
  );
}

function print(sets: readonly MeasuredSet[], tools: readonly Tool[]): void {
  const scores: PageScore[] = sets.flatMap((set) => set.scores);
  const command = `npm run peers -- ${process.argv.slice(2).join(" ")}`;
  const provenance = { command, date: new Date().toISOString().slice(0, 10), version: packageVersion() };
  const parts = [toolTable(tools), provenanceLines(provenance, sets), overview(scores), details(scores)];
  process.stdout.write(`${parts.join("\n\n")}\n`);
}

try {
  await main();
} catch (error) {
  const { code, message, help } = asNewsError(error);
  process.stderr.write(`peers: ${code}: ${message}. ${help}\n`);
  process.exitCode = 1;
}
