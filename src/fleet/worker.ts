import { setTimeout as sleep } from "node:timers/promises";
import {
  hasEnded,
  isStoreFault,
  knownOf,
  type ObtainOptions,
  obtainGrouped,
  SiteKnowledge,
  SourceReader,
  type SourceRun,
  thisProcess,
} from "../collect/index.ts";
import { asNewsError, FAILURES, type NewsError } from "../errors/index.ts";
import type { PoliteFetcher, SharedTurns } from "../fetch/index.ts";
import type { Candidate, OutcomeName, Result, Store } from "../store/index.ts";
import { feedQueue } from "./feed-queue.ts";
import { makeHostTurns } from "./host-turns.ts";
import type { FleetQueue, JobFailure, PageJob, SourceJob, TakenJob, WorkQueue } from "./queue.ts";
import { QUEUE_SCHEMA } from "./schema.data.ts";

/** How a worker works. */
export interface WorkerOptions extends Omit<ObtainOptions, "fetcher" | "nowMs" | "firstRetryMs"> {
  readonly store: Store;
  readonly queue: FleetQueue;
  /** Makes a fetcher with turns that the fleet shares; called again every hour. */
  makeFetcher(turns: SharedTurns): PoliteFetcher;
  /** Sources that must not be read now, by id. */
  unreadable?(): Promise<ReadonlyMap<string, NewsError>>;
  readonly name: string;
  /** Sources and pages at once. */
  readonly jobs: number;
  /** Stops taking jobs, and ends after the open ones. */
  readonly signal: AbortSignal;
  /** Jobs that are still open after this are given back. */
  readonly drainMs: number;
  /** How long the database may be away before the worker ends with an error. */
  readonly giveUpMs: number;
  readonly onEvent?: ((event: WorkerEvent) => void) | undefined;
}

/** Events of a worker. */
export type WorkerEvent =
  | { readonly kind: "source"; readonly source: SourceRun }
  | { readonly kind: "page"; readonly url: string; readonly outcome: OutcomeName | "lost" }
  | { readonly kind: "away"; readonly failure: NewsError }
  | { readonly kind: "back" };

/** The totals of a worker when it ends. */
export interface WorkerSummary {
  readonly sources: number;
  readonly pages: number;
  /** Jobs that were given back unfinished. */
  readonly returned: number;
}

/** Polling interval of an empty queue. */
const IDLE_MS = 250;
/** Sources at once: each makes many requests before its pages are known. */
const MAX_SOURCES = 2;
/** The longest wait between two tries to reach the database. */
const MAX_AWAY_MS = 5000;
/** Profiles, models and robots.txt files are read again after this. */
const KNOWN_MS = 60 * 60 * 1000;

interface OpenJob {
  readonly queue: WorkQueue;
  readonly job: TakenJob<SourceJob | PageJob>;
  readonly work: Promise<void>;
}

/** Works for a fleet until the signal: reads sources, fetches and stores pages. Throws if the database stays unreachable. */
export async function runWorker(options: WorkerOptions): Promise<WorkerSummary> {
  const worker = new Worker(options);
  await worker.begin();
  try {
    await worker.takeJobs();
  } finally {
    await worker.end();
  }
  return worker.summary;
}

