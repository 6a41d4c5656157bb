import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { NewsError } from "../../errors/index.ts";
import { DEFAULT_EXTRACTOR } from "../../extractors/index.ts";
import { personName } from "../../sets/index.ts";
import type { RouteGroup } from "../app-parts.ts";
import { sendFailure } from "../failures.ts";
import type { Job } from "./contract.ts";
import {
  readFileBody,
  readJobRequest,
  readKeepModel,
  readLabelSave,
  readOpenRequest,
  readPageQuery,
  readPair,
  readReportBody,
  readTokenBody,
  readViewQuery,
} from "./schemas.ts";
import type { Studio } from "./studio.ts";

/** Policy of the app: it loads its own files only, cannot be framed, and makes markup through its two Trusted Types policies. */
const APP_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types galley dompurify";
/**
 * Policy of a labelled page, which is untrusted: it runs, loads and sends nothing, and only the studio may frame it. It keeps our origin, so that the studio can
 * read where its elements are; scripts are off for good, here and by the frame's own attribute.
 */
function framePolicy(host: string): string {
  return `default-src 'none'; style-src 'unsafe-inline'; img-src data: http://${host}/studio/frame/ https://${host}/studio/frame/; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-same-origin`;
}

const API = "/studio/api";
const CHANGES = { config: { changes: true } } as const;

/** The studio: its app, its pages in frames, and the API below /studio/api. */
export const studioRoutes: RouteGroup = (scope, { studio }) => {
  if (studio === undefined) return;
  scope.addHook("onRequest", async (request) => refuseOthers(request));
  scope.setErrorHandler((error, request, reply) => sendFailure(request, reply, error));
  addApp(scope, studio);
  // A scope of its own: every route in it needs the cookie.
  scope.register(async (locked) => {
    locked.addHook("onRequest", async (request) => studio.sessions.demand(cookieOf(request)));
    addFrames(locked, studio);
    addSets(locked, studio);
    addJudgements(locked, studio);
    addJobsAndSites(locked, studio);
    locked.all(`${API}/*`, () => {
      throw new NewsError("NOT_FOUND", "The studio's API has nothing at this address.");
    });
  });
};

/** Origins that may use the API may not use the studio: only its own pages may. */
function refuseOthers({ headers }: FastifyRequest): void {
  const { origin, host } = headers;
  if (origin === undefined || URL.parse(origin)?.host === host?.toLowerCase()) return;
  throw new NewsError("ORIGIN_REFUSED", "The studio is for its own pages.");
}

/** Cookies are shared by all ports of a host: the port keeps those of two servers apart. */
function cookieName({ headers }: FastifyRequest): string {
  return `galley_studio_${/:(\d+)$/.exec(headers.host ?? "")?.[1] ?? "80"}`;
}

function cookieOf(request: FastifyRequest): string | undefined {
  const name = cookieName(request);
  const pairs = (request.headers.cookie ?? "").split(";").map((pair) => pair.trim().split("="));
  return pairs.find(([key]) => key === name)?.[1];
}

/** A cookie only for the studio, never sent with requests of other sites. */
function sessionCookie(request: FastifyRequest, secret: string, maxAgeS: number): string {
  return `${cookieName(request)}=${secret}; Path=/studio; Max-Age=${maxAgeS}; HttpOnly; SameSite=Strict`;
}

function addApp(scope: FastifyInstance, studio: Studio): void {
  const shell = async (request: FastifyRequest, reply: FastifyReply) => {
    const { "*": path = "" } = (request.params ?? {}) as { readonly "*"?: string };
    const file = studio.app.find(path);
    // Addresses of screens may end like files, as pages and sites do; files of the app are all in one folder.
    if (file === undefined && /^[^/]*\.[a-z0-9]+$/i.test(path))
      throw new NewsError("NOT_FOUND", "The app has no such file.");
    const isOpen = studio.sessions.isOpen(cookieOf(request) ?? "");
    const { bytes, type, cache } = file ?? studio.app.shell(isOpen);
    return reply
      .headers({ "content-security-policy": APP_POLICY, "cache-control": cache })
      .type(type)
      .send(bytes);
  };
  scope.get("/studio", shell);
  scope.get("/studio/*", shell);
  scope.post(`${API}/session`, CHANGES, async (request, reply) => {
    const { token } = readTokenBody(request.body);
    const { secret, maxAgeS } = await studio.sessions.trade(token);
    studio.threads.warm();
    return reply.header("set-cookie", sessionCookie(request, secret, maxAgeS)).send(studio.session());
  });
  scope.get(`${API}/session`, async (request) => {
    studio.sessions.demand(cookieOf(request));
    return studio.session();
  });
}

