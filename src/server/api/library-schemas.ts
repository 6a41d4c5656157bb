import Type from "typebox";
import { ADDRESS, ARTICLE, MAX_URL_LENGTH } from "./schemas.ts";

const TEXT_OR_NULL = Type.Union([Type.String(), Type.Null()]);
const TIME = Type.String({ description: "ISO 8601, UTC." });
const TIME_OR_NULL = Type.Union([TIME, Type.Null()]);
const COUNT = Type.Integer({ minimum: 0 });
/** Ids are 64 bits in the stores, 53 here. */
const ID = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const NEXT = Type.Union([ID, Type.Null()], {
  description: "The value of after for the next answer; null at the end.",
});

/** A part of a long list. */
const PAGING = {
  after: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: "Continue after this: next of the last answer.",
    }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: "Default: 20." })),
};

/** Which part of the articles is wanted. */
export const LIST_QUERY = Type.Object(PAGING, { additionalProperties: false });

/** What is searched for. */
export const SEARCH_QUERY = Type.Object(
  {
    q: Type.String({ minLength: 1, maxLength: 2000, description: "A query of docs/search.md." }),
    since: Type.Optional(
      Type.String({ maxLength: 40, description: "Published from this day or moment on, ISO 8601." }),
    ),
    until: Type.Optional(Type.String({ maxLength: 40, description: "Published before it." })),
    ...PAGING,
  },
  { additionalProperties: false },
);

/** The id in an address. */
export const ID_PARAMS = Type.Object({ id: ID });

/** Which version of an article. */
export const VERSION_QUERY = Type.Object(
  {
    version: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1, description: "Default: the newest." }),
    ),
  },
  { additionalProperties: false },
);

/** The site in an address. */
export const DOMAIN_PARAMS = Type.Object({ domain: Type.String({ minLength: 1, maxLength: 253 }) });

const HEAD = {
  id: ID,
  url: TEXT_OR_NULL,
  title: TEXT_OR_NULL,
  site: Type.String(),
  language: TEXT_OR_NULL,
  published: TEXT_OR_NULL,
  firstSeen: TIME,
};

/** A list of articles. */
export const ARTICLE_LIST = Type.Object({
  articles: Type.Array(
    Type.Object({ ...HEAD, wordCount: COUNT, versions: COUNT }, { $id: "ArticleSummary" }),
  ),
  next: NEXT,
});

/** The hits of a search. */
export const HIT_LIST = Type.Object({
  hits: Type.Array(
    Type.Object(
      {
        ...HEAD,
        snippet: Type.String(),
        marks: Type.Array(Type.Integer(), {
          description: "Where words of the query are in the snippet: from, to, from, to…",
        }),
      },
      { $id: "SearchHit" },
    ),
  ),
  next: NEXT,
});

/** An article of the library with what is known of it. */
export const STORED_ARTICLE = Type.Object(
  {
    id: ID,
    article: ARTICLE,
    site: Type.String(),
    sources: Type.Array(Type.String()),
    topics: Type.Array(Type.String()),
    firstSeen: TIME,
    lastSeen: TIME,
    collectedTitles: Type.Array(Type.Object({ title: Type.String(), source: Type.String(), found: TIME })),
    versions: Type.Array(
      Type.Object({
        number: Type.Integer(),
        at: TIME,
        reason: Type.String(),
        changed: Type.Array(Type.String()),
      }),
    ),
    group: Type.Integer({ description: "The id of the first of its near duplicates." }),
  },
  { $id: "StoredArticle" },
);

/** A source with its health. */
export const SOURCE = Type.Object(
  {
    id: Type.String(),
    kind: Type.String(),
    url: Type.String(),
    title: TEXT_OR_NULL,
    topic: TEXT_OR_NULL,
    site: Type.String(),
    added: TIME,
    articles: COUNT,
    lastNew: TIME_OR_NULL,
    lastRead: TIME_OR_NULL,
    status: Type.String({ description: "ok, new, or what is wrong with it." }),
    problems: Type.Array(Type.Object({ kind: Type.String(), reason: Type.String() })),
  },
  { $id: "Source" },
);

/** All sources. */
export const SOURCE_LIST = Type.Object({ sources: Type.Array(SOURCE) });

/** A new source. */
export const NEW_SOURCE = Type.Object(
  {
    url: ADDRESS,
    title: Type.Optional(Type.String({ maxLength: 500 })),
    topic: Type.Optional(Type.String({ maxLength: 200, description: "The topic of what is found here." })),
  },
  { additionalProperties: false, $id: "NewSource" },
);

/** What to collect. */
export const COLLECT_BODY = Type.Object(
  {
    sources: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: MAX_URL_LENGTH }), {
        maxItems: 100,
        description: "Addresses of sites, feeds or sitemaps. Default: all sources of the library.",
      }),
    ),
  },
  { additionalProperties: false, $id: "CollectRequest" },
);

/** The progress of collecting. */
export const COLLECT_STATE = Type.Object(
  {
    isRunning: Type.Boolean(),
    started: TIME_OR_NULL,
    ended: TIME_OR_NULL,
    outcomes: Type.Union([Type.Record(Type.String(), COUNT), Type.Null()], {
      description:
        "How many pages were stored, changed, seen, refused, not obtained or failed; null while a run goes on, and where a fleet collects.",
    }),
    failure: Type.Union([Type.Object({ code: Type.String(), message: Type.String() }), Type.Null()], {
      description: "Why the run ended early, or which sources could not be read (SOURCES_FAILED).",
    }),
  },
  { $id: "CollectState" },
);

/** What is known of a site. */
export const SITE = Type.Object(
  {
    site: Type.String(),
    taxonomy: Type.Unknown({ description: "As galley site mined it, else null." }),
    profile: Type.Unknown({ description: "As galley site mined it, else null." }),
    mined: TIME_OR_NULL,
  },
  { $id: "Site" },
);
