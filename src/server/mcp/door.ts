import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import type { FastifyRequest } from "fastify";
import type { Article } from "../../article/index.ts";
import type { AppParts, Door } from "../door.ts";
import { KeptArticles, type McpParts, makeMcpServer } from "./tools.ts";

/** `/mcp`: the tools of `galley mcp` as streamable HTTP. Every request stands alone and has one answer, so that no stream holds a server that closes. */
export const mcpDoor: Door = (scope, parts) => {
  const tools = toolParts(parts);
  const kept = new KeptArticles(tools.nowMs);
  scope.post("/mcp", { config: { scope: ["extract", "read"] } }, async (request, reply) => {
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
    config: { scope: ["extract", "read"] },
    handler: (_, reply) => reply.code(405).header("allow", "POST").send(),
  });
};

function toolParts({ version, pool, fetchPage, openStore, now }: AppParts): McpParts {
  return {
    version,
    fetchPage,
    extract: async (page, { url, charset }) => {
      const how = url === undefined ? {} : { url };
      const { bytes } = await pool.run({ kind: "page", bytes: page, charset, how });
      return JSON.parse(new TextDecoder().decode(bytes)) as Article;
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
