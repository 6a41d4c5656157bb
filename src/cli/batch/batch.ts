import { Command, InvalidArgumentError, Option } from "commander";
import { PART_FORMATS, type Shard } from "../../archive/index.ts";
import { DEDUP_KINDS } from "../../batch/index.ts";
import { FORMATS } from "../../output/index.ts";
import {
  addInclusionOptions,
  addMethodOptions,
  addPageOptions,
  delayAsMs,
  formatOption,
  repeatable,
  resumeOption,
  sizeInBytes,
  wholeNumber,
} from "../options.ts";
import { runBatchCommand } from "./batch-run.ts";

const NOTES_AND_EXAMPLES = `
A page that fails has the line {"id", "error": {"code", "message"}}, in Parquet the columns error_code and error_message;
the run continues. The exit status is 0 unless every page failed or there is none. Fetching obeys robots.txt and asks each
host for one page a second.

Examples:
  galley batch pages/ -o articles.jsonl
  galley batch crawl/*.warc.gz -o articles.parquet --only-articles --resume
  galley batch --list warc.paths -o out/ --format parquet --shard 3/16
  galley batch pages.parquet -o articles.jsonl.gz --html-field body --dedup near --report report.json
  galley batch https://example.org/a https://example.org/b -o articles.jsonl
  galley batch --list addresses.txt -o articles/ --format markdown --front-matter
  galley batch pages/ -o texts.jsonl --fields text,confidence --fastest-first
  galley batch pages/ -o articles.jsonl --include headline,byline
  galley batch pages/ -o articles.jsonl --extractor mss --settings paper
  galley batch --list addresses.txt -o articles.jsonl --store news.db
  cat pages.jsonl | galley batch - | jq .title`;

/** `galley batch`: many pages, one JSON line or one file each. */
export function makeCommand(): Command {
  const command = new Command("batch").description(
    "Extracts the articles of many pages: a JSON line, a row or a file for each page, in input order.",
  );
  addPlaceOptions(command);
  addAnswerOptions(command);
  addRunOptions(command);
  addPageOptions(command, {
    timeout: "time limit for a page (default: 60; to fetch it: 20; with --render: 15)",
  });
  return command
    .option("-q, --quiet", "no summary and no progress bar")
    .addHelpText("after", NOTES_AND_EXAMPLES)
    .action(runBatchCommand);
}

function addPlaceOptions(command: Command): void {
  command
    .argument(
      "[input...]",
      "a folder of .html and .warc files, a .jsonl file of {id, url?, html | htmlBase64 | htmlPath, encoding?, charset?, collectedTitle?}, an .html file (each also as .gz), a .warc (.gz, .zst) or .parquet file, an http or https address, or - for JSONL or WARC on standard input; a line with only a url is fetched",
    )
    .option(
      "--list <file>",
      "a text file with one address or file per line, or - for standard input; blank lines and lines that begin with # are skipped",
      repeatable,
    )
    .option("--id-field <name>", "what JSONL and Parquet files call the id of a page (default: id)")
    .option("--url-field <name>", "what they call its address (default: url)")
    .option("--html-field <name>", "what they call its markup (default: html, else content)")
    .option(
      "-o, --output <place>",
      "a .jsonl, .jsonl.gz, .parquet or .warc.gz file, - for standard output, or a folder with a slash at its end",
      "-",
    )
    .addOption(
      formatOption(
        "what the folder -o gets: part files (jsonl, the default, jsonl.gz, parquet), or a file for each page and an index.jsonl",
        [...PART_FORMATS, ...FORMATS],
      ),
    )
    .option(
      "--part-size <size>",
      "bytes of lines in a part file or a row group (default: 32MB)",
      sizeInBytes,
    );
}

function addAnswerOptions(command: Command): void {
  addInclusionOptions(addMethodOptions(command))
    .option(
      "--fields <names>",
      "fields of the article to write, separated by commas; the id is always written. Fastest with only text, wordCount, isArticle, confidence and extractor, which need no metadata",
    )
    .option("--only-articles", "leave out pages that are not articles")
    .addOption(
      new Option(
        "--dedup <kind>",
        "leave out pages with the text of an earlier one: the same (exact) or nearly (near)",
      ).choices(DEDUP_KINDS),
    );
}

/** Reads i/n; parts are counted from 0 or from 1, as n/n is the same as 0/n. */
function readShard(text: string): Shard {
  const { index, count } = /^(?<index>\d{1,6})\/(?<count>\d{1,6})$/.exec(text)?.groups ?? {};
  const shard = { index: Number(index), count: Number(count) };
  if (!(shard.count >= 1 && shard.index <= shard.count))
    throw new InvalidArgumentError("It must be a part of a number of parts, such as 3/16.");
  return { ...shard, index: shard.index % shard.count };
}

function addRunOptions(command: Command): void {
  command
    .option(
      "--workers <count>",
      "threads, or browser pages with --render (default: one for each core)",
      wholeNumber,
    )
    .option("--shard <i/n>", "do only part i of n, such as 3/16", readShard)
    .option("--fastest-first", "write pages as they are ready, not in input order")
    .option("--allow-outside", "allow an htmlPath or a list to name files outside its own folder")
    .addOption(resumeOption())
    .option("--overwrite", "replace an existing output, but no folder with a file for each page")
    .option("--report <file>", "write counts, bytes and times as JSON: in = out + failed")
    .option("--delay <seconds>", "time between requests to a host (default: 1)", delayAsMs);
}
