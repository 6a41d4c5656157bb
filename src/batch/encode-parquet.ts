import { WorkerPool, workerUrl } from "./worker-pool.ts";

/** A file of lines that becomes a Parquet file. */
export interface ParquetTask {
  readonly linesPath: string;
  readonly path: string;
}

/** A row group of the largest size takes seconds. */
const TIMEOUT_MS = 600_000;

/** Young generation of its heap: without a limit a row group leaves 100 MB more. */
const YOUNG_MB = 8;

/** Writes files of lines as Parquet files, in a thread of its own that starts with the first. */
export class ParquetEncoder {
  readonly #fields: readonly string[] | undefined;
  #pool: WorkerPool<ParquetTask, number> | undefined;
  #ms = 0;

  constructor(fields: readonly string[] | undefined) {
    this.#fields = fields;
  }

  /** CPU time of the thread. */
  get ms(): number {
    return this.#ms;
  }

  async encode(linesPath: string, path: string): Promise<void> {
    this.#pool ??= new WorkerPool({
      worker: workerUrl(import.meta.url, "parquet-worker"),
      workers: 1,
      timeoutMs: TIMEOUT_MS,
      youngMb: YOUNG_MB,
      shared: { fields: this.#fields },
    });
    const [ms = 0] = await this.#pool.run([{ linesPath, path }]);
    this.#ms += ms;
  }

  async close(): Promise<void> {
    await this.#pool?.close();
  }
}
