import { Command } from "commander";
import {
  chooseExtractor,
  findInput,
  findTarget,
  type IdCounts,
  Output,
  openSiteProfile,
  readInputs,
  recoverLines,
  withoutDone,
} from "../archive/index.ts";
import { readFields, renderBatch, runBatch } from "../batch/index.ts";
import { NewsError } from "../errors/index.ts";
import type { ExtractorName } from "../extractors/index.ts";
import { startProgress } from "./batch-progress.ts";
import { BatchTally } from "./batch-summary.ts";
import {
  extractorOption,
  modelOption,
  noScriptsOption,
  renderOption,
  secondsAsMs,
  siteProfileOption,
  sizeInBytes,
  wholeNumber,
} from "./option-values.ts";
import { refuseOverwriting } from "./refuse-overwriting.ts";
import { writeParts } from "./write-parts.ts";

interface Options {
  readonly output: string;
  readonly extractor?: ExtractorName;
  readonly model?: string;
  readonly siteProfile?: string;
  readonly fields?: string;
  readonly workers?: number;
  readonly resume?: boolean;
  readonly allowOutside?: boolean;
  readonly maxBytes?: number;
  readonly timeout?: number;
  readonly render?: boolean;
  readonly scripts: boolean;
  readonly quiet?: boolean;
}

/** `galley batch`: many pages, one JSON line each. */
export function batchCommand(): Command {
  return new Command("batch")
    .description("Gives the articles of many pages, one JSON line for each, in the order of the pages.")
    .argument(
      "<input...>",
      "a folder of .html files, a .jsonl file of {id, url?, html | htmlPath, encoding?, collectedTitle?}, an .html file (each also as .gz), or - for JSONL on standard input",
    )
    .option("-o, --output <file>", "a .jsonl or .jsonl.gz file, or - for standard output", "-")
    .addOption(extractorOption())
    .addOption(modelOption())
    .addOption(siteProfileOption())
    .addOption(renderOption())
    .addOption(noScriptsOption())
    .option(
      "--fields <names>",
      "only these fields of the article, with commas between them; the id is always there. Fastest with text, wordCount, isArticle, confidence and extractor alone, which need no metadata",
    )
    .option("--workers <count>", "threads, or pages of the browser (default: one for each core)", wholeNumber)
    .option("--allow-outside", "read pages that an htmlPath names outside of the folder of its file, too")
    .option("--resume", "go on with an interrupted run: pages that have their line already are left out")
    .option(
      "--max-bytes <size>",
      "the size of a page at most, such as 500k or 1MB (default: 64MiB)",
      sizeInBytes,
    )
    .option("--timeout <seconds>", "the time for a page at most (default: 60, rendered 15)", secondsAsMs)
    .option("-q, --quiet", "no summary and no progress bar")
    .addHelpText(
      "after",
      `
A page that fails has the line {"id", "error": {"code", "message"}} and stops nothing.
The exit status is 0 unless every page failed.

Examples:
  galley batch pages/ -o articles.jsonl
  galley batch pages.jsonl.gz more-pages/ -o articles.jsonl.gz --fields title,text
  galley batch pages/ -o texts.jsonl --fields text,confidence
  galley batch pages/ -o articles.jsonl --resume
  cat pages.jsonl | galley batch - | jq .title`,
    )
    .action(batch);
}

async function batch(names: readonly string[], options: Options): Promise<void> {
  const { extractor, model, siteProfile, workers, maxBytes } = options;
  const fields = options.fields === undefined ? undefined : readFields(options.fields);
  const inputs = names.map(findInput);
  const target = findTarget(options.output);
  refuseOverwriting(
    inputs.map(({ path = "-" }) => path),
    target,
  );
  // A model that does not fit, or a bad profile, is one failure here, not one of every page.
  chooseExtractor(extractor, model);
  openSiteProfile(siteProfile);
  const done = options.resume ? await recoverLines(target) : undefined;
  const pages = readInputs(inputs, { maxBytes, allowOutside: options.allowOutside });
  const settings = {
    ...{ extractor, model, siteProfile, fields, workers, maxBytes },
    timeoutMs: options.timeout,
    isGzip: target.isGzip,
  };
  const wanted = done ? withoutDone(pages, done) : pages;
  const parts = options.render
    ? renderBatch(wanted, { ...settings, scripts: options.scripts })
    : runBatch(wanted, settings);
  const output = await Output.open(target, done ? "partial" : "new");
  const isQuiet = options.quiet === true || (target.name === "-" && process.stdout.isTTY);
  const progress = await startProgress({ inputs, done, isWanted: !isQuiet });
  const tally = new BatchTally(() => performance.now(), done && sumOf(done));
  await writeParts(parts, { output, target, progress, tally });
  if (!options.quiet) process.stderr.write(`galley: ${tally.summary()}\n`);
  if (tally.pages > 0 && tally.failed === tally.pages && !done?.size) {
    const message =
      tally.pages === 1
        ? "The one page gave no article."
        : `None of the ${tally.pages} pages gave an article.`;
    throw new NewsError("NOTHING_WORKED", message);
  }
}

function sumOf(counts: IdCounts): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}
