/** `npm run peers -- SET…`: the tools that people use today on labelled sets, scored by our own metrics. */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { provenanceLines } from "../../scripts/experiments/experiment.ts";
import { chooseExtractors } from "../../src/archive/index.ts";
import { asNewsError, NewsError } from "../../src/errors/index.ts";
import { dataPlaces, findSet, type PageScore, packageVersion } from "../../src/eval/index.ts";
import { EXTRACTOR_NAMES, isExtractorName } from "../../src/extractors/index.ts";
import { Answers } from "./answers.ts";
import { type MeasuredSet, measureSet, type ReadyTool } from "./measure.ts";
import { readChoice } from "./page-choice.ts";
import { DEFAULT_TOOLS_FOLDER, type RunningTool, startTools } from "./start-tools.ts";
import { details, overview, toolTable } from "./tables.ts";
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

const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** Asks only for what no earlier run has asked for. */
function withAnswersKept({ tool, ask }: RunningTool, folder: string): ReadyTool {
  const answers = new Answers(tool, join(folder, "answers", `${tool.id}.jsonl`));
  return { id: tool.id, ask: (page) => answers.answerTo(page, ask) };
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
      tools: { type: "string", default: DEFAULT_TOOLS_FOLDER },
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
  const running = await startTools({
    only: values.only,
    folder: values.tools,
    limitMs,
    say: (line) => say(`peers: ${line}`),
  });
  const tools = running.map((one) => withAnswersKept(one, values.tools));
  const sets: MeasuredSet[] = [];
  try {
    for (const choice of choices) {
      const onPage = (done: number, total: number): void => {
        if (done % 50 === 0 || done === total) say(`${choice.set} ${done}/${total}`);
      };
      sets.push(await measureSet(choice, { places, tools, extractors, onPage }));
    }
  } finally {
    for (const tool of running) tool.close();
  }
  print(
    sets,
    running.map(({ tool }) => tool),
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
