import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** The status in logs and metrics where the client left before the answer, as in nginx. */
const CLIENT_GONE = 499;

/** Told of the end of a request, with its status. */
export type RequestEnd = (request: FastifyRequest, reply: FastifyReply, status: number) => void;

/** Calls back once at the end of every request with its status; fastify's own hook leaves out those whose client has gone. */
export function onRequestEnd(app: FastifyInstance, notes: readonly RequestEnd[]): void {
  const ended = new WeakSet<FastifyRequest>();
  const end = (request: FastifyRequest, reply: FastifyReply, status: number) => {
    if (ended.has(request)) return;
    ended.add(request);
    for (const note of notes) note(request, reply, status);
  };
  app.addHook("onRequest", (request, reply, next) => {
    reply.raw.once("close", () => {
      end(request, reply, reply.raw.writableFinished ? reply.statusCode : CLIENT_GONE);
    });
    next();
  });
  app.addHook("onResponse", (request, reply, next) => {
    end(request, reply, reply.statusCode);
    next();
  });
}