interface PageParams {
  readonly set: string;
  readonly page: string;
}

function addFrames(scope: FastifyInstance, studio: Studio): void {
  scope.get<{ Params: PageParams }>("/studio/frame/:set/:page", async (request, reply) => {
    const { set, page } = request.params;
    const { render } = readViewQuery(request.query);
    const { xhtml } = await studio.frame(set, page, render !== undefined);
    const headers = {
      "content-security-policy": framePolicy(request.headers.host ?? ""),
      "x-frame-options": "SAMEORIGIN",
    };
    return reply.headers(headers).type("application/xhtml+xml; charset=utf-8").send(xhtml);
  });
  scope.get<{ Params: PageParams & { readonly number: string } }>(
    "/studio/frame/:set/:page/file/:number",
    async (request, reply) => {
      const { set, page, number } = request.params;
      const { render } = readViewQuery(request.query);
      const file = await studio.picture(set, page, { number: Number(number), render: render !== undefined });
      if (file === undefined) throw new NewsError("NOT_FOUND", "The page has no such picture.");
      const bytes = Buffer.from(file.bytes);
      return reply.header("cache-control", "private, max-age=3600").type(file.contentType).send(bytes);
    },
  );
}

const PAGES_AT_ONCE = 50;

function addSets(scope: FastifyInstance, studio: Studio): void {
  const { sets } = studio;
  const at = `${API}/sets/:set`;
  scope.get(`${API}/sets`, () => sets.list());
  scope.post(`${API}/sets`, CHANGES, (request) => sets.open(readOpenRequest(request.body)));
  scope.get<{ Params: PageParams }>(at, ({ params }) => sets.get(params.set).summary());
  scope.get<{ Params: PageParams }>(`${at}/pages`, ({ params, query }) => {
    const { by, show = "all", offset = 0, limit = PAGES_AT_ONCE, order } = readPageQuery(query);
    return sets.get(params.set).list({ by, show, offset, limit, order });
  });
  scope.get<{ Params: PageParams }>(`${at}/pages/:page`, ({ params, query }) => {
    const { by = "", render } = readViewQuery(query);
    return studio.view(params.set, params.page, { by, render: render !== undefined });
  });
  scope.put<{ Params: PageParams }>(`${at}/pages/:page/labels`, CHANGES, ({ params, query, body }) => {
    const { render } = readViewQuery(query);
    return studio.save(params.set, params.page, { save: readLabelSave(body), render: render !== undefined });
  });
  addExports(scope, studio, at);
  scope.get<{ Params: PageParams }>(`${at}/agreement`, ({ params, query }) => {
    const { a, b } = readPair(query);
    return sets.get(params.set).agreement(a, b);
  });
}

