/**
 * `npm run same-answers [-- --every N --save FILE --against FILE]`: digests what every extractor answers, so that a change of shape
 * can show that no answer changed. Reads all labelled sets and 500 made-up pages, in two threads.
 */
import { createHash, type Hash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { asNewsError, NewsError } from "../src/errors/index.ts";
import { EXTRACTORS } from "../src/extractors/index.ts";
import { detectCharset } from "../src/html/detect-charset.ts";
import { readHtml } from "../src/html/index.ts";
import { extract, FORMATS, render, toHtmlDocument } from "../src/index.ts";
import { type Extraction, Page, REASONS } from "../src/page/index.ts";
import { findData, loadPage, readLabels } from "../src/sets/index.ts";
import { LANGUAGES, LOOKS, makeSite } from "../test/newsroom/index.ts";

/** What is compared: a digest per page and extractor, or page and format. */
type Digests = Record<string, string>;

interface Job {
  readonly folders: readonly string[];
  /** One page in this many is read; this thread takes those whose index among them is `part` modulo `parts`. */
  readonly every: number;
  readonly part: number;
  readonly parts: number;
}

interface Input {
  readonly id: string;
  readonly url: string | undefined;
  readonly encoding: string | undefined;
  readonly title: string | undefined;
  load(): Uint8Array | string;
}

const THREADS = 2;
const MADE_UP_PAGES = 500;
/** Formats and explanations take long: they are digested for one page of this many. */
const PAGES_PER_FORMAT_CHECK = 10;
/** The clock of all pages; later dates are refused. */
const NOW = Date.UTC(2026, 10, 1);
const SHOWN_DIFFERENCES = 20;

if (isMainThread) await main();
else await digestPart(workerData as Job);

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { every: { type: "string" }, save: { type: "string" }, against: { type: "string" } },
  });
  const every = Number(values.every ?? 1);
  if (!Number.isInteger(every) || every < 1)
    throw new NewsError("BAD_OPTION", "--every takes a whole number.");
  const folders = setFolders();
  const parts = await Promise.all(
    Array.from({ length: THREADS }, (_, part) => runThread({ folders, every, part, parts: THREADS })),
  );
  const digests: Digests = Object.fromEntries(
    Object.entries(Object.assign({}, ...parts)).sort(byKey),
  ) as Digests;
  const whole = createHash("sha256").update(JSON.stringify(digests)).digest("hex");
  console.log(`${Object.keys(digests).length} answers, digest ${whole.slice(0, 32)}`);
  if (values.save !== undefined) writeFileSync(values.save, JSON.stringify(digests));
  if (values.against !== undefined) compare(JSON.parse(readFileSync(values.against, "utf8")), digests);
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}

/** The labelled sets that are unpacked already: two threads would unpack one twice. */
function setFolders(): readonly string[] {
  const data = findData();
  if (data === undefined)
    throw new NewsError("FILE_NOT_FOUND", "Set GALLEY_DATA to the folder of labelled sets.");
  const unpacked = join(data, "unpacked");
  return readdirSync(unpacked, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith("index.jsonl"))
    .map((path) => join(unpacked, path, ".."))
    .sort();
}

function runThread(job: Job): Promise<Digests> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: job });
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}

function compare(before: Digests, after: Digests): void {
  const keys = Object.keys(after).filter((key) => before[key] !== undefined);
  const changed = keys.filter((key) => before[key] !== after[key]);
  for (const key of changed.slice(0, SHOWN_DIFFERENCES)) console.log(`changed: ${key}`);
  console.log(`${changed.length} of ${keys.length} compared answers changed`);
  if (changed.length > 0 || keys.length === 0) process.exitCode = 1;
}

async function digestPart({ folders, every, part, parts }: Job): Promise<void> {
  const digests: Digests = {};
  let number = 0;
  for await (const input of allInputs(folders)) {
    const own = number++;
    if (own % every !== 0 || (own / every) % parts !== part) continue;
    const isFormatted = (own / every) % PAGES_PER_FORMAT_CHECK < parts;
    Object.assign(digests, digestInput(input, isFormatted));
  }
  parentPort?.postMessage(digests);
}

async function* allInputs(folders: readonly string[]): AsyncGenerator<Input> {
  for (const folder of folders) {
    for await (const label of readLabels(folder)) {
      yield {
        id: `${label.set}/${label.id}`,
        url: label.url ?? undefined,
        encoding: label.encoding ?? undefined,
        title: label.truth.title ?? undefined,
        load: () => loadPage(label),
      };
    }
  }
  yield* madeUpInputs();
}

function* madeUpInputs(): Generator<Input> {
  let count = 0;
  for (let seed = 1; ; seed++) {
    for (const [at, look] of LOOKS.entries()) {
      const language = LANGUAGES[(at + seed) % LANGUAGES.length]!;
      for (const { id, url, html, truth } of makeSite({ look, language, seed }).pages) {
        if (count++ === MADE_UP_PAGES) return;
        const title = truth.title ?? undefined;
        yield { id: `newsroom/${seed}/${look}/${id}`, url, encoding: undefined, title, load: () => html };
      }
    }
  }
}

function digestInput(input: Input, isFormatted: boolean): Digests {
  const digests: Digests = {};
  const html = input.load();
  const { url, encoding, title } = input;
  for (const [name, extractor] of Object.entries(EXTRACTORS)) {
    const hints = extractor.needs.includes("collectedTitle") && title ? { collectedTitle: title } : {};
    digests[`${input.id} ${name}`] = digestOf((hash) => {
      const { document } = readHtml(html, { encoding, detect: detectCharset });
      addExtraction(hash, extractor.extract(new Page(document, url), hints));
    });
  }
  if (!isFormatted) return digests;
  const options = { url, encoding, now: NOW };
  digests[`${input.id} html document`] = digestOf((hash) =>
    hash.update(toHtmlDocument(extract(html, options))),
  );
  for (const format of FORMATS) {
    digests[`${input.id} as ${format}`] = digestOf((hash) =>
      hash.update(render(extract(html, options), format)),
    );
  }
  digests[`${input.id} explained`] = digestOf((hash) =>
    hash.update(JSON.stringify(extract(html, { ...options, explain: true }))),
  );
  return digests;
}

/** A short digest of what is added, or of the failure where there is one. */
function digestOf(add: (hash: Hash) => void): string {
  const hash = createHash("sha256");
  try {
    add(hash);
  } catch (error) {
    hash.update(asNewsError(error).code);
  }
  return hash.digest("base64url").slice(0, 12);
}

function addExtraction(hash: Hash, { scores, reasons, statedBody, ...rest }: Extraction): void {
  hash.update(new Uint8Array(scores.buffer, scores.byteOffset, scores.byteLength));
  hash.update(Array.from(reasons, (code) => REASONS[code]).join());
  hash.update(JSON.stringify({ ...rest, place: statedBody?.place, facts: statedBody?.facts }));
}
