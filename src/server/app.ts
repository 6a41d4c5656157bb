import { randomUUID } from "node:crypto";
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import type { TSchema } from "typebox";
import { NewsError } from "../errors/index.ts";
import { describeRoutes } from "./api/describe.ts";
import { docsRoutes } from "./api/docs-routes.ts";
import { batchRoutes, extractRoutes } from "./api/extract-routes.ts";
import { feedRoutes } from "./api/feed-routes.ts";
import { libraryRoutes, sourcesRoutes } from "./api/library-routes.ts";
import { addMetrics } from "./api/metrics.ts";
import { pagesRoutes } from "./api/pages-routes.ts";
import { makeReader } from "./api/read-body.ts";
import { statusRoutes } from "./api/status-routes.ts";
import type { AppParts, RouteGroup } from "./app-parts.ts";
import { addBodyLimits } from "./body-limits.ts";
import { compatRoutes } from "./compat-routes.ts";
import { POOL_DEFAULTS } from "./extraction-pool.ts";
import { sendFailure } from "./failures.ts";
import { mcpRoutes } from "./mcp/routes.ts";
import { RawBody } from "./raw-body.ts";
import { readerRoutes, showFailure } from "./reader/routes.ts";
import { onRequestEnd } from "./request-end.ts";
import { addSecurity, SECURITY_HEADERS } from "./security.ts";
import { studioRoutes } from "./studio/routes.ts";

/** Time to send the headers of a request; a client that drips them is cut off. */
const HEADERS_TIMEOUT_MS = 15_000;
/** A connection without traffic is closed after this. */
const IDLE_TIMEOUT_MS = 120_000;

/** The HTTP app with all its routes, not listening yet. */
export function makeApp(parts: AppParts): FastifyInstance {
  const { log, maxBodyBytes = POOL_DEFAULTS.maxBytes } = parts;
  const app = Fastify({
    logger: log === undefined ? false : { stream: log, base: null, timestamp: isoTime },
    // One line a request, of our own: no addresses with queries, no headers, no bodies.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" }),
    bodyLimit: maxBodyBytes,
    genReqId: () => randomUUID(),
    connectionTimeout: IDLE_TIMEOUT_MS,
    // Requests that are on their way when the server closes are answered too.
    return503OnClosing: false,
    forceCloseConnections: "idle",
    routerOptions: { maxParamLength: 8192 },
    http: { headersTimeout: HEADERS_TIMEOUT_MS, maxHeaderSize: 16 * 1024 },
    clientErrorHandler: answerBrokenRequest,
    // Hooks do not run for addresses that cannot be read.
    frameworkErrors: (error, request, reply) =>
      void sendFailure(request, reply.headers(SECURITY_HEADERS), error),
  });
  app.removeContentTypeParser("text/plain");
  app.decorateRequest("failure", null);
  app.setValidatorCompiler(({ schema, httpPart = "request" }) => validator(schema as TSchema, httpPart));
  // The schemas of answers only describe them; a test checks that they match.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  app.setErrorHandler((error, request, reply) => sendFailure(request, reply, error));
  const methodsAt = noteMethods(app);
  app.setNotFoundHandler(async (request, reply) => {
    const { method, url } = request;
    const methods = methodsAt(url);
    if (methods.length === 0)
      return showFailure(new NewsError("NOT_FOUND", "There is nothing at this address."), request, reply);
    reply.header("allow", methods.join(", "));
    const message = `This address takes ${methods.join(" and ")}, not ${method}.`;
    return showFailure(new NewsError("METHOD_REFUSED", message), request, reply);
  });
  addSecurity(app, parts.security);
  const endBody = addBodyLimits(app, parts.bodies ?? {});
  const { registry: metrics, note: count } = addMetrics(app, parts.pool);
  onRequestEnd(app, [endBody, logRequest, count]);
  const describe = describeRoutes(app, parts.version);
  for (const addRoutes of ROUTE_GROUPS)
    app.register(async (scope) => addRoutes(scope, { ...parts, metrics, describe }));
  return app;
}

/** Records the methods of every route as it is added; the returned function gives those of an address. */
function noteMethods(app: FastifyInstance): (url: string) => readonly string[] {
  const routes: { readonly pattern: RegExp; readonly methods: readonly string[] }[] = [];
  app.addHook("onRoute", ({ url, method }) => {
    const pattern = new RegExp(
      `^${url.replace(/[.+?]/g, "\\$&").replace(/:\w+/g, "[^/]+").replace("*", ".*")}$`,
    );
    routes.push({ pattern, methods: [method].flat() });
  });
  return (url) => {
    const path = url.replace(/[?#].*$/s, "");
    return [...new Set(routes.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods))];
  };
}

function logRequest(request: FastifyRequest, reply: FastifyReply, status: number): void {
  const { client, method, failure: code } = request;
  const { url: route } = request.routeOptions;
  const ms = Math.round(reply.elapsedTime * 10) / 10;
  request.log.info({ method, route, status, ms, client, ...(code !== null && { code }) });
}

function isoTime(): string {
  return `,"time":"${new Date().toISOString()}"`;
}

/** What people call the parts of a request. */
const PART_NAMES: Readonly<Record<string, string>> = { querystring: "query", params: "address" };

type Validator = (value: unknown) => { readonly value: unknown } | { readonly error: Error };

function validator(schema: TSchema, httpPart: string): Validator {
  const isText = httpPart !== "body";
  const read = makeReader(schema, { what: PART_NAMES[httpPart] ?? httpPart, isText });
  return (given) => {
    // Raw bodies are checked where they are parsed.
    if (given instanceof RawBody) return { value: given };
    try {
      return { value: read(given) };
    } catch (error) {
      if (error instanceof NewsError) return { error };
      throw error;
    }
  };
}

/** Answers what is not HTTP on the bare connection. */
function answerBrokenRequest(
  error: Error & { readonly code?: string },
  socket: import("node:net").Socket,
): void {
  if (error.code === "ECONNRESET" || socket.destroyed || !socket.writable) return void socket.destroy();
  const isLate = error.code === "ERR_HTTP_REQUEST_TIMEOUT";
  const status = isLate ? "408 Request Timeout" : "400 Bad Request";
  const code = isLate ? "BODY_TIMEOUT" : "BAD_REQUEST";
  const body = JSON.stringify({ error: { code, message: "This is not a request that can be read." } });
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
  );
}

/** Every group of routes, in the order of the docs: a new one is registered here. */
const ROUTE_GROUPS: readonly RouteGroup[] = [
  extractRoutes,
  batchRoutes,
  libraryRoutes,
  sourcesRoutes,
  pagesRoutes,
  feedRoutes,
  statusRoutes,
  docsRoutes,
  mcpRoutes,
  compatRoutes,
  readerRoutes,
  studioRoutes,
];
