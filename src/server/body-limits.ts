import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { NewsError } from "../errors/index.ts";
import type { RequestEnd } from "./request-end.ts";

/** Limits of the bodies of all requests; a route that streams (`config.isStream`) has its own. */
export interface BodyLimits {
  /** Time for a body to arrive. */
  readonly bodyTimeoutMs?: number | undefined;
  /** Bytes of the bodies of all open requests: many large ones at once would fill the memory. */
  readonly maxHeldBytes?: number | undefined;
}

/** Limits where none are given. */
export const BODY_DEFAULTS = { bodyTimeoutMs: 30_000, maxHeldBytes: 256_000_000 } as const;

/** Limits the time, the encoding and the bytes of bodies, on every route; returns a listener for the end of requests. */
export function addBodyLimits(app: FastifyInstance, limits: BodyLimits): RequestEnd {
  const timeoutMs = limits.bodyTimeoutMs ?? BODY_DEFAULTS.bodyTimeoutMs;
  const maxHeldBytes = limits.maxHeldBytes ?? BODY_DEFAULTS.maxHeldBytes;
  let heldBytes = 0;
  app.decorateRequest("bodyTimer", null);
  app.decorateRequest("bodyBytes", 0);
  app.addHook("onRequest", (request, reply, next) => {
    if (isEncoded(request))
      return next(new NewsError("BAD_MEDIA_TYPE", "Bodies are sent without a Content-Encoding."));
    if (!request.routeOptions.config.isStream) limitTime(request, reply, timeoutMs);
    next();
  });
  // Not async: the parser has to be listening when the first bytes come.
  app.addHook("preParsing", (request, reply, payload, done) => {
    if (!request.routeOptions.config.isStream)
      payload.on("data", ({ length }: Buffer) => {
        // Data after the answer is discarded.
        if (reply.sent) return;
        request.bodyBytes += length;
        heldBytes += length;
        if (heldBytes > maxHeldBytes)
          cutOff(request, reply, new NewsError("OVERLOADED", "The server holds as many bytes as it can."));
      });
    done(null, payload);
  });
  return (request) => {
    heldBytes -= request.bodyBytes;
    clearTimeout(request.bodyTimer ?? undefined);
    endBody(request, timeoutMs);
  };
}

/** Compressed bytes would be read as a page. */
function isEncoded({ headers }: FastifyRequest): boolean {
  const encoding = headers["content-encoding"] ?? "identity";
  return encoding.toLowerCase() !== "identity";
}

/** A slow body would hold its connection and memory for ever. */
function limitTime(request: FastifyRequest, reply: FastifyReply, timeoutMs: number): void {
  const { raw } = request;
  if (raw.headers["content-length"] === undefined && raw.headers["transfer-encoding"] === undefined) return;
  request.bodyTimer = setTimeout(() => {
    if (!raw.complete)
      cutOff(request, reply, new NewsError("BODY_TIMEOUT", "The body did not arrive in time."));
  }, timeoutMs);
}

/** Answers with a failure in the middle of a body, and ends the connection. */
function cutOff({ raw }: FastifyRequest, reply: FastifyReply, failure: NewsError): void {
  if (reply.sent) return;
  reply.header("connection", "close").send(failure);
  reply.raw.once("finish", () => raw.destroy());
}

/** After an answer the rest of a body is discarded, for as long as a body may take. */
function endBody({ raw }: FastifyRequest, timeoutMs: number): void {
  if (raw.complete || raw.destroyed) return;
  const timer = setTimeout(() => raw.destroy(), timeoutMs).unref();
  raw.once("close", () => clearTimeout(timer));
}

declare module "fastify" {
  interface FastifyRequest {
    bodyTimer: NodeJS.Timeout | null;
    /** Bytes of the body that have come. */
    bodyBytes: number;
  }
}
