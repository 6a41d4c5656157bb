import type { Article } from "../article/index.ts";
import type {
  AddedFindings,
  Candidate,
  Claim,
  ClaimOptions,
  Failure,
  Finding,
  FindingPreview,
  FindingTime,
  Finished,
  FinishOptions,
  LeaseOptions,
  RawPage,
  Signature,
  SimilarArticle,
  TitleFacts,
  Validators,
  WaitingCount,
} from "./candidate.ts";
import type {
  KnownSource,
  OutcomeCount,
  Source,
  SourceHeaders,
  SourceKind,
  SourceRead,
  SourceReport,
} from "./source.ts";

/** A title under which an article was collected. */
export interface CollectedTitle extends Omit<TitleFacts, "situation"> {
  readonly situation: string | null;
  readonly source: string;
  readonly kind: SourceKind | null;
  readonly topic: string | null;
  readonly foundMs: number;
  /** The paper that an aggregator named. */
  readonly publisher: string | null;
  /** The dates that the list stated, ISO 8601. */
  readonly published: string | null;
  readonly modified: string | null;
}

/** A raw page of the store. */
export interface StoredRawPage extends RawPage {
  /** The cursor to continue after it. */
  readonly id: number;
  readonly articleId: number | null;
  readonly atMs: number;
}

/** Why an article has another version: the page changed, or a later extraction of the same page differs. */
export type VersionReason = "first" | "page" | "extraction";

/** A version of an article: when it was made, and what it changed. */
export interface Version {
  readonly number: number;
  readonly atMs: number;
  readonly reason: VersionReason;
  /** The names of fields; empty for the first. */
  readonly changed: readonly string[];
}

/** An article of the store with everything stored about it. */
export interface StoredArticle {
  readonly id: number;
  readonly article: Article;
  readonly site: string;
  /** All sources and topics that found it, the first one first. */
  readonly sources: readonly string[];
  readonly topics: readonly string[];
  /** Its concept in its site's taxonomy, then those of the sections that it was found in. */
  readonly concepts: readonly string[];
  readonly collectedTitles: readonly CollectedTitle[];
  /** The first paper that an aggregator named for it, and the first date that a list stated, with or without a title. */
  readonly publisher: string | null;
  readonly announced: string | null;
  readonly firstSeenMs: number;
  readonly lastSeenMs: number;
  readonly versions: readonly Version[];
  /** The id of the first article of its near duplicates, its own if there is none. */
  readonly group: number;
}

/** A page of a long list. */
export interface PageOptions {
  /** Continue after this one: `next` of the last page. */
  readonly after?: number | undefined;
  readonly limit: number;
}

/** Which articles to list. */
export interface ListOptions extends PageOptions {
  /** Dated in this time: by the page, else by the list that announced it, else by when it was first seen. */
  readonly sinceMs?: number | undefined;
  readonly untilMs?: number | undefined;
}

/** What to search for. */
export interface SearchOptions extends ListOptions {
  /** The newest stored articles come first, unless it says "oldest". */
  readonly first?: "newest" | "oldest" | undefined;
  /** No article that was stored after that of this id. */
  readonly upToId?: number | undefined;
  /** Only these articles, at most 500. */
  readonly ids?: readonly number[] | undefined;
}

/** An article that a query found. */
export interface SearchHit {
  readonly id: number;
  readonly url: string;
  readonly title: string | null;
  readonly site: string;
  readonly language: string | null;
  readonly published: string | null;
  readonly firstSeenMs: number;
  /** A piece of the text around the words of the query. */
  readonly snippet: string;
  /** Where words of the query are in the snippet: from, to, from, to… */
  readonly marks: readonly number[];
}

/** The hits of a query, and where to continue. */
export interface SearchPage {
  readonly hits: readonly SearchHit[];
  readonly next: number | null;
}

/** A run that has not ended, with its process. */
export interface OpenRun {
  readonly id: number;
  readonly process: string;
}

