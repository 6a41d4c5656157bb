import { Readable } from "node:stream";
import type { Format } from "../../output/index.ts";
import type { Door } from "../door.ts";
import { answerLines, batchLimits, Gate } from "./batch-lines.ts";
import { answerExtract } from "./extract-request.ts";
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

/** The media type of each format. */
const MEDIA_TYPES = {
  json: "application/json; charset=utf-8",
  text: "text/plain; charset=utf-8",
  markdown: "text/markdown; charset=utf-8",
  html: "text/html; charset=utf-8",
  xml: "application/xml; charset=utf-8",
} as const satisfies Record<Format, string>;

/** The media types of pages. */
const PAGE_TYPES = ["text/html", "application/xhtml+xml"];

const PAGE = { type: "string", description: "The page, in any charset." } as const;

const EXTRACT_SCHEMA = {
  operationId: "extract",
  summary: "Extract the article of a page",
  description:
    "The page is the body, as text/html, or a field of a JSON body; without one, url is fetched. Fields of the body go before the query.",
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
export const extractDoor: Door = (scope, parts) => {
  // Bodies stay bytes: they are decoded and parsed in a worker thread.
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser([...PAGE_TYPES, "application/json"], { parseAs: "buffer" }, (_, body, done) =>
    done(null, body),
  );
  scope.post<{ Querystring: ExtractQuery; Body: Buffer }>(
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
    "The answer has a line for each page, in their order, as soon as it is there; a page that fails is a line too, and never ends the batch.",
  querystring: BATCH_QUERY,
  body: { content: { [LINES]: { schema: BATCH_LINE } } },
  response: {
    200: { description: "A line for each page.", content: { [LINES]: { schema: BATCH_ANSWER } } },
    "4xx": FAILURE,
  },
};

/** Batches that are answered at once; each has a few pages open. */
const MAX_BATCHES = 8;

/** `POST /batch`: lines of pages in, lines of articles out, while they come. */
export const batchDoor: Door = (scope, { pool, fetchPolitely: fetchPage, maxBodyBytes, security }) => {
  const limits = batchLimits({ maxBodyBytes, bodyTimeoutMs: security.bodyTimeoutMs });
  const batches = new Gate(MAX_BATCHES);
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser([LINES, "application/jsonl"], (_, body, done) => done(null, body));
  scope.post<{ Querystring: ExtractQuery; Body: Readable | undefined }>(
    "/batch",
    { schema: BATCH_SCHEMA, config: { scope: "extract", isStream: true } },
    async ({ query, body = Readable.from([]) }, reply) => {
      batches.enter();
      const answer = Readable.from(answerLines(body, query, { pool, fetchPage, ...limits }), {
        objectMode: false,
      });
      answer.once("close", () => batches.leave());
      return reply.type(`${LINES}; charset=utf-8`).send(answer);
    },
  );
};
