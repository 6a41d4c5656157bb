import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import type { FastifyRequest } from "fastify";
import { NewsError } from "../../errors/index.ts";
import type { AppParts, RouteGroup } from "../app-parts.ts";
import type { QuotedArticle } from "./quote.ts";
import { KeptArticles, type McpParts, makeMcpServer } from "./tools.ts";

const config = { scope: ["extract", "read"] } as const;
/** Parsed on the event loop: a page of 5 MB takes 30 ms of it. */
const MAX_BODY_BYTES = 5_000_000;

/** `/mcp`: the tools of `galley mcp` as streamable HTTP. Every request stands alone and has one answer, so that no stream holds a server that closes. */
export const mcpRoutes: RouteGroup = (scope, parts) => {
  const tools = toolParts(parts);
  const kept = new KeptArticles(tools.nowMs);
  scope.post("/mcp", { config, bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
    // Each call of a list could fetch a page, and all of them would count as one request.
    if (Array.isArray(request.body))
      throw new NewsError("BAD_REQUEST", "The body is a list of messages; send one at a time.");
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    const server = makeMcpServer(tools, kept);
    try {
      await server.connect(transport);
      const answer = await transport.handleRequest(asWebRequest(request), { parsedBody: request.body });
      const text = await answer.text();
      return reply
        .code(answer.status)
        .headers(Object.fromEntries(answer.headers))
        .send(text === "" ? null : text);
    } finally {
      await server.close();
    }
  });
  scope.route({
    method: ["GET", "DELETE"],
    url: "/mcp",
    config,
    handler: (_, reply) => {
      reply.header("allow", "POST");
      throw new NewsError("METHOD_REFUSED", "Messages of MCP are sent here by POST; there are no streams.");
    },
  });
};

function toolParts({ version, pool, fetchPage, openStore, now }: AppParts): McpParts {
  return {
    version,
    fetchPage,
    extract: async (page, { url, charset, format }) => {
      const how = { format, ...(url !== undefined && { url }) };
      const { bytes } = await pool.run({
        kind: "page",
        bytes: page,
        charset,
        how,
        answer: { kind: "quoted" },
      });
      return JSON.parse(new TextDecoder().decode(bytes)) as QuotedArticle;
    },
    openLibrary: openStore,
    nowMs: now,
  };
}

/** A request without its body, which fastify has read. */
function asWebRequest({ method, headers, url }: FastifyRequest): Request {
  const single = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === "string" && name !== "content-length" ? [[name, value]] : [],
  );
  return new Request(new URL(url, "http://localhost"), { method, headers: single });
}
