import type { BrowserPool } from "../browser/index.ts";
import { asNewsError, FAILURES, NewsError } from "../errors/index.ts";
import type { FetchedPage, FetchOptions } from "../fetch/index.ts";
import type { Page } from "../page/index.ts";
import type {
  Candidate,
  ObtainedResult,
  OutcomeName,
  Result,
  Signature,
  SimilarArticle,
  Store,
} from "../store/index.ts";
import { bandsOf, COPY_SHARE, commonShare, minHash } from "../text/index.ts";
import { type Obtained, type ObtainOptions, obtain } from "./obtain.ts";
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

/** Candidates at once; most of them wait for their host. */
const MAX_OPEN = 64;
/** Candidates of one site at once, so that a large one does not hold up the others. */
const MAX_OPEN_OF_SITE = 8;
/** Without a renewal for this long other machines consider a run dead; its own machine notices at once. */
const LEASE_MS = 60 * 1000;
/** A third of the lease, so that two renewals may fail or be late. */
const RENEW_MS = LEASE_MS / 3;
/** How to collect. */
export interface CollectOptions extends ReadOptions, Omit<ObtainOptions, "fetcher" | "nowMs"> {
  /** Stores whether the sources of this run are rendered; unchanged where absent. */
  readonly setRendered?: boolean | undefined;
  /** Stores the file with the headers of the sources of this run, or that they have none; unchanged where absent. */
  readonly setHeaders?: string | null | undefined;
  /** Profiles that no longer fit are mined again, unless this is false. */
  readonly mineAgain?: boolean | undefined;
  readonly onEvent?: ((event: CollectEvent) => void) | undefined;
  /** Stops the run once open candidates are done. */
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
  /** Articles removed by the library's retention. */
  readonly removed: number;
}

