import { availableParallelism } from "node:os";
import { type KnownSites, WorkerPool, workerUrl } from "../batch/index.ts";
import { NewsError } from "../errors/index.ts";
import type {
  EncodedArticle,
  ExtractTask,
  LineAddress,
  WorkerAnswer,
  WorkerSettings,
} from "./extract-worker.ts";

/** How many pages are extracted at once, and how many may wait. */
export interface PoolLimits {
  /** Threads; one for each core where it is absent. */
  readonly workers?: number | undefined;
  /** Time for one page; after it the page is given up with its thread. */
  readonly pageTimeoutMs?: number | undefined;
  /** Pages that are worked on or wait, those of batches apart; more are refused, as waiting would only make every answer late. */
  readonly maxOpen?: number | undefined;
  /** Bytes of those pages. */
  readonly maxOpenBytes?: number | undefined;
  /** The largest page. */
  readonly maxBytes?: number | undefined;
  /** What a library knows of the pages' sites. */
  readonly knownSites?: KnownSites | undefined;
}

/** Pages for each worker where no limit is given: at 5 ms a page the last one waits 80 ms, and an overload makes nobody wait longer. */
const OPEN_PER_WORKER = 16;
const MIN_OPEN = 32;

/** Limits where none are given. */
export const POOL_DEFAULTS = {
  pageTimeoutMs: 30_000,
  maxOpenBytes: 256_000_000,
  maxBytes: 20_000_000,
} as const;

/** When to try again after OVERLOADED: queues of this length are short. */
const RETRY_MS = 1000;

/** Extracts pages in worker threads; what does not fit the queue is refused with OVERLOADED. */
export class ExtractionPool {
  readonly #pool: WorkerPool<ExtractTask, WorkerAnswer>;
  readonly #workers: number;
  readonly #maxOpen: number;
  readonly #maxOpenBytes: number;
  #open = 0;
  #openBytes = 0;
  /** Pages of batches, which are never refused. */
  #openLines = 0;

  constructor(limits: PoolLimits = {}) {
    this.#workers = limits.workers ?? availableParallelism();
    this.#maxOpen = limits.maxOpen ?? Math.max(MIN_OPEN, OPEN_PER_WORKER * this.#workers);
    this.#maxOpenBytes = limits.maxOpenBytes ?? POOL_DEFAULTS.maxOpenBytes;
    const { maxBytes = POOL_DEFAULTS.maxBytes, knownSites } = limits;
    const shared: WorkerSettings = { maxBytes, knownSites };
    this.#pool = new WorkerPool({
      worker: workerUrl(import.meta.url, "extract-worker"),
      workers: this.#workers,
      timeoutMs: limits.pageTimeoutMs ?? POOL_DEFAULTS.pageTimeoutMs,
      shared,
      onFailure: (_, { code, message }) => ({ failure: { code, message } }),
    });
  }

  /** Pages that are worked on or wait. */
  get open(): number {
    return this.#open + this.#openLines;
  }

  /** Throws OVERLOADED where another page would not be taken: asked before its body is read. */
  refuseIfFull(sizeBytes = 0): void {
    const isFull = this.#open >= this.#maxOpen || this.#openBytes + sizeBytes > this.#maxOpenBytes;
    if (isFull && this.#open > 0)
      throw new NewsError("OVERLOADED", "The server has as many pages as it can take.", {
        retryAfterMs: RETRY_MS,
      });
  }

  /** Starts every thread and has it load its models, so that the first requests need not wait. */
  async warm(): Promise<void> {
    const bytes = new TextEncoder().encode("<title>First</title><p>A first page.</p>");
    const tasks = Array.from({ length: this.#workers }, () =>
      this.#pool.run([{ kind: "page", bytes, how: {} }]),
    );
    await Promise.all(tasks);
  }

  /** Extracts one page; throws the failure of the page, or OVERLOADED. */
  async run(task: ExtractTask): Promise<EncodedArticle> {
    const sizeBytes = task.bytes.length;
    this.refuseIfFull(sizeBytes);
    this.#open++;
    this.#openBytes += sizeBytes;
    try {
      const answer = await this.#answer(task);
      if ("address" in answer) throw new NewsError("INTERNAL", "A page was taken for a line of a batch.");
      return answer;
    } finally {
      this.#open--;
      this.#openBytes -= sizeBytes;
    }
  }

  /** Extracts a page of a batch, which sends few at once and waits for them: it is never refused. */
  async runLine(task: ExtractTask): Promise<EncodedArticle | LineAddress> {
    this.#openLines++;
    try {
      return await this.#answer(task);
    } finally {
      this.#openLines--;
    }
  }

  async #answer(task: ExtractTask): Promise<EncodedArticle | LineAddress> {
    const [answer] = await this.#pool.run([task]);
    if (answer === undefined) throw new NewsError("WORKER_FAILED", "The worker gave no answer.");
    if ("failure" in answer) throw new NewsError(answer.failure.code, answer.failure.message);
    return answer;
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }
}
