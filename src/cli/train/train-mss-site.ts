import { createHash, type Hash } from "node:crypto";
import { basename, resolve } from "node:path";
import { Command, Option } from "commander";
import {
  findInput,
  type Input,
  readFileBytes,
  readInputs,
  readModelJson,
  readRecord,
  writeWhole,
} from "../../archive/index.ts";
import { parsePage } from "../../default-extract.ts";
import { asNewsError, NewsError } from "../../errors/index.ts";
import { packSiteModel, readMssModel, type SiteModel } from "../../extractors/index.ts";
import { domainOf, type Label, readSet } from "../../sets/index.ts";
import {
  LEARN_DEFAULTS,
  LEARN_PAPER,
  type LearnOptions,
  type RoundReport,
  SiteLearner,
} from "../../train/index.ts";
import { findSets } from "../input.ts";
import { repeatable, wholeNumber } from "../options.ts";
import { counted } from "../progress.ts";
import { prepareModelOutput } from "./model-output.ts";

const SETTINGS = { default: LEARN_DEFAULTS, paper: LEARN_PAPER } as const;

interface Options
  extends Partial<
    Pick<
      LearnOptions,
      "rounds" | "share" | "window" | "cutoff" | "constant" | "doubt" | "margin" | "minPages" | "clamp"
    >
  > {
  readonly from?: string;
  readonly source?: readonly string[];
  readonly output: string;
  readonly settings: keyof typeof SETTINGS;
  readonly quiet?: boolean;
}

/** `galley train mss-site`: a model for one site or several, from their own pages without labels. */
export function trainMssSiteCommand(): Command {
  const command = new Command("mss-site")
    .summary("learn a site from its own pages, without labels")
    .description(
      "Learns a site, or several together, from their own pages, without labels: a model for mss-site.",
    )
    .argument(
      "[input...]",
      "article pages of the site: a folder of .html files, a .jsonl file of {url?, html | htmlPath, encoding?}, an .html file (each also as .gz), or - for JSONL on standard input",
    )
    .option(
      "--source <input>",
      "pages of one of several sites to learn from together, a share of each; a labelled set, by its folder or name, has a source for each of its sites; may be repeated",
      repeatable,
    )
    .option("--from <model>", "the supervised model that makes the first predictions (default: galley's own)")
    .requiredOption("-o, --output <model>", "the file to write, a .json.gz or .json file")
    .addOption(
      new Option("--settings <name>", "what the options below start from; paper: as the paper prints them")
        .choices(Object.keys(SETTINGS))
        .default("default"),
    );
  addLearningOptions(command);
  return command
    .option("-q, --quiet", "no summary and no progress")
    .addHelpText(
      "after",
      `
Give ten article pages or more with the same layout. Leave out home and section pages: they make the model worse.
It does not help every site: of 50, more got better than worse, but most stayed the same. Compare the articles with those of
galley extract PAGE, whose own method is the better one on most sites; docs/extractors/mss-site.md has the figures.
Sites that are learned together share one model, as in the paper.

Examples:
  galley train mss-site pages/ -o site.json.gz
  galley train mss-site --source one/ --source two/ --settings paper -o both.json.gz
  galley train mss-site pages.jsonl --from my-model.json.gz --constant 24 --margin 30 -o site.json.gz
  galley extract page.html --model site.json.gz`,
    )
    .action(trainMssSite);
}

function addLearningOptions(command: Command): void {
  const { rounds, share, window, cutoff } = LEARN_DEFAULTS;
  const both = (name: keyof typeof LEARN_DEFAULTS) =>
    `(default: ${LEARN_DEFAULTS[name]}; the paper: ${LEARN_PAPER[name]})`;
  command
    .option("--rounds <count>", `most rounds of training (default: ${rounds})`, wholeNumber)
    .option(
      "--share <share>",
      `share of each source's pages used in each round, the surest first (default: ${share})`,
      Number,
    )
    .option(
      "--window <tokens>",
      `tokens on each side of a span's ends that measure how sure it is (default: ${window})`,
      wholeNumber,
    )
    .option(
      "--cutoff <tokens>",
      `distance from a span's end, in tokens, up to which a feature has importance (default: ${cutoff})`,
      wholeNumber,
    )
    .option(
      "--constant <number>",
      `how much nearness to a span's ends adds to a token's score; with 24, a margin of 30 does best ${both("constant")}`,
      Number,
    )
    .option("--doubt <tokens>", `how many tokens the supervised opinion counts for ${both("doubt")}`, Number)
    .option(
      "--margin <score>",
      `how much better a span must be to replace the supervised one ${both("margin")}`,
      Number,
    )
    .option("--min-pages <count>", `ignore features seen on fewer pages ${both("minPages")}`, wholeNumber)
    .option("--clamp <number>", `the least probability of a feature in a class ${both("clamp")}`, Number);
}

/** Pages that are learned from as one source or, of a labelled set, as one for each of its sites. */
type SiteSource =
  | { readonly name: string; readonly inputs: readonly Input[] }
  | { readonly name: string; readonly set: string };

