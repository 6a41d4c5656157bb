import { Piscina } from "piscina";
import { type FailureCode, NewsError } from "../errors/index.ts";

/** What a worker file's `run` is given: some inputs, and what is the same for all of them. */
export interface Chunk<I, S = unknown> {
  readonly inputs: readonly I[];
  readonly shared: S;
}

/** How a pool runs a worker file, which exports `run(chunk)` and answers once for a whole chunk. */
export interface PoolOptions<I, R> {
  readonly worker: URL;
  /** Threads; 0 runs the worker file in the calling thread, without time limit or protection from its death. */
  readonly workers: number;
  /** Time for a chunk; one that takes longer is tried again input by input, each with this limit. */
  readonly timeoutMs: number;
  readonly shared?: unknown;
  /** Memory of a worker's heap; by default Node's own limit. */
  readonly heapMb?: number;
  /** The answer for an input that its worker did not survive; without it the failure is thrown. */
  readonly onFailure?: (input: I, error: NewsError) => R;
}

type Run<I, R> = (chunk: Chunk<I>) => R | Promise<R>;

/** Runs chunks of inputs in worker threads and outlives them: whatever ends a worker becomes the failure of one input. */
export class WorkerPool<I, R> {
  readonly #options: PoolOptions<I, R>;
  readonly #threads: Piscina<Chunk<I>, R> | undefined;
  #free: number;
  readonly #queue: (() => void)[] = [];

  constructor(options: PoolOptions<I, R>) {
    this.#options = options;
    this.#free = Math.max(1, options.workers);
    if (options.workers > 0) {
      this.#threads = new Piscina({
        filename: options.worker.href,
        name: "run",
        minThreads: 1,
        maxThreads: options.workers,
        idleTimeout: Number.POSITIVE_INFINITY,
        ...(options.heapMb && { resourceLimits: { maxOldGenerationSizeMb: options.heapMb } }),
      });
      // A worker that dies between tasks is replaced at the next one; nobody is waiting for this error.
      this.#threads.on("error", () => undefined);
    }
  }

  /** The answers for a chunk: one, or one an input where the chunk's worker did not survive. */
  async run(inputs: readonly I[]): Promise<readonly R[]> {
    const chunk = await this.#attempt(inputs);
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

  async #attempt(inputs: readonly I[]): Promise<{ readonly value: R } | { readonly error: NewsError }> {
    // Piscina's own queue would start the clock before the work does.
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#queue.push(resolve));
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), this.#options.timeoutMs);
    try {
      return { value: await this.#runOnce({ inputs, shared: this.#options.shared }, stop.signal) };
    } catch (error) {
      return { error: this.#explain(error, stop.signal.aborted ? "PAGE_TIMEOUT" : "WORKER_FAILED") };
    } finally {
      clearTimeout(timer);
      const next = this.#queue.shift();
      if (next) next();
      else this.#free++;
    }
  }

  async #runOnce(chunk: Chunk<I>, signal: AbortSignal): Promise<R> {
    if (this.#threads) return this.#threads.run(chunk, { signal });
    const worker: { run: Run<I, R> } = await import(/* @vite-ignore */ this.#options.worker.href);
    return worker.run(chunk);
  }

  #explain(cause: unknown, code: FailureCode): NewsError {
    const message =
      code === "PAGE_TIMEOUT"
        ? `No answer within ${this.#options.timeoutMs / 1000} s.`
        : `The worker ended: ${cause instanceof Error ? cause.message : String(cause)}`;
    return new NewsError(code, message, { cause });
  }
}
