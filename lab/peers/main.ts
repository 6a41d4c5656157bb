/** `npm run peers -- SET…`: the tools that people use today on labelled sets, scored by our own metrics. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildIfStale } from "../../scripts/fresh-build.ts";
import { readVersion } from "../../src/cli/version.ts";
import { asNewsError, NewsError } from "../../src/errors/index.ts";
import type { Provenance } from "../../src/eval/index.ts";
import {
  DEFAULT_EXTRACTOR,
  EXTRACTORS,
  type ExtractorId,
  isExtractorId,
  ONE_PAGE_EXTRACTORS,
} from "../../src/extractors/index.ts";
import { dataPlaces, findSet, makeSeenBy } from "../../src/sets/index.ts";
import { Answers } from "./answers.ts";
import { chooseTools, DEFAULT_TOOLS_FOLDER, type RunningTool, startTools } from "./install.ts";
import {
  type MeasuredSet,
  type Measuring,
  measureSet,
  type PageChoice,
  type ReadyTool,
  readChoice,
  warmUp,
} from "./measure.ts";
import { raceTools, speedBlock, speedChart, YARDSTICK } from "./speed.ts";
import { fillBlocks, OURS, type PeersRun, runBlocks } from "./tables.ts";
import { TOOLS, type Tool } from "./tools.data.ts";

/**
 * Sets that no model of ours was trained on, every one whose truth is not the output of another tool; of the two largest
 * every fourth page, so that a run takes about a quarter of an hour.
 */
const DEFAULT_SETS: readonly string[] = [
  "evan2021",
  "czech-sites",
  "multi2023-en-fr-de-zh",
  "cleaneval-dev",
  "cleanportaleval",
  "l3s-gn1-a",
  "big9",
  "daniel-en-zh-pl@4",
  "dragnet-a@4",
];

/** The same sets, few enough pages for several passes of slow tools. */
const SPEED_SETS: readonly string[] = [
  "evan2021@4",
  "czech-sites@4",
  "multi2023-en-fr-de-zh@8",
  "cleaneval-dev@3",
  "cleanportaleval@4",
  "l3s-gn1-a@20",
  "big9@16",
  "daniel-en-zh-pl@60",
  "dragnet-a@40",
];

const HELP = `Runs galley and other tools on labelled sets and scores them with our metrics; prints Markdown.

  npm run peers                          # ${DEFAULT_SETS.join(" ")}
  npm run peers -- SET…                  # every page with a body
  npm run peers -- wcxb-dev:article@4    # the articles among every 4th page
  npm run peers -- SET --only trafilatura,readability
  npm run peers -- SET --extractor fused,econ   # these of ours (default: fused; "none" for none)
  npm run peers -- --speed               # time beside accuracy: all tools, all extractors of ours, parse5's bare parse

Sites that an extractor of ours was trained on are left out for all. Times are processor time in the tool's own process.

  --tools DIR    where the tools are installed and their answers kept (default: galley-peers in the temporary folder)
  --reuse        take answers of other tools from earlier runs; those are not timed
  --write        put the tables into README.md and docs/peers.md, between their marks; needs all tools and times;
                 with --speed also the chart into docs/images, with the tools that could be installed
  --passes N     of --speed: timed passes over all pages, the tools taking turns (default: 5)
  --timeout S    seconds a page may take, after which it counts as empty (default: 120)

--speed prints processor time beside wall time and the load of the machine; without sets it takes
${SPEED_SETS.join(" ")}.

The tools: ${TOOLS.map(({ id }) => id).join(", ")}. PYTHON names the Python for those written in it, GO the Go.`;

/** The documents whose marked blocks `--write` fills. */
const WRITTEN = ["README.md", "docs/peers.md"].map((name) => join(import.meta.dirname, "../..", name));

const CHART = join(import.meta.dirname, "../../docs/images/speed-accuracy.svg");

/** A page that took 45 s of an idle machine has been seen. */
const DEFAULT_LIMIT_S = "120";

const report = (line: string): void => void process.stderr.write(`${line}\n`);

/** Answers of Galley are never taken from earlier runs: they change with every build. */
function readyTool({ tool, ask }: RunningTool, kept: { folder: string; reuse: boolean }): ReadyTool {
  if (tool.from === "build") return { id: tool.id, ask };
  const answers = new Answers(tool, join(kept.folder, "answers", `${tool.id}.jsonl`));
  return {
    id: tool.id,
    ask: (page) => (kept.reuse ? answers.answerTo(page, ask) : answers.askAnew(page, ask)),
  };
}

function readExtractors(list: string): readonly ExtractorId[] {
  if (list === "none") return [];
  return list.split(",").map((name) => {
    if (isExtractorId(name)) return name;
    const names = Object.keys(EXTRACTORS).join(", ");
    throw new NewsError("BAD_OPTION", `There is no extractor ${name}; there are ${names}, or none.`);
  });
}

