import { availableParallelism } from "node:os";
import { WorkerPool, workerUrl } from "../batch/index.ts";
import { NewsError } from "../errors/index.ts";
import { Slots } from "../fetch/index.ts";
import type {
  EncodedArticle,
  ExtractTask,
  LineAddress,
  PoolInput,
  TaskBytes,
  WorkerAnswer,
  WorkerSettings,
} from "./extract-worker.ts";
import type { LiveSites } from "./live-sites.ts";
import { RawBody } from "./raw-body.ts";

/** How many pages are extracted at once, and how many may wait. */
export interface PoolLimits {
  /** Threads; one for each core where it is absent. */
  readonly workers?: number | undefined;
  /** Time for one page; after it the page is given up with its thread. */
  readonly pageTimeoutMs?: number | undefined;
  /** Pages in work or waiting, without those of batches; more are refused, as a longer queue would only delay every answer. */
  readonly maxOpen?: number | undefined;
  /** Bytes of those pages. */
  readonly maxOpenBytes?: number | undefined;
  readonly maxBytes?: number | undefined;
  /** What a library knows of the pages' sites. */
  readonly sites?: Pick<LiveSites, "current"> | undefined;
}

/** Default queue for each worker: at 5 ms a page the last one waits 80 ms, in an overload too. */
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
/** Pages of 20 MB, the worst kinds of `bench:hostile` among them, were extracted with half of it. */
const HEAP_MB = 512;
/** Young generation of a thread: with the 16 MB of a batch it is collected twice as often. */
const YOUNG_MB = 32;

/** Pages of this size and more take longer than several dozen others. */
const LARGE_BYTES = 1_000_000;

