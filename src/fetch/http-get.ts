import type { Readable } from "node:stream";
import { Client } from "undici";
import { NewsError } from "../errors/index.ts";
import type { AddressGuard } from "./address-guard.ts";
import { untilAborted } from "./deadline.ts";
import { dial } from "./dial.ts";

// Real servers stay under 16 KB, policy and cookie headers included.
const MAX_HEADER_BYTES = 32 * 1024;

/** What every request of one fetch shares. */
export interface GetOptions {
  readonly guard: AddressGuard;
  readonly userAgent: string;
  readonly connectTimeoutMs: number;
  readonly signal: AbortSignal;
  /** Content codings to offer, as an Accept-Encoding value. */
  readonly acceptEncoding: string;
}

/** The head of an answer, and its body still unread. */
export interface HttpAnswer {
  readonly status: number;
  /** The first value of a header, by lower-case name. */
  header(name: string): string | undefined;
  readonly body: Readable;
}

/** One GET over a connection of its own, which is closed when `read` is done, however it ends. */
export async function httpGet<T>(
  url: URL,
  options: GetOptions,
  read: (answer: HttpAnswer) => Promise<T>,
): Promise<T> {
  const { guard, signal } = options;
  const addresses = await untilAborted(() => guard(url), signal);
  const socket = await dial(url, addresses, options);
  let isTaken = false;
  const client = new Client(url.origin, {
    connect: (_, callback) => {
      // The one checked connection; a second would have to be dialled anew, and nothing here needs it.
      if (isTaken)
        return callback(
          new NewsError("BAD_RESPONSE", `The server ${url.host} hung up without an answer.`),
          null,
        );
      isTaken = true;
      // The client misses an answer that comes while it is still asking.
      queueMicrotask(() => callback(null, socket));
    },
    maxHeaderSize: MAX_HEADER_BYTES,
    // The deadline's signal covers both.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  try {
    return await read(await request(client, url, options));
  } catch (error) {
    throw signal.aborted ? signal.reason : asAnswerError(error, url);
  } finally {
    await client.destroy();
    socket.destroy();
  }
}

async function request(client: Client, url: URL, options: GetOptions): Promise<HttpAnswer> {
  const { statusCode, headers, body } = await client.request({
    method: "GET",
    path: url.pathname + url.search,
    headers: {
      "user-agent": options.userAgent,
      accept: "text/html,application/xhtml+xml,*/*;q=0.5",
      "accept-encoding": options.acceptEncoding,
    },
    signal: options.signal,
    reset: true,
  });
  // An answer that nobody reads to its end still reports that it was cut off.
  body.on("error", () => {});
  return { status: statusCode, header: (name) => [headers[name]].flat()[0], body };
}

// After the connection stands, what HTTP, the socket or the unpacking report (all with a code) is the answer's fault.
function asAnswerError(error: unknown, url: URL): unknown {
  if (error instanceof NewsError || !(error instanceof Error) || !("code" in error)) return error;
  if (error.code === "UND_ERR_INVALID_ARG") return error;
  return new NewsError("BAD_RESPONSE", `The answer of ${url.host} is broken: ${error.message}.`, {
    cause: error,
  });
}