/** One run of a collector. */
export interface Run {
  readonly id: number;
  readonly startedMs: number;
  /** Null while it runs, and for one that was killed. */
  readonly endedMs: number | null;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly counts: readonly OutcomeCount[];
}

/** The records of a site: its mined profile and taxonomy, and its taught model. */
export const SITE_RECORDS = ["profile", "taxonomy", "model"] as const;
/** The kind of a site's record. */
export type SiteRecordKind = (typeof SITE_RECORDS)[number];

/** Something kept for a site; of several of a kind the newest counts. */
export interface SiteRecord {
  /** The registrable domain. */
  readonly site: string;
  readonly kind: SiteRecordKind;
  readonly atMs: number;
  readonly value: unknown;
}

/** A query under a name. */
export interface SavedSearch {
  readonly name: string;
  readonly query: string;
  readonly savedMs: number;
}

/** A saved search whose new hits are reported. */
export interface Watch {
  readonly name: string;
  readonly query: string;
  /** The file of a feed with its hits. */
  readonly feed: string | null;
  /** The address that new hits are sent to, and the file of the key that they are signed with. */
  readonly webhook: string | null;
  readonly secretFile: string | null;
  /** The newest article that was reported. */
  readonly afterId: number;
  /** Why the last try failed. */
  readonly failure: string | null;
}

/** An article that began to match a watched search after it was stored: by another version, topic or source. */
export interface LateHit {
  readonly articleId: number;
  /** The id of the newest article at that time: the place of the hit among those that matched from the start. */
  readonly place: number;
}

/** The result of the last report of a watched search. */
export interface WatchState {
  readonly afterId?: number;
  /** Articles that were reported now; a late hit is reported once. */
  readonly reportedIds?: readonly number[];
  readonly failure: string | null;
}

/** What the rows of a sample are. */
export type SampleBy = "source" | "month" | "topic";

/** An address that gave an article or should have, with the first finding of it. */
export interface SampledPage {
  /** To continue after it. */
  readonly key: string;
  /** The address that answered, or the one that was asked for where none did. */
  readonly url: string;
  readonly articleId: number | null;
  /** The newest version of the article; 0 without one. */
  readonly version: number;
  /** Why there is no article. */
  readonly detail: string;
  readonly source: string | null;
  readonly kind: SourceKind | null;
  readonly topic: string | null;
  /** The paper that an aggregator named. */
  readonly publisher: string | null;
  readonly foundMs: number;
  /** The date of the article: of its page, else of the list that announced it, else of when it was first seen; null without one. */
  readonly datedMs: number | null;
}

/** A person's verdict on an extracted article. */
export interface SampleAnswer {
  /** The id of the article, or the address that gave none. */
  readonly id: string;
  readonly version: number;
  readonly verdict: "right" | "wrong" | "unclear";
  readonly atMs: number;
}

/** How many articles there are under a name. */
export interface NamedCount {
  readonly name: string;
  readonly articles: number;
}

/** Counts of a store, and its articles by topic and by site, most first. */
export interface StoreReport {
  readonly articles: number;
  readonly versions: number;
  /** Bytes of articles, versions and raw pages. */
  readonly bytes: number;
  readonly waiting: number;
  readonly topics: readonly NamedCount[];
  readonly sites: readonly NamedCount[];
}

/** The retention of a library, applied after each run; null for no limit. */
export interface RetentionPolicy {
  /** The longest time since an article was first seen. */
  readonly maxAgeMs: number | null;
  /** The most bytes of articles, versions and raw pages. */
  readonly maxBytes: number | null;
}

/** Limits; articles beyond them are removed, oldest first. */
export interface Retention {
  /** Those first seen before are removed. */
  readonly beforeMs?: number | undefined;
  /** The most bytes of articles, versions and raw pages. */
  readonly maxBytes?: number | undefined;
}

