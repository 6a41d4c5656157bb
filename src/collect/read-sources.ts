import { WHOLE_PARTS } from "../default-parts.ts";
import {
  type Announced,
  type FoundList,
  findLists,
  isAggregator,
  readList,
  type SiteSearch,
  SiteSearcher,
  START,
  splitPublishers,
} from "../discover/index.ts";
import { asNewsError, type FailureCode, type NewsError } from "../errors/index.ts";
import type { FetchedPage, PoliteFetcher } from "../fetch/index.ts";
import type { Finding, FindingTime, KnownSource, OutcomeName, Source, Store } from "../store/index.ts";
import { addressKey, registrableDomain } from "../url/index.ts";
import { isStoreFault } from "./judge-page.ts";

/** Known articles that are still announced are checked again after this. */
const DEFAULT_RECHECK_MS = 24 * 60 * 60 * 1000;

/** Where to look for articles: an address of a site, feed, sitemap or aggregator, or a search. */
export type Start =
  | {
      readonly kind: "address";
      readonly url: string;
      /** What its lists are about; remembered. */
      readonly topic?: string | undefined;
      /** The user's name for it; remembered. Without one a feed keeps its own. */
      readonly title?: string | undefined;
    }
  | ({ readonly kind: "search" } & SiteSearch);

/** How sources are read. */
export interface ReadOptions {
  readonly store: Store;
  readonly fetcher: PoliteFetcher;
  readonly now: () => number;
  /** Articles of this time are wanted. */
  readonly sinceMs?: number | undefined;
  readonly untilMs?: number | undefined;
  /** Known articles that are still announced are checked again after this; a day. */
  readonly recheckMs?: number | undefined;
  /** Sources that must not be read now, by id, with the reason: their headers are missing. */
  readonly unreadable?: ReadonlyMap<string, NewsError> | undefined;
  /** Looks for the lists of a site even if some are known. */
  readonly findAgain?: boolean | undefined;
}

/** What a source brought in a run. */
export interface SourceRun {
  readonly id: string;
  /** `article` if the start is an article, the only page that is then collected. */
  readonly kind: Source["kind"] | "article";
  /** Entries that it announces, and how many of them were not known. */
  readonly announced: number;
  readonly fresh: number;
  readonly isUnchanged: boolean;
  readonly warnings: readonly string[];
  readonly failure: { readonly code: FailureCode; readonly message: string } | undefined;
  readonly outcomes: Readonly<Record<OutcomeName, number>>;
  readonly reasons: Reasons;
}

/** Why candidates ended without an article: the count of each rule, reason or code. */
export type Reasons = ReadonlyMap<OutcomeName, ReadonlyMap<string, number>>;

/** How many candidates ended in each way. */
export type Counts = Record<OutcomeName, number>;
/** Counts at the start. */
export const noCounts = (): Counts => ({
  stored: 0,
  changed: 0,
  seen: 0,
  refused: 0,
  "not-obtained": 0,
  failed: 0,
});

/** Reasons while they grow. */
export type GrowingReasons = Map<OutcomeName, Map<string, number>>;

/** A source with its counts while they grow. */
export type SourceTally = SourceRun & { readonly outcomes: Counts; readonly reasons: GrowingReasons };

/** Finds the lists of what a run starts from, and notes what they announce. */
export class SourceReader {
  readonly #options: ReadOptions;
  readonly #searcher: SiteSearcher;
  readonly #begun = new Set<string>();
  /** Files fetched while looking for lists, by source, until they are read. */
  readonly #files = new Map<string, FetchedPage>();
  #known: Promise<readonly KnownSource[]> | undefined;

  constructor(options: ReadOptions) {
    this.#options = options;
    this.#searcher = new SiteSearcher(options.fetcher);
  }

