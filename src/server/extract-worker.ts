import { readAddress, readRecord } from "../archive/index.ts";
import type { Article } from "../article/index.ts";
import { type Chunk, type KnownSites, methodOf } from "../batch/index.ts";
import { inspect } from "../default-extract.ts";
import { nextPart } from "../discover/index.ts";
import { asNewsError, type FailureCode, NewsError } from "../errors/index.ts";
import type { Inspected } from "../extract.ts";
import { EXTRACTORS } from "../extractors/index.ts";
import { type Format, render } from "../output/index.ts";
import { readExtractBody } from "./api/read-body.ts";
import type { ExtractQuery } from "./api/schemas.ts";
import { asServiceAnswer, readServiceBody, type Service } from "./compat-shapes.ts";
import type { SharedSites } from "./live-sites.ts";
import { quoteArticle } from "./mcp/quote.ts";
import { RawBody } from "./raw-body.ts";

/** Bytes for a worker thread, which gets a copy; chunks of a body are transferred, and empty afterwards. */
export type TaskBytes = Uint8Array | RawBody["chunks"];

/** A page for a worker thread. */
export type ExtractTask =
  /** Bytes as a client or a server sent them, with the charset of the header. */
  | {
      readonly kind: "page";
      readonly bytes: TaskBytes;
      readonly charset?: string | undefined;
      readonly how: ExtractQuery;
      readonly answer?: AnswerShape | undefined;
    }
  /** A JSON body with the page in it: parsed here, as a large one would block all other requests. */
  | {
      readonly kind: "json";
      readonly bytes: TaskBytes;
      readonly how: ExtractQuery;
      /** The service whose body it is; without it, that of POST /extract. */
      readonly service?: Service | undefined;
    }
  /** A line of a batch. */
  | {
      readonly kind: "line";
      readonly bytes: Uint8Array;
      readonly how: ExtractQuery;
      readonly number: number;
    };

/** The shape of an answer that is more than the article in its format. */
export type AnswerShape =
  /** A line of a batch. */
  | { readonly kind: "line"; readonly id: string }
  /** For the clients of another service. */
  | { readonly kind: "service"; readonly service: Service; readonly requestedUrl: string }
  /** For an AI assistant, as a `QuotedArticle`. */
  | { readonly kind: "quoted" };

/** A task, with the state of site knowledge at its start. */
export interface PoolInput {
  readonly task: ExtractTask;
  readonly sites: SharedSites | undefined;
}

/** What every task has in common. */
export interface WorkerSettings {
  readonly maxBytes: number;
}

interface Settings extends WorkerSettings {
  readonly knownSites: KnownSites | undefined;
}

/** An article in a format, encoded. */
export interface EncodedArticle {
  readonly bytes: Uint8Array;
  readonly format: Format;
}

/** A line of a batch that is only an address; the main thread fetches it. */
export interface LineAddress {
  readonly address: {
    readonly id: string;
    readonly url: string;
    readonly collectedTitle?: string | undefined;
  };
}

/** What a task ends with; errors are values, as a thrown one loses its code between threads. */
export type WorkerAnswer =
  | EncodedArticle
  | LineAddress
  | { readonly failure: { readonly code: FailureCode; readonly message: string } };

/** Loads models and tables before the first request. */
export function prepare(shared: WorkerSettings): void {
  const bytes = new TextEncoder().encode("<title>First</title><p>A first page.</p>");
  answerTask({ kind: "page", bytes, how: {} }, { ...shared, knownSites: undefined });
}

/** What a thread of the server's pool runs: one page in, its encoded answer out. */
export function run({ inputs, shared }: Chunk<PoolInput, WorkerSettings>): WorkerAnswer {
  try {
    const { task, sites } = inputs[0]!;
    return answerTask(task, { ...shared, knownSites: sites && readSites(sites) });
  } catch (error) {
    const { code, message } = asNewsError(error);
    return { failure: { code, message } };
  }
}

/** The newest site knowledge by its generation: each thread parses it once. */
const lastSites = new Map<number, KnownSites>();

