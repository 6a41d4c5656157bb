import { asNewsError, type NewsError } from "../errors/index.ts";
import type { Candidate, ObtainedResult, OutcomeName, Result, Store } from "../store/index.ts";
import { groupOf, signatureOf } from "./near-duplicates.ts";
import { type ObtainOptions, obtain } from "./obtain.ts";
import {
  type Counts,
  type GrowingReasons,
  noCounts,
  type ReadOptions,
  type Reasons,
  SourceReader,
  type SourceRun,
  type SourceTally,
  type Start,
} from "./read-sources.ts";
import { hasEnded, thisProcess } from "./run-process.ts";
import { SiteKnowledge } from "./site-knowledge.ts";

/** Candidates that are worked on at once; most of them wait for the turn of their host. */
const MAX_OPEN = 64;
/** Of one site, so that a large one does not keep the others waiting. */
const MAX_OPEN_OF_SITE = 8;
/** Longer than a candidate takes with its waiting; after it another machine may try. One that takes longer is looked at twice, and stored once. */
const LEASE_MS = 3 * 60 * 1000;
/** How to collect. */
export interface CollectOptions extends ReadOptions, Omit<ObtainOptions, "fetcher" | "nowMs"> {
  /** Remembers of the sources of this run whether their pages are rendered, by `render`; as before where it is not said. */
  readonly setRendered?: boolean | undefined;
  /** Remembers the file with the headers of the sources of this run, or that they have none; as before where it is not said. */
  readonly setHeaders?: string | null | undefined;
  /** Profiles that no longer fit are mined again, unless this is false. */
  readonly mineAgain?: boolean | undefined;
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
      /** The rule, reason or code of one that gave no article. */
      readonly detail: string | undefined;
    };

/** A whole run. */
export interface CollectSummary {
  readonly run: number;
  readonly sources: readonly SourceRun[];
  /** Of all candidates, those of earlier runs included. */
  readonly outcomes: Readonly<Record<OutcomeName, number>>;
  readonly reasons: Reasons;
  /** Sites whose profile no longer fitted and was mined again. */
  readonly profiles: readonly string[];
  /** Articles that the library is no longer to hold. */
  readonly removed: number;
}

/** Reads all sources, then fetches and stores what they announce; what an earlier run left open is done too. */
export async function collect(starts: readonly Start[], options: CollectOptions): Promise<CollectSummary> {
  const { store, now } = options;
  // What a killed run held is taken over at once; what a run on another machine holds, when its lease is over.
  for (const { id, process } of await store.listOpenRuns()) if (hasEnded(process)) await store.releaseRun(id);
  const run = await store.startRun({ starts: starts.map(nameOf) }, now(), thisProcess());
  try {
    const summary = await collectInRun(run, starts, options);
    await store.endRun(run, now());
    return summary;
  } catch (error) {
    // A store that is gone gives nothing back; the next run does it.
    await store.releaseRun(run).catch(() => undefined);
    throw error;
  }
}

async function collectInRun(
  run: number,
  starts: readonly Start[],
  options: CollectOptions,
): Promise<CollectSummary> {
  const { store, now } = options;
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
  if (options.setHeaders !== undefined)
    for (const id of tallies.keys()) await store.setHeaders(id, options.setHeaders);
  const knowledge = new SiteKnowledge(store);
  const { profileOf, extractorOf, conceptOf, notePage: onPage } = knowledge;
  const validatorsOf = (url: string) => store.getValidators(url);
  const lacksPage = (articleId: number) => store.lacksPage(articleId);
  const ended = await workOff(run, tallies, {
    ...{ profileOf, extractorOf, conceptOf, validatorsOf, lacksPage, onPage },
    ...options,
  });
  const profiles = options.mineAgain === false ? [] : await knowledge.renew(now());
  const removed = await applyRetention(store, now());
  return { run, sources: [...tallies.values()], ...ended, profiles, removed };
}

