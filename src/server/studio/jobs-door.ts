import { createReadStream } from "node:fs";
import type { FastifyInstance } from "fastify";
import type { Job } from "./contract.ts";
import { readFileBody, readJobRequest, readKeepModel } from "./schemas.ts";
import type { Studio } from "./studio.ts";

const CHANGES = { config: { changes: true } } as const;
/** Proxies and browsers drop a connection on which nothing comes for a minute. */
const BEAT_MS = 20_000;
const ENDED: ReadonlySet<Job["state"]> = new Set(["done", "failed", "cancelled"]);

interface Params {
  readonly id: string;
  readonly method: string;
  readonly domain: string;
}

/** Jobs with their events and files, and what the library knows of sites. */
export function addJobsAndSites(scope: FastifyInstance, { jobs, sites }: Studio, api: string): void {
  scope.get(`${api}/jobs`, () => jobs.list());
  scope.post(`${api}/jobs`, CHANGES, (request) => jobs.start(readJobRequest(request.body)));
  scope.get<{ Params: Params }>(`${api}/jobs/:id`, async ({ params }) => jobs.get(params.id));
  scope.delete<{ Params: Params }>(`${api}/jobs/:id`, CHANGES, ({ params }) => jobs.cancel(params.id));
  addEvents(scope, jobs, api);
  for (const [kind, ending, type] of [
    ["model", "json", "application/json"],
    ["card", "md", "text/markdown"],
  ] as const) {
    scope.get<{ Params: Params }>(`${api}/jobs/:id/${kind}/:method`, async ({ params }, reply) => {
      const name = `${params.method}.${ending}`;
      const stream = createReadStream(jobs.file(params.id, name));
      reply.header("content-disposition", `attachment; filename="${name}"`);
      return reply.type(`${type}; charset=utf-8`).send(stream);
    });
  }
  scope.get(`${api}/sites`, () => sites.list());
  scope.get<{ Params: Params }>(`${api}/sites/:domain`, ({ params }) => sites.view(params.domain));
  scope.put<{ Params: Params }>(`${api}/sites/:domain/model`, CHANGES, ({ params, body }) =>
    sites.keepModel(params.domain, readKeepModel(body)),
  );
  scope.put<{ Params: Params }>(`${api}/sites/:domain/profile`, CHANGES, ({ params, body }) =>
    sites.keepProfile(params.domain, readFileBody(body).file),
  );
  for (const kind of ["model", "profile"] as const) {
    const path = `${api}/sites/:domain/${kind}`;
    scope.delete<{ Params: Params }>(path, CHANGES, ({ params }) => sites.drop(params.domain, kind));
    scope.get<{ Params: Params }>(path, async ({ params }, reply) => {
      const text = await sites.file(params.domain, kind);
      reply.header("content-disposition", `attachment; filename="${kind}.json"`);
      return reply.type("application/json; charset=utf-8").send(text);
    });
  }
}

/** Server-sent events: the job at once and at each change, until it has ended. */
function addEvents(scope: FastifyInstance, jobs: Studio["jobs"], api: string): void {
  scope.get<{ Params: Params }>(`${api}/jobs/:id/events`, (request, reply) => {
    const { id } = request.params;
    jobs.get(id);
    reply.hijack();
    const { raw } = reply;
    const headers = {
      ...reply.getHeaders(),
      "content-type": "text/event-stream",
      "cache-control": "no-store",
    };
    raw.writeHead(200, headers as Record<string, string>);
    const beat = setInterval(() => raw.write(": still here\n\n"), BEAT_MS);
    let stop = () => {};
    const end = () => {
      clearInterval(beat);
      stop();
      raw.end();
    };
    raw.once("close", end);
    stop = jobs.follow(id, (job) => {
      raw.write(`data: ${JSON.stringify(job)}\n\n`);
      if (ENDED.has(job.state)) setImmediate(end);
    });
  });
}
