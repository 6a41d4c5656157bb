import { createHash } from "node:crypto";
import { basename, resolve } from "node:path";
import { Command, Option } from "commander";
import {
  findInput,
  type PageRecord,
  readFileBytes,
  readInputs,
  readModelJson,
  readRecord,
  writeWhole,
} from "../archive/index.ts";
import { asNewsError } from "../errors/index.ts";
import { packSiteModel, readMssModel, type SiteModel } from "../extractors/index.ts";
import {
  LEARN_DEFAULTS,
  LEARN_PAPER,
  type LearnOptions,
  type RoundReport,
  readPage,
  SiteLearner,
} from "../train/index.ts";
import { countOf } from "./batch-summary.ts";
import { prepareModelOutput } from "./model-output.ts";
import { wholeNumber } from "./option-values.ts";

/** The settings to start from, by name. */
const SETTINGS = { default: LEARN_DEFAULTS, paper: LEARN_PAPER } as const;

interface Options
  extends Partial<
    Pick<LearnOptions, "rounds" | "share" | "window" | "cutoff" | "constant" | "margin" | "minPages">
  > {
  readonly from?: string;
  readonly output: string;
  readonly settings: keyof typeof SETTINGS;
  readonly quiet?: boolean;
}

/** `galley train mss-site`: a model for one site, from its own pages without labels. */
export function trainMssSiteCommand(): Command {
  return new Command("mss-site")
    .summary("learn one site from its own pages, without labels")
    .description("Learns one site from its own pages, without labels: a model for mss-site.")
    .argument(
      "<input...>",
      "article pages of the site: a folder of .html files, a .jsonl file of {url?, html | htmlPath, encoding?}, an .html file (each also as .gz), or - for JSONL on standard input",
    )
    .option("--from <model>", "the supervised model that makes the first predictions (default: galley's own)")
    .requiredOption("-o, --output <model>", "the file to write, a .json.gz or .json file")
    .addOption(
      new Option("--settings <name>", "what the options below start from")
        .choices(Object.keys(SETTINGS))
        .default("default"),
    )
    .option("--rounds <count>", "most rounds of training (default: 10)", wholeNumber)
    .option(
      "--share <share>",
      "share of the pages used in each round, the surest first (default: 0.6)",
      Number,
    )
    .option(
      "--window <tokens>",
      "tokens on each side of a span's ends that measure how sure it is (default: 10)",
      wholeNumber,
    )
    .option(
      "--cutoff <tokens>",
      "distance from a span's end, in tokens, up to which it counts (default: 64)",
      wholeNumber,
    )
    .option(
      "--constant <number>",
      "added to the score of tokens near a span's end (default: 0; the paper: 24)",
      Number,
    )
    .option(
      "--margin <score>",
      "how much better a span must be to replace the supervised one (default: 8)",
      Number,
    )
    .option("--min-pages <count>", "ignore features seen on fewer pages (default: 2)", wholeNumber)
    .option("-q, --quiet", "no summary and no progress")
    .addHelpText(
      "after",
      `
Ten article pages with the same layout are enough. Leave out home and section pages: they make the model worse.

Examples:
  galley train mss-site pages/ -o site.json.gz
  galley train mss-site pages.jsonl --from my-model.json.gz -o site.json.gz --settings paper
  galley extract page.html --model site.json.gz`,
    )
    .action(trainMssSite);
}

async function trainMssSite(names: readonly string[], options: Options): Promise<void> {
  const { from, output, settings, quiet, ...changes } = options;
  const inputs = names.map(findInput);
  prepareModelOutput(output);
  const reports: RoundReport[] = [];
  const reading = { pages: 0, failed: 0, hash: createHash("sha256") };
  const learner = new SiteLearner({
    ...SETTINGS[settings],
    ...changes,
    ...(from !== undefined && { from: readMssModel(readModelJson(from)) }),
    onRound: (report) => {
      reports.push(report);
      if (!quiet && process.stderr.isTTY) process.stderr.write(`galley: ${describeRound(report)}\n`);
    },
  });
  for await (const raw of readInputs(inputs)) {
    const record = readRecord(raw);
    if (!("error" in record) && addPage(learner, record, reading.hash)) reading.pages++;
    else reading.failed++;
  }
  const learnt = learner.learn({
    command: "galley train mss-site",
    set: {
      name: names.map((name) => basename(resolve(name))).join(", "),
      pages: reading.pages,
      hash: reading.hash.digest("hex"),
    },
  });
  await writeWhole(output, `${JSON.stringify(packSiteModel(learnt))}\n`);
  if (!quiet) process.stderr.write(`galley: ${describeModel(learnt, { ...reading, reports, output })}\n`);
}

/** Whether the page could be read; one that cannot stops nothing. */
function addPage(
  learner: SiteLearner,
  { content, url, encoding }: PageRecord,
  hash: ReturnType<typeof createHash>,
): boolean {
  try {
    const html = "path" in content ? readFileBytes(content.path) : content.html;
    learner.add(readPage(html, { url, encoding }));
    hash.update(html);
    return true;
  } catch (error) {
    if (asNewsError(error).code === "INTERNAL") throw error;
    return false;
  }
}

function describeRound({ round, changed, confidence }: RoundReport): string {
  const sureness = `confidence ${confidence.toFixed(3)}`;
  return round === 0 ? `supervised, ${sureness}` : `round ${round}, ${countOf(changed)} changed, ${sureness}`;
}

interface Work {
  readonly pages: number;
  readonly failed: number;
  readonly reports: readonly RoundReport[];
  readonly output: string;
}

function describeModel({ tables }: SiteModel, { pages, failed, reports, output }: Work): string {
  const { trigram, "coarse trigram": coarse } = tables;
  const rounds = reports.length - 1;
  return [
    `${countOf(pages)}${failed === 0 ? "" : `, ${failed} more could not be read`}`,
    `${rounds} ${rounds === 1 ? "round" : "rounds"}`,
    `${trigram.counts.size} trigrams and ${coarse.counts.size} coarse ones`,
    `confidence ${reports[0]!.confidence.toFixed(3)} to ${reports.at(-1)!.confidence.toFixed(3)}`,
    `next: galley extract PAGE --model ${output}`,
  ].join("; ");
}