  /** A tally for every list, or for a failed start with the reason; lists of earlier starts are left out. */
  async read(start: Start): Promise<readonly SourceTally[]> {
    if (start.kind === "search") return [await this.#noteRead(await this.#readSearch(start))];
    try {
      const found = await this.#sourcesOf(start);
      if (typeof found === "string") return [await this.#noteArticle(found, start.topic)];
      const sources = found.filter(({ id }) => !this.#begun.has(id));
      for (const { id } of sources) this.#begun.add(id);
      return await Promise.all(sources.map(async (source) => this.#noteRead(await this.#readSource(source))));
    } catch (error) {
      const tally = failed({ id: start.url, kind: "front" }, error);
      // Recorded, so that it is tried again and its reason can be seen.
      await this.#options.store.putSource(
        toSource({ kind: "front", url: start.url, foundBy: START }, start.url),
        this.#options.now(),
      );
      return [await this.#noteRead(tally)];
    }
  }

  /** The known lists of an address, else those found now; the address itself where it is an article. */
  async #sourcesOf(start: Extract<Start, { kind: "address" }>): Promise<readonly Source[] | string> {
    const { url, topic } = start;
    const titleFor = (id: string) => (addressKey(id) === addressKey(url) ? start.title : undefined);
    const { store, fetcher, findAgain, now } = this.#options;
    this.#known ??= store.listKnownSources();
    const known = await this.#known;
    const lists = findAgain ? [] : await knownLists(url, known, store);
    if (lists.length > 0) {
      if (topic === undefined && start.title === undefined) return lists;
      const named = lists.map((list) => ({
        ...list,
        // A section has its own.
        topic: list.kind === "section" ? list.topic : (topic ?? list.topic),
        title: titleFor(list.id) ?? list.title,
      }));
      for (const list of named) await store.putSource(list, now());
      return named;
    }
    const found = await findLists(url, fetcher);
    const [article] = found.filter(({ kind }) => kind === "article");
    if (article) return article.url;
    const sources = found.map((list) => {
      const source = toSource(list, url);
      if (list.file) this.#files.set(source.id, list.file);
      const before = known.find(({ id }) => id === source.id);
      return {
        ...source,
        title: titleFor(source.id) ?? before?.title ?? null,
        topic: topic ?? before?.topic ?? null,
        concept: before?.concept ?? null,
      };
    });
    for (const source of sources) await store.putSource(source, now());
    await store.linkLists(
      url,
      sources.map(({ id }) => id),
    );
    return sources;
  }

  /** Makes one article due now. */
  async #noteArticle(url: string, topic: string | undefined): Promise<SourceTally> {
    const { store, now } = this.#options;
    const finding = { url, source: url, title: null, topic: topic ?? null };
    const { fresh, removed } = await store.addFindings([finding], { nowMs: now(), recheckMs: 0 });
    const warnings = removed > 0 ? ["The article was removed from this library, and stays removed."] : [];
    return { ...noted({ id: url, kind: "article" }, 1, fresh), warnings };
  }

  async #readSource(source: Source): Promise<SourceTally> {
    const { store, fetcher, sinceMs, now, unreadable, recheckMs } = this.#options;
    try {
      const fault = unreadable?.get(source.id);
      if (fault) throw fault;
      // Under a new topic all entries of a list are filed again, even if the list has not changed.
      const before = (await this.#known)?.find(({ id }) => id === source.id);
      const isFiledAgain = before !== undefined && before.topic !== source.topic;
      const known = async (url: string) => {
        // With `recheckMs` 0 all entries are due, even those of unchanged lists.
        const isWhole = isFiledAgain || recheckMs === 0;
        const found = isWhole ? undefined : await store.getValidators(url);
        return (
          found && {
            etag: found.etag ?? undefined,
            lastModified: found.lastModified ?? undefined,
            readMs: found.atMs,
          }
        );
      };
      const file = this.#files.get(source.id);
      this.#files.delete(source.id);
      const list: FoundList = { kind: listKind(source.kind), url: source.url, foundBy: "", file };
      const read = await readList(list, fetcher, { known, sinceMs });
      if (source.title === null && read.title !== undefined)
        await store.putSource({ ...source, title: read.title }, now());
      const { announced, fresh } = await this.#note(source, read.entries);
      // Stored last: a run that is killed before must read the list again, as must one that left out entries by date.
      for (const [url, { etag = null, lastModified = null }] of isForAllTime(this.#options)
        ? read.versions
        : [])
        await store.putValidators(url, { etag, lastModified, atMs: now() });
      return {
        ...noted(source, announced, fresh),
        isUnchanged: read.isUnchanged,
        warnings: read.warnings,
      };
    } catch (error) {
      return failed(source, error);
    }
  }

  async #readSearch(search: Extract<Start, { kind: "search" }>): Promise<SourceTally> {
    const source = searchSource(search);
    let [announced, fresh] = [0, 0];
    try {
      await this.#options.store.putSource(source, this.#options.now());
      for await (const { entries } of this.#searcher.search(search)) {
        const added = await this.#note(source, entries);
        announced += added.announced;
        fresh += added.fresh;
      }
      return noted(source, announced, fresh);
    } catch (error) {
      return { ...failed(source, error), announced, fresh };
    }
  }

  async #noteRead(tally: SourceTally): Promise<SourceTally> {
    const { store, now } = this.#options;
    const { id, announced, failure = null } = tally;
    await store.noteRead(id, { atMs: now(), announced, failure });
    return tally;
  }

  /** Records the entries of the wanted time, with the publishers that an aggregator names. */
  async #note(
    source: Source,
    entries: readonly Announced[],
  ): Promise<{ readonly announced: number; readonly fresh: number }> {
    const { store } = this.#options;
    const named = isAggregator(entries, source.url, WHOLE_PARTS.suffixes)
      ? splitPublishers(entries, WHOLE_PARTS.suffixes)
      : entries;
    const when = findingTime(this.#options);
    const wanted = await wantedOf(reachableOf(named), this.#options, when);
    const findings = wanted.map(
      ({ url, title = null, publisher, published, modified }): Finding => ({
        url,
        title,
        publisher,
        published,
        modified,
        source: source.id,
        topic: source.topic,
      }),
    );
    const { fresh } = await store.addFindings(findings, when);
    return { announced: wanted.length, fresh };
  }
}

function isForAllTime({ sinceMs, untilMs }: Pick<ReadOptions, "sinceMs" | "untilMs">): boolean {
  return sinceMs === undefined && untilMs === undefined;
}

/** When entries are found, and which known ones are checked again, such as those that an earlier run left out by date. */
export function findingTime(options: ReadOptions): FindingTime {
  const { recheckMs = DEFAULT_RECHECK_MS, now } = options;
  return { nowMs: now(), recheckMs, againRule: isForAllTime(options) ? "date-range" : undefined };
}

/** Entries whose address has a real host, so that one such as https://./x does not break the others. */
export function reachableOf(entries: readonly Announced[]): readonly Announced[] {
  return entries.filter(({ url }) => registrableDomain(url, WHOLE_PARTS.suffixes));
}

/**
 * The known lists of a start: the feed itself, or the lists that a site led to, on any domain, and its sections. None if they
 * never announced anything, as the start could not be read or has changed.
 */
export async function knownLists(
  url: string,
  known: readonly KnownSource[],
  store: Store,
): Promise<readonly KnownSource[]> {
  const own = known.find((source) =>
    [source.url, source.id].some((name) => addressKey(name) === addressKey(url)),
  );
  if (own === undefined) return [];
  const linked = new Set(own.kind === "front" ? await store.listLinked(url) : []);
  const lists =
    own.kind === "front"
      ? known.filter(({ id, site, kind }) => linked.has(id) || (site === own.site && kind !== "search"))
      : [own];
  return lists.some(({ hasFindings }) => hasFindings) ? lists : [];
}

/** The kind of list that a source is read as. */
export function listKind(kind: Source["kind"]): FoundList["kind"] {
  return kind === "feed" || kind === "sitemap" ? kind : "front";
}

/** Entries of the wanted time; an undated entry of a known article has the date of its page. */
export async function wantedOf(
  entries: readonly Announced[],
  options: Pick<ReadOptions, "store" | "sinceMs" | "untilMs">,
  when: FindingTime,
): Promise<readonly Announced[]> {
  const { store } = options;
  if (isForAllTime(options)) return entries;
  const known = await store.previewFindings(
    entries.map(({ url }) => url),
    when,
  );
  return entries.filter(({ published }, at) => isWithin(published ?? known[at]?.published, options));
}

/** Whether a date is in the wanted time; where there is none, the page decides. */
function isWithin(
  date: string | null | undefined,
  { sinceMs, untilMs }: Pick<ReadOptions, "sinceMs" | "untilMs">,
): boolean {
  const ms = Date.parse(date ?? "");
  return !((sinceMs !== undefined && ms < sinceMs) || (untilMs !== undefined && ms >= untilMs));
}

/** The source of a list. A start that is a list keeps its address as id, so that it is known again after a redirect. */
function toSource({ kind, url, foundBy }: FoundList, start: string): Source {
  const id = foundBy === START ? start : url;
  return { id, kind: kind === "article" ? "front" : kind, url, title: null, topic: null, concept: null };
}

/** The source of a search for a keyword; its address is the template, so that a later run reads all result pages. */
export function searchSource({ template, keyword }: SiteSearch): Source {
  const id = template
    .replaceAll("{keyword}", encodeURIComponent(keyword))
    .replace(/\{(?:page|from|to)\}/g, "");
  return { id, kind: "search", url: template, title: null, topic: keyword, concept: null };
}

/** A known source as a start; a search has its keyword in its address. */
export function startAgain({ kind, url, topic }: Source): Start {
  if (kind !== "search" || topic === null) return { kind: "address", url };
  const template = url.includes("{keyword}") ? url : url.replace(encodeURIComponent(topic), "{keyword}");
  return { kind, template, keyword: topic };
}

function noted({ id, kind }: Pick<SourceRun, "id" | "kind">, announced: number, fresh: number): SourceTally {
  return {
    id,
    kind,
    announced,
    fresh,
    isUnchanged: false,
    warnings: [],
    failure: undefined,
    outcomes: noCounts(),
    reasons: new Map(),
  };
}

function failed(source: Pick<SourceRun, "id" | "kind">, error: unknown): SourceTally {
  const failure = asNewsError(error);
  // An unreachable store ends the run; a broken source does not.
  if (isStoreFault(failure)) throw failure;
  return { ...noted(source, 0, 0), failure: { code: failure.code, message: failure.message } };
}
