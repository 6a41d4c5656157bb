import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { asNewsError, NewsError } from "../errors/index.ts";
import { STATUS_CODES } from "./status-codes.data.ts";

/** Retry-After of refusals without one: the limits do not change within it. */
const RETRY_AFTER_S: Readonly<Record<number, number>> = { 413: 60, 429: 1, 503: 5 };

/** Answers a request with a failure as JSON. */
export function sendFailure(request: FastifyRequest, reply: FastifyReply, thrown: unknown): FastifyReply {
  const body = { error: { ...noteFailure(request, reply, thrown), requestId: request.id } };
  return reply.type("application/json; charset=utf-8").send(JSON.stringify(body));
}

/** The body of a failure. */
export interface ToldFailure {
  readonly code: string;
  readonly message: string;
  readonly help: string;
  readonly retry: boolean;
}

/** Gives an answer the status of a failure and when to try again, logs it, and returns its body. */
export function noteFailure(request: FastifyRequest, reply: FastifyReply, thrown: unknown): ToldFailure {
  const error = asFailure(thrown, request);
  const status = STATUS_CODES[error.code] ?? 500;
  request.failure = error.code;
  const waitS =
    error.retryAfterMs === undefined ? RETRY_AFTER_S[status] : Math.ceil(error.retryAfterMs / 1000);
  if (waitS !== undefined && status in RETRY_AFTER_S) reply.header("retry-after", String(waitS));
  if (status === 401) reply.header("www-authenticate", "Bearer");
  // Failures of other servers are reported by their code: the message may name what the client asked for.
  if (status >= 500 && status !== 502 && status !== 504)
    request.log.error({ code: error.code, err: status === 500 ? error : undefined }, error.message);
  // Unexpected errors may name files and rows.
  const message =
    error.code === "INTERNAL" ? "Unexpected; the log has the reason under this id." : error.message;
  const { code, help, retry } = error;
  reply.code(status);
  return { code, message, help, retry };
}

/** Fastify's own refusals, under our codes. */
function asFailure(thrown: unknown, request: FastifyRequest): NewsError {
  if (thrown instanceof NewsError) return thrown;
  if (!isFastifyError(thrown)) return asNewsError(thrown);
  const { code, message, statusCode = 500 } = thrown;
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE")
    return new NewsError("BAD_MEDIA_TYPE", mediaTypeMessage(request), { cause: thrown });
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE")
    return new NewsError("INPUT_TOO_LARGE", `The request was refused: ${message.replace(/\.$/, "")}.`, {
      cause: thrown,
    });
  if (statusCode < 500)
    return new NewsError("BAD_REQUEST", `The request was refused: ${message.replace(/\.$/, "")}.`, {
      cause: thrown,
    });
  return asNewsError(thrown);
}

/** A client may send any text as its type. */
const MAX_TYPE_LENGTH = 100;

function mediaTypeMessage({ headers, routeOptions }: FastifyRequest): string {
  const type = headers["content-type"];
  const given = type === undefined ? "without a Content-Type" : `as ${type.slice(0, MAX_TYPE_LENGTH)}`;
  const { content } = (routeOptions.schema?.body ?? {}) as { readonly content?: object };
  const taken = content === undefined ? ["application/json"] : Object.keys(content);
  return `The body came ${given}; this address takes ${taken.join(", ")}.`;
}

function isFastifyError(thrown: unknown): thrown is FastifyError {
  return (
    thrown instanceof Error && "code" in thrown && typeof thrown.code === "string" && "statusCode" in thrown
  );
}
