import Type from "typebox";
import type { RouteGroup } from "../app-parts.ts";

const HEALTH = Type.Object({
  status: Type.Literal("ok"),
  version: Type.String(),
  open: Type.Integer({ description: "Pages that are worked on or wait." }),
});

const METRICS = {
  200: {
    description: "In the text format of Prometheus.",
    content: { "text/plain": { schema: { type: "string" } } },
  },
} as const;

/** `/health` and `/metrics`: whether the server answers, and its load. */
export const statusRoutes: RouteGroup = (scope, { pool, version, metrics }) => {
  scope.get(
    "/health",
    { schema: { operationId: "health", summary: "Whether the server answers", response: { 200: HEALTH } } },
    async () => ({ status: "ok", version, open: pool.open }),
  );
  scope.get(
    "/metrics",
    {
      schema: { operationId: "metrics", summary: "Counts and times of requests", response: METRICS },
      config: { scope: "read" },
    },
    async (_, reply) => reply.type(metrics.contentType).send(await metrics.metrics()),
  );
};