class Worker {
  readonly #options: WorkerOptions;
  readonly #store: Store;
  readonly #queue: FleetQueue;
  readonly #turns: SharedTurns;
  readonly #open = new Map<string, OpenJob>();
  readonly #done = { sources: 0, pages: 0, returned: 0 };
  #run = 0;
  #known: { readonly fetcher: PoliteFetcher; readonly sites: SiteKnowledge; readonly atMs: number };
  #rendered: ReadonlySet<string> = new Set();
  #beat: NodeJS.Timeout | undefined;
  #awaySinceMs: number | undefined;
  /** A failure of a job that ends the worker: a bug of its own, or an unreachable database. */
  #fault: { readonly error: unknown } | undefined;

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#store = options.store;
    this.#queue = options.queue;
    this.#turns = makeHostTurns(options.queue);
    this.#known = this.#readAgain();
  }

  get summary(): WorkerSummary {
    return { ...this.#done };
  }

  #readAgain() {
    const fetcher = this.#options.makeFetcher(this.#turns);
    return { fetcher, sites: new SiteKnowledge(this.#store), atMs: performance.now() };
  }

  /** Registers the worker, and waits where the database is unreachable. */
  async begin(): Promise<void> {
    const { queue, signal } = this.#options;
    for (let isOn = false; !isOn && !signal.aborted; ) {
      try {
        await this.#signOn();
        isOn = true;
      } catch (error) {
        await this.#noteAway(error);
      }
    }
    this.#beat = setInterval(() => void this.#keepJobs().catch(() => undefined), queue.settings.leaseMs / 3);
  }

  async #signOn(): Promise<void> {
    const { store, queue, name } = this.#options;
    // Leases of killed workers on this machine are freed now; those of other machines run out.
    for (const { id, process } of await store.listOpenRuns())
      if (hasEnded(process)) await store.releaseRun(id);
    if (this.#run === 0) this.#run = await store.startRun({ worker: name }, queue.now(), thisProcess());
    await this.#register("working");
  }

  /** Takes jobs until the signal; survives an unreachable database. */
  async takeJobs(): Promise<void> {
    const { signal } = this.#options;
    while (!signal.aborted) {
      if (this.#fault) throw this.#fault.error;
      try {
        const taken = await this.#takeSome();
        this.#noteBack();
        if (taken > 0 && this.#open.size < this.#options.jobs) continue;
        await this.#someDone(IDLE_MS);
      } catch (error) {
        await this.#noteAway(error);
      }
    }
  }

  async #takeSome(): Promise<number> {
    if (performance.now() - this.#known.atMs > KNOWN_MS) await this.#renewKnown();
    await feedQueue(this.#queue, this.#store);
    const free = this.#options.jobs - this.#open.size;
    if (free <= 0) return 0;
    const reading = [...this.#open.values()].filter(({ queue }) => queue === "sources").length;
    const sources =
      reading < MAX_SOURCES
        ? await this.#queue.take<SourceJob>("sources", Math.min(free, MAX_SOURCES - reading))
        : [];
    for (const job of sources) this.#start("sources", job, () => this.#readSource(job));
    const pages =
      free > sources.length ? await this.#queue.take<PageJob>("pages", free - sources.length) : [];
    if (pages.length > 0 && this.#options.render) this.#rendered = new Set(await this.#store.listRendered());
    for (const job of pages) this.#start("pages", job, () => this.#workPage(job));
    return sources.length + pages.length;
  }

  #start(queue: WorkQueue, job: TakenJob<SourceJob | PageJob>, begin: () => Promise<void>): void {
    const work = begin()
      .then(() => {
        this.#done[queue]++;
      })
      .catch((error: unknown) => this.#noteAway(error))
      // Kept for the main loop, as an unhandled rejection would end the process.
      .catch((error: unknown) => {
        this.#fault ??= { error };
      })
      .finally(() => this.#open.delete(job.id));
    this.#open.set(job.id, { queue, job, work });
  }

  async #readSource(job: TakenJob<SourceJob>): Promise<void> {
    const { start, setRendered, setHeaders, ...wishes } = job.data;
    const { store } = this.#options;
    const unreadable = await this.#options.unreadable?.();
    const { fetcher } = this.#known;
    const reader = new SourceReader({ ...wishes, store, fetcher, now: this.#queue.now, unreadable });
    const read = await reader.read(start);
    for (const source of read) {
      if (setRendered !== undefined) await store.setRendered(source.id, setRendered);
      if (setHeaders !== undefined) await store.setHeaders(source.id, setHeaders);
      this.#options.onEvent?.({ kind: "source", source });
    }
    const failures = read.flatMap(({ failure }) => failure ?? []);
    const [failure] = failures;
    // One of several lists may fail; a start whose lists all failed is retried.
    if (failure && failures.length === read.length && FAILURES[failure.code].retry)
      await this.#queue.fail("sources", job, failure, this.#retryAtMs(job));
    else await this.#queue.complete("sources", job);
  }

  async #workPage(job: TakenJob<PageJob>): Promise<void> {
    const candidate = await this.#claim(job);
    if (candidate === undefined) return this.#queue.complete("pages", job);
    const { store, onEvent, render } = this.#options;
    const { fetcher, sites } = this.#known;
    const isRendered = candidate.findings.some(({ source }) => this.#rendered.has(source));
    const { result: first, validators } = await obtainGrouped(candidate, {
      ...knownOf(store, sites),
      ...this.#options,
      render: isRendered ? render : undefined,
      fetcher,
      nowMs: this.#queue.now(),
      firstRetryMs: this.#queue.settings.firstRetryMs,
    });
    const failure = transientFailure(first);
    const retryAtMs = failure && (nextTryOf(first) ?? this.#retryAtMs(job));
    const isLast = job.retryCount >= job.retryLimit && failure?.code !== "SERVER_GONE";
    const result = failure ? { ...first, nextTryMs: isLast ? undefined : retryAtMs } : first;
    try {
      const { url } = candidate;
      const end = { url, nowMs: this.#queue.now(), run: this.#run, isFenced: true, result, validators };
      const { outcome } = await store.finish(end);
      onEvent?.({ kind: "page", url, outcome });
    } catch (error) {
      if (asNewsError(error).code !== "LEASE_LOST") throw error;
      // This worker was paused or cut off for longer than its lease, and another has the page now.
      onEvent?.({ kind: "page", url: candidate.url, outcome: "lost" });
      return;
    }
    // A page whose server is gone was not requested, so no try is counted; the library has its next try.
    if (failure && failure.code !== "SERVER_GONE") await this.#queue.fail("pages", job, failure, retryAtMs);
    else await this.#queue.complete("pages", job);
  }

  /** The candidate of a job; undefined where it is done, or a run outside the fleet holds it. */
  async #claim(job: TakenJob<PageJob>): Promise<Candidate | undefined> {
    const { leaseMs } = this.#queue.settings;
    const isLastTry = job.retryCount >= job.retryLimit;
    const giveUpMs = performance.now() + 2 * leaseMs;
    for (;;) {
      const nowMs = this.#queue.now();
      const claim = await this.#store.claim(job.data.url, { nowMs, leaseMs, run: this.#run, isLastTry });
      if (claim.kind === "claimed") return claim.candidate;
      if (claim.kind === "done" || performance.now() > giveUpMs) return undefined;
      // The lease of a dead worker ends about when its job returns to the queue.
      await sleep(Math.min(Math.max(claim.untilMs - nowMs, IDLE_MS), leaseMs));
    }
  }

  #retryAtMs({ retryCount }: TakenJob<unknown>): number {
    return this.#queue.now() + this.#queue.settings.firstRetryMs * 2 ** retryCount;
  }

  /** Heartbeat of this worker for the queue, the library and the reports. */
  async #keepJobs(): Promise<void> {
    const jobs = [...this.#open.values()];
    for (const queue of ["sources", "pages"] as const)
      await this.#queue.keep(
        queue,
        jobs.filter((each) => each.queue === queue).map(({ job }) => job),
      );
    const { leaseMs } = this.#queue.settings;
    const urls = jobs.flatMap(({ job }) => ("url" in job.data ? [job.data.url] : []));
    await this.#store.renewLeases(urls, { run: this.#run, nowMs: this.#queue.now(), leaseMs });
    await this.#queue.syncClock();
    await this.#register(this.#options.signal.aborted ? "draining" : "working");
  }

  async #register(state: "working" | "draining"): Promise<void> {
    const { sources, pages } = this.#done;
    await this.#queue.sql(
      `INSERT INTO ${QUEUE_SCHEMA}.fleet_workers (run, name, state, open, done) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (run) DO UPDATE SET seen_at = clock_timestamp(), state = $3, open = $4, done = $5`,
      [this.#run, this.#options.name, state, this.#open.size, sources + pages],
    );
  }

  async #renewKnown(): Promise<void> {
    await this.#known.sites.renew(this.#queue.now());
    this.#known = this.#readAgain();
  }

  #noteBack(): void {
    if (this.#awaySinceMs === undefined) return;
    this.#awaySinceMs = undefined;
    this.#options.onEvent?.({ kind: "back" });
  }

  /** Waits after the database failed; throws other errors, and this one once it has lasted too long. */
  async #noteAway(error: unknown): Promise<void> {
    const failure = asNewsError(error);
    if (!isStoreFault(failure) || !failure.retry) throw error;
    const isFirst = this.#awaySinceMs === undefined;
    this.#awaySinceMs ??= performance.now();
    const awayMs = performance.now() - this.#awaySinceMs;
    if (isFirst) this.#options.onEvent?.({ kind: "away", failure });
    if (awayMs > this.#options.giveUpMs) throw error;
    await sleep(Math.min(Math.max(IDLE_MS, awayMs / 2), MAX_AWAY_MS));
  }

  /** Waits until a job is done, or for a while. */
  async #someDone(ms: number): Promise<void> {
    const enough = new AbortController();
    const pause = sleep(ms, undefined, { signal: enough.signal }).catch(() => undefined);
    await Promise.race([pause, ...[...this.#open.values()].map(({ work }) => work)]);
    enough.abort();
  }

  /** Finishes what is open, gives back what takes too long, and signs off. */
  async end(): Promise<void> {
    const untilMs = performance.now() + this.#options.drainMs;
    await this.#register("draining").catch(() => undefined);
    while (this.#open.size > 0 && performance.now() < untilMs)
      await this.#someDone(Math.max(1, untilMs - performance.now()));
    clearInterval(this.#beat);
    for (const { queue, job } of this.#open.values()) {
      const failure = { code: "CLOSING", message: "The worker ended before it was done." };
      await this.#queue.fail(queue, job, failure).catch(() => undefined);
      this.#done.returned++;
    }
    await this.#store.releaseRun(this.#run).catch(() => undefined);
    await this.#store.endRun(this.#run, this.#queue.now()).catch(() => undefined);
    await this.#queue
      .sql(`DELETE FROM ${QUEUE_SCHEMA}.fleet_workers WHERE run = $1`, [this.#run])
      .catch(() => undefined);
  }
}

/** Why a page should be retried; undefined where that would not help. */
function transientFailure(result: Result): JobFailure | undefined {
  if (result.kind === "failed" && FAILURES[result.code].retry)
    return { code: result.code, message: result.message };
  if (result.kind === "not-obtained" && (result.reason === "blocked" || result.reason === "consent"))
    return { code: result.reason, message: `The server gave no article: ${result.reason}.` };
  return undefined;
}

function nextTryOf(result: Result): number | undefined {
  return "nextTryMs" in result ? result.nextTryMs : undefined;
}