/** Reads all sources, then fetches and stores what they announce, with what an earlier run left open. */
export async function collect(starts: readonly Start[], options: CollectOptions): Promise<CollectSummary> {
  const { store, now } = options;
  // Candidates of a killed run are taken over now; those of another machine once their lease ends.
  for (const { id, process } of await store.listOpenRuns()) if (hasEnded(process)) await store.releaseRun(id);
  const run = await store.startRun({ starts: starts.map(startName) }, now(), thisProcess());
  try {
    const summary = await collectInRun(run, starts, options);
    await store.endRun(run, now());
    return summary;
  } catch (error) {
    // If the store is unreachable, the next run releases them.
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
  const ended = await workOff(run, tallies, { ...knownOf(store, knowledge), ...options });
  const profiles = options.mineAgain === false ? [] : await knowledge.renew(now());
  const removed = await applyRetention(store, now());
  return { run, sources: [...tallies.values()], ...ended, profiles, removed };
}

/** What a library knows of pages and their sites, for the code that fetches candidates. */
export function knownOf(
  store: Store,
  { profileOf, extractorOf, conceptOf, notePage: onPage }: SiteKnowledge,
): Omit<ObtainOptions, "fetcher" | "nowMs"> {
  const validatorsOf = (url: string) => store.getValidators(url);
  const lacksPage = (articleId: number) => store.lacksPage(articleId);
  return { profileOf, extractorOf, conceptOf, validatorsOf, lacksPage, onPage };
}

/** Applies the retention of the library; returns how many articles were removed. */
export async function applyRetention(store: Store, nowMs: number): Promise<number> {
  const policy = await store.getRetention();
  if (policy === null) return 0;
  const { maxAgeMs, maxBytes } = policy;
  const beforeMs = maxAgeMs === null ? undefined : nowMs - maxAgeMs;
  return store.retain({ beforeMs, maxBytes: maxBytes ?? undefined }, nowMs);
}

/** The name of a start in reports and queues. */
export function startName(start: Start): string {
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
        // Of several sources, one that this run has read.
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
  const stopRenewing = keepLeases(run, open, options);
  try {
    while (!broken && !signal?.aborted) {
      const due = await store.lease({
        nowMs: now(),
        leaseMs: LEASE_MS,
        limit: MAX_OPEN - open.size,
        run,
        perSite: MAX_OPEN_OF_SITE,
        exceptSites: fullSites(open.values()),
      });
      // A candidate whose lease ran out while it waited here is leased again, but not fetched twice.
      const fresh = due.filter(({ url }) => !open.has(url));
      for (const candidate of fresh) start(candidate);
      if (open.size === 0) break;
      if (fresh.length === 0 || open.size >= MAX_OPEN) await someDone(open);
    }
    await Promise.all([...open.values()].map(({ work }) => work));
  } finally {
    stopRenewing();
  }
  if (broken) throw broken.error;
  return all;
}

/** Renews the leases of open candidates; returns a function that stops it. */
function keepLeases(
  run: number,
  open: ReadonlyMap<string, unknown>,
  { store, now }: Pick<CollectOptions, "store" | "now">,
): () => void {
  const timer = setInterval(() => {
    // If the store is unreachable, finishing the candidate fails; another collector may then take it.
    store.renewLeases([...open.keys()], { run, nowMs: now(), leaseMs: LEASE_MS }).catch(() => undefined);
  }, RENEW_MS);
  return () => clearInterval(timer);
}

interface Ended {
  readonly outcomes: Counts;
  readonly reasons: GrowingReasons;
}

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

/** Sites with more than half of the open candidates allowed; more of them are leased once these are done. */
function fullSites(open: Iterable<{ readonly site: string }>): readonly string[] {
  const sites = Map.groupBy(open, ({ site }) => site);
  return [...sites].filter(([, list]) => list.length > MAX_OPEN_OF_SITE / 2).map(([site]) => site);
}

/** Waits until one is done, and those that end at the same moment. */
async function someDone(open: ReadonlyMap<string, { readonly work: Promise<void> }>): Promise<void> {
  await Promise.race([...open.values()].map(({ work }) => work));
  await new Promise((next) => setImmediate(next));
}

async function workOn(candidate: Candidate, run: number, options: CollectOptions): Promise<End> {
  const { store, now } = options;
  const obtained = await obtainGrouped(candidate, { ...options, nowMs: now() });
  const { outcome } = await store.finish({ ...obtained, url: candidate.url, nowMs: now(), run });
  return { outcome, detail: obtained.result.kind === outcome ? detailOf(obtained.result) : undefined };
}

/** Obtains a candidate; an article comes with its near-duplicate signature. */
export async function obtainGrouped(candidate: Candidate, options: ObtainOptions): Promise<Obtained> {
  const { result, validators } = await obtain(candidate, options);
  return { result: result.kind === "obtained" ? withGroup(result) : result, validators };
}

function detailOf(result: Result): string | undefined {
  if (result.kind === "refused") return result.rule;
  if (result.kind === "not-obtained") return result.reason;
  return result.kind === "failed" ? result.code : undefined;
}

/** An article with the group of its near duplicates, such as an agency story in many papers. */
function withGroup(result: ObtainedResult): ObtainedResult {
  const signature = signatureOf(result.article.text);
  if (signature === undefined) return result;
  return { ...result, signature, groupOf: (similar) => groupOf(signature, similar) };
}

/** Sources that an error names. */
const NAMED_UNREAD = 3;

/** The error of a run in which sources could not be read: which, why, and what to do. */
export function unreadError(sources: readonly SourceRun[]): NewsError | undefined {
  const unread = sources.flatMap(({ id, failure }) => (failure ? [{ id, ...failure }] : []));
  const [first] = unread;
  if (first === undefined) return undefined;
  // With several sources the names matter more than the messages, which the run and galley sources show.
  const named = unread
    .slice(0, NAMED_UNREAD)
    .map(({ id, code, message }) =>
      unread.length > 1 ? `${id} (${code})` : `${id} (${code}: ${message.replace(/\.$/, "")})`,
    );
  const others = unread.length - named.length;
  const which = [...named, ...(others > 0 ? [`${others} more`] : [])].join(", ");
  const isOneKind = unread.every(({ code }) => code === first.code);
  const help = isOneKind ? ` ${FAILURES[first.code].help}` : "";
  const all = sources.length === 1 ? "1 source" : `${sources.length} sources`;
  return new NewsError("SOURCES_FAILED", `Of ${all} ${unread.length} could not be read: ${which}.${help}`);
}

/** The clock of repeated runs, the signal that ends them, and the callback for failures. */
export interface EveryOptions {
  now(): number;
  sleep(ms: number): Promise<void>;
  readonly signal: AbortSignal;
  onFailure(failure: NewsError): void;
}

/**
 * Repeats runs at an interval from start to start, until the signal; a longer run is followed at once. Failures that may pass, such
 * as a restart of the database, are reported, and the next run follows.
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

/** The MinHash signature of a text as the store keeps it; undefined if the text is too short to compare. */
export function signatureOf(text: string): Signature | undefined {
  const signature = minHash(text);
  return signature && { bands: bandsOf(signature), value: Buffer.from(signature.buffer).toString("base64") };
}

/** The group of the article that a text copies most of; undefined if it copies none. */
export function groupOf(signature: Signature, similar: readonly SimilarArticle[]): number | undefined {
  const own = readSignature(signature.value);
  const shares = similar.map(({ group, value }) => ({
    group,
    share: commonShare(own, readSignature(value)),
  }));
  const best = shares
    .filter(({ share }) => share >= COPY_SHARE)
    .toSorted((a, b) => b.share - a.share || a.group - b.group);
  return best[0]?.group;
}

function readSignature(value: string): Int32Array {
  const bytes = Buffer.from(value, "base64");
  return new Int32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

/** A browser that starts with the first page that needs it. */
export class LateBrowser {
  readonly #network: FetchOptions;
  #started: Promise<BrowserPool> | undefined;

  constructor(network: FetchOptions) {
    this.#network = network;
  }

  readonly render = async ({ bytes: html, url, charset }: FetchedPage): Promise<Page> => {
    const { timeoutMs, ...network } = this.#network;
    // Loaded here: most sources are not rendered.
    this.#started ??= import("../browser/index.ts").then(({ openBrowser }) => openBrowser({ timeoutMs }));
    return (await (await this.#started).render({ html, url, charset }, { network })).page;
  };

  async close(): Promise<void> {
    await (await this.#started?.catch(() => undefined))?.close();
  }
}
