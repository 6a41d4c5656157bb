import type { FastifyInstance, FastifyReply } from "fastify";
import type { Static } from "typebox";
import { NewsError } from "../errors/index.ts";
import type { Format } from "../output/index.ts";
import { holdsPage, SHORT_BODY_BYTES } from "./api/read-body.ts";
import { FAILURE } from "./api/schemas.ts";
import type { AppParts, RouteGroup } from "./app-parts.ts";
import {
  ADDRESS_BODY,
  ADDRESS_QUERY,
  FULL_TEXT,
  MERCURY,
  MERCURY_BODY,
  READABILITY,
  readServiceBody,
  type Service,
} from "./compat-shapes.ts";
import type { EncodedArticle } from "./extract-worker.ts";
import { RawBody, takeRawBodies } from "./raw-body.ts";

const NO_BODY = new RawBody([]);

type AddressQuery = Static<typeof ADDRESS_QUERY>;

/** The addresses and fields of Mercury, the Readability server and Full-Text RSS, for feed readers that know them; disabled by default. */
export const compatRoutes: RouteGroup = (scope, parts) => {
  if (!parts.isCompat) return refuseAll(scope);
  // A worker thread parses them.
  takeRawBodies(scope, ["application/json"]);
  addMercury(scope, parts);
  scope.post<{ Body: RawBody | undefined }>(
    "/",
    {
      ...routeOf(parts),
      // Parsed here: an address is short.
      bodyLimit: SHORT_BODY_BYTES,
      schema: {
        operationId: "readability",
        summary: "Readability server: the article of an address",
        body: ADDRESS_BODY,
        response: { 200: READABILITY, "4xx": FAILURE },
      },
    },
    async ({ body = NO_BODY }, reply) => {
      const { url = "" } = readServiceBody("readability", body.bytes);
      return send(reply, await answerAddress("readability", url, parts));
    },
  );
  scope.get<{ Querystring: AddressQuery }>(
    "/extract.php",
    {
      ...routeOf(parts),
      schema: {
        operationId: "fullText",
        summary: "Full-Text RSS: the article of an address",
        querystring: ADDRESS_QUERY,
        response: { 200: FULL_TEXT, "4xx": FAILURE },
      },
    },
    async ({ raw, query }, reply) =>
      send(reply, await answerAddress("full-text", addressIn(raw.url ?? "", query.url), parts)),
  );
};

/** Without --compat, a feed reader's request is told how to enable these routes; bodies are not read. */
function refuseAll(scope: FastifyInstance): void {
  const onRequest = async () => {
    throw new NewsError(
      "NOT_FOUND",
      "The routes for feed readers are disabled; galley serve --compat enables them.",
    );
  };
  for (const url of ["/parser", "/parse-html", "/extract.php"])
    scope.route({ method: ["GET", "POST"], url, onRequest, handler: onRequest });
}

function addMercury(scope: FastifyInstance, parts: AppParts): void {
  scope.get<{ Querystring: AddressQuery }>(
    "/parser",
    {
      ...routeOf(parts),
      schema: {
        operationId: "mercuryGet",
        summary: "Mercury: the article of an address",
        querystring: ADDRESS_QUERY,
        response: { 200: MERCURY, "4xx": FAILURE },
      },
    },
    async ({ raw, query: { url, contentType } }, reply) =>
      send(reply, await answerAddress("mercury", addressIn(raw.url ?? "", url), parts, contentType)),
  );
  for (const [path, operationId] of [
    ["/parser", "mercury"],
    ["/parse-html", "mercuryHtml"],
  ] as const)
    scope.post<{ Body: RawBody | undefined }>(
      path,
      {
        ...routeOf(parts),
        schema: {
          operationId,
          summary: "Mercury: the article of HTML, or of an address",
          body: MERCURY_BODY,
          response: { 200: MERCURY, "4xx": FAILURE },
        },
      },
      async ({ body = NO_BODY }, reply) => send(reply, await answerMercury(body, parts)),
    );
}

/** What all routes have in common; bodies that will be refused are not read. */
function routeOf({ pool }: AppParts) {
  return { config: { scope: "extract" }, onRequest: async () => pool.refuseIfFull() } as const;
}

/** The address in a query. Where a reader has not encoded it, its own parameters look like ours: then it is all that follows `url=`. */
function addressIn(path: string, decoded: string): string {
  const [, withQuery] = /[?&]url=(https?:\/\/[^#?]*\?[^#]*)/i.exec(path) ?? [];
  return withQuery ?? decoded;
}

async function answerMercury(body: RawBody, parts: AppParts): Promise<EncodedArticle> {
  const inWorker = () => parts.pool.run({ kind: "json", bytes: body.chunks, how: {}, service: "mercury" });
  if (holdsPage(body)) return inWorker();
  const { url, html, format } = readServiceBody("mercury", body.bytes);
  return html === undefined ? answerAddress("mercury", url ?? "", parts, format) : inWorker();
}

async function answerAddress(
  service: Service,
  requestedUrl: string,
  { pool, fetchPage }: AppParts,
  format: Format = "html",
): Promise<EncodedArticle> {
  const { bytes, charset, url } = await fetchPage(requestedUrl);
  const answer = { kind: "service", service, requestedUrl } as const;
  return pool.run({ kind: "page", bytes, charset, how: { url, format }, answer });
}

function send(reply: FastifyReply, { bytes }: EncodedArticle): FastifyReply {
  const sent = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return reply.type("application/json; charset=utf-8").send(sent);
}
