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
import type { PoliteFetcher } from "../fetch/index.ts";
import type {
  Candidate,
  Finding,
  ObtainedResult,
  OutcomeName,
  Source,
  SourceReport,
  Store,
} from "../store/index.ts";
import { addressKey } from "../url/index.ts";
import { groupOf, signatureOf } from "./near-duplicates.ts";
import { type ObtainOptions, obtain } from "./obtain.ts";
import { SiteKnowledge } from "./site-knowledge.ts";

/** Candidates that are worked on at once; most of them wait for the turn of their host. */
const MAX_OPEN = 64;
/** Of one site, so that a large one does not keep the others waiting. */
const MAX_OPEN_OF_SITE = 8;
/** Longer than a candidate takes with its waiting; after it another collector may try. One that takes longer is looked at twice, and stored once. */
const LEASE_MS = 3 * 60 * 1000;
/** Known articles that are announced again are looked at again after this. */
const DEFAULT_RECHECK_MS = 24 * 60 * 60 * 1000;

/** Where to look for articles: an address of a site, feed, sitemap or aggregator, or a search. */
export type Start =
  | { readonly kind: "address"; readonly url: string }
  | ({ readonly kind: "search" } & SiteSearch);

/** How to collect. */
export interface CollectOptions extends Omit<ObtainOptions, "fetcher" | "nowMs"> {
  readonly store: Store;
  readonly fetcher: PoliteFetcher;
  /** The time of day in milliseconds. */
  readonly now: () => number;
  /** Known articles that are announced again are looked at again after this; a day. */
  readonly recheckMs?: number | undefined;
  /** Remembers of the sources of this run whether their pages are rendered, by `render`; as before where it is not said. */
  readonly setRendered?: boolean | undefined;
  /** Looks for the lists of a site again, though some are known. */
  readonly findAgain?: boolean | undefined;
  /** Told of everything as it happens. */
  readonly onEvent?: ((event: CollectEvent) => void) | undefined;
  /** Ends the run after what is being worked on. */
  readonly signal?: AbortSignal | undefined;
}

/** What happens in a run. */
export type CollectEvent =
  | { readonly kind: "source"; readonly source: SourceRun }
  | {
      readonly kind: "candidate";
      readonly url: string;
      readonly source: string;
      readonly outcome: OutcomeName;
    };

/** What a source brought in a run. */
export interface SourceRun {
  readonly id: string;
  readonly kind: Source["kind"];
  /** Entries that it announces, and how many of them were not known. */
  readonly announced: number;
  readonly fresh: number;
  readonly isUnchanged: boolean;
  readonly warnings: readonly string[];
  /** Why it could not be read. */
  readonly failure: { readonly code: FailureCode; readonly message: string } | undefined;
  /** How its candidates ended. */
  readonly outcomes: Readonly<Record<OutcomeName, number>>;
}

/** A whole run. */
export interface CollectSummary {
  readonly run: number;
  readonly sources: readonly SourceRun[];
  /** Of all candidates, those of earlier runs included. */
  readonly outcomes: Readonly<Record<OutcomeName, number>>;
  /** Sites whose profile no longer fitted and was mined again. */
  readonly profiles: readonly string[];
}

type Counts = Record<OutcomeName, number>;
const noCounts = (): Counts => ({ stored: 0, changed: 0, seen: 0, refused: 0, "not-obtained": 0, failed: 0 });

