import type { FastifyReply, FastifyRequest } from "fastify";
import Type, { type Static } from "typebox";
import { NewsError } from "../errors/index.ts";
import type { Store } from "../store/index.ts";
import type { Door } from "./door.ts";
import { noteFailure, sendFailure } from "./failures.ts";
import { type ArticlePage, findNeighbours, writeArticle } from "./reader/article-page.ts";
import { READER_KEYS, READER_STYLE } from "./reader/files.data.ts";
import { asLook, LOOK_COOKIE, readLook, writeHelp } from "./reader/layout.ts";
import { PAGE_LENGTH, storeQuery, writeFailure, writeList, writeSources } from "./reader/list-page.ts";

/** Nothing runs but our own file of keys; pictures come from the pages of articles. */
const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src http: https: data:; media-src http: https:; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
/** The article in its page's styles is whole in itself: it runs and loads nothing, and only the reader may frame it. */
const ORIGINAL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox";
const LOOK_SECONDS = 365 * 24 * 60 * 60;
const FILE_SECONDS = 3600;

const LIST_QUERY = Type.Object({
  q: Type.Optional(Type.String({ maxLength: 1000 })),
  after: Type.Optional(Type.Integer({ minimum: 1 })),
});
const ARTICLE_PARAMS = Type.Object({ id: Type.Integer({ minimum: 1 }) });
const ARTICLE_QUERY = Type.Object({
  q: Type.Optional(Type.String({ maxLength: 1000 })),
  look: Type.Optional(Type.Enum(["clean", "original"])),
  version: Type.Optional(Type.Integer({ minimum: 1 })),
  against: Type.Optional(Type.Integer({ minimum: 1 })),
});
const LOOK_QUERY = Type.Object({
  theme: Type.Optional(Type.String()),
  size: Type.Optional(Type.String()),
  back: Type.Optional(Type.String({ maxLength: 4000 })),
});

/** The reader: pages for people, at `/`, `/read/ID` and `/reader/…`. */
export const readerDoor: Door = (scope, { openStore, writeOriginal }) => {
  const config = { scope: "read" } as const;
  scope.addHook("onRequest", async (_, reply) => {
    reply.header("content-security-policy", POLICY);
  });
  scope.setErrorHandler((error, request, reply) => {
    if (!/\btext\/html\b/.test(request.headers.accept ?? "")) return sendFailure(request, reply, error);
    const failure = noteFailure(request, reply, error);
    // A browser asks its user for a name and a password, which is the key.
    if (failure.code === "KEY_REQUIRED")
      reply.header("www-authenticate", 'Basic realm="galley", charset="UTF-8"');
    const { q } = (request.query ?? {}) as { readonly q?: unknown };
    const query = typeof q === "string" ? q : "";
    return reply
      .header("content-security-policy", POLICY)
      .type(HTML)
      .send(writeFailure(failure, { ...pageOf(request), query }));
  });

  scope.get<{ Querystring: Static<typeof LIST_QUERY> }>(
    "/",
    { config, schema: { querystring: LIST_QUERY } },
    async (request, reply) => {
      const { after } = request.query;
      const query = request.query.q?.trim() ?? "";
      const store = await openStore();
      const found = await store.search(storeQuery(query), { limit: PAGE_LENGTH, after });
      const sources = await store.listSources();
      const shown = { query, after, found, sources, nowMs: Date.now(), ...pageOf(request) };
      return reply.type(HTML).send(writeList(shown));
    },
  );
  scope.get<{ Params: Static<typeof ARTICLE_PARAMS>; Querystring: Static<typeof ARTICLE_QUERY> }>(
    "/read/:id",
    { config, schema: { params: ARTICLE_PARAMS, querystring: ARTICLE_QUERY } },
    async (request, reply) => {
      const page = await readArticle(await openStore(), request.params.id, request.query);
      return reply.type(HTML).send(writeArticle({ ...page, ...pageOf(request) }));
    },
  );
  scope.get<{ Params: Static<typeof ARTICLE_PARAMS> }>(
    "/read/:id/original",
    { config, schema: { params: ARTICLE_PARAMS } },
    async ({ params }, reply) => {
      const [page] = await (await openStore()).getRawPages(params.id);
      if (page === undefined || writeOriginal === undefined)
        throw new NewsError("NOT_FOUND", "The page of this article was not kept.");
      const styled = await writeOriginal(page);
      reply.headers({ "content-security-policy": ORIGINAL_POLICY, "x-frame-options": "SAMEORIGIN" });
      return reply.type(HTML).send(styled);
    },
  );
  scope.get("/reader/sources", { config }, async (request, reply) => {
    const sources = await (await openStore()).listSources();
    return reply.type(HTML).send(writeSources(sources, { ...pageOf(request), nowMs: Date.now() }));
  });
  scope.get("/reader/help", async (request, reply) => {
    const { here, look } = pageOf(request);
    return reply.type(HTML).send(writeHelp(here, look));
  });
  scope.get<{ Querystring: Static<typeof LOOK_QUERY> }>(
    "/reader/look",
    { schema: { querystring: LOOK_QUERY } },
    async ({ query }, reply) => {
      const { theme, size } = asLook(query.theme, query.size);
      const cookie = `${LOOK_COOKIE}=${theme}.${size}; Path=/; Max-Age=${LOOK_SECONDS}; SameSite=Lax; HttpOnly`;
      return reply.header("set-cookie", cookie).redirect(localPath(query.back), 303);
    },
  );
  scope.get("/reader/style.css", (_, reply) => sendFile(reply, "text/css", READER_STYLE));
  scope.get("/reader/keys.js", (_, reply) => sendFile(reply, "text/javascript", READER_KEYS));
};

const HTML = "text/html; charset=utf-8";

function sendFile(reply: FastifyReply, type: string, text: string): FastifyReply {
  return reply.header("cache-control", `max-age=${FILE_SECONDS}`).type(`${type}; charset=utf-8`).send(text);
}

/** What every page needs of its request. */
function pageOf({ url, headers }: FastifyRequest): Pick<ArticlePage, "here" | "look"> {
  return { here: url, look: readLook(headers.cookie) };
}

/** A path of this server; anything else would make the reader a way to other sites. */
function localPath(back = "/"): string {
  const base = "http://reader.invalid";
  const url = /^\/(?![/\\])/.test(back) ? URL.parse(back, base) : null;
  return url?.origin === base ? `${url.pathname}${url.search}` : "/";
}

async function readArticle(
  store: Store,
  id: number,
  { q = "", look, version, against }: Static<typeof ARTICLE_QUERY>,
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
