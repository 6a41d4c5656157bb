// Written by npm run api from the schemas of the server's routes: change those, not this file.
import type { Article } from "../article/index.ts";
import { HttpClient } from "./http-client.ts";

export { ApiError, type ClientOptions } from "./http-client.ts";
export type { Article };

/** A client of `galley serve`: a method for each operation of its API. */
export class GalleyClient extends HttpClient {
  /** Extract the article of a page. `POST /extract`. */
  extract(body: ExtractRequest): Promise<Article> {
    return this.json({ method: "POST", path: `/extract`, body });
  }

  /** Extract the article of a page, as text of another format. `POST /extract`. */
  extractText(body: ExtractRequest): Promise<string> {
    return this.text({ method: "POST", path: `/extract`, body });
  }

  /** Extract the articles of many pages, a line of JSON each. `POST /batch`. */
  batch(
    lines: Iterable<BatchLine>,
    query: {
      /** The extraction method. Default: fused. */ readonly extractor?: ExtractorId;
    } = {},
  ): AsyncGenerator<BatchAnswer, void, undefined> {
    return this.lines({ method: "POST", path: `/batch`, query }, lines);
  }

  /** List the articles of the library, in the order in which they were stored. `GET /articles`. */
  listArticles(
    query: {
      /** Continue after this: next of the last answer. */ readonly after?: number;
      /** Default: 20. */
      readonly limit?: number;
    } = {},
  ): Promise<{
    readonly articles: readonly ArticleSummary[];
    /** The value of after for the next answer; null at the end. */
    readonly next: number | null;
  }> {
    return this.json({ method: "GET", path: `/articles`, query });
  }

  /** Read an article of the library, or one of its versions. `GET /articles/{id}`. */
  readArticle(
    id: number,
    query: {
      /** Default: the newest. */ readonly version?: number;
    } = {},
  ): Promise<StoredArticle> {
    return this.json({ method: "GET", path: `/articles/${encodeURIComponent(id)}`, query });
  }

  /** Find articles of the library, newest first. `GET /search`. */
  searchArticles(query: {
    /** A query of docs/search.md. */ readonly q: string;
    /** Published from this day or moment on, ISO 8601. */
    readonly since?: string;
    /** Published before it. */
    readonly until?: string;
    /** Continue after this: next of the last answer. */
    readonly after?: number;
    /** Default: 20. */
    readonly limit?: number;
  }): Promise<{
    readonly hits: readonly SearchHit[];
    /** The value of after for the next answer; null at the end. */
    readonly next: number | null;
  }> {
    return this.json({ method: "GET", path: `/search`, query });
  }

  /** Read what was mined from a site: its taxonomy and its profile. `GET /sites/{domain}`. */
  readSite(domain: string): Promise<Site> {
    return this.json({ method: "GET", path: `/sites/${encodeURIComponent(domain)}` });
  }

  /** List the sources of the library and their health. `GET /sources`. */
  listSources(): Promise<{
    readonly sources: readonly Source[];
  }> {
    return this.json({ method: "GET", path: `/sources` });
  }

  /** Add a source, to be read by the next run of the collector. `POST /sources`. */
  addSource(body: NewSource): Promise<Source> {
    return this.json({ method: "POST", path: `/sources`, body });
  }

  /** Start a run of the collector, in a thread of its own. `POST /collect`. */
  startCollecting(body: CollectRequest): Promise<CollectState> {
    return this.json({ method: "POST", path: `/collect`, body });
  }

  /** How far the collector is, or how its last run ended. `GET /collect`. */
  collectState(): Promise<CollectState> {
    return this.json({ method: "GET", path: `/collect` });
  }

  /** Add a page that the client has to the library, or to a set of the studio. `POST /pages`. */
  addPage(body: SentPage): Promise<AddedPage> {
    return this.json({ method: "POST", path: `/pages`, body });
  }

  /** Make a feed with whole articles of a feed with short ones, or of a site without a feed. `GET /feeds`. */
  fullFeed(query: { readonly url: string }): Promise<string> {
    return this.text({ method: "GET", path: `/feeds`, query });
  }

  /** Whether the server answers. `GET /health`. */
  health(): Promise<{
    readonly status: "ok";
    readonly version: string;
    /** Pages that are worked on or wait. */
    readonly open: number;
  }> {
    return this.json({ method: "GET", path: `/health` });
  }

  /** Counts and times of requests. `GET /metrics`. */
  metrics(): Promise<string> {
    return this.text({ method: "GET", path: `/metrics` });
  }
}

/** The schema Failure of the API. */
export interface Failure {
  readonly error: {
    /** Stable; listed in docs/errors.md. */
    readonly code: string;
    /** What happened. */
    readonly message: string;
    /** What to do. */
    readonly help: string;
    /** Whether asking again later can help. */
    readonly retry: boolean;
    /** The same as in the header x-request-id and in the log. */
    readonly requestId: string;
  };
}

/** The schema ExtractorId of the API. */
export type ExtractorId =
  | "fused"
  | "quick"
  | "lean"
  | "econ"
  | "paragraphs"
  | "everything"
  | "coreex"
  | "longest-cell"
  | "mss-simple"
  | "relevance"
  | "mss"
  | "mss-hr"
  | "mss-unigram"
  | "wrapper"
  | "vips"
  | "template";

