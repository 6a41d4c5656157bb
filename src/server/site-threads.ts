import { WorkerPool, workerUrl } from "../batch/index.ts";
import type { CollectSummary } from "../collect/index.ts";
import { NewsError } from "../errors/index.ts";
import type { AnnouncedList, SiteAnswer, SiteSettings, SiteTask } from "./site-worker.ts";

/** Lists that are read at once; more wait. */
const LIST_THREADS = 2;
/** Lists that are read or wait; more are refused. */
const MAX_OPEN_LISTS = 32;
const LIST_TIMEOUT_MS = 60_000;
/** A timer's longest; a run of the collector ends by itself. */
const COLLECT_TIMEOUT_MS = 2 ** 31 - 1;
const RETRY_MS = 5000;

/** The run of the collector that is going on, or that ended last. */
export interface CollectState {
  readonly isRunning: boolean;
  readonly startedMs: number | null;
  readonly endedMs: number | null;
  readonly summary: CollectSummary | null;
  readonly failure: { readonly code: string; readonly message: string } | null;
}

/** Reads lists and collects in threads of their own. */
export class SiteThreads {
  readonly #lists: WorkerPool<SiteTask, SiteAnswer>;
  readonly #collector: WorkerPool<SiteTask, SiteAnswer>;
  readonly #now: () => number;
  #openLists = 0;
  #state: CollectState = { isRunning: false, startedMs: null, endedMs: null, summary: null, failure: null };

  constructor(shared: SiteSettings, now: () => number = () => Date.now()) {
    const worker = workerUrl(import.meta.url, "site-worker");
    const onFailure = (_: SiteTask, { code, message }: NewsError): SiteAnswer => ({
      failure: { code, message },
    });
    this.#lists = new WorkerPool({
      worker,
      workers: LIST_THREADS,
      timeoutMs: LIST_TIMEOUT_MS,
      shared,
      onFailure,
    });
    this.#collector = new WorkerPool({
      worker,
      workers: 1,
      timeoutMs: COLLECT_TIMEOUT_MS,
      shared,
      onFailure,
    });
    this.#now = now;
  }

  /** What a feed or a front page announces, the first entries of it. */
  async list(url: string, limit: number): Promise<AnnouncedList> {
    if (this.#openLists >= MAX_OPEN_LISTS)
      throw new NewsError("OVERLOADED", "The server reads as many lists as it can.", {
        retryAfterMs: RETRY_MS,
      });
    this.#openLists++;
    try {
      const answer = await runOne(this.#lists, { kind: "list", url, limit });
      if ("list" in answer) return answer.list;
      throw failureOf(answer);
    } finally {
      this.#openLists--;
    }
  }

  /** How far collecting is. */
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
    else if ("failure" in answer) this.#state = { ...ended, failure: answer.failure };
  }

  /** Ends the threads; a library keeps whole articles, and the next run continues. */
  async close(): Promise<void> {
    await Promise.all([this.#lists.close(), this.#collector.close()]);
  }
}

async function runOne(pool: WorkerPool<SiteTask, SiteAnswer>, task: SiteTask): Promise<SiteAnswer> {
  const [answer] = await pool.run([task]);
  return answer ?? { failure: { code: "WORKER_FAILED", message: "The worker gave no answer." } };
}

function failureOf(answer: SiteAnswer): NewsError {
  if (!("failure" in answer))
    return new NewsError("INTERNAL", "A thread gave the answer to another question.");
  return new NewsError(answer.failure.code, answer.failure.message);
}
