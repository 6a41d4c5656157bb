import type { Chunk } from "../batch/index.ts";
import { extract } from "../default-extract.ts";
import { asNewsError, type FailureCode, NewsError } from "../errors/index.ts";
import { EXTRACTORS } from "../extractors/index.ts";
import { type Format, render } from "../output/index.ts";
import { readExtractBody } from "./read-body.ts";
import type { ExtractQuery } from "./schemas.ts";

/** A page for a worker thread. */
export type ExtractTask =
  /** Bytes as a client or a server sent them, with the charset of the header. */
  | {
      readonly kind: "page";
      readonly bytes: Uint8Array;
      readonly charset?: string | undefined;
      readonly how: ExtractQuery;
    }
  /** A JSON body with the page in it: parsed here, as a large one would hold up all other requests. */
  | { readonly kind: "json"; readonly bytes: Uint8Array; readonly how: ExtractQuery };

/** What every task has in common. */
export interface WorkerSettings {
  readonly maxBytes: number;
}

/** What a task ends with; errors are values, as a thrown one loses its code between threads. */
export type WorkerAnswer =
  | { readonly bytes: Uint8Array; readonly format: Format }
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
  if (task.kind === "page") return answerPage(task.bytes, { ...task.how, charset: task.charset }, settings);
  const { html, ...how } = readExtractBody(task.bytes);
  if (html === undefined)
    throw new NewsError("BAD_REQUEST", "The body has no html, and is too long for an address alone.");
  return answerPage(html, { ...task.how, ...how }, settings);
}

function answerPage(
  content: Uint8Array | string,
  {
    url,
    charset,
    extractor,
    format = "json",
    explain,
    collectedTitle,
  }: ExtractQuery & { charset?: string | undefined },
  { maxBytes }: WorkerSettings,
): WorkerAnswer {
  const method = extractor === undefined ? undefined : EXTRACTORS[extractor];
  const article = extract(content, { url, charset, extractor: method, explain, collectedTitle, maxBytes });
  const text = format === "json" ? JSON.stringify(article) : render(article, format);
  return { bytes: new TextEncoder().encode(text), format };
}