/** The format of the article. Default: json. */
export type Format = "text" | "markdown" | "html" | "json" | "xml";

/** The schema ExtractRequest of the API. */
export interface ExtractRequest {
  /** The address of the page; fetched where there is no HTML. */
  readonly url?: string;
  readonly extractor?: ExtractorId;
  readonly format?: Format;
  /** Adds where every field came from and why every leaf was kept or dropped; JSON only. */
  readonly explain?: boolean;
  /** The title under which the page was collected. */
  readonly collectedTitle?: string;
  /** The page; without it, url is fetched. */
  readonly html?: string;
}

/** The id and an error, or the id and all fields of an Article, some of which are listed here. */
export interface BatchAnswer {
  readonly id: string;
  /** Why there is no article. */
  readonly error?: {
    readonly code: string;
    readonly message: string;
  };
  readonly title?: string | null;
  readonly text?: string;
}

/** A page of a batch; unknown fields are ignored. */
export interface BatchLine {
  /** Given back. Default: the number of the line. */
  readonly id?: string | number;
  /** The page; without it, url is fetched. */
  readonly html?: string;
  /** The address of the page; fetched where there is no HTML. */
  readonly url?: string;
  /** The charset that the page was saved in, where it is certain. */
  readonly encoding?: string;
  /** The title under which the page was collected. */
  readonly collectedTitle?: string;
}

/** The schema ArticleSummary of the API. */
export interface ArticleSummary {
  readonly id: number;
  readonly url: string | null;
  readonly title: string | null;
  readonly site: string;
  readonly language: string | null;
  readonly published: string | null;
  /** ISO 8601, UTC. */
  readonly firstSeen: string;
  readonly wordCount: number;
  readonly versions: number;
}

/** The schema StoredArticle of the API. */
export interface StoredArticle {
  readonly id: number;
  readonly article: Article;
  readonly site: string;
  readonly sources: readonly string[];
  readonly topics: readonly string[];
  /** ISO 8601, UTC. */
  readonly firstSeen: string;
  /** ISO 8601, UTC. */
  readonly lastSeen: string;
  readonly collectedTitles: readonly {
    readonly title: string;
    readonly source: string;
    /** ISO 8601, UTC. */
    readonly found: string;
  }[];
  readonly versions: readonly {
    readonly number: number;
    /** ISO 8601, UTC. */
    readonly at: string;
    readonly reason: string;
    readonly changed: readonly string[];
  }[];
  /** The id of the first of its near duplicates. */
  readonly group: number;
}

/** The schema SearchHit of the API. */
export interface SearchHit {
  readonly id: number;
  readonly url: string | null;
  readonly title: string | null;
  readonly site: string;
  readonly language: string | null;
  readonly published: string | null;
  /** ISO 8601, UTC. */
  readonly firstSeen: string;
  readonly snippet: string;
  /** Where words of the query are in the snippet: from, to, from, to… */
  readonly marks: readonly number[];
}

/** The schema Site of the API. */
export interface Site {
  readonly site: string;
  /** As galley site mined it, else null. */
  readonly taxonomy: unknown;
  /** As galley site mined it, else null. */
  readonly profile: unknown;
  readonly mined: string | null;
}

/** The schema Source of the API. */
export interface Source {
  readonly id: string;
  readonly kind: string;
  readonly url: string;
  readonly title: string | null;
  readonly topic: string | null;
  readonly site: string;
  /** ISO 8601, UTC. */
  readonly added: string;
  readonly articles: number;
  readonly lastNew: string | null;
  readonly lastRead: string | null;
  /** ok, new, or what is wrong with it. */
  readonly status: string;
  readonly problems: readonly {
    readonly kind: string;
    readonly reason: string;
  }[];
}

/** The schema NewSource of the API. */
export interface NewSource {
  readonly url: string;
  readonly title?: string;
  /** The topic of what is found here. */
  readonly topic?: string;
}

/** The schema CollectState of the API. */
export interface CollectState {
  readonly isRunning: boolean;
  readonly started: string | null;
  readonly ended: string | null;
  /** How many pages were stored, changed, seen, refused, not obtained or failed; null while a run goes on, and where a fleet collects. */
  readonly outcomes: Readonly<Record<string, number>> | null;
  /** Why the run ended early, or which sources could not be read (SOURCES_FAILED). */
  readonly failure: {
    readonly code: string;
    readonly message: string;
  } | null;
}

/** The schema CollectRequest of the API. */
export interface CollectRequest {
  /** Addresses of sites, feeds or sitemaps. Default: all sources of the library. */
  readonly sources?: readonly string[];
}

/** The schema AddedPage of the API. */
export interface AddedPage {
  readonly to: "library" | "studio";
  /** Whether the library has a new article, a new version of one, or had it already. */
  readonly outcome: "stored" | "changed" | "seen";
  /** Where people look at it: a path of this server. */
  readonly at: string;
  /** The id of the article; null in the studio. */
  readonly id: number | null;
  readonly title: string | null;
}

/** The schema SentPage of the API. */
export interface SentPage {
  readonly url: string;
  /** The page as it is on the client's screen. */
  readonly html: string;
  /** Default: the library. */
  readonly to?: "library" | "studio";
  /** The set of the studio that it is put into. Default: From the browser. */
  readonly set?: string;
}
