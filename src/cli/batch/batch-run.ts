import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname } from "node:path";
import { performance } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import {
  type BatchInput,
  chooseExtractor,
  type Destination,
  findBatchInputs,
  findDestination,
  findFile,
  findList,
  openSink,
  openSiteProfile,
  PART_FORMATS,
  type PartFormat,
  type ReadMeter,
  type RunOptions,
  RunRecord,
  readBatchInputs,
  type Shard,
  withoutDone,
  writeWhole,
} from "../../archive/index.ts";
import {
  type BatchOptions,
  type DedupKind,
  fetchPages,
  type KnownSites,
  ParquetEncoder,
  readFields,
  renderBatch,
  runBatch,
  threadMs,
} from "../../batch/index.ts";
import { NewsError } from "../../errors/index.ts";
import { FORMATS, type Format } from "../../output/index.ts";
import { isAddress } from "../../url/index.ts";
import { demandHttp, refuseInside, refuseOverwriting } from "../input.ts";
import { describeInclusion, fetchOptions, type MethodOptions, readInclusion } from "../options.ts";
import { startBatchProgress } from "../progress.ts";
import { type Earlier, openEarlier, sumOf, writeParts } from "./batch-output.ts";
import { BatchTally } from "./batch-report.ts";

/** The options of `galley batch`. */
export interface BatchCommandOptions extends MethodOptions {
  readonly list?: readonly string[];
  readonly idField?: string;
  readonly urlField?: string;
  readonly htmlField?: string;
  readonly format?: Format | PartFormat;
  readonly fields?: string;
  readonly workers?: number;
  readonly resume?: boolean;
  readonly overwrite?: boolean;
  readonly onlyArticles?: boolean;
  readonly dedup?: DedupKind;
  readonly shard?: Shard;
  readonly fastestFirst?: boolean;
  readonly partSize?: number;
  readonly report?: string;
  readonly allowOutside?: boolean;
  readonly delay?: number;
  readonly quiet?: boolean;
}

const ENDINGS: Readonly<Record<Format, string>> = {
  text: ".txt",
  markdown: ".md",
  html: ".html",
  json: ".json",
  xml: ".xml",
};

/**
 * Keeps the young generation of this thread at its size, and starts those of workers at their limit. V8 doubles it whenever
 * enough has survived, however long that takes: after 80,000 pages it was 134 MB, with as much garbage outside of the heap, and
 * only threads can be started with a limit.
 */
function limitYoungHeap(): void {
  setFlagsFromString("--min-semi-space-size=16");
  setFlagsFromString("--semi-space-growth-factor=1");
}

/** Runs `galley batch`. */
export async function runBatchCommand(names: readonly string[], options: BatchCommandOptions): Promise<void> {
  limitYoungHeap();
  const inputs = findInputs(names, options);
  const fields = options.fields === undefined ? undefined : readFields(options.fields);
  checkFormat(options);
  const encoder = new ParquetEncoder(fields);
  const destination = findOutput(options, fields, encoder);
  refuseLosses(inputs, destination);
  if (options.report !== undefined) refuseReport(inputs, destination, options.report);
  // A bad model or profile fails here once, not for every page.
  const { id } = chooseExtractor(options.extractor, options);
  openSiteProfile(options.siteProfile);
  const knownSites = options.store === undefined ? undefined : await readLibrary(options.store);
  const run = { ...runOptions(id, fields, options), "--store": knownSites ? hashOf(knownSites) : null };
  const earlier = await openEarlier(destination, run, { inputs, options });
  try {
    const settings = {
      ...options,
      format: pageFormat(options.format),
      include: readInclusion(options),
      knownSites,
      fields,
      isGzip: destination.kind === "lines" && destination.target.isGzip,
      keepUrl: destination.kind !== "lines",
    };
    await runAll({ inputs, options, destination, run, earlier, settings, encoder });
  } finally {
    await encoder.close();
  }
}

function findOutput(
  { output, format, shard, partSize }: BatchCommandOptions,
  fields: readonly string[] | undefined,
  encoder: ParquetEncoder,
): Destination {
  const ofPage = pageFormat(format);
  return findDestination(output, {
    format: ofPage ? { ending: ENDINGS[ofPage] } : PART_FORMATS.find((known) => known === format),
    shard,
    partBytes: partSize,
    fields,
    encode: (linesPath, path) => encoder.encode(linesPath, path),
    date: new Date(),
  });
}

