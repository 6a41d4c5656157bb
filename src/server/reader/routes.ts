import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import Type, { type Static } from "typebox";
import { NewsError } from "../../errors/index.ts";
import { RecentMap } from "../../fetch/index.ts";
import type { SourceReport, Store } from "../../store/index.ts";
import { makeReader } from "../api/read-body.ts";
import type { AppParts, RouteGroup } from "../app-parts.ts";
import { noteFailure, sendFailure } from "../failures.ts";
import { Gate } from "../gate.ts";
import { type ArticlePage, findNeighbours, writeArticle } from "./article-page.ts";
import { READER_KEYS, READER_STYLE } from "./files.data.ts";
import { asLook, LOOK_COOKIE, readLook, writeHelp } from "./layout.ts";
import {
  PAGE_LENGTH,
  storeQuery,
  writeFailure,
  writeFrameNote,
  writeList,
  writeSources,
} from "./list-page.ts";

/** Only our own script runs; pictures come from the pages of articles. */
const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src http: https: data:; media-src http: https:; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
/** The article in its page's style is self-contained: it runs and loads nothing, and only the reader may frame it. */
const ORIGINAL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox";
const LOOK_SECONDS = 365 * 24 * 60 * 60;
const FILE_SECONDS = 3600;

/** Listing sources reads all findings; the list may be this old. */
const SOURCES_MS = 30_000;
const MAX_WAIT_MS = 500;

// Read here, as routes with schemas would be described as part of the API.
const ID = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const VERSION = Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 });
const QUERY = Type.Object({
  q: Type.Optional(Type.String({ maxLength: 1000 })),
  after: Type.Optional(ID),
  look: Type.Optional(Type.Enum(["clean", "original"])),
  version: Type.Optional(VERSION),
  against: Type.Optional(VERSION),
  theme: Type.Optional(Type.String()),
  size: Type.Optional(Type.String()),
  back: Type.Optional(Type.String({ maxLength: 4000 })),
});
const PARAMS = Type.Object({ id: ID });
const readQuery = /* @__PURE__ */ makeReader(QUERY, { what: "query", isText: true });
const readParams = /* @__PURE__ */ makeReader(PARAMS, { what: "address", isText: true });

const READS = { config: { scope: "read", isOwn: true } } as const;
const OPEN = { config: { isOwn: true } } as const;

/** The reader: pages for people, at `/`, `/read/ID` and `/reader/…`. */
export const readerRoutes: RouteGroup = (scope, parts) => {
  scope.addHook("onRequest", async (_, reply) => {
    reply.header("content-security-policy", POLICY);
  });
  scope.setErrorHandler(showFailure);
  addListPages(scope, parts);
  addArticlePages(scope, parts);
  addLook(scope);
};

/** The sources of a library, summed up at most every `SOURCES_MS`. */
class KnownSources {
  readonly #now: () => number;
  #untilMs = Number.NEGATIVE_INFINITY;
  #listed: Promise<readonly SourceReport[]> = Promise.resolve([]);
  #last: readonly SourceReport[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  all(store: Store): Promise<readonly SourceReport[]> {
    if (this.#now() < this.#untilMs) return this.#listed;
    this.#untilMs = this.#now() + SOURCES_MS;
    this.#listed = store.listSources();
    this.#listed.then(
      (sources) => {
        this.#last = sources;
      },
      () => {
        this.#untilMs = Number.NEGATIVE_INFINITY;
      },
    );
    return this.#listed;
  }

  /** The last known sources, where listing those of a large library takes too long. */
  soon(store: Store): Promise<readonly SourceReport[]> {
    return Promise.race([
      this.all(store),
      sleep(MAX_WAIT_MS, undefined, { ref: false }).then(() => this.#last),
    ]);
  }
}

function addListPages(scope: FastifyInstance, { openStore, now }: AppParts): void {
  const sources = new KnownSources(now);
  scope.get("/", READS, async (request, reply) => {
    const { q = "", after } = readQuery(request.query);
    const query = q.trim();
    const store = await openStore();
    const found = await store.search(storeQuery(query), { limit: PAGE_LENGTH, after });
    const beside = await sources.soon(store);
    const shown = { query, after, found, sources: beside, nowMs: now(), ...pageOf(request) };
    return reply.type(HTML).send(writeList(shown));
  });
  scope.get("/reader/sources", READS, async (request, reply) => {
    const all = await sources.all(await openStore());
    return reply.type(HTML).send(writeSources(all, { ...pageOf(request), nowMs: now() }));
  });
}

/** Rendered pages that are cached. */
const KEPT_ORIGINALS = 16;
/** Larger ones are not cached. */
const MAX_KEPT_CHARS = 4_000_000;
/** A browser is expensive: pages are rendered one after the other, and this many may wait. */
const MAX_RENDERED = 4;

