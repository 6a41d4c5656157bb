import { Command } from "commander";
import {
  findInput,
  findTarget,
  type Input,
  openLines,
  partialPath,
  type RawPage,
  readInputs,
  readRecord,
  recoverLines,
  refuseEarlier,
  withoutDone,
} from "../../archive/index.ts";
import {
  type BatchPart,
  makeFailureLine,
  type PageLine,
  packLines,
  readRecordMarkup,
} from "../../batch/index.ts";
import { asNewsError, NewsError } from "../../errors/index.ts";
import { itemsOf } from "../../site/index.ts";
import { isAddress, parseHttpUrl } from "../../url/index.ts";
import { sumOf, writeParts } from "../batch/batch-output.ts";
import { BatchTally } from "../batch/batch-report.ts";
import { demandHttp, readInputPage, refuseOverwriting } from "../input.ts";
import { addPageOptions, fetchOptions, overwriteOption, type PageOptions, resumeOption } from "../options.ts";
import { startBatchProgress } from "../progress.ts";

interface Options extends PageOptions {
  readonly output: string;
  readonly url?: string;
  readonly resume?: boolean;
  readonly overwrite?: boolean;
  readonly quiet?: boolean;
}

/** `galley items`: the articles that home and section pages announce, one JSON line a page. */
export function makeCommand(): Command {
  const command = new Command("items")
    .description("Lists the articles that home and section pages link to, one JSON line for each page.")
    .argument(
      "<input...>",
      "an http or https address, an .html file, a folder of them, a .jsonl file of {id, url?, html | htmlPath, encoding?} (each also as .gz), or - for a page on standard input",
    )
    .option("-o, --output <file>", "a .jsonl or .jsonl.gz file, or - for standard output", "-")
    .option("--url <url>", "the URL of a page that is read from a file or from standard input")
    .addOption(resumeOption())
    .addOption(overwriteOption());
  return addPageOptions(command)
    .option("-q, --quiet", "no summary and no progress bar")
    .addHelpText(
      "after",
      `
A line is {"id", "items": [{"title", "url", "teaser", "image", "section"}]}, the items in the order of the page.
Without --url, links are resolved against the URL that the page states; if it states none, only absolute links are listed.
A page that fails has the line {"id", "error": {"code", "message"}}; the run continues.

Examples:
  galley items https://example.org/
  galley items front.html --url https://example.org/ | jq -r '.items[].title'
  galley items fronts/ more-fronts.jsonl -o items.jsonl
  curl -s https://example.org/ | galley items - --url https://example.org/`,
    )
    .action(items);
}

async function items(names: readonly string[], options: Options): Promise<void> {
  const inputs = names.map(findPages);
  checkUrl(inputs, options.url);
  const target = findTarget(options.output);
  refuseOverwriting(
    inputs.map(({ path = "-" }) => path),
    target,
  );
  if (!options.resume && !options.overwrite) refuseEarlier(target);
  const done = options.resume ? await recoverLines(target) : undefined;
  const meter = { packedBytes: 0, unpackedBytes: 0, usedBytes: 0 };
  const pages = readInputs(inputs, { maxBytes: options.maxBytes, meter });
  const sink = await openLines(target, done ? "partial" : "new");
  const isQuiet = options.quiet === true || (target.name === "-" && process.stdout.isTTY);
  const progress = await startBatchProgress({ inputs, done, isWanted: !isQuiet, meter });
  const wanted = progress.watch(done ? withoutDone(pages, done) : pages);
  const parts = itemLines(wanted, target.isGzip, options);
  const before = { pages: done ? sumOf(done) : 0, failures: new Map() };
  const tally = new BatchTally(() => performance.now(), before);
  const place = { target, partialName: partialPath(target.name) };
  await writeParts(parts, { sink, place, progress, tally });
  if (!isQuiet) process.stderr.write(`galley: ${tally.summary()}\n`);
  tally.refuseNothing("cannot be read", "can be read");
}

/** What an argument names; an address and standard input are one page each, read when their turn comes. */
function findPages(name: string): Input {
  if (isAddress(name)) demandHttp(name);
  return isReadLater(name) ? { kind: "page", path: name } : findInput(name);
}

function isReadLater(name: string): boolean {
  return name === "-" || isAddress(name);
}

function checkUrl(inputs: readonly Input[], url: string | undefined): void {
  if (url === undefined) return;
  if (!parseHttpUrl(url)) throw new NewsError("BAD_URL", `The --url ${url} is not an http or https address.`);
  if (inputs.length === 1 && inputs[0]?.kind === "page") return;
  throw new NewsError("BAD_OPTION", "The option --url is for one page; lines of .jsonl name their own url.");
}

async function* itemLines(
  pages: AsyncIterable<RawPage>,
  isGzip: boolean,
  options: Options,
): AsyncGenerator<BatchPart, void, undefined> {
  for await (const page of pages) yield packLines([await itemLine(page, options)], { isGzip });
}

async function itemLine(raw: RawPage, options: Options): Promise<PageLine> {
  const record = readRecord(raw);
  if ("error" in record) return makeFailureLine(record.id, record.error);
  const { id, encoding, content } = record;
  const { maxBytes } = options;
  try {
    const { bytes, url, charset } =
      "path" in content && isReadLater(content.path)
        ? await readInputPage(content.path, fetchOptions(options))
        : { bytes: readRecordMarkup(record, { maxBytes }), url: record.url, charset: record.charset };
    return {
      fields: { id, items: itemsOf(bytes, { url: options.url ?? url, charset, encoding, maxBytes }) },
    };
  } catch (error) {
    return makeFailureLine(id, asNewsError(error));
  }
}
