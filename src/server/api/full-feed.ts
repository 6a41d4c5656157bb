import { setTimeout as sleep } from "node:timers/promises";
import type { Article } from "../../article/index.ts";
import type { Announced } from "../../discover/index.ts";
import { asNewsError } from "../../errors/index.ts";
import { type PageFetcher, RecentMap } from "../../fetch/index.ts";
import { type FeedItem, writeRss } from "../../store/index.ts";
import type { ExtractionPool } from "../extraction-pool.ts";
import type { AnnouncedList } from "../site-worker.ts";

/** Entries of a feed; readers ask again long before so many are new. */
const MAX_ENTRIES = 20;
/** Readers give up after about half a minute; what was not extracted by then is in the next answer. */
const FEED_MS = 20_000;
/** Articles that are remembered, about 50 MB, and for how long. */
const MAX_KNOWN = 2000;
const KNOWN_MS = 6 * 60 * 60 * 1000;

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
  readonly #known = new RecentMap<string, KnownItem>(MAX_KNOWN);

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
    const item = this.#extract(entry).catch((error: unknown) => {
      // A failure is not kept: the page may be there the next time.
      this.#known.delete(entry.url);
      const { code } = asNewsError(error);
      return { ...this.#bare(entry), excerpt: `This article could not be read: ${code}.` };
    });
    this.#known.set(entry.url, { item, madeMs: nowMs });
    return item;
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