interface Run {
  readonly inputs: readonly BatchInput[];
  readonly options: BatchCommandOptions;
  readonly destination: Destination;
  readonly run: RunOptions;
  readonly earlier: Earlier;
  readonly settings: BatchOptions;
  readonly encoder: ParquetEncoder;
}

async function runAll({ inputs, options, destination, run, earlier, settings, encoder }: Run): Promise<void> {
  const { done, failures, recovered } = earlier;
  const { target } = destination;
  const meter = { packedBytes: 0, unpackedBytes: 0, usedBytes: 0 };
  const facts = new RunFactsMeter(meter, encoder, options.workers);
  const names = { id: options.idField, url: options.urlField, html: options.htmlField };
  const { maxBytes, allowOutside, shard } = options;
  const { onSkip } = facts;
  const pages = readBatchInputs(inputs, { maxBytes, allowOutside, names, meter, shard, onSkip });
  const sink = await openSink(destination, recovered ?? "new");
  const record = await RunRecord.begin(target, run, inputs);
  const isQuiet = options.quiet === true || (target.name === "-" && process.stdout.isTTY);
  const progress = await startBatchProgress({ inputs, done, isWanted: !isQuiet, meter });
  const network = { ...fetchOptions(options), delayMs: options.delay };
  const left = done ? withoutDone(pages, done) : pages;
  const wanted = fetchPages(progress.watch(facts.count(left)), network);
  const how = { ...settings, workers: options.workers, timeoutMs: options.timeout };
  const order = options.fastestFirst ? "fastest" : "input";
  const parts = options.render
    ? renderBatch(wanted, { ...how, scripts: options.scripts, network })
    : runBatch(wanted, { ...how, order });
  const before = { pages: done ? sumOf(done) : 0, failures };
  const tally = new BatchTally(() => performance.now(), before);
  const report = async (): Promise<void> => {
    if (options.report === undefined) return;
    await writeWhole(options.report, `${JSON.stringify(tally.report(facts.read()), null, 2)}\n`);
  };
  const { log, known } = earlier;
  const lines = recovered ? sumOf(recovered.ids) : 0;
  const ends = {
    sink,
    place: destination,
    record,
    log,
    known,
    progress,
    tally,
    lines,
    report,
    skipped: facts.skipped,
  };
  await writeParts(parts, { ...ends, mayBeEmpty: shard !== undefined });
  if (!options.quiet) process.stderr.write(`galley: ${tally.summary()}\n`);
  tally.refuseNothing("gave no article", "gave an article");
}

class RunFactsMeter {
  readonly #meter: ReadMeter;
  readonly #encoder: ParquetEncoder;
  readonly #workers: number;
  readonly #busy = performance.eventLoopUtilization();
  readonly #thread = threadMs();
  readonly #cpu = process.cpuUsage();
  readonly skipped = new Map<string, number>();
  #pages = 0;

  constructor(meter: ReadMeter, encoder: ParquetEncoder, workers: number | undefined) {
    this.#meter = meter;
    this.#encoder = encoder;
    this.#workers = workers ?? availableParallelism();
  }

  readonly onSkip = (what: string): void => {
    this.skipped.set(what, (this.skipped.get(what) ?? 0) + 1);
  };

  async *count<P>(pages: AsyncIterable<P>): AsyncGenerator<P, void, undefined> {
    for await (const page of pages) {
      this.#pages++;
      yield page;
    }
  }