function addArticlePages(scope: FastifyInstance, { openStore, sites }: AppParts): void {
  const kept = new RecentMap<string, string>(KEPT_ORIGINALS);
  const gate = new Gate(MAX_RENDERED, "Other pages are being rendered.");
  scope.get("/read/:id", READS, async (request, reply) => {
    const { id } = readParams(request.params);
    const page = await readArticle(await openStore(), id, readQuery(request.query));
    return reply.type(HTML).send(writeArticle({ ...page, ...pageOf(request) }));
  });
  scope.get(ORIGINAL_ROUTE, READS, async (request, reply) => {
    const { id } = readParams(request.params);
    const [page] = await (await openStore()).getRawPages(id);
    if (page === undefined) throw new NewsError("NOT_FOUND", "The page of this article was not kept.");
    const key = `${page.articleId}:${page.id}:${page.atMs}`;
    const styled = kept.get(key) ?? (await gate.pass(() => sites.renderOriginal(page)));
    if (styled.length <= MAX_KEPT_CHARS) kept.set(key, styled);
    return reply.headers(FRAMED).type(HTML).send(styled);
  });
}

function addLook(scope: FastifyInstance): void {
  scope.get("/reader/look", OPEN, async (request, reply) => {
    const { back, ...wanted } = readQuery(request.query);
    const { theme, size } = asLook(wanted.theme, wanted.size);
    const cookie = `${LOOK_COOKIE}=${theme}.${size}; Path=/; Max-Age=${LOOK_SECONDS}; SameSite=Lax; HttpOnly`;
    return reply.header("set-cookie", cookie).redirect(localPath(back), 303);
  });
  scope.get("/reader/help", OPEN, async (request, reply) => {
    const { here, look } = pageOf(request);
    return reply.type(HTML).send(writeHelp(here, look));
  });
  scope.get("/reader/style.css", OPEN, (_, reply) => sendFile(reply, "text/css", READER_STYLE));
  scope.get("/reader/keys.js", OPEN, (_, reply) => sendFile(reply, "text/javascript", READER_KEYS));
}

const ORIGINAL_ROUTE = "/read/:id/original";
const FRAMED = { "content-security-policy": ORIGINAL_POLICY, "x-frame-options": "SAMEORIGIN" } as const;

/** A failure as a page for browsers, as JSON for programs. */
export function showFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!/\btext\/html\b/.test(request.headers.accept ?? "")) return sendFailure(request, reply, error);
  const failure = noteFailure(request, reply, error);
  // A browser asks its user for a name and a password, which is the key.
  if (failure.code === "KEY_REQUIRED")
    reply.header("www-authenticate", 'Basic realm="galley", charset="UTF-8"');
  reply.type(HTML);
  if (request.routeOptions.url === ORIGINAL_ROUTE) return reply.headers(FRAMED).send(writeFrameNote(failure));
  const { q } = (request.query ?? {}) as { readonly q?: unknown };
  const query = typeof q === "string" ? q : "";
  reply.header("content-security-policy", POLICY);
  return reply.send(writeFailure(failure, { ...pageOf(request), query }));
}

const HTML = "text/html; charset=utf-8";

function sendFile(reply: FastifyReply, type: string, text: string): FastifyReply {
  return reply.header("cache-control", `max-age=${FILE_SECONDS}`).type(`${type}; charset=utf-8`).send(text);
}

function pageOf({ url, headers }: FastifyRequest): Pick<ArticlePage, "here" | "look"> {
  return { here: url, look: readLook(headers.cookie) };
}

/** A path of this server; anything else would make the reader an open redirect. */
function localPath(back = "/"): string {
  const base = "http://reader.invalid";
  const url = URL.parse(back, base);
  // Dots that are resolved can leave two slashes at the start, which name another host.
  const isLocal = url?.origin === base && !url.pathname.startsWith("//");
  return isLocal ? `${url.pathname}${url.search}` : "/";
}

async function readArticle(
  store: Store,
  id: number,
  { q = "", look, version, against }: Static<typeof QUERY>,
): Promise<Omit<ArticlePage, "here" | "look">> {
  const query = q.trim();
  const stored = await store.getArticle(id);
  if (stored === undefined) throw new NewsError("NOT_FOUND", `The library has no article ${id}.`);
  const newest = stored.versions.at(-1)?.number ?? 1;
  const read = async (number: number) => {
    const article = number === newest ? stored.article : await store.getVersion(id, number);
    if (article === undefined) throw new NewsError("NOT_FOUND", `The article has no version ${number}.`);
    return { number, article };
  };
  const [rawPage] = await store.getRawPages(id);
  return {
    stored,
    version: await read(version ?? newest),
    against: against === undefined ? undefined : await read(against),
    isKept: rawPage !== undefined,
    isOriginal: look === "original" && rawPage !== undefined,
    neighbours: await findNeighbours(store, query, id),
    query,
  };
}
