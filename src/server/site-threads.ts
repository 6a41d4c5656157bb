import { WorkerPool, workerUrl } from "../batch/index.ts";
import type { AddedPage, CollectSummary, SentPage } from "../collect/index.ts";
import { NewsError } from "../errors/index.ts";
import type { StoredRawPage } from "../store/index.ts";
import { Gate } from "./gate.ts";
import type { AnnouncedList, SiteAnswer, SiteSettings, SiteTask } from "./site-worker.ts";

/** Lists read at once. */
const LIST_THREADS = 2;
/** Lists being read or waiting; more are refused. */
const MAX_OPEN_LISTS = 32;
const LIST_TIMEOUT_MS = 60_000;
/** Rendering has a limit of its own, half of it. */
const RENDER_TIMEOUT_MS = 60_000;
/** Pages that clients send for the library: one after the other, as a library has one writer; more are refused. */
const MAX_OPEN_PAGES = 16;
const ADD_TIMEOUT_MS = 60_000;
/** The longest that a timer can be; a run of the collector ends by itself. */
const COLLECT_TIMEOUT_MS = 2 ** 31 - 1;
/** An idle thread takes 70 MB, and most servers need none most of the time. */
const IDLE_MS = 60_000;

/** The run of the collector that is going on, or that ended last. */
export interface CollectState {
  readonly isRunning: boolean;
  readonly startedMs: number | null;
  readonly endedMs: number | null;
  /** Null also where the run is left to a fleet. */
  readonly summary: CollectSummary | null;
  readonly failure: { readonly code: string; readonly message: string } | null;
}

/** Reads lists, collects and renders kept pages, in threads of their own that start when they are needed. */
export class SiteThreads {
  readonly #lists: WorkerPool<SiteTask, SiteAnswer>;
  readonly #collector: WorkerPool<SiteTask, SiteAnswer>;
  readonly #renderer: WorkerPool<SiteTask, SiteAnswer>;
  readonly #adder: WorkerPool<SiteTask, SiteAnswer>;
  readonly #addGate = new Gate(MAX_OPEN_PAGES, "The server adds as many pages as it can.");
  readonly #listGate = new Gate(MAX_OPEN_LISTS, "The server reads as many lists as it can.");
  readonly #now: () => number;
  #state: CollectState = { isRunning: false, startedMs: null, endedMs: null, summary: null, failure: null };

  constructor(shared: SiteSettings, now: () => number = () => Date.now()) {
    const pool = (workers: number, timeoutMs: number) =>
      new WorkerPool<SiteTask, SiteAnswer>({
        worker: workerUrl(import.meta.url, "site-worker"),
        workers,
        timeoutMs,
        shared,
        idleMs: IDLE_MS,
        onFailure: (_, { code, message }) => ({ failure: { code, message } }),
      });
    this.#lists = pool(LIST_THREADS, LIST_TIMEOUT_MS);
    this.#collector = pool(1, COLLECT_TIMEOUT_MS);
    this.#renderer = pool(1, RENDER_TIMEOUT_MS);
    this.#adder = pool(1, ADD_TIMEOUT_MS);
    this.#now = now;
  }

  /** The first entries that a feed or a front page announces. */
  async list(url: string, limit: number): Promise<AnnouncedList> {
    const answer = await this.#listGate.pass(() => runOne(this.#lists, { kind: "list", url, limit }));
    if ("list" in answer) return answer.list;
    throw failureOf(answer);
  }

  /** Adds a page that a client sent to the library. */
  async addPage(page: SentPage): Promise<AddedPage> {
    const answer = await this.#addGate.pass(() => runOne(this.#adder, { kind: "add", ...page }));
    if ("added" in answer) return answer.added;
    throw failureOf(answer);
  }

  /** The article of a kept page in the styles of that page. */
  async renderOriginal({ bytes, url, charset }: StoredRawPage): Promise<string> {
    const answer = await runOne(this.#renderer, { kind: "original", bytes, url, charset });
    if ("styled" in answer) return answer.styled;
    throw failureOf(answer);
  }

  /** The progress of collecting. */
  get state(): CollectState {
    return this.#state;
  }

  /** Starts to collect; there is one run at a time. */
  startCollecting(addresses: readonly string[]): CollectState {
    if (this.#state.isRunning) throw new NewsError("COLLECT_RUNNING", "A run of the collector is going on.");
    const startedMs = this.#now();
    this.#state = { isRunning: true, startedMs, endedMs: null, summary: null, failure: null };
    void this.#collect(startedMs, addresses);
    return this.#state;
  }

  async #collect(startedMs: number, addresses: readonly string[]): Promise<void> {
    const answer = await runOne(this.#collector, { kind: "collect", addresses });
    const ended = { isRunning: false, startedMs, endedMs: this.#now(), summary: null, failure: null };
    if ("summary" in answer) this.#state = { ...ended, summary: answer.summary };
    else this.#state = { ...ended, failure: "failure" in answer ? answer.failure : null };
  }

  /** Ends the threads; a library keeps whole articles, and the next run continues. */
  async close(): Promise<void> {
    const pools = [this.#lists, this.#collector, this.#renderer, this.#adder];
    await Promise.all(pools.map((pool) => pool.close()));
  }
}

async function runOne(pool: WorkerPool<SiteTask, SiteAnswer>, task: SiteTask): Promise<SiteAnswer> {
  const [answer] = await pool.run([task]);
  return answer ?? { failure: { code: "WORKER_FAILED", message: "The worker gave no answer." } };
}

function failureOf(answer: SiteAnswer): NewsError {
  if (!("failure" in answer)) return new NewsError("INTERNAL", "A thread gave the answer to another task.");
  return new NewsError(answer.failure.code, answer.failure.message);
}
