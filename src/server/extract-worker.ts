import { readAddress, readRecord } from "../archive/index.ts";
import { type Chunk, type KnownSites, methodOf } from "../batch/index.ts";
import { extract } from "../default-extract.ts";
import { asNewsError, type FailureCode, NewsError } from "../errors/index.ts";
import { EXTRACTORS } from "../extractors/index.ts";
import { type Format, render } from "../output/index.ts";
import { readExtractBody } from "./api/read-body.ts";
import type { ExtractQuery } from "./api/schemas.ts";

/** A page for a worker thread. */
export type ExtractTask =
  /** Bytes as a client or a server sent them, with the charset of the header; with an id the answer is a line of a batch. */
  | {
      readonly kind: "page";
      readonly bytes: Uint8Array;
      readonly charset?: string | undefined;
      readonly how: ExtractQuery;
      readonly id?: string | undefined;
    }
  /** A JSON body with the page in it: parsed here, as a large one would hold up all other requests. */
  | { readonly kind: "json"; readonly bytes: Uint8Array; readonly how: ExtractQuery }
  /** A line of a batch. */
  | {
      readonly kind: "line";
      readonly bytes: Uint8Array;
      readonly how: ExtractQuery;
      readonly number: number;
    };

/** What every task has in common. */
export interface WorkerSettings {
  readonly maxBytes: number;
  readonly knownSites?: KnownSites | undefined;
}

/** An article in a format, encoded. */
export interface EncodedArticle {
  readonly bytes: Uint8Array;
  readonly format: Format;
}

/** A line of a batch that is only an address: it is fetched by the thread that has the network. */
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
  answerTask({ kind: "page", bytes, how: {} }, shared);
}

/** What a thread of the server's pool runs: one page in, its encoded answer out. */
export function run({ inputs, shared }: Chunk<ExtractTask, WorkerSettings>): WorkerAnswer {
  try {
    return answerTask(inputs[0]!, shared);
  } catch (error) {
    const { code, message } = asNewsError(error);
    return { failure: { code, message } };
  }
}

function answerTask(task: ExtractTask, settings: WorkerSettings): WorkerAnswer {
  if (task.kind === "line") return answerLine(task, settings);
  if (task.kind === "page") {
    const { bytes, charset, how, id } = task;
    return answerPage(bytes, { ...how, charset, id }, settings);
  }
  const { html, ...how } = readExtractBody(task.bytes);
  if (html === undefined)
    throw new NewsError("BAD_REQUEST", "The body has no html, and is too long for an address alone.");
  return answerPage(html, { ...task.how, ...how }, settings);
}

/** The line of a page; whatever is wrong with it becomes its line too. */
function answerLine(
  { bytes: line, how, number }: ExtractTask & { readonly kind: "line" },
  settings: WorkerSettings,
): WorkerAnswer {
  const raw = { kind: "line", id: String(number), line, folder: "" } as const;
  const address = readAddress(raw);
  if (address !== undefined) return { address };
  const record = readRecord(raw);
  // The same words wherever a path leads, so that nobody can ask which files there are.
  if ("error" in record && record.error.code !== "PATH_OUTSIDE") return failureLine(record.id, record.error);
  if ("error" in record || "path" in record.content)
    return failureLine(
      record.id,
      new NewsError("BAD_RECORD", "A server reads no files: send html, not htmlPath."),
    );
  const { id, url, collectedTitle, content } = record;
  try {
    return answerPage(content.html, { ...how, url, collectedTitle, id }, settings);
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

interface PageFacts extends Omit<ExtractQuery, "url" | "collectedTitle"> {
  readonly url?: string | undefined;
  readonly collectedTitle?: string | undefined;
  readonly charset?: string | undefined;
  /** Of a line of a batch. */
  readonly id?: string | undefined;
}

function answerPage(
  content: Uint8Array | string,
  { url, charset, extractor, format = "json", explain, collectedTitle, id }: PageFacts,
  { maxBytes, knownSites }: WorkerSettings,
): EncodedArticle {
  const choose = () => (extractor === undefined ? undefined : EXTRACTORS[extractor]);
  const method = methodOf(url, { extractor, knownSites }, choose);
  const article = extract(content, { url, charset, ...method, explain, collectedTitle, maxBytes });
  const text =
    id !== undefined
      ? `${JSON.stringify({ id, ...article })}\n`
      : format === "json"
        ? JSON.stringify(article)
        : render(article, format);
  return { bytes: new TextEncoder().encode(text), format };
}
