import type { Readable } from "node:stream";
import { splitLines } from "../../archive/index.ts";
import { mapWaiting } from "../../batch/index.ts";
import { asNewsError, describeBytes, NewsError } from "../../errors/index.ts";
import type { PageFetcher } from "../../fetch/index.ts";
import { failureLine, type LineAddress } from "../extract-worker.ts";
import { type ExtractionPool, POOL_DEFAULTS } from "../extraction-pool.ts";
import type { ExtractQuery } from "./schemas.ts";

/** Lines of one request that are worked on at once: few, so that a batch leaves workers to others. */
const OPEN_LINES = 4;

const DEFAULT_IDLE_MS = 30_000;

/** The limits of a batch, from those of other bodies: a line may be as long as one of those, and pause as long as one may take. */
export function batchLimits({
  maxBodyBytes = POOL_DEFAULTS.maxBytes,
  bodyTimeoutMs = DEFAULT_IDLE_MS,
}: {
  readonly maxBodyBytes?: number | undefined;
  readonly bodyTimeoutMs?: number | undefined;
}): Pick<BatchTools, "maxLineBytes" | "idleTimeoutMs"> {
  return { maxLineBytes: maxBodyBytes, idleTimeoutMs: bodyTimeoutMs };
}

/** Lets so many in; the next one is refused with OVERLOADED. */
export class Gate {
  #free: number;

  constructor(free: number) {
    this.#free = free;
  }

  enter(): void {
    if (this.#free === 0)
      throw new NewsError("OVERLOADED", "The server has as many batches as it can take.", {
        retryAfterMs: 5000,
      });
    this.#free--;
  }

  leave(): void {
    this.#free++;
  }
}

/** What a batch is answered with. */
export interface BatchTools {
  readonly pool: Pick<ExtractionPool, "runLine">;
  readonly fetchPage: PageFetcher;
  readonly maxLineBytes: number;
  /** A body that pauses longer than this is cut off. */
  readonly idleTimeoutMs: number;
}

/** The answers to the lines of a body, in their order: the article of each page with its id, or why it has none. */
export async function* answerLines(
  body: Readable,
  how: ExtractQuery,
  tools: BatchTools,
): AsyncGenerator<Uint8Array, void, undefined> {
  const lines = readLines(body, tools);
  try {
    yield* mapWaiting(lines, OPEN_LINES, ({ number, bytes }) => answerLine(number, bytes, how, tools));
  } catch (error) {
    // The head of the answer is sent: what is wrong with the body as a whole is its last line.
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
  const idle = () => body.destroy(new NewsError("BODY_TIMEOUT", "The body paused for too long."));
  const timer = setTimeout(idle, idleTimeoutMs);
  body.on("data", () => timer.refresh());
  try {
    for await (const { number, bytes } of splitLines(chunksOf(body), maxLineBytes)) {
      if (bytes === undefined || !isBlank(bytes)) yield { number, bytes };
      // Waiting for the answers of earlier lines is no fault of the client.
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
    const line = await pool.runLine({ kind: "page", bytes: page, charset, how: facts, id });
    if ("address" in line) throw new NewsError("INTERNAL", "A page was taken for an address.");
    return line.bytes;
  } catch (error) {
    const failure = asNewsError(error);
    return failureLine(id, failure.code === "INTERNAL" ? new NewsError("INTERNAL", "Unexpected.") : failure)
      .bytes;
  }
}