  read() {
    const { user, system } = process.cpuUsage(this.#cpu);
    return {
      read: this.#pages,
      bytesIn: Math.round(this.#meter.packedBytes),
      encodeMs: this.#encoder.ms,
      skipped: this.skipped,
      // Where there is no CPU time of a thread, the clock would count waiting too.
      mainMs: Math.min(threadMs() - this.#thread, performance.eventLoopUtilization(this.#busy).active),
      cpuMs: (user + system) / 1000,
      workers: this.#workers,
    };
  }
}

function findInputs(
  names: readonly string[],
  { list = [], output }: BatchCommandOptions,
): readonly BatchInput[] {
  const inputs = [...names.flatMap((name) => findPages(name, output)), ...list.map(findList)];
  if (inputs.length === 0)
    throw new NewsError("BAD_OPTION", "No input is given; name pages or a --list of them.");
  if (inputs.flatMap(pathsOf).filter((path) => path === "-").length > 1)
    throw new NewsError("BAD_OPTION", "Standard input can be read once only.");
  return inputs;
}

function findPages(name: string, output: string): readonly BatchInput[] {
  if (!isAddress(name)) return findBatchInputs(name, output);
  demandHttp(name);
  return [{ kind: "address", url: name }];
}

/** The file that an input is read from, `-` for standard input; addresses have none. */
function pathsOf(input: BatchInput): readonly string[] {
  return input.kind === "address" ? [] : [input.path ?? "-"];
}

function checkFormat({ output, format, frontMatter, fields }: BatchCommandOptions): void {
  if (frontMatter && format !== "markdown") {
    throw new NewsError("BAD_OPTION", "Only --format markdown can begin with a --front-matter.");
  }
  if (pageFormat(format) !== undefined && fields !== undefined) {
    throw new NewsError("BAD_OPTION", "The option --fields is for lines; --format writes whole articles.");
  }
  if (/\.warc(?:\.gz|\.zst)?$/i.test(output) && fields !== undefined) {
    throw new NewsError("BAD_OPTION", "The option --fields is for lines; a WARC file holds texts.");
  }
}

/** The format of a file for each page; part files have another. */
function pageFormat(format: BatchCommandOptions["format"]): Format | undefined {
  return FORMATS.find((known) => known === format);
}

/** Refuses an output that is an input, and one inside an input folder, where the next run would read it. */
function refuseLosses(inputs: readonly BatchInput[], { kind, target }: Destination): void {
  refuseOverwriting(inputs.flatMap(pathsOf), target);
  if (kind !== "pages" && kind !== "parts") return;
  const folder = kind === "pages" ? dirname(target.name) : target.name;
  for (const input of inputs) {
    if (input.kind === "folder" || input.kind === "page" || input.kind === "lines")
      refuseInside(input, folder);
  }
}

function refuseReport(inputs: readonly BatchInput[], { target }: Destination, name: string): void {
  const report = findFile(name);
  refuseOverwriting(inputs.flatMap(pathsOf), report);
  if (name !== "-" ? report.path !== undefined && report.path === target.path : target.name === "-")
    throw new NewsError("BAD_OPTION", `The --report ${name} is the output too; name another file.`);
}

/** The options that decide the answers; limits of time and size may differ between runs. */
function runOptions(
  extractor: string,
  fields: readonly string[] | undefined,
  options: BatchCommandOptions,
): RunOptions {
  const { model, settings, bias, siteProfile, format, frontMatter, render, scripts } = options;
  return {
    "--extractor": extractor,
    "--model": hashOfFile(model),
    "--settings": settings ?? null,
    "--bias": bias === undefined ? null : String(bias),
    "--site-profile": hashOfFile(siteProfile),
    "--fields": fields?.join(",") ?? null,
    ...describeInclusion(readInclusion(options)),
    "--format": format ?? null,
    "--front-matter": frontMatter ?? false,
    "--render": render ?? false,
    "--no-scripts": !scripts,
    "--only-articles": options.onlyArticles ?? false,
    "--dedup": options.dedup ?? null,
    "--shard": options.shard ? `${options.shard.index}/${options.shard.count}` : null,
    "--id-field": options.idField ?? null,
    "--url-field": options.urlField ?? null,
    "--html-field": options.htmlField ?? null,
  };
}

/** A hash of the content, as a model may be trained again under the same name. */
function hashOfFile(path: string | undefined): string | null {
  return path === undefined ? null : hashOf(readFileSync(path));
}

function hashOf(content: Uint8Array | KnownSites): string {
  const bytes = content instanceof Uint8Array ? content : JSON.stringify(content);
  return `sha256:${createHash("sha256").update(bytes).digest("hex").slice(0, 16)}`;
}

/** The profiles and models that a library keeps of sites. */
async function readLibrary(place: string | true): Promise<KnownSites> {
  // Loaded here: most batches need no library.
  const { givenStore, withLibrary } = await import("../library/store-option.ts");
  const { readKnownSites } = await import("../../collect/index.ts");
  return withLibrary(givenStore(place), "must-exist", readKnownSites);
}
