import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** The status in logs and metrics of a request whose client left before its answer, as other servers write it. */
const CLIENT_GONE = 499;

/** Calls back once at the end of every request with its status; fastify's own hook leaves out those whose client has gone. */
export function onRequestEnd(
  app: FastifyInstance,
  note: (request: FastifyRequest, reply: FastifyReply, status: number) => void,
): void {
  const ended = new WeakSet<FastifyRequest>();
  const end = (request: FastifyRequest, reply: FastifyReply, status: number) => {
    if (ended.has(request)) return;
    ended.add(request);
    note(request, reply, status);
  };
  app.addHook("onRequest", async (request, reply) => {
    reply.raw.once("close", () => {
      end(request, reply, reply.raw.writableFinished ? reply.statusCode : CLIENT_GONE);
    });
  });
  app.addHook("onResponse", async (request, reply) => end(request, reply, reply.statusCode));
}