/**
 * A library of articles. Both drivers pass the contract suite test/contract/store.ts. Nothing reads the clock: times are
 * parameters. Every call is one transaction, so that a killed process leaves whole articles.
 */
export interface Store {
  readonly driver: "sqlite" | "postgres";

  /** Records where addresses were found. With `recheckMs`, known ones that were last checked longer ago are due again, and those refused by `againRule`. */
  addFindings(findings: readonly Finding[], when: FindingTime): Promise<AddedFindings>;
  /** What `addFindings` would make of each address, without writing anything. */
  previewFindings(urls: readonly string[], when: FindingTime): Promise<readonly FindingPreview[]>;
  /** Leases candidates that are due, so that no other collector takes them. */
  lease(options: LeaseOptions): Promise<readonly Candidate[]>;
  /** Takes one candidate for a run, due or not, unless another run holds it. */
  claim(url: string, options: ClaimOptions): Promise<Claim>;
  /** Makes known addresses due now, as if never tried. Returns how many. */
  makeDue(urls: readonly string[], nowMs: number): Promise<number>;
  /** Candidates that are due and held by no run. */
  countWaiting(nowMs: number): Promise<WaitingCount>;
  /** Renews leases; candidates that another run has taken in the meantime stay with that run. Returns how many are held. */
  renewLeases(
    urls: readonly string[],
    options: Required<Pick<LeaseOptions, "nowMs" | "leaseMs">> & { readonly run: number },
  ): Promise<number>;
  /** Ends a candidate: article, titles, validators and outcome together. Idempotent. */
  finish(options: FinishOptions): Promise<Finished>;
  /** Candidates that ended without an article, the latest first. */
  listFailures(limit: number): Promise<readonly Failure[]>;

  /** The article of an address or with an id. */
  getArticle(which: string | number): Promise<StoredArticle | undefined>;
  /** A version of an article, by its number. */
  getVersion(id: number, version: number): Promise<Article | undefined>;
  /** Articles in the order in which they were stored. */
  listArticles(options: ListOptions): Promise<readonly StoredArticle[]>;
  /** Writes what a later extraction of the same page gave; refused if the article was removed in the meantime. */
  reextracted(id: number, article: Article, nowMs: number): Promise<Finished>;
  /** Articles that match a query of docs/search.md; BAD_QUERY where it cannot be read. */
  search(query: string, options: SearchOptions): Promise<SearchPage>;
  /** The id of the last article; waits for those that are being stored, so that none with a smaller id appears later. */
  lastId(): Promise<number>;
  /** Articles that share a band with a signature, those that share most first: at most 100, from the newest 20 of each band. */
  findSimilar(signature: Signature): Promise<readonly SimilarArticle[]>;
  /** Removes articles with all versions; they stay removed. Returns how many there were. */
  removeArticles(ids: readonly number[], nowMs: number): Promise<number>;
  /** The ids of articles that `retain` would remove, if the named ones were gone. */
  listExpired(retention: Retention, goneIds?: readonly number[]): Promise<readonly number[]>;
  /** Stores the retention of the library; null for no limit. */
  setRetention(policy: RetentionPolicy | null): Promise<void>;
  getRetention(): Promise<RetentionPolicy | null>;
  /** Removes what the retention does not keep. Returns how many articles there were. */
  retain(retention: Retention, nowMs: number): Promise<number>;
  /** The pages that an article was last obtained from, in their order; none where they were not kept. */
  getRawPages(articleId: number): Promise<readonly StoredRawPage[]>;
  /** Whether no page was kept of the present version of an article. */
  lacksPage(articleId: number): Promise<boolean>;
  /** The last raw pages of a site, newest first. */
  listRawPagesOf(site: string, limit: number): Promise<readonly StoredRawPage[]>;
  /** Raw pages in the order in which they were stored. */
  listRawPages(options: PageOptions): Promise<readonly StoredRawPage[]>;

