import { Readable } from "node:stream";
import { splitLines } from "../../archive/index.ts";
import { mapWaiting } from "../../batch/index.ts";
import { asNewsError, describeBytes, NewsError } from "../../errors/index.ts";
import { type PageFetcher, readContentType } from "../../fetch/index.ts";
import type { Format } from "../../output/index.ts";
import type { RouteGroup } from "../app-parts.ts";
import { BODY_DEFAULTS } from "../body-limits.ts";
import { type EncodedArticle, failureLine, type LineAddress } from "../extract-worker.ts";
import { type ExtractionPool, POOL_DEFAULTS } from "../extraction-pool.ts";
import { Gate } from "../gate.ts";
import { type RawBody, takeRawBodies } from "../raw-body.ts";
import { holdsPage, readExtractBody } from "./read-body.ts";
import {
  ARTICLE,
  BATCH_ANSWER,
  BATCH_LINE,
  BATCH_QUERY,
  EXTRACT_BODY,
  EXTRACT_QUERY,
  type ExtractQuery,
  FAILURE,
} from "./schemas.ts";

const MEDIA_TYPES = {
  json: "application/json; charset=utf-8",
  text: "text/plain; charset=utf-8",
  markdown: "text/markdown; charset=utf-8",
  html: "text/html; charset=utf-8",
  xml: "application/xml; charset=utf-8",
} as const satisfies Record<Format, string>;

const PAGE_TYPES = ["text/html", "application/xhtml+xml"];

const PAGE = { type: "string", description: "The page, in any charset." } as const;

const EXTRACT_SCHEMA = {
  operationId: "extract",
  summary: "Extract the article of a page",
  description:
    "The page is the body, as text/html, or a field of a JSON body; without one, url is fetched. Fields of the body override the query.",
  querystring: EXTRACT_QUERY,
  body: {
    content: {
      "application/json": { schema: EXTRACT_BODY },
      "text/html": { schema: PAGE },
      "application/xhtml+xml": { schema: PAGE },
    },
  },
  response: {
    200: {
      description: "The article; another format has its own media type.",
      content: {
        "application/json": { schema: ARTICLE },
        "text/plain": { schema: { type: "string" } },
        "text/markdown": { schema: { type: "string" } },
        "text/html": { schema: { type: "string" } },
        "application/xml": { schema: { type: "string" } },
      },
    },
    "4xx": FAILURE,
  },
};

/** `POST /extract`: one page in, its article out. */
export const extractRoutes: RouteGroup = (scope, parts) => {
  // A worker thread decodes and parses them.
  takeRawBodies(scope, [...PAGE_TYPES, "application/json"]);
  scope.post<{ Querystring: ExtractQuery; Body: RawBody | undefined }>(
    "/extract",
    {
      schema: EXTRACT_SCHEMA,
      config: { scope: "extract" },
      // Reading bodies that will be refused would take time from those that were accepted.
      onRequest: async () => parts.pool.refuseIfFull(),
    },
    async ({ headers, query, body }, reply) => {
      const { bytes, format } = await answerExtract(
        { contentType: headers["content-type"], body, query },
        parts,
      );
      return reply.type(MEDIA_TYPES[format]).send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
    },
  );
};

const LINES = "application/x-ndjson";

const BATCH_SCHEMA = {
  operationId: "batch",
  summary: "Extract the articles of many pages, a line of JSON each",
  description:
    "The answer has a line for each page, in order, as soon as it is ready; a failed page is a line too, and never ends the batch.",
  querystring: BATCH_QUERY,
  body: { content: { [LINES]: { schema: BATCH_LINE } } },
  response: {
    200: { description: "A line for each page.", content: { [LINES]: { schema: BATCH_ANSWER } } },
    "4xx": FAILURE,
  },
};

/** Batches at once; each has a few pages open. */
const MAX_BATCHES = 8;

/** `POST /batch`: lines of pages in, lines of articles out, while they come. */
export const batchRoutes: RouteGroup = (scope, { pool, fetchPolitely: fetchPage, maxBodyBytes, bodies }) => {
  // A line may be as long as another body, and take as long.
  const limits = {
    maxLineBytes: maxBodyBytes ?? POOL_DEFAULTS.maxBytes,
    idleTimeoutMs: bodies?.bodyTimeoutMs ?? BODY_DEFAULTS.bodyTimeoutMs,
  };
  const batches = new Gate(MAX_BATCHES, "The server has as many batches as it can take.");
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser([LINES, "application/jsonl"], (_, body, done) => done(null, body));
  scope.post<{ Querystring: ExtractQuery; Body: Readable | undefined }>(
    "/batch",
    { schema: BATCH_SCHEMA, config: { scope: "extract", isStream: true } },
    async ({ query, body = Readable.from([]) }, reply) => {
      const leave = batches.enter();
      const answer = Readable.from(answerLines(body, query, { pool, fetchPage, ...limits }), {
        objectMode: false,
      });
      answer.once("close", leave);
      return reply.type(`${LINES}; charset=utf-8`).send(answer);
    },
  );
};

/** Lines of one batch at once: few, so that workers stay free for other requests. */
const OPEN_LINES = 4;

