import type { Door } from "../door.ts";
import {
  addSource,
  collectAnswer,
  listArticles,
  listSources,
  readArticle,
  readSite,
  searchArticles,
} from "./library-answers.ts";
import * as schemas from "./library-schemas.ts";
import { FAILURE } from "./schemas.ts";

const READ = { scope: "read" } as const;
const CHANGE = { scope: "collect", changes: true } as const;

/** The articles and sites of the library. */
export const libraryDoor: Door = (scope, { openStore }) => {
  scope.get<{ Querystring: schemas.ListQuery }>(
    "/articles",
    {
      schema: {
        operationId: "listArticles",
        summary: "List the articles of the library, in the order in which they were stored",
        querystring: schemas.LIST_QUERY,
        response: { 200: schemas.ARTICLE_LIST, "4xx": FAILURE },
      },
      config: READ,
    },
    async ({ query }) => listArticles(await openStore(), query),
  );
  scope.get<{ Params: schemas.IdParams; Querystring: schemas.VersionQuery }>(
    "/articles/:id",
    {
      schema: {
        operationId: "readArticle",
        summary: "Read an article of the library, or one of its versions",
        params: schemas.ID_PARAMS,
        querystring: schemas.VERSION_QUERY,
        response: { 200: schemas.STORED_ARTICLE, "4xx": FAILURE },
      },
      config: READ,
    },
    async ({ params, query }) => readArticle(await openStore(), params.id, query.version),
  );
  scope.get<{ Querystring: schemas.SearchQuery }>(
    "/search",
    {
      schema: {
        operationId: "searchArticles",
        summary: "Find articles of the library, newest first",
        querystring: schemas.SEARCH_QUERY,
        response: { 200: schemas.HIT_LIST, "4xx": FAILURE },
      },
      config: READ,
    },
    async ({ query }) => searchArticles(await openStore(), query),
  );
  scope.get<{ Params: schemas.DomainParams }>(
    "/sites/:domain",
    {
      schema: {
        operationId: "readSite",
        summary: "Read what was mined of a site: its taxonomy and its profile",
        params: schemas.DOMAIN_PARAMS,
        response: { 200: schemas.SITE, "4xx": FAILURE },
      },
      config: READ,
    },
    async ({ params }) => readSite(await openStore(), params.domain),
  );
};

/** The sources of the library, and the collector that fills it from them. */
export const sourcesDoor: Door = (scope, { openStore, sites, checkAddress, now }) => {
  scope.get(
    "/sources",
    {
      schema: {
        operationId: "listSources",
        summary: "List the sources of the library, and how they do",
        response: { 200: schemas.SOURCE_LIST, "4xx": FAILURE },
      },
      config: READ,
    },
    async () => listSources(await openStore(), now()),
  );
  scope.post<{ Body: schemas.NewSource }>(
    "/sources",
    {
      schema: {
        operationId: "addSource",
        summary: "Add a source, to be read by the next run of the collector",
        body: schemas.NEW_SOURCE,
        response: { 201: schemas.SOURCE, "4xx": FAILURE },
      },
      config: CHANGE,
    },
    async ({ body }, reply) => {
      await checkAddress(body.url);
      return reply.code(201).send(await addSource(await openStore(), body, now()));
    },
  );
  scope.post<{ Body: schemas.CollectBody }>(
    "/collect",
    {
      schema: {
        operationId: "startCollecting",
        summary: "Start a run of the collector, in a thread of its own",
        body: schemas.COLLECT_BODY,
        response: { 202: schemas.COLLECT_STATE, "4xx": FAILURE },
      },
      config: CHANGE,
    },
    async ({ body }, reply) => {
      for (const address of body.sources ?? []) await checkAddress(address);
      await openStore();
      return reply.code(202).send(collectAnswer(sites.startCollecting(body.sources ?? [])));
    },
  );
  scope.get(
    "/collect",
    {
      schema: {
        operationId: "collectState",
        summary: "How far the collector is, or how its last run ended",
        response: { 200: schemas.COLLECT_STATE, "4xx": FAILURE },
      },
      config: READ,
    },
    async () => collectAnswer(sites.state),
  );
};