/** Removes what the library is no longer to hold; gives how many articles there were. */
async function applyRetention(store: Store, nowMs: number): Promise<number> {
  const policy = await store.getRetention();
  if (policy === null) return 0;
  const { maxAgeMs, maxBytes } = policy;
  const beforeMs = maxAgeMs === null ? undefined : nowMs - maxAgeMs;
  return store.retain({ beforeMs, maxBytes: maxBytes ?? undefined }, nowMs);
}

function nameOf(start: Start): string {
  return start.kind === "address" ? start.url : `${start.template} ${start.keyword}`;
}

/** Takes candidates from the store until none is due. */
async function workOff(
  run: number,
  tallies: ReadonlyMap<string, SourceTally>,
  options: CollectOptions,
): Promise<Ended> {
  const { store, now, signal } = options;
  const all: Ended = { outcomes: noCounts(), reasons: new Map() };
  const rendered = new Set(options.render ? await store.listRendered() : []);
  const open = new Map<string, { readonly site: string; readonly work: Promise<void> }>();
  let broken: { readonly error: unknown } | undefined;
  const start = (candidate: Candidate) => {
    const isRendered = candidate.findings.some(({ source }) => rendered.has(source));
    const render = isRendered ? options.render : undefined;
    const work: Promise<void> = workOn(candidate, run, { ...options, render })
      .then((end) => {
        // Of several sources that announced it, one that this run has read.
        const found = candidate.findings.find(({ source }) => tallies.has(source)) ?? candidate.findings[0];
        const source = found?.source ?? "";
        count(all, end);
        const tally = tallies.get(source);
        if (tally) count(tally, end);
        options.onEvent?.({ kind: "candidate", url: candidate.url, source, ...end });
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
      run,
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
  return all;
}

interface Ended {
  readonly outcomes: Counts;
  readonly reasons: GrowingReasons;
}

/** How one candidate ended. */
interface End {
  readonly outcome: OutcomeName;
  readonly detail: string | undefined;
}

function count({ outcomes, reasons }: Ended, { outcome, detail }: End): void {
  outcomes[outcome]++;
  if (detail === undefined) return;
  const own = reasons.get(outcome) ?? new Map<string, number>();
  reasons.set(outcome, own.set(detail, (own.get(detail) ?? 0) + 1));
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

async function workOn(candidate: Candidate, run: number, options: CollectOptions): Promise<End> {
  const { store, now } = options;
  const { result, validators } = await obtain(candidate, { ...options, nowMs: now() });
  const grouped = result.kind === "obtained" ? withGroup(result) : result;
  const { outcome } = await store.finish({
    url: candidate.url,
    nowMs: now(),
    run,
    result: grouped,
    validators,
  });
  return { outcome, detail: result.kind === outcome ? detailOf(result) : undefined };
}

function detailOf(result: Result): string | undefined {
  if (result.kind === "refused") return result.rule;
  if (result.kind === "not-obtained") return result.reason;
  return result.kind === "failed" ? result.code : undefined;
}

/** An article with the group of those that it copies or is copied by, such as what an agency sent to many papers. */
function withGroup(result: ObtainedResult): ObtainedResult {
  const signature = signatureOf(result.article.text);
  if (signature === undefined) return result;
  return { ...result, signature, groupOf: (similar) => groupOf(signature, similar) };
}

/** The clock of runs that follow each other, what ends them, and who is told of those that failed. */
export interface EveryOptions {
  now(): number;
  sleep(ms: number): Promise<void>;
  readonly signal: AbortSignal;
  onFailure(failure: NewsError): void;
}

/**
 * Runs again and again, a time apart from start to start, until the signal; a run that takes longer is followed at once. One that
 * fails in a way that a later one may not, as when a database is started again, is told of and followed by the next.
 */
export async function collectEvery(
  everyMs: number,
  once: () => Promise<void>,
  { now, sleep, signal, onFailure }: EveryOptions,
): Promise<void> {
  while (!signal.aborted) {
    const startedMs = now();
    try {
      await once();
    } catch (error) {
      const failure = asNewsError(error);
      if (!failure.retry) throw error;
      onFailure(failure);
    }
    const leftMs = startedMs + everyMs - now();
    if (leftMs > 0 && !signal.aborted) await sleep(leftMs);
  }
}