  getValidators(url: string): Promise<Validators | undefined>;
  putValidators(url: string, validators: Validators): Promise<void>;

  putSource(source: Source, nowMs: number): Promise<void>;
  removeSource(id: string): Promise<boolean>;
  /** Remembers whether the pages of a source are rendered in a browser. */
  setRendered(source: string, isRendered: boolean): Promise<void>;
  /** The ids of sources whose pages are rendered. */
  listRendered(): Promise<readonly string[]>;
  /** Remembers the file with the headers and cookies of a source, or that it has none; never what is in it. */
  setHeaders(source: string, path: string | null): Promise<void>;
  listHeaders(): Promise<readonly SourceHeaders[]>;
  /** Remembers which lists a start led to, on any domain. */
  linkLists(start: string, sources: readonly string[]): Promise<void>;
  /** The ids of the lists that a start led to. */
  listLinked(start: string): Promise<readonly string[]>;
  /** Records the result of the last reading of a source. */
  noteRead(source: string, read: SourceRead): Promise<void>;
  /** All sources, or those named, with counts of what they brought; slow, as it counts every article. */
  listSources(ids?: readonly string[]): Promise<readonly SourceReport[]>;
  /** All sources without counts, which is fast. */
  listKnownSources(): Promise<readonly KnownSource[]>;

  /** `process` names the process of the run for `listOpenRuns`. */
  startRun(settings: Readonly<Record<string, unknown>>, nowMs: number, process?: string): Promise<number>;
  endRun(id: number, nowMs: number): Promise<void>;
  /** Runs that named their process and have neither ended nor been released. */
  listOpenRuns(): Promise<readonly OpenRun[]>;
  /** Releases the candidates of a run at once. Returns how many there were. */
  releaseRun(id: number): Promise<number>;
  /** The last runs, newest first. */
  listRuns(limit: number): Promise<readonly Run[]>;

  putSiteRecord(record: SiteRecord): Promise<void>;
  getSiteRecord(site: string, kind: SiteRecordKind): Promise<SiteRecord | undefined>;
  /** Removes the newest record of a kind; the one before it counts again. */
  takeBackSiteRecord(site: string, kind: SiteRecordKind): Promise<boolean>;
  /** The newest record of each kind and site, without their values. */
  listSiteRecords(): Promise<readonly Omit<SiteRecord, "value">[]>;

  putSearch(search: SavedSearch): Promise<void>;
  listSearches(): Promise<readonly SavedSearch[]>;
  removeSearch(name: string): Promise<boolean>;
  /** Watches a saved search, or replaces how it is watched. */
  putWatch(watch: Omit<Watch, "query" | "failure">): Promise<void>;
  listWatches(): Promise<readonly Watch[]>;
  noteWatch(name: string, state: WatchState): Promise<void>;
  /** Late hits of a watched search, those that came last first; `unreported` leaves out those that were reported. */
  listLateHits(name: string, which: "all" | "unreported", limit: number): Promise<readonly LateHit[]>;
  removeWatch(name: string): Promise<boolean>;

  /** Addresses to draw a sample from, in a fixed order; by topic only those with one, with `kind` only those found by such a source. */
  listSampled(
    by: SampleBy,
    options: {
      readonly after?: string | undefined;
      readonly limit: number;
      readonly kind?: SourceKind | undefined;
    },
  ): Promise<readonly SampledPage[]>;
  putAnswers(answers: readonly SampleAnswer[]): Promise<void>;
  getAnswers(ids: readonly string[]): Promise<readonly SampleAnswer[]>;

  report(): Promise<StoreReport>;
  /** Writes one state of the whole store as lines of JSON, for either driver to restore. */
  backup(write: (lines: string) => Promise<void>): Promise<void>;
  /** Reads the lines of a backup into an empty store, all or nothing; gives the number of articles. */
  restore(lines: AsyncIterable<string>): Promise<number>;
  close(): Promise<void>;
}