async function trainMssSite(names: readonly string[], options: Options): Promise<void> {
  const { from, source, output, settings, quiet, ...changes } = options;
  const sources = await findSources(names, source ?? []);
  prepareModelOutput(output);
  const reports: RoundReport[] = [];
  const learner = new SiteLearner({
    ...SETTINGS[settings],
    ...changes,
    ...(from !== undefined && { from: readMssModel(readModelJson(from)) }),
    onRound: (report) => {
      reports.push(report);
      if (!quiet && process.stderr.isTTY) process.stderr.write(`galley: ${describeRound(report)}\n`);
    },
  });
  const reading = new Reading(learner);
  for (const own of sources) await reading.add(own);
  const learnt = learner.learn({ command: "galley train mss-site", set: reading.describe(sources) });
  await writeWhole(output, `${JSON.stringify(packSiteModel(learnt))}\n`);
  if (!quiet) process.stderr.write(describeModel(learnt, { reading, reports, output }));
}

async function findSources(names: readonly string[], others: readonly string[]): Promise<SiteSource[]> {
  if (names.length + others.length === 0) {
    throw new NewsError("BAD_OPTION", "Give the pages of a site, or those of several sites with --source.");
  }
  const own = names.length === 0 ? [] : [{ name: namesOf(names), inputs: names.map(findInput) }];
  const named: SiteSource[] = [];
  for (const name of others) named.push(await findSource(name));
  return [...own, ...named];
}

async function findSource(name: string): Promise<SiteSource> {
  const input = inputAt(name);
  const isSet = input === undefined || (input.kind === "lines" && input.isSet === true);
  if (!isSet) return { name: namesOf([name]), inputs: [input] };
  const [set = name] = await findSets([name]);
  return { name: namesOf([set]), set };
}

/** The input of a path; undefined for what is not a path and may be the name of a set. */
function inputAt(name: string): Input | undefined {
  try {
    return findInput(name);
  } catch (error) {
    if (asNewsError(error).code === "FILE_NOT_FOUND" && /^[\w.-]+$/.test(name)) return undefined;
    throw error;
  }
}

function namesOf(names: readonly string[]): string {
  return names.map((name) => basename(resolve(name))).join(", ");
}

/** Feeds the pages of sources to a learner, and counts and hashes them. */
class Reading {
  pages = 0;
  failed = 0;
  readonly #learner: SiteLearner;
  readonly #hash: Hash = createHash("sha256");
  readonly #sources = new Set<string>();

  constructor(learner: SiteLearner) {
    this.#learner = learner;
  }

  get sources(): number {
    return this.#sources.size;
  }

  describe(sources: readonly SiteSource[]) {
    return {
      name: sources.map(({ name }) => name).join(", "),
      pages: this.pages,
      hash: this.#hash.digest("hex"),
    };
  }

  async add(source: SiteSource): Promise<void> {
    if ("set" in source) return this.#addSet(source.set);
    for await (const raw of readInputs(source.inputs)) {
      const record = readRecord(raw);
      if ("error" in record) {
        this.failed++;
        continue;
      }
      const { content, url, encoding } = record;
      const read = () => ("path" in content ? readFileBytes(content.path) : content.html);
      this.#addPage(read, { url, encoding }, source.name);
    }
  }

  /** Reads only the site of each label, nothing of the truth. */
  async #addSet(folder: string): Promise<void> {
    for await (const { label, html } of readSet(folder)) {
      this.#addPage(() => html, label, `${label.set} ${siteOf(label)}`);
    }
  }

  /** An unreadable page is skipped. */
  #addPage(read: () => Uint8Array | string, facts: Parameters<typeof parsePage>[1], source: string): void {
    try {
      const html = read();
      this.#learner.add(parsePage(html, facts), source);
      this.#hash.update(html);
      this.#sources.add(source);
      this.pages++;
    } catch (error) {
      if (asNewsError(error).code === "INTERNAL") throw error;
      this.failed++;
    }
  }
}

/** Each era of a site is a source, as sites look different after some years. */
function siteOf(label: Label): string {
  return [label.site ?? domainOf(label) ?? "", label.era ?? ""].join(" ");
}

function describeRound({ round, changed, confidence }: RoundReport): string {
  const sureness = `confidence ${confidence.toFixed(3)}`;
  return round === 0
    ? `supervised, ${sureness}`
    : `round ${round}, ${counted(changed, "page")} changed, ${sureness}`;
}

interface Work {
  readonly reading: Reading;
  readonly reports: readonly RoundReport[];
  readonly output: string;
}

function describeModel({ tables }: SiteModel, { reading, reports, output }: Work): string {
  const { trigram, "coarse trigram": coarse } = tables;
  const { pages, failed, sources } = reading;
  const { round, revised, confidence } = reports.at(-1)!;
  const facts = [
    `${counted(pages, "page")}${sources > 1 ? ` of ${sources} sources` : ""}${failed === 0 ? "" : `, ${failed} more could not be read`}`,
    counted(round, "round"),
    `${trigram.counts.size} trigrams and ${coarse.counts.size} coarse ones`,
    `confidence ${reports[0]!.confidence.toFixed(3)} to ${confidence.toFixed(3)}`,
    `${counted(revised, "page")} with another article than before`,
    `next: galley extract PAGE --model ${output}`,
  ];
  const advice =
    revised === 0
      ? "galley: these pages teach nothing new: use galley extract PAGE, or --constant 24 --margin 30 here\n"
      : "";
  return `galley: ${facts.join("; ")}\n${advice}`;
}