/** Extracts pages in worker threads; what does not fit the queue is refused with OVERLOADED. */
export class ExtractionPool {
  readonly #pool: WorkerPool<PoolInput, WorkerAnswer>;
  readonly #sites: PoolLimits["sites"];
  readonly #workers: number;
  readonly #queue: QueueLimit;
  readonly #maxOpenBytes: number;
  readonly #largeSlots: Slots;
  #open = 0;
  #openBytes = 0;
  /** Made once: an overload refuses thousands a second, and the stack of an error takes longer than all else of an answer. */
  readonly #full = new NewsError("OVERLOADED", "The server has as many pages as it can take.", {
    retryAfterMs: RETRY_MS,
  });
  /** Pages of batches, which are never refused. */
  #openLines = 0;

  constructor(limits: PoolLimits = {}) {
    this.#workers = limits.workers ?? availableParallelism();
    const maxOpen = limits.maxOpen ?? Math.max(MIN_OPEN, OPEN_PER_WORKER * this.#workers);
    this.#queue = new QueueLimit(maxOpen, this.#workers);
    // One thread is left to smaller pages, so that they do not wait for large ones.
    this.#largeSlots = new Slots(Math.max(1, this.#workers - 1));
    this.#maxOpenBytes = limits.maxOpenBytes ?? POOL_DEFAULTS.maxOpenBytes;
    const { maxBytes = POOL_DEFAULTS.maxBytes } = limits;
    const shared: WorkerSettings = { maxBytes };
    this.#sites = limits.sites;
    this.#pool = new WorkerPool({
      worker: workerUrl(import.meta.url, "extract-worker"),
      workers: this.#workers,
      timeoutMs: limits.pageTimeoutMs ?? POOL_DEFAULTS.pageTimeoutMs,
      shared,
      heapMb: HEAP_MB,
      youngMb: YOUNG_MB,
      onFailure: (_, { code, message }) => ({ failure: { code, message } }),
    });
  }

  /** Pages that are worked on or wait. */
  get open(): number {
    return this.#open + this.#openLines;
  }

  /** Throws OVERLOADED where another page would be refused: called before its body is read. */
  refuseIfFull(sizeBytes = 0): void {
    const isFull = this.#open >= this.#queue.limit || this.#openBytes + sizeBytes > this.#maxOpenBytes;
    if (!isFull || this.#open === 0) return;
    this.#queue.noteRefused();
    throw this.#full;
  }

  /** Starts every thread and has it load its models, so that the first requests need not wait. */
  async warm(): Promise<void> {
    const bytes = new TextEncoder().encode("<title>First</title><p>A first page.</p>");
    const tasks = Array.from({ length: this.#workers }, () =>
      this.#pool.run([{ task: { kind: "page", bytes, how: {} }, sites: undefined }]),
    );
    await Promise.all(tasks);
  }

  /** Extracts one page; throws the failure of the page, or OVERLOADED. */
  async run(task: ExtractTask): Promise<EncodedArticle> {
    const sizeBytes = sizeOf(task.bytes);
    this.refuseIfFull(sizeBytes);
    this.#open++;
    this.#openBytes += sizeBytes;
    const [ahead, startedMs] = [this.open, performance.now()];
    try {
      const answer = await this.#answer(task);
      this.#queue.noteAnswered(performance.now() - startedMs, ahead);
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

  #answer(task: ExtractTask): Promise<EncodedArticle | LineAddress> {
    const ask = () => this.#ask(task);
    return sizeOf(task.bytes) < LARGE_BYTES ? ask() : this.#largeSlots.take(ask);
  }

  async #ask(task: ExtractTask): Promise<EncodedArticle | LineAddress> {
    const sites = await this.#sites?.current();
    const [answer] = await this.#pool.run([{ task, sites }], handedOver(task.bytes));
    if (answer === undefined) throw new NewsError("WORKER_FAILED", "The worker gave no answer.");
    if ("failure" in answer) throw new NewsError(answer.failure.code, answer.failure.message);
    return answer;
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }
}

function sizeOf(bytes: TaskBytes): number {
  return bytes instanceof Uint8Array ? bytes.length : new RawBody(bytes).sizeBytes;
}

/** The buffers to transfer to the thread; a chunk that is part of a larger buffer is copied. */
function handedOver(bytes: TaskBytes): ArrayBuffer[] {
  if (bytes instanceof Uint8Array) return [];
  return bytes.flatMap(({ buffer, byteLength }) =>
    buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [],
  );
}

/** An overload lasts until this long after the last refusal. */
const CALM_MS = 1000;
/** Weight of a page in the moving averages: of recent pages, of usual ones, and of usual ones in an overload, which may be the new normal. */
const WEIGHTS = { recent: 0.1, usual: 0.02, overloaded: 0.0005 } as const;

/**
 * How many pages may be open. In an overload each page takes longer, as refusing takes time too: the queue is shortened in
 * proportion, so that an accepted page waits no longer than in a queue that was just full before.
 */
export class QueueLimit {
  readonly #maxOpen: number;
  readonly #workers: number;
  readonly #now: () => number;
  #usualMs: number | undefined;
  #recentMs: number | undefined;
  #refusedMs = Number.NEGATIVE_INFINITY;

  constructor(maxOpen: number, workers: number, now: () => number = () => performance.now()) {
    this.#maxOpen = maxOpen;
    this.#workers = workers;
    this.#now = now;
  }

  get limit(): number {
    if (!this.#isOverloaded || this.#usualMs === undefined || this.#recentMs === undefined)
      return this.#maxOpen;
    const share = Math.min(1, this.#usualMs / this.#recentMs);
    // Enough that a worker always finds a page waiting.
    return Math.min(this.#maxOpen, Math.max(2 * this.#workers, Math.round(share * this.#maxOpen)));
  }

  noteRefused(): void {
    this.#refusedMs = this.#now();
  }

  /** Records the time that a page took with its wait, and how many were open with it. */
  noteAnswered(tookMs: number, open: number): void {
    const pageMs = (tookMs * this.#workers) / Math.max(open, this.#workers);
    this.#recentMs = mix(this.#recentMs, pageMs, WEIGHTS.recent);
    this.#usualMs = mix(this.#usualMs, pageMs, this.#isOverloaded ? WEIGHTS.overloaded : WEIGHTS.usual);
  }

  get #isOverloaded(): boolean {
    return this.#now() - this.#refusedMs < CALM_MS;
  }
}

function mix(mean: number | undefined, value: number, weight: number): number {
  return mean === undefined ? value : mean + weight * (value - mean);
}
