import { Piscina } from "piscina";
import { type FailureCode, NewsError } from "../errors/index.ts";
import { Slots } from "../fetch/index.ts";

/** Start-up limit of a thread; loading the largest model takes a second or two. */
const MAX_START_MS = 60_000;

/** Young generation of a thread that extracts pages: without a limit it grows by 170 MB in the first thousand pages (`npm run bench:serve`). */
export const PAGES_YOUNG_MB = 16;

/** The input of a worker file's `run`: some inputs, and the shared settings. */
export interface Chunk<I, S = unknown> {
  readonly inputs: readonly I[];
  readonly shared: S;
}

/** What a worker file exports. */
export interface WorkerFile {
  /** Loads what the first input would wait for; called once per thread, outside of any time limit. */
  prepare?(shared: unknown): unknown;
  /** Answers once for a whole chunk. */
  run(chunk: Chunk<unknown>): unknown;
}

/** What a thread is started with. */
export interface WorkerStart {
  readonly worker: string;
  readonly shared: unknown;
}

/** A chunk as a thread gets it. */
export interface PoolTask {
  readonly inputs: readonly unknown[];
  /** Absent where the pool needs no message that the thread begins. */
  readonly number?: number;
}

/** Tells the pool that a thread is ready and begins with a task. */
export interface Started {
  readonly started: number;
  readonly threadId: number;
}

/** How a pool runs a worker file. */
export interface PoolOptions<I, R> {
  readonly worker: URL;
  /** Threads; 0 runs the worker file in the calling thread, without time limit or protection from its death. */
  readonly workers: number;
  /** Time for a chunk once its thread is ready; one that takes longer is tried again input by input, each with this limit. */
  readonly timeoutMs: number;
  readonly shared?: unknown;
  /** Memory of a worker's heap; by default Node's own limit. */
  readonly heapMb?: number;
  /** Memory of the young generation, which V8 fills before it collects, and never returns. */
  readonly youngMb?: number;
  /** Idle time after which a thread ends; threads then start on demand. By default they stay. */
  readonly idleMs?: number;
  /** The answer for an input that crashed its worker or timed out; without it the failure is thrown. */
  readonly onFailure?: (input: I, error: NewsError) => R;
}

type Run<I, R> = (chunk: Chunk<I>) => R | Promise<R>;

/** Runs chunks of inputs in worker threads and survives their crashes: a crash is the failure of one input. */
export class WorkerPool<I, R> {
  readonly #options: PoolOptions<I, R>;
  readonly #threads: Piscina<PoolTask, R> | undefined;
  /** Callbacks for the start of tasks, by number. */
  readonly #onStart = new Map<number, () => void>();
  /** Threads that have begun with a task since the last one died. */
  readonly #ready = new Set<number>();
  #tasks = 0;
  readonly #slots: Slots;

  constructor(options: PoolOptions<I, R>) {
    this.#options = options;
    this.#slots = new Slots(Math.max(1, options.workers));
    if (options.workers > 0) {
      this.#threads = new Piscina({
        filename: workerUrl(import.meta.url, "pool-worker").href,
        workerData: { worker: options.worker.href, shared: options.shared } satisfies WorkerStart,
        name: "run",
        minThreads: options.idleMs === undefined ? 1 : 0,
        maxThreads: options.workers,
        idleTimeout: options.idleMs ?? Number.POSITIVE_INFINITY,
        resourceLimits: {
          ...(options.heapMb && { maxOldGenerationSizeMb: options.heapMb }),
          ...(options.youngMb && { maxYoungGenerationSizeMb: options.youngMb }),
        },
      });
      // A worker that dies between tasks is replaced at the next one.
      this.#threads.on("error", () => this.#ready.clear());
      this.#threads.on("message", ({ started, threadId }: Started) => {
        this.#ready.add(threadId);
        this.#onStart.get(started)?.();
      });
    }
  }

  /**
   * The answers for a chunk: one or, where the chunk crashed its worker, one for each input. Transferred buffers are not
   * copied and cannot be tried again, so only a single input may have some.
   */
  async run(inputs: readonly I[], handedOver: readonly ArrayBuffer[] = []): Promise<readonly R[]> {
    const chunk = await this.#attempt(inputs, handedOver);
    if ("value" in chunk) return [chunk.value];
    if (inputs.length === 1) return [this.#failed(inputs[0]!, chunk.error)];
    const answers: R[] = [];
    for (const input of inputs) {
      const one = await this.#attempt([input]);
      answers.push("value" in one ? one.value : this.#failed(input, one.error));
    }
    return answers;
  }

  async close(): Promise<void> {
    await this.#threads?.destroy();
  }

  #failed(input: I, error: NewsError): R {
    if (!this.#options.onFailure) throw error;
    return this.#options.onFailure(input, error);
  }

  async #attempt(
    inputs: readonly I[],
    handedOver: readonly ArrayBuffer[] = [],
  ): Promise<{ readonly value: R } | { readonly error: NewsError }> {
    // Piscina's own queue would start the clock before the work does.
    await this.#slots.enter();
    const stop = new AbortController();
    const number = this.#tasks++;
    const isReady = this.#isReady;
    let timer = setTimeout(() => stop.abort(), isReady ? this.#options.timeoutMs : MAX_START_MS);
    if (!isReady)
      this.#onStart.set(number, () => {
        clearTimeout(timer);
        timer = setTimeout(() => stop.abort(), this.#options.timeoutMs);
      });
    try {
      const task = isReady ? { inputs } : { inputs, number };
      return { value: await this.#runOnce(task, stop.signal, handedOver) };
    } catch (error) {
      this.#ready.clear();
      return { error: this.#explain(error, stop.signal.aborted ? "PAGE_TIMEOUT" : "WORKER_FAILED") };
    } finally {
      clearTimeout(timer);
      this.#onStart.delete(number);
      this.#slots.leave();
    }
  }

  /** Whether every thread has loaded its file, so that no message is needed at the start of each task. */
  get #isReady(): boolean {
    return this.#options.idleMs === undefined && this.#ready.size >= this.#options.workers;
  }

  async #runOnce(
    task: PoolTask & Pick<Chunk<I>, "inputs">,
    signal: AbortSignal,
    handedOver: readonly ArrayBuffer[],
  ): Promise<R> {
    if (this.#threads) return this.#threads.run(task, { signal, transferList: [...handedOver] });
    const worker: { run: Run<I, R> } = await import(/* @vite-ignore */ this.#options.worker.href);
    return worker.run({ inputs: task.inputs, shared: this.#options.shared });
  }

  #explain(cause: unknown, code: FailureCode): NewsError {
    const message =
      code === "PAGE_TIMEOUT"
        ? `No answer within ${this.#options.timeoutMs / 1000} s.`
        : `The worker ended: ${cause instanceof Error ? cause.message : String(cause)}`;
    return new NewsError(code, message, { cause });
  }
}

/** The file of a worker beside a module: `worker.ts` beside a source, `worker.js` beside a built file. */
export function workerUrl(moduleUrl: string, name: string): URL {
  const extension = /\.[cm]?[jt]s$/.exec(new URL(moduleUrl).pathname)?.[0] ?? ".js";
  return new URL(`./${name}${extension}`, moduleUrl);
}