/** Sets and labels as the command line writes them, page by page: a set may be larger than the memory. */
function addExports(scope: FastifyInstance, { sets }: Studio, at: string): void {
  const send = (reply: FastifyReply, name: string, lines: AsyncIterable<string>) =>
    reply
      .header("content-disposition", `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
      .type("application/x-ndjson; charset=utf-8")
      .send(Readable.from(lines));
  scope.get<{ Params: PageParams }>(`${at}/export`, async ({ params }, reply) => {
    const set = sets.get(params.set);
    await set.index();
    return send(reply, "index.jsonl", set.exportLines());
  });
  scope.get<{ Params: PageParams & { readonly by: string } }>(
    `${at}/labels/:by`,
    async ({ params }, reply) => {
      const set = sets.get(params.set);
      const by = personName(params.by);
      if (!set.labels.people().includes(by))
        throw new NewsError("NOT_FOUND", "Nobody of this name has labelled pages of the set.");
      await set.index();
      return send(reply, `${by}.jsonl`, set.exportLabels(by));
    },
  );
}

/** Extractors that are compared at once. */
const MAX_COMPARED = 4;

function addJudgements(scope: FastifyInstance, studio: Studio): void {
  const at = `${API}/sets/:set/pages/:page`;
  const { threads, sets } = studio;
  scope.get<{ Params: PageParams }>(`${at}/compare`, ({ params, query }) => {
    const { extractors = DEFAULT_EXTRACTOR } = readViewQuery(query);
    const names = [...new Set(extractors.split(",").filter((name) => name !== ""))];
    if (names.length === 0 || names.length > MAX_COMPARED)
      throw new NewsError("BAD_REQUEST", `One to ${MAX_COMPARED} extractors can be compared.`);
    return studio.compare(params.set, params.page, names);
  });
  scope.get<{ Params: PageParams }>(`${at}/why`, ({ params, query }) => {
    const { extractor = DEFAULT_EXTRACTOR } = readViewQuery(query);
    return studio.why(params.set, params.page, extractor);
  });
  scope.get<{ Params: PageParams & { readonly leaf: string } }>(
    `${at}/why/:leaf`,
    async ({ params, query }) => {
      const { extractor = DEFAULT_EXTRACTOR } = readViewQuery(query);
      const place = await sets.get(params.set).place(params.page);
      return threads.ask("leafWhy", { place, extractor, node: Number(params.leaf) });
    },
  );
  scope.post<{ Params: PageParams }>(`${at}/report`, CHANGES, ({ params, body }) => {
    const { leaf: node, anonymise = false, extractor = DEFAULT_EXTRACTOR } = readReportBody(body);
    return studio.report(params.set, params.page, { node, anonymise, extractor });
  });
  scope.get<{ Params: PageParams }>(`${at}/segments`, async ({ params }) =>
    threads.ask("segments", { place: await sets.get(params.set).place(params.page) }),
  );
}

/** Proxies and browsers drop a connection that is idle for a minute. */
const BEAT_MS = 20_000;
const ENDED: ReadonlySet<Job["state"]> = new Set(["done", "failed", "cancelled"]);

interface JobParams {
  readonly id: string;
  readonly method: string;
  readonly domain: string;
}

/** Jobs with their events and files, and what the library knows of sites. */
function addJobsAndSites(scope: FastifyInstance, { jobs, sites }: Studio): void {
  scope.get(`${API}/jobs`, () => jobs.list());
  scope.post(`${API}/jobs`, CHANGES, (request) => jobs.start(readJobRequest(request.body)));
  scope.get<{ Params: JobParams }>(`${API}/jobs/:id`, async ({ params }) => jobs.get(params.id));
  scope.delete<{ Params: JobParams }>(`${API}/jobs/:id`, CHANGES, ({ params }) => jobs.cancel(params.id));
  addEvents(scope, jobs);
  for (const [kind, ending, type] of [
    ["model", "json", "application/json"],
    ["card", "md", "text/markdown"],
  ] as const) {
    scope.get<{ Params: JobParams }>(`${API}/jobs/:id/${kind}/:method`, async ({ params }, reply) => {
      const name = `${params.method}.${ending}`;
      const stream = createReadStream(jobs.file(params.id, name));
      reply.header("content-disposition", `attachment; filename="${name}"`);
      return reply.type(`${type}; charset=utf-8`).send(stream);
    });
  }
  scope.get(`${API}/sites`, () => sites.list());
  scope.get<{ Params: JobParams }>(`${API}/sites/:domain`, ({ params }) => sites.view(params.domain));
  scope.put<{ Params: JobParams }>(`${API}/sites/:domain/model`, CHANGES, ({ params, body }) =>
    sites.keepModel(params.domain, readKeepModel(body)),
  );
  scope.put<{ Params: JobParams }>(`${API}/sites/:domain/profile`, CHANGES, ({ params, body }) =>
    sites.keepProfile(params.domain, readFileBody(body).file),
  );
  for (const kind of ["model", "profile"] as const) {
    const path = `${API}/sites/:domain/${kind}`;
    scope.delete<{ Params: JobParams }>(path, CHANGES, ({ params }) => sites.drop(params.domain, kind));
    scope.get<{ Params: JobParams }>(path, async ({ params }, reply) => {
      const text = await sites.file(params.domain, kind);
      reply.header("content-disposition", `attachment; filename="${kind}.json"`);
      return reply.type("application/json; charset=utf-8").send(text);
    });
  }
}

/** Server-sent events: the job at once and at each change, until it has ended. */
function addEvents(scope: FastifyInstance, jobs: Studio["jobs"]): void {
  scope.get<{ Params: JobParams }>(`${API}/jobs/:id/events`, (request, reply) => {
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
