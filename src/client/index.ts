// Written by npm run api from the schemas of the server's routes: change those, not this file.
import type {
  AddedPage,
  Article,
  ArticleSummary,
  BatchAnswer,
  BatchLine,
  CollectRequest,
  CollectState,
  ExtractorId,
  ExtractRequest,
  NewSource,
  SearchHit,
  SentPage,
  Site,
  Source,
  StoredArticle,
} from "./api-types.ts";
import { HttpClient } from "./http-client.ts";

export type {
  AddedPage,
  Article,
  ArticleSummary,
  BatchAnswer,
  BatchLine,
  CollectRequest,
  CollectState,
  ExtractorId,
  ExtractRequest,
  Failure,
  Format,
  NewSource,
  SearchHit,
  SentPage,
  Site,
  Source,
  StoredArticle,
} from "./api-types.ts";
export { ApiError, type ClientOptions } from "./http-client.ts";

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
      /** An extraction method; fused where none is named. */ readonly extractor?: ExtractorId;
    } = {},
  ): AsyncGenerator<BatchAnswer, void, undefined> {
    return this.lines({ method: "POST", path: `/batch`, query }, lines);
  }

  /** List the articles of the library, in the order in which they were stored. `GET /articles`. */
  listArticles(
    query: {
      /** Continue after this, next of the page before. */ readonly after?: number;
      /** 20 where it is not said. */
      readonly limit?: number;
    } = {},
  ): Promise<{
    readonly articles: readonly ArticleSummary[];
    /** To continue: the value of after; null at the end. */
    readonly next: number | null;
  }> {
    return this.json({ method: "GET", path: `/articles`, query });
  }

  /** Read an article of the library, or one of its versions. `GET /articles/{id}`. */
  readArticle(
    id: number,
    query: {
      /** The newest where it is not said. */ readonly version?: number;
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
    /** Continue after this, next of the page before. */
    readonly after?: number;
    /** 20 where it is not said. */
    readonly limit?: number;
  }): Promise<{
    readonly hits: readonly SearchHit[];
    /** To continue: the value of after; null at the end. */
    readonly next: number | null;
  }> {
    return this.json({ method: "GET", path: `/search`, query });
  }

  /** Read what was mined of a site: its taxonomy and its profile. `GET /sites/{domain}`. */
  readSite(domain: string): Promise<Site> {
    return this.json({ method: "GET", path: `/sites/${encodeURIComponent(domain)}` });
  }

  /** List the sources of the library, and how they do. `GET /sources`. */
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
