import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { hashText } from "../../../src/text/index.ts";
import type { Story } from "../content/story.ts";
import { LOOKS, type LookId } from "../names.ts";
import { escapeXml, makeAtom, makeRss } from "./feeds.ts";
import { makePicture } from "./image.ts";
import { type LivingSite, makeLivingSite } from "./make-site.ts";

/** The options of a small web. */
export interface WebOrder {
  readonly sites: number;
  /** Stories of each site on each day. */
  readonly storiesADay: number;
  readonly days: number;
  readonly seed: number;
  /** From this day on every second site has another look. */
  readonly redesignDay?: number | undefined;
  /** Answers fail, redirect, take their time, and addresses differ in spelling; switched off for examples. */
  readonly isRough?: boolean | undefined;
  /** Stories are answered after this time. */
  readonly answerMs?: number | undefined;
}

/** The truth of a story of the web. */
export interface WebStory {
  /** The address that identifies it. */
  readonly url: string;
  readonly host: string;
  readonly day: number;
  readonly title: string;
  readonly body: string;
  /** As it was on its first day. */
  readonly firstBody: string;
  /** Whether it is announced but not there. */
  readonly isGone: boolean;
  /** The day on which a paragraph was added. */
  readonly changedDay: number | undefined;
}

/** A request that the web received. */
export interface WebRequest {
  readonly host: string;
  readonly path: string;
  readonly atMs: number;
  readonly status: number;
}

/** Random answers, always the same ones for a story. */
const RATES = {
  gone: 0.01,
  redirected: 0.03,
  tracked: 0.05,
  spelled: 0.03,
  busyAtFirst: 0.03,
  slow: 0.02,
  changed: 0.05,
  twice: 0.02,
} as const;
const SLOW_MS = 150;
/** Stories of a feed, the latest. */
export const FEED_STORIES = 60;
const RESULTS_A_PAGE = 10;
const ADDED = "Correction: an earlier version of this report gave another number of passengers.";

/** Small news sites with feeds, a search engine and an aggregator on one port of loopback, under names that end in `.localhost`. */
export class NewsWeb {
  /** The current day of the web; tomorrow's stories are not there yet. */
  day = 0;
  readonly requests: WebRequest[] = [];
  readonly #order: WebOrder;
  readonly #servedPort: number;
  readonly #sites = new Map<string, LivingSite>();
  readonly #seen = new Set<string>();
  readonly #words = new WeakMap<Story, string>();
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  /** A web that is not served itself, but knows what one on this port has. */
  constructor(order: WebOrder, servedPort = 0) {
    this.#order = order;
    this.#servedPort = servedPort;
    for (let at = 0; at < order.sites; at++) {
      const look = LOOKS[at % LOOKS.length]!;
      const articles = order.storiesADay * order.days;
      // Cases with less or other text than the whole story would make the truth ambiguous.
      const site = makeLivingSite({ look, language: "en", seed: order.seed + at, articles, hardCases: [] });
      this.#sites.set(`paper-${at + 1}.localhost`, site);
    }
  }