/** An extractor of ours as one more tool, so that it is asked, timed and scored like the others. */
function galleyTool(extractor: ExtractorId): Tool {
  return {
    id: extractor === DEFAULT_EXTRACTOR ? OURS : `${OURS} ${extractor}`,
    from: "build",
    packages: [["galley", readVersion()]],
    adapter: ["galley.mjs"],
    args: [extractor],
    settings: `\`extract\` to the whole Article, extractor \`${extractor}\`, the address`,
  };
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      tools: { type: "string", default: DEFAULT_TOOLS_FOLDER },
      only: { type: "string" },
      extractor: { type: "string" },
      timeout: { type: "string", default: DEFAULT_LIMIT_S },
      reuse: { type: "boolean", default: false },
      speed: { type: "boolean", default: false },
      passes: { type: "string", default: "5" },
      write: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return void process.stdout.write(`${HELP}\n`);
  const limitMs = Number(values.timeout) * 1000;
  if (!(limitMs > 0)) throw new NewsError("BAD_OPTION", "The option --timeout takes seconds above 0.");
  const defaults = values.speed ? SPEED_SETS : DEFAULT_SETS;
  const choices = (positionals.length === 0 ? defaults : positionals).map(readChoice);
  if (values.speed) return speed(choices, { ...values, limitMs });
  const extractors = readExtractors(values.extractor ?? DEFAULT_EXTRACTOR);
  const others = chooseTools(values.only);
  if (
    values.write &&
    (values.reuse || others.length < TOOLS.length || !extractors.includes(DEFAULT_EXTRACTOR))
  )
    throw new NewsError("BAD_OPTION", "The tables of --write need all tools and their times.");
  const places = dataPlaces(report);
  // A misspelt name is reported before an hour's work, not after.
  for (const { set } of choices) await findSet(set, places);
  if (extractors.length > 0) buildIfStale();
  const running = await startTools({
    tools: [...extractors.map(galleyTool), ...others],
    folder: values.tools,
    limitMs,
    report: (line) => report(`peers: ${line}`),
  });
  if (values.write && running.length < extractors.length + others.length)
    throw new NewsError("NOTHING_WORKED", "A tool is missing, without which no tables are written.");
  const tools = running.map((one) => readyTool(one, { folder: values.tools, reuse: values.reuse }));
  const seenBy = makeSeenBy(extractors.map((id) => EXTRACTORS[id]));
  try {
    const sets = await measureSets(choices, { places, tools, seenBy });
    show(
      { sets, tools: running.map(({ tool }) => tool), provenance: provenance() },
      { isWritten: values.write },
    );
  } finally {
    for (const tool of running) tool.close();
  }
}

/** The options of a race on the command line. */
interface SpeedOptions {
  readonly tools: string;
  readonly only?: string | undefined;
  readonly extractor?: string | undefined;
  readonly passes: string;
  readonly write: boolean;
  readonly limitMs: number;
}

/** Times every tool on the text, and our learned extractors on the whole Article too. */
async function speed(choices: readonly PageChoice[], options: SpeedOptions): Promise<void> {
  const passes = Number(options.passes);
  if (!(Number.isInteger(passes) && passes > 0))
    throw new NewsError("BAD_OPTION", "The option --passes takes a whole number from 1.");
  const extractors =
    options.extractor === undefined ? ONE_PAGE_EXTRACTORS : readExtractors(options.extractor);
  buildIfStale();
  const running = await startTools({
    tools: [YARDSTICK, ...extractors.flatMap(racedTools), ...chooseTools(options.only)],
    folder: options.tools,
    limitMs: options.limitMs,
    report: (line) => report(`peers: ${line}`),
  });
  try {
    const run = await raceTools({
      choices,
      passes,
      limitMs: options.limitMs,
      places: dataPlaces(report),
      tools: running.map(({ tool, ask }) => ({ id: tool.id, ask })),
      seenBy: makeSeenBy(extractors.map((id) => EXTRACTORS[id])),
      onPage: (done, total) => report(`${done}/${total}`),
    });
    const block = speedBlock(run, provenance());
    process.stdout.write(`${block}\n`);
    if (!options.write) return;
    for (const path of WRITTEN) {
      writeFileSync(path, fillBlocks(readFileSync(path, "utf8"), { speed: block }));
    }
    writeFileSync(CHART, speedChart(run));
  } finally {
    for (const tool of running) tool.close();
  }
}

/** The learned extractors are timed on the whole Article too, as people use them for it. */
function racedTools(extractor: ExtractorId): readonly Tool[] {
  const article = galleyTool(extractor);
  const text: Tool = {
    ...article,
    id: `${OURS} ${extractor} text`,
    args: [extractor, "text"],
    settings: `\`extractText\`, extractor \`${extractor}\`, the address`,
  };
  return extractor === "fused" || extractor === "quick" ? [article, text] : [text];
}

async function measureSets(
  choices: readonly PageChoice[],
  measuring: Omit<Measuring, "onPage">,
): Promise<MeasuredSet[]> {
  const sets: MeasuredSet[] = [];
  for (const choice of choices) {
    const onPage = (done: number, total: number): void => {
      if (done % 50 === 0 || done === total) report(`${choice.set} ${done}/${total}`);
    };
    if (sets.length === 0) await warmUp(choice, { ...measuring, onPage });
    sets.push(await measureSet(choice, { ...measuring, onPage }));
  }
  return sets;
}

/** The command that reproduces the figures, without the option that writes them into documents. */
function provenance(): Provenance {
  const args = process.argv.slice(2).filter((arg) => arg !== "--write");
  const command = ["npm run peers", ...(args.length === 0 ? [] : ["--"]), ...args].join(" ");
  return { command, date: new Date().toISOString().slice(0, 10), version: readVersion() };
}

function show(run: PeersRun, { isWritten }: { isWritten: boolean }): void {
  const blocks = runBlocks(run);
  process.stdout.write(`${Object.values(blocks).join("\n\n")}\n`);
  if (!isWritten) return;
  for (const path of WRITTEN) writeFileSync(path, fillBlocks(readFileSync(path, "utf8"), blocks));
}

try {
  await main();
} catch (error) {
  const { code, message, help } = asNewsError(error);
  process.stderr.write(`peers: ${code}: ${message} ${help}\n`);
  process.exitCode = 1;
}