function readSites({ generation, bytes }: SharedSites): KnownSites {
  const known = lastSites.get(generation);
  if (known !== undefined) return known;
  // Decoders refuse shared memory.
  const sites = JSON.parse(new TextDecoder().decode(bytes.slice())) as KnownSites;
  lastSites.clear();
  lastSites.set(generation, sites);
  return sites;
}

function answerTask(task: ExtractTask, settings: Settings): WorkerAnswer {
  if (task.kind === "line") return answerLine(task, settings);
  if (task.kind === "page") {
    const { bytes, charset, how, answer } = task;
    return answerPage(joined(bytes), { ...how, charset, answer }, settings);
  }
  const { bytes, how, service } = task;
  const { html, ...fields } =
    service === undefined ? readExtractBody(joined(bytes)) : readServiceBody(service, joined(bytes));
  if (html === undefined)
    throw new NewsError("BAD_REQUEST", "The body has no html, and is too long for an address alone.");
  const answer = service && ({ kind: "service", service, requestedUrl: fields.url ?? "" } as const);
  return answerPage(html, { ...how, ...fields, answer }, settings);
}

/** The bytes of a task in one piece. */
export function joined(bytes: TaskBytes): Uint8Array {
  return bytes instanceof Uint8Array ? bytes : new RawBody(bytes).bytes;
}

/** The line of a page; failures become lines too. */
function answerLine(
  { bytes: line, how, number }: ExtractTask & { readonly kind: "line" },
  settings: Settings,
): WorkerAnswer {
  const raw = { kind: "line", id: String(number), line, folder: "" } as const;
  const address = readAddress(raw);
  if (address !== undefined) return { address };
  const record = readRecord(raw);
  // The same message for every path, so that nobody can find out which files exist.
  if ("error" in record && record.error.code !== "PATH_OUTSIDE") return failureLine(record.id, record.error);
  if ("error" in record || "path" in record.content)
    return failureLine(
      record.id,
      new NewsError("BAD_RECORD", "A server reads no files: send html, not htmlPath."),
    );
  const { content, ...facts } = record;
  const { id } = facts;
  try {
    return answerPage(content.html, { ...how, ...facts, answer: { kind: "line", id } }, settings);
  } catch (error) {
    return failureLine(id, asNewsError(error));
  }
}

/** The line of a page that failed. */
export function failureLine(id: string, { code, message }: NewsError): EncodedArticle {
  return {
    bytes: new TextEncoder().encode(`${JSON.stringify({ id, error: { code, message } })}\n`),
    format: "json",
  };
}

/** What is known of a page, and how it is answered. */
interface PageFacts {
  readonly url?: string | undefined;
  readonly charset?: string | undefined;
  readonly encoding?: string | undefined;
  readonly extractor?: ExtractQuery["extractor"] | undefined;
  readonly format?: Format | undefined;
  readonly explain?: boolean | undefined;
  readonly collectedTitle?: string | undefined;
  readonly answer?: AnswerShape | undefined;
}

function answerPage(
  content: Uint8Array | string,
  { url, charset, encoding, extractor, format, explain, collectedTitle, answer }: PageFacts,
  { maxBytes, knownSites }: Settings,
): EncodedArticle {
  const choose = () => (extractor === undefined ? undefined : EXTRACTORS[extractor]);
  const method = methodOf(url, { extractor, knownSites }, choose);
  const about = { url, charset, encoding, ...method, explain, collectedTitle, maxBytes };
  const inspected = inspect(content, about);
  const text =
    answer === undefined ? articleText(inspected.article, format) : shaped(inspected, answer, format);
  const isArticle = answer === undefined;
  return { bytes: new TextEncoder().encode(text), format: isArticle ? (format ?? "json") : "json" };
}

function articleText(article: Article, format: Format = "json"): string {
  // One line: programs read it.
  return format === "json" ? JSON.stringify(article) : render(article, format);
}

function shaped({ article, page }: Inspected, answer: AnswerShape, format: Format | undefined): string {
  if (answer.kind === "line") return `${JSON.stringify({ id: answer.id, ...article })}\n`;
  if (answer.kind === "quoted") return JSON.stringify(quoteArticle(article, format ?? "text"));
  const { service, requestedUrl } = answer;
  return JSON.stringify(asServiceAnswer(service, { article, next: nextPart(page), requestedUrl, format }));
}