/** Reads all sources, then fetches and stores what they announce; what an earlier run left open is done too. */
export async function collect(starts: readonly Start[], options: CollectOptions): Promise<CollectSummary> {
  const { store, now } = options;
  const run = await store.startRun({ starts: starts.map(nameOf) }, now());
  const reader = new SourceReader(options);
  const tallies = new Map<string, SourceTally>();
  await Promise.all(
    starts.map(async (start) => {
      for (const tally of await reader.read(start)) {
        tallies.set(tally.id, tally);
        options.onEvent?.({ kind: "source", source: tally });
      }
    }),
  );
  if (options.setRendered !== undefined)
    for (const id of tallies.keys()) await store.setRendered(id, options.setRendered);
  const knowledge = new SiteKnowledge(store);
  const { profileOf, extractorOf, notePage: onPage } = knowledge;
  const outcomes = await workOff(run, tallies, { profileOf, extractorOf, onPage, ...options });
  const profiles = await knowledge.renew(now());
  await store.endRun(run, now());
  return { run, sources: [...tallies.values()], outcomes, profiles };
}

function nameOf(start: Start): string {
  return start.kind === "address" ? start.url : `${start.template} ${start.keyword}`;
}

type SourceTally = SourceRun & { readonly outcomes: Counts };

/** Finds the lists of what a run starts from, and notes what they announce. */
class SourceReader {
  readonly #options: CollectOptions;
  readonly #searcher: SiteSearcher;
  readonly #begun = new Set<string>();
  #known: Promise<readonly SourceReport[]> | undefined;

  constructor(options: CollectOptions) {
    this.#options = options;
    this.#searcher = new SiteSearcher(options.fetcher);
  }