/** What answering a batch needs. */
export interface BatchTools {
  readonly pool: Pick<ExtractionPool, "runLine">;
  readonly fetchPage: PageFetcher;
  readonly maxLineBytes: number;
  /** A line that takes longer than this to arrive is the last one. */
  readonly idleTimeoutMs: number;
}

/** The answers to the lines of a body, in order: the article of each page with its id, or its failure. */
export async function* answerLines(
  body: Readable,
  how: ExtractQuery,
  tools: BatchTools,
): AsyncGenerator<Uint8Array, void, undefined> {
  const lines = readLines(body, tools);
  try {
    yield* mapWaiting(lines, OPEN_LINES, ({ number, bytes }) => answerLine(number, bytes, how, tools));
  } catch (error) {
    // The head of the answer is sent: a failure of the body as a whole is its last line.
    yield failureLine("", asNewsError(error)).bytes;
  } finally {
    body.destroy();
  }
}

interface BodyLine {
  readonly number: number;
  /** Absent where the line is too long. */
  readonly bytes: Uint8Array | undefined;
}

async function* readLines(
  body: Readable,
  { maxLineBytes, idleTimeoutMs }: BatchTools,
): AsyncGenerator<BodyLine> {
  let isAwaited = true;
  const timer = setTimeout(() => {
    if (isAwaited) body.destroy(new NewsError("BODY_TIMEOUT", "A line of the body did not arrive in time."));
  }, idleTimeoutMs);
  try {
    for await (const { number, bytes } of splitLines(chunksOf(body), maxLineBytes)) {
      // Waiting for the answers of earlier lines is no fault of the client.
      isAwaited = false;
      if (bytes === undefined || !isBlank(bytes)) yield { number, bytes };
      isAwaited = true;
      timer.refresh();
    }
  } catch (error) {
    if (error instanceof NewsError) throw error;
    throw new NewsError("BAD_REQUEST", "The body ended before its end.", { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

async function* chunksOf(body: Readable): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) yield chunk as Uint8Array;
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}

async function answerLine(
  number: number,
  bytes: Uint8Array | undefined,
  how: ExtractQuery,
  { pool, fetchPage, maxLineBytes }: BatchTools,
): Promise<Uint8Array> {
  if (bytes === undefined) {
    const words = `The line is over ${describeBytes(maxLineBytes)}.`;
    return failureLine(String(number), new NewsError("INPUT_TOO_LARGE", words)).bytes;
  }
  let id = String(number);
  try {
    const answer = await pool.runLine({ kind: "line", bytes, how, number });
    if (!("address" in answer)) return answer.bytes;
    const { address }: LineAddress = answer;
    ({ id } = address);
    const { bytes: page, charset, url } = await fetchPage(address.url);
    const { collectedTitle } = address;
    const facts = { ...how, url, ...(collectedTitle !== undefined && { collectedTitle }) };
    const line = await pool.runLine({
      kind: "page",
      bytes: page,
      charset,
      how: facts,
      answer: { kind: "line", id },
    });
    if ("address" in line) throw new NewsError("INTERNAL", "A page was taken for an address.");
    return line.bytes;
  } catch (error) {
    const failure = asNewsError(error);
    return failureLine(id, failure.code === "INTERNAL" ? new NewsError("INTERNAL", "Unexpected.") : failure)
      .bytes;
  }
}

/** What a request for one page holds. */
export interface ExtractRequest {
  readonly contentType: string | undefined;
  readonly body: RawBody | undefined;
  readonly query: ExtractQuery;
}

interface ExtractTools {
  readonly pool: Pick<ExtractionPool, "run">;
  readonly fetchPage: PageFetcher;
}

/** The article that a request asks for: of the page in its body, or of the address it names. */
async function answerExtract(
  { contentType, body, query }: ExtractRequest,
  tools: ExtractTools,
): Promise<EncodedArticle> {
  const { mediaType, charset } = readContentType(contentType);
  if (body === undefined || body.sizeBytes === 0) return answerAddress(query, tools);
  if (mediaType !== "application/json")
    return tools.pool.run({ kind: "page", bytes: body.chunks, charset, how: query });
  if (charset !== undefined && !/^utf-?8$/.test(charset))
    throw new NewsError("BAD_MEDIA_TYPE", "JSON is sent in UTF-8.");
  const inWorker = () => tools.pool.run({ kind: "json", bytes: body.chunks, how: query });
  if (holdsPage(body)) return inWorker();
  const { html, ...fields } = readExtractBody(body.bytes);
  const how = { ...query, ...fields };
  if (html === undefined) return answerAddress(how, tools);
  return inWorker();
}

/** The article of the page at an address, which is fetched with the address guard. */
async function answerAddress(
  { url, ...how }: ExtractQuery,
  { pool, fetchPage }: ExtractTools,
): Promise<EncodedArticle> {
  if (url === undefined) throw new NewsError("BAD_REQUEST", "The request has neither a page nor a url.");
  const { bytes, charset, url: at } = await fetchPage(url);
  return pool.run({ kind: "page", bytes, charset, how: { ...how, url: at } });
}