  static async start(order: WebOrder, port = 0): Promise<NewsWeb> {
    const web = new NewsWeb(order);
    web.#server.listen(port, "127.0.0.1");
    await once(web.#server, "listening");
    return web;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  get port(): number {
    return this.#server.listening ? (this.#server.address() as AddressInfo).port : this.#servedPort;
  }

  /** The addresses of the sites. */
  get origins(): readonly string[] {
    return [...this.#sites.keys()].map((host) => this.#origin(host));
  }

  get aggregator(): string {
    return this.#origin("aggregator.localhost");
  }

  /** All stories up to today. */
  stories(): readonly WebStory[] {
    return [...this.#sites].flatMap(([host, site]) =>
      this.#published(site).map((story) => this.#truth(host, site, story)),
    );
  }

  #origin(host: string): string {
    return `http://${host}:${this.port}`;
  }

  #published(site: LivingSite): readonly Story[] {
    return site.stories.slice(0, (this.day + 1) * this.#order.storiesADay);
  }

  #dayOf(site: LivingSite, story: Story): number {
    return Math.floor(site.stories.indexOf(story) / this.#order.storiesADay);
  }

  /** Whether a story was drawn for this. */
  #has(what: keyof typeof RATES, host: string, { id }: Story): boolean {
    return this.#order.isRough !== false && (hashText(`${what} ${host} ${id}`) >>> 0) / 2 ** 32 < RATES[what];
  }

  #truth(host: string, site: LivingSite, story: Story): WebStory {
    const day = this.#dayOf(site, story);
    const now = this.#asOfToday(host, site, story);
    const { title, body: firstBody } = site.storyPage(story).truth;
    const isChanged = now !== story;
    const body = isChanged ? site.storyPage(now).truth.body : firstBody;
    return {
      url: `${this.#origin(host)}${story.path}`,
      host,
      day,
      title: title ?? "",
      body: body ?? "",
      firstBody: firstBody ?? "",
      isGone: this.#has("gone", host, story),
      changedDay: isChanged ? day + 1 : undefined,
    };
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const atMs = performance.now();
    const host = (request.headers.host ?? "").replace(/:\d+$/, "");
    const url = new URL(request.url ?? "/", this.#origin("paper-1.localhost"));
    const name = host.replace(/^www\./, "");
    const [firstHost] = this.#sites.keys();
    // Examples in docs name the bare address.
    const siteHost = this.#sites.has(name) ? name : firstHost!;
    const answer =
      name === "aggregator.localhost"
        ? this.#aggregate(url)
        : await this.#answerSite(siteHost, url, request.url ?? "/");
    const { status = 200, location, type = "text/html; charset=utf-8", body = "" } = answer;
    const own = this.#sites.has(name) ? this.#origin(siteHost) : `http://${request.headers.host}`;
    const content =
      typeof body === "string"
        ? body.replaceAll(`https://${this.#sites.get(siteHost)!.face.domain}`, own)
        : body;
    const etag = `"${hashText(typeof content === "string" ? content : url.pathname) >>> 0}"`;
    const isSame = status === 200 && request.headers["if-none-match"] === etag;
    const sent = isSame ? 304 : status;
    this.requests.push({ host, path: request.url ?? "/", atMs, status: sent });
    response.writeHead(sent, { "content-type": type, etag, ...(location ? { location } : {}) });
    response.end(isSame ? undefined : content);
  }

  async #answerSite(host: string, url: URL, asked: string): Promise<Answer> {
    const site = this.#sites.get(host)!;
    const stories = this.#published(site);
    switch (url.pathname) {
      case "/robots.txt":
        return { type: "text/plain", body: "User-agent: *\nDisallow: /search/\n" };
      case "/feed.xml":
        return {
          type: "application/rss+xml",
          body: this.#spell(host, makeRss(site.face, stories.slice(-FEED_STORIES)), stories),
        };
      case "/atom.xml":
        return { type: "application/atom+xml", body: makeAtom(site.face, stories.slice(-FEED_STORIES)) };
      case "/find":
      case "/search/":
        return this.#search(host, site, url);
      case "/":
        return {
          body: site.listPage(stories.slice(-FEED_STORIES).toReversed(), this.#lookOf(host, site)).html,
        };
    }
    const [, picture] = /^\/media\/(\d{1,2})\.png$/.exec(url.pathname) ?? [];
    if (picture !== undefined) return { type: "image/png", body: makePicture(Number(picture)) };
    const path = url.pathname.replace(/^\/moved/, "").replace(/\/(?:amp)?$/, "");
    const story = stories.find((each) => each.path === path);
    if (story === undefined || this.#has("gone", host, story))
      return { status: 404, body: "<h1>Not here</h1>" };
    if (url.pathname.startsWith("/moved"))
      return { status: 301, location: `${this.#origin(host)}${story.path}` };
    const isFirst = !this.#seen.has(`${host} ${story.id}`);
    this.#seen.add(`${host} ${story.id}`);
    if (isFirst && this.#has("busyAtFirst", host, story)) return { status: 503, body: asked };
    const waitMs = (this.#order.answerMs ?? 0) + (this.#has("slow", host, story) ? SLOW_MS : 0);
    if (waitMs > 0) await new Promise((done) => setTimeout(done, waitMs));
    return { body: site.storyPage(this.#asOfToday(host, site, story), this.#lookOf(host, site)).html };
  }

  /** A story as it is today: some get one more paragraph on the day after. */
  #asOfToday(host: string, site: LivingSite, story: Story): Story {
    if (!this.#has("changed", host, story) || this.day <= this.#dayOf(site, story)) return story;
    const added = { kind: "paragraph", style: "plain", spans: [{ style: "plain", text: ADDED }] } as const;
    return { ...story, blocks: [...story.blocks, added] };
  }

  #lookOf(host: string, { face }: LivingSite): LookId {
    const { redesignDay = Number.POSITIVE_INFINITY } = this.#order;
    const isNew = this.day >= redesignDay && isRedesigned(host);
    return isNew ? LOOKS[(LOOKS.indexOf(face.look) + 5) % LOOKS.length]! : face.look;
  }

  /** A feed with the addresses that real ones have: with tracking, in another spelling, moved, or twice. */
  #spell(host: string, feed: string, stories: readonly Story[]): string {
    let text = feed;
    const { domain } = this.#sites.get(host)!.face;
    for (const story of stories.slice(-FEED_STORIES)) {
      const link = `<link>https://${domain}${story.path}</link>`;
      const [own, www] = [this.#origin(host), this.#origin(`www.${host}`)];
      if (this.#has("tracked", host, story))
        text = text.replace(link, `<link>${own}${story.path}?utm_source=rss</link>`);
      else if (this.#has("spelled", host, story))
        text = text.replace(link, `<link>${www}${story.path}/</link>`);
      else if (this.#has("redirected", host, story))
        text = text.replace(link, `<link>${own}/moved${story.path}</link>`);
      else if (this.#has("twice", host, story)) {
        const item = `<item><title>${story.headline.replace(/[<&]/g, "")}</title><link>${own}${story.path}/amp</link></item>`;
        text = text.replace("</channel>", `${item}</channel>`);
      }
    }
    return text;
  }

  /** Reads all stories up to today for the search engine, so that no search waits for it. */
  indexStories(): void {
    for (const site of this.#sites.values())
      for (const story of this.#published(site)) this.#wordsOf(site, story);
  }

  /** Kept: a search reads all stories of its site for every page of results. */
  #wordsOf(site: LivingSite, story: Story): string {
    const known = this.#words.get(story);
    if (known !== undefined) return known;
    const { title, body } = site.storyPage(story).truth;
    const text = `${title} ${body}`.toLowerCase();
    this.#words.set(story, text);
    return text;
  }

  /** Stories that hold all words of the query, ten a page. */
  #search(host: string, site: LivingSite, url: URL): Answer {
    const query = (url.searchParams.get("q") ?? "").toLowerCase().split(/\s+/);
    const page = Number(url.searchParams.get("page") ?? 1);
    const found = this.#published(site).filter((story) => {
      const text = this.#wordsOf(site, story);
      return query.every((word) => text.includes(word));
    });
    const from = (page - 1) * RESULTS_A_PAGE;
    const list = site.listPage(found.slice(from, from + RESULTS_A_PAGE), this.#lookOf(host, site)).html;
    const next = found.length > from + RESULTS_A_PAGE;
    const link = `<a rel="next" href="${url.pathname}?q=${encodeURIComponent(query.join(" "))}&amp;page=${page + 1}">More</a>`;
    return { body: next ? list.replace(/<\/body>/i, `${link}$&`) : list };
  }

  /** Feeds of all sites by a word, with links that redirect and publishers after the titles. */
  #aggregate(url: URL): Answer {
    const all = [...this.#sites].flatMap(([host, site]) =>
      this.#published(site).map((story) => ({ host, site, story })),
    );
    if (url.pathname === "/robots.txt") return { type: "text/plain", body: "" };
    if (url.pathname.startsWith("/go/")) {
      const found = all[Number(url.pathname.slice(4))];
      return found
        ? { status: 302, location: `${this.#origin(found.host)}${found.story.path}` }
        : { status: 404 };
    }
    const topic = url.searchParams.get("topic")?.toLowerCase() ?? "";
    const items = all.flatMap(({ site, story }, number) => {
      if (!story.headline.toLowerCase().includes(topic)) return [];
      const title = escapeXml(`${story.headline} - ${site.face.name}`);
      return [
        `<item><title>${title}</title><link>${this.aggregator}/go/${number}</link><source url="https://x.example/">${escapeXml(site.face.name)}</source></item>`,
      ];
    });
    return {
      type: "application/rss+xml",
      body: `<rss version="2.0"><channel><title>All</title>${items.join("")}</channel></rss>`,
    };
  }
}

/** Whether a site is one of those that are redesigned. */
export function isRedesigned(host: string): boolean {
  return Number(/\d+/.exec(host)?.[0]) % 2 === 0;
}

interface Answer {
  readonly status?: number;
  readonly location?: string;
  readonly type?: string;
  readonly body?: string | Uint8Array;
}
