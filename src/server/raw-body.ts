import type { FastifyInstance } from "fastify";
import { describeBytes, NewsError } from "../errors/index.ts";

/**
 * The body of a request as its chunks arrived. A thread that gets it takes over their memory: copies would be garbage of the event
 * loop, which then collects its whole heap several times in a hundred pages.
 */
export class RawBody {
  readonly chunks: readonly Uint8Array[];
  readonly sizeBytes: number;

  constructor(chunks: readonly Uint8Array[]) {
    this.chunks = chunks;
    this.sizeBytes = chunks.reduce((sum, { length }) => sum + length, 0);
  }

  /** The whole body; a copy unless it came in one chunk. */
  get bytes(): Uint8Array {
    const [first] = this.chunks;
    return this.chunks.length === 1 && first !== undefined ? first : Buffer.concat(this.chunks);
  }
}

/** Makes a group of routes take bodies of these media types, and no others, as raw ones. */
export function takeRawBodies(scope: FastifyInstance, mediaTypes: readonly string[]): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser([...mediaTypes], ({ headers, routeOptions }, payload, done) => {
    const { bodyLimit: maxBytes } = routeOptions;
    const chunks: Buffer[] = [];
    let sizeBytes = Number(headers["content-length"] ?? 0);
    const end = (failure: Error | null) => {
      payload.off("data", take).off("end", finish).off("error", fail);
      done(failure, failure === null ? new RawBody(chunks) : undefined);
    };
    const refuse = () =>
      end(new NewsError("INPUT_TOO_LARGE", `The body is over ${describeBytes(maxBytes)}.`));
    const take = (chunk: Buffer) => {
      chunks.push(chunk);
      sizeBytes += chunk.length;
      if (sizeBytes > maxBytes) refuse();
    };
    const finish = () => end(null);
    const fail = (cause: Error) =>
      end(new NewsError("BAD_REQUEST", "The body ended before its end.", { cause }));
    if (sizeBytes > maxBytes) return refuse();
    sizeBytes = 0;
    payload.on("data", take).on("end", finish).on("error", fail);
  });
}