  /** A tally for every list; a start that leads nowhere has one too, with the reason. Lists of an earlier start are left out. */
  async read(start: Start): Promise<readonly SourceTally[]> {
    if (start.kind === "search") return [await this.#noteRead(await this.#readSearch(start))];
    try {
      const sources = (await this.#sourcesOf(start.url)).filter(({ id }) => !this.#begun.has(id));
      for (const { id } of sources) this.#begun.add(id);
      return await Promise.all(sources.map(async (source) => this.#noteRead(await this.#readSource(source))));
    } catch (error) {
      const tally = failed({ id: start.url, kind: "front" }, error);
      // Noted, so that it is tried again and its reason can be seen.
      await this.#options.store.putSource(
        toSource({ kind: "front", url: start.url, foundBy: START }, start.url),
        this.#options.now(),
      );
      return [await this.#noteRead(tally)];
    }
  }

  /** The known lists of an address, else those that are found now. */
  async #sourcesOf(url: string): Promise<readonly Source[]> {
    const { store, fetcher, findAgain, now } = this.#options;
    // Once a run: it counts the articles of every source.
    this.#known ??= store.listSources();
    const known = await this.#known;
    const own = known.find((source) =>
      [source.url, source.id].some((name) => addressKey(name) === addressKey(url)),
    );
    // A start that never brought anything could not be read, or has changed.
    if (own && own.addresses > 0 && !findAgain) {
      const isStart = own.kind === "front";
      return isStart ? known.filter(({ site, kind }) => site === own.site && kind !== "search") : [own];
    }
    const sources = (await findLists(url, fetcher)).map((list) => toSource(list, url));
    for (const source of sources) await store.putSource(source, now());
    return sources;
  }

  /** What a run leaves out by its date must not hide behind the answer that a list has not changed. */
  get #isForAllTime(): boolean {
    const { sinceMs, untilMs } = this.#options;
    return sinceMs === undefined && untilMs === undefined;
  }

  async #readSource(source: Source): Promise<SourceTally> {
    const { store, fetcher, sinceMs, now } = this.#options;
    try {
      const known = async (url: string) => {
        const found = await store.getValidators(url);
        return (
          found && {
            etag: found.etag ?? undefined,
            lastModified: found.lastModified ?? undefined,
            readMs: found.atMs,
          }
        );
      };
      const list: FoundList = { kind: listKind(source.kind), url: source.url, foundBy: "" };
      const read = await readList(list, fetcher, { known, sinceMs });
      const entries = isAggregator(read.entries, source.url, WHOLE_PARTS.suffixes)
        ? splitPublishers(read.entries, WHOLE_PARTS.suffixes)
        : read.entries;
      const { fresh } = await this.#note(source, entries);
      // Only now: a run that is killed before must read the list again.
      for (const [url, { etag = null, lastModified = null }] of this.#isForAllTime ? read.versions : [])
        await store.putValidators(url, { etag, lastModified, atMs: now() });
      return {
        ...noted(source, entries.length, fresh),
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
        announced += entries.length;
        fresh += (await this.#note(source, entries)).fresh;
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

  #note(source: Source, entries: readonly Announced[]) {
    const { store, recheckMs = DEFAULT_RECHECK_MS, now } = this.#options;
    const findings = entries.map(({ url, title }): Finding => {
      return { url, source: source.id, title: title ?? null, topic: source.topic };
    });
    return store.addFindings(findings, {
      nowMs: now(),
      recheckMs,
      againRule: this.#isForAllTime ? "date-range" : undefined,
    });
  }
}

/** The source of a list. What a start itself is has its name, so that a start that redirects is known again. */
function toSource({ kind, url, foundBy }: FoundList, start: string): Source {
  return { id: foundBy === START ? start : url, kind, url, title: null, topic: null, concept: null };
}

function searchSource({ template, keyword }: SiteSearch): Source {
  const url = template.replace("{keyword}", encodeURIComponent(keyword)).replace(/\{(?:page|from|to)\}/g, "");
  return { id: url, kind: "search", url, title: null, topic: keyword, concept: null };
}

function listKind(kind: Source["kind"]): FoundList["kind"] {
  return kind === "feed" || kind === "sitemap" ? kind : "front";
}

function noted({ id, kind }: Pick<Source, "id" | "kind">, announced: number, fresh: number): SourceTally {
  return {
    id,
    kind,
    announced,
    fresh,
    isUnchanged: false,
    warnings: [],
    failure: undefined,
    outcomes: noCounts(),
  };
}

function failed(source: Pick<Source, "id" | "kind">, error: unknown): SourceTally {
  const failure = asNewsError(error);
  // A store that is gone ends the run; a source that breaks us does not.
  if (failure.code.startsWith("STORE_")) throw failure;
  return { ...noted(source, 0, 0), failure: { code: failure.code, message: failure.message } };
}

/** Takes candidates from the store until none is due. */
async function workOff(
  run: number,
  tallies: ReadonlyMap<string, SourceTally>,
  options: CollectOptions,
): Promise<Counts> {
  const { store, now, signal } = options;
  const counts = noCounts();
  const rendered = new Set(options.render ? await store.listRendered() : []);
  const open = new Map<string, { readonly site: string; readonly work: Promise<void> }>();
  let broken: { readonly error: unknown } | undefined;
  const start = (candidate: Candidate) => {
    const isRendered = candidate.findings.some(({ source }) => rendered.has(source));
    const render = isRendered ? options.render : undefined;
    const work: Promise<void> = workOn(candidate, run, { ...options, render })
      .then(({ outcome, source }) => {
        counts[outcome]++;
        const tally = tallies.get(source);
        if (tally) tally.outcomes[outcome]++;
        options.onEvent?.({ kind: "candidate", url: candidate.url, source, outcome });
      })
      .catch((error: unknown) => {
        broken ??= { error };
      })
      .finally(() => open.delete(candidate.url));
    open.set(candidate.url, { site: candidate.site, work });
  };
  while (!broken && !signal?.aborted) {
    const due = await store.lease({
      nowMs: now(),
      leaseMs: LEASE_MS,
      limit: MAX_OPEN - open.size,
      perSite: MAX_OPEN_OF_SITE,
      exceptSites: fullSites(open.values()),
    });
    // A lease that ran out while its candidate waited here is no reason to ask for the page twice.
    const fresh = due.filter(({ url }) => !open.has(url));
    for (const candidate of fresh) start(candidate);
    if (open.size === 0) break;
    if (fresh.length === 0 || open.size >= MAX_OPEN) await someDone(open);
  }
  await Promise.all([...open.values()].map(({ work }) => work));
  if (broken) throw broken.error;
  return counts;
}

/** The sites that have as many open candidates as they may; so that the next ones are leased when half of those are done. */
function fullSites(open: Iterable<{ readonly site: string }>): readonly string[] {
  const sites = Map.groupBy(open, ({ site }) => site);
  return [...sites].filter(([, list]) => list.length > MAX_OPEN_OF_SITE / 2).map(([site]) => site);
}

/** Waits until one is done, and for those that end in the same moment. */
async function someDone(open: ReadonlyMap<string, { readonly work: Promise<void> }>): Promise<void> {
  await Promise.race([...open.values()].map(({ work }) => work));
  await new Promise((next) => setImmediate(next));
}

async function workOn(
  candidate: Candidate,
  run: number,
  options: CollectOptions,
): Promise<{ readonly outcome: OutcomeName; readonly source: string }> {
  const { store, now } = options;
  const { result, validators } = await obtain(candidate, { ...options, nowMs: now() });
  const grouped = result.kind === "obtained" ? await withGroup(result, store) : result;
  const { outcome } = await store.finish({
    url: candidate.url,
    nowMs: now(),
    run,
    result: grouped,
    validators,
  });
  return { outcome, source: candidate.findings[0]?.source ?? "" };
}

/** An article with the group of those that it copies or is copied by, such as what an agency sent to many papers. */
async function withGroup(result: ObtainedResult, store: Store): Promise<ObtainedResult> {
  const signature = signatureOf(result.article.text);
  if (signature === undefined) return result;
  return { ...result, signature, group: groupOf(signature, await store.findSimilar(signature)) };
}

/** Runs again and again, a time apart from start to start, until the signal; a run that takes longer is followed at once. */
export async function collectEvery(
  everyMs: number,
  once: () => Promise<void>,
  { now, sleep, signal }: { now(): number; sleep(ms: number): Promise<void>; readonly signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    const startedMs = now();
    await once();
    const leftMs = startedMs + everyMs - now();
    if (leftMs > 0 && !signal.aborted) await sleep(leftMs);
  }
}

/** What would be read of a source, without storing anything. */
export interface PlannedSource extends FoundList {
  readonly entries: readonly {
    readonly url: string;
    readonly title: string | undefined;
    readonly isKnown: boolean;
  }[];
  readonly failure: NewsError | undefined;
}

/** What a run would ask for, and why: only lists are fetched. */
export async function plan(
  starts: readonly Start[],
  options: CollectOptions,
): Promise<readonly PlannedSource[]> {
  const { store, fetcher, sinceMs } = options;
  const planned: PlannedSource[] = [];
  for (const start of starts) {
    if (start.kind === "search") {
      const { url } = searchSource(start);
      planned.push({
        kind: "front",
        url,
        foundBy: `the search for ${start.keyword}`,
        entries: [],
        failure: undefined,
      });
      continue;
    }
    for (const list of await listsOrFailure(start.url, planned, fetcher)) {
      try {
        const read = await readList(list, fetcher, { known: async () => undefined, sinceMs });
        const entries = [];
        for (const { url, title } of read.entries)
          entries.push({ url, title, isKnown: (await store.getArticle(url)) !== undefined });
        planned.push({ ...list, entries, failure: undefined });
      } catch (error) {
        const failure = asNewsError(error);
        if (failure.code === "INTERNAL") throw error;
        planned.push({ ...list, entries: [], failure });
      }
    }
  }
  return planned;
}

/** The lists of a start; one that cannot be read is planned with its failure. */
async function listsOrFailure(
  url: string,
  planned: PlannedSource[],
  fetcher: PoliteFetcher,
): Promise<readonly FoundList[]> {
  try {
    return await findLists(url, fetcher);
  } catch (error) {
    const failure = asNewsError(error);
    if (failure.code === "INTERNAL") throw error;
    planned.push({ kind: "front", url, foundBy: START, entries: [], failure });
    return [];
  }
}
