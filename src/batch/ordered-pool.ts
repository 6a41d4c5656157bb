import { availableParallelism } from "node:os";
import { NewsError } from "../errors/index.ts";
import { InFlight } from "./in-flight.ts";
import { type PoolOptions, WorkerPool } from "./worker-pool.ts";

/** Chunks that wait for an earlier one, for each worker: enough to keep all busy while one is slow. */
const IN_FLIGHT_PER_WORKER = 4;
const DEFAULT_CHUNK = 8;
/** A chunk that is not full goes out after this, so that a slow or waiting writer of the input gets its answers. */
const LINGER_MS = 20;
/** No honest page comes near it; see docs/errors.md, PAGE_TIMEOUT. */
const DEFAULT_TIMEOUT_MS = 60_000;

/** How many inputs go to a worker at once, and how many may be under way. */
export interface OrderedOptions<I, R> extends Omit<PoolOptions<I, R>, "workers" | "timeoutMs"> {
  /** Threads: 0 stays in the calling thread, 1 is one beside it; the default is one for each core. */
  readonly workers?: number | undefined;
  /** Time for one input; 60 s. */
  readonly timeoutMs?: number | undefined;
  /** Inputs in a chunk, at most. */
  readonly chunk?: number;
  /** Chunks read but not yet answered in order, at most: the bound on memory. */
  readonly maxInFlight?: number;
  /** The weight of an input; a chunk is closed once it weighs `chunkWeight`. */
  readonly weigh?: (input: I) => number;
  readonly chunkWeight?: number;
}

/**
 * Maps inputs to outputs in worker threads, in input order. The worker file exports
 * `run({ inputs, shared })`, which returns (a promise of) one output for every input.
 */
export async function* mapOrdered<I, O>(
  inputs: AsyncIterable<I> | Iterable<I>,
  options: OrderedOptions<I, O>,
): AsyncGenerator<O, void, undefined> {
  const { onFailure, ...rest } = options;
  const chunks = mapChunks<I, readonly O[]>(inputs, {
    ...rest,
    ...(onFailure && { onFailure: (input: I, error: NewsError) => [onFailure(input, error)] }),
  });
  for await (const outputs of chunks) yield* outputs;
}

/** Like `mapOrdered`, for a worker file whose `run` gives one answer for a whole chunk. */
export async function* mapChunks<I, R>(
  inputs: AsyncIterable<I> | Iterable<I>,
  options: OrderedOptions<I, R>,
): AsyncGenerator<R, void, undefined> {
  const workers = options.workers ?? availableParallelism();
  if (!Number.isInteger(workers) || workers < 0) {
    throw new NewsError("BAD_OPTION", `The number of workers must be whole and not below 0, not ${workers}.`);
  }
  const pool = new WorkerPool<I, R>({
    ...options,
    workers,
    timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
  });
  const line = new InFlight<readonly R[]>(options.maxInFlight ?? Math.max(1, workers) * IN_FLIGHT_PER_WORKER);
  void feed(inputs, options, { pool, line });
  try {
    for await (const answers of line.read()) yield* answers;
  } finally {
    line.stop();
    await pool.close();
  }
}

interface Ends<I, R> {
  readonly pool: WorkerPool<I, R>;
  readonly line: InFlight<readonly R[]>;
}

/** Runs beside the reader, so that answers flow while the input pauses. */
async function feed<I, R>(
  inputs: AsyncIterable<I> | Iterable<I>,
  options: OrderedOptions<I, R>,
  { pool, line }: Ends<I, R>,
): Promise<void> {
  const { chunk = DEFAULT_CHUNK, weigh, chunkWeight = Number.POSITIVE_INFINITY } = options;
  let held: I[] = [];
  let weight = 0;
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (held.length > 0 && !line.isStopped) line.push(pool.run(held));
    held = [];
    weight = 0;
  };
  try {
    for await (const input of inputs) {
      await line.room();
      if (line.isStopped) break;
      held.push(input);
      weight += weigh?.(input) ?? 0;
      if (held.length >= chunk || weight >= chunkWeight) flush();
      else timer ??= setTimeout(flush, LINGER_MS);
    }
    flush();
    line.end();
  } catch (error) {
    flush();
    line.end({ error });
  }
}
