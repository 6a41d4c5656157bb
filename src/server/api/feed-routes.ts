import { setTimeout as sleep } from "node:timers/promises";
import Type, { type Static } from "typebox";
import type { Article } from "../../article/index.ts";
import type { Announced } from "../../discover/index.ts";
import { asNewsError } from "../../errors/index.ts";
import { type PageFetcher, RecentMap } from "../../fetch/index.ts";
import { type FeedItem, writeRss } from "../../store/index.ts";
import type { RouteGroup } from "../app-parts.ts";
import type { ExtractionPool } from "../extraction-pool.ts";
import type { AnnouncedList } from "../site-worker.ts";
import { ADDRESS, FAILURE } from "./schemas.ts";

const FEED_QUERY = Type.Object({ url: ADDRESS }, { additionalProperties: false });

const RSS = {
  description: "RSS 2.0 with whole articles.",
  content: { "application/rss+xml": { schema: { type: "string" } } },
} as const;

/** `/feeds?url=`: a feed with whole articles. */
export const feedRoutes: RouteGroup = (scope, { sites, fetchPolitely: fetchPage, pool, now }) => {
  const feeds = new FullFeeds({ list: (url, limit) => sites.list(url, limit), fetchPage, pool, now });
  scope.get<{ Querystring: Static<typeof FEED_QUERY> }>(
    "/feeds",
    {
      schema: {
        operationId: "fullFeed",
        summary: "Make a feed with whole articles of a feed with short ones, or of a site without a feed",
        querystring: FEED_QUERY,
        response: { 200: RSS, "4xx": FAILURE },
      },
      config: { scope: "extract" },
    },
    async ({ query }, reply) =>
      reply.type("application/rss+xml; charset=utf-8").send(await feeds.make(query.url)),
  );
};

/** Entries of a feed; readers ask again long before all of them are new. */
const MAX_ENTRIES = 20;
/** Readers give up after about half a minute; articles that take longer are in the next answer. */
const FEED_MS = 20_000;
/** Size and time limits of the cached articles. */
const MAX_KNOWN = 2000;
const MAX_KNOWN_CHARS = 50_000_000;
const KNOWN_MS = 6 * 60 * 60 * 1000;
/** Entries that are being fetched or wait for their host; entries beyond that have no text. */
const MAX_OPEN_ENTRIES = 400;

/** What feeds are made with. */
export interface FeedTools {
  readonly list: (url: string, limit: number) => Promise<AnnouncedList>;
  /** Keeps the pace of every host. */
  readonly fetchPage: PageFetcher;
  readonly pool: Pick<ExtractionPool, "run">;
  readonly now: () => number;
}

interface KnownItem {
  readonly item: Promise<FeedItem>;
  readonly madeMs: number;
}

/** Makes feeds with whole articles of feeds with short ones, and of sites without any. */
export class FullFeeds {
  readonly #tools: FeedTools;
  #known = new RecentMap<string, KnownItem>(MAX_KNOWN);
  #knownChars = 0;
  #open = 0;

  constructor(tools: FeedTools) {
    this.#tools = tools;
  }

  /** The feed of an address as RSS; an entry that cannot be read has its title and its link. */
  async make(url: string): Promise<string> {
    const { title, entries } = await this.#tools.list(url, MAX_ENTRIES);
    const late = new AbortController();
    const limit = sleep(FEED_MS, undefined, { signal: late.signal }).catch(() => undefined);
    try {
      const items = entries.map((entry) =>
        Promise.race([this.#item(entry), limit.then(() => this.#bare(entry))]),
      );
      return writeRss(await Promise.all(items), {
        title: title ?? url,
        link: url,
        description: `Whole articles of ${url}`,
      });
    } finally {
      late.abort();
    }
  }

  #item(entry: Announced): Promise<FeedItem> {
    const nowMs = this.#tools.now();
    const known = this.#known.get(entry.url);
    if (known !== undefined && nowMs - known.madeMs < KNOWN_MS) return known.item;
    if (this.#open >= MAX_OPEN_ENTRIES) return Promise.resolve(this.#bare(entry));
    this.#open++;
    const item = this.#extract(entry).catch((error: unknown) => {
      // Failures are not cached: the page may be there the next time.
      this.#known.delete(entry.url);
      const { code } = asNewsError(error);
      return { ...this.#bare(entry), excerpt: `This article could not be read: ${code}.` };
    });
    this.#known.set(entry.url, { item, madeMs: nowMs });
    item.then(({ html }) => this.#noteMade(html?.length ?? 0));
    return item;
  }

  /** Long articles count like short ones: a cache that is too large is dropped as a whole. */
  #noteMade(chars: number): void {
    this.#open--;
    this.#knownChars += chars;
    if (this.#knownChars <= MAX_KNOWN_CHARS) return;
    this.#known = new RecentMap<string, KnownItem>(MAX_KNOWN);
    this.#knownChars = 0;
  }

  async #extract(entry: Announced): Promise<FeedItem> {
    const { bytes, charset, url } = await this.#tools.fetchPage(entry.url);
    const how = { url, ...(entry.title !== undefined && { collectedTitle: entry.title.slice(0, 1000) }) };
    const answer = await this.#tools.pool.run({ kind: "page", bytes, charset, how });
    const article: Article = JSON.parse(new TextDecoder().decode(answer.bytes));
    const { title, published, authors, excerpt, html } = article;
    const bare = this.#bare(entry);
    return {
      ...bare,
      title: title ?? bare.title,
      published: published ?? bare.published,
      authors,
      excerpt,
      html,
    };
  }

  #bare({ url, title, published }: Announced): FeedItem {
    return {
      url,
      title: title ?? null,
      published: published ?? null,
      firstSeenMs: this.#tools.now(),
      authors: [],
      topics: [],
      excerpt: null,
      html: null,
    };
  }
}
