import { availableParallelism } from "node:os";
import { NewsError } from "../errors/index.ts";
import { type PoolOptions, WorkerPool } from "./worker-pool.ts";

/** Chunks that wait for an earlier one, for each worker: enough to keep all busy while one is slow. */
const IN_FLIGHT_PER_WORKER = 4;
const DEFAULT_CHUNK = 8;
/** A chunk that is not full is sent after this, so that pages of a slow input do not wait. */
const LINGER_MS = 20;
/** Far above any real page; see docs/errors.md, PAGE_TIMEOUT. */
const DEFAULT_TIMEOUT_MS = 60_000;

/** How a worker file is run, and how many inputs go to a worker at once. */
interface OrderedOptions<I, R> extends Omit<PoolOptions<I, R>, "workers" | "timeoutMs"> {
  /** Threads: 0 stays in the calling thread, 1 is one beside it; the default is one for each core. */
  readonly workers?: number | undefined;
  /** Time for one input; 60 s. */
  readonly timeoutMs?: number | undefined;
  /** Inputs in a chunk, at most. */
  readonly chunk?: number;
  /** The weight of an input; a chunk is closed once it weighs `chunkWeight`. */
  readonly weigh?: (input: I) => number;
  readonly chunkWeight?: number;
  /** Chunks beyond this weight together wait, but one is always under way. */
  readonly maxWeight?: number;
  /** Whether answers come in input order, the default, or as they are ready. */
  readonly order?: Order | undefined;
  /** Answers for inputs of one key come in input order, whatever the order is. */
  readonly keyOf?: (input: I) => string;
}

/** The order of the answers. */
export type Order = "input" | "fastest";

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
  const { order = "input", maxWeight } = options;
  const queue = new InFlight<readonly R[]>(Math.max(1, workers) * IN_FLIGHT_PER_WORKER, { order, maxWeight });
  void feed(inputs, options, { pool, queue });
  try {
    for await (const answers of queue.read()) yield* answers;
  } finally {
    queue.stop();
    await pool.close();
  }
}

interface PoolEnds<I, R> {
  readonly pool: WorkerPool<I, R>;
  readonly queue: InFlight<readonly R[]>;
}

/** Runs beside the reader, so that answers flow while the input pauses. */
async function feed<I, R>(
  inputs: AsyncIterable<I> | Iterable<I>,
  options: OrderedOptions<I, R>,
  { pool, queue }: PoolEnds<I, R>,
): Promise<void> {
  const { chunk = DEFAULT_CHUNK, weigh, chunkWeight = Number.POSITIVE_INFINITY, order, keyOf } = options;
  const turns = order === "fastest" && keyOf ? new KeyTurns() : undefined;
  let held: I[] = [];
  let weight = 0;
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (held.length > 0 && !queue.isStopped) {
      const answers = pool.run(held);
      queue.push(keyOf && turns ? turns.after(held.map(keyOf), answers) : answers, weight);
    }
    held = [];
    weight = 0;
  };
  try {
    for await (const input of inputs) {
      await queue.whenFree();
      if (queue.isStopped) break;
      held.push(input);
      weight += weigh?.(input) ?? 0;
      if (held.length >= chunk || weight >= chunkWeight) flush();
      else timer ??= setTimeout(flush, LINGER_MS);
    }
    flush();
    queue.end();
  } catch (error) {
    flush();
    queue.end({ error });
  }
}

/** Lets answers wait for earlier ones that have a key in common with them. */
class KeyTurns {
  readonly #last = new Map<string, Promise<unknown>>();

  after<T>(keys: readonly string[], answers: Promise<T>): Promise<T> {
    const earlier = keys.flatMap((key) => this.#last.get(key) ?? []);
    // A rejection waits for its turn instead of ending the process.
    answers.catch(() => undefined);
    const turn = earlier.length === 0 ? answers : Promise.allSettled(earlier).then(() => answers);
    for (const key of keys) this.#last.set(key, turn);
    const forget = (): void => {
      for (const key of keys) if (this.#last.get(key) === turn) this.#last.delete(key);
    };
    turn.then(forget, forget);
    return turn;
  }
}

/** Maps inputs in this thread, some of them at once, in input order: for work that is mostly waiting. */
export async function* mapWaiting<I, O>(
  inputs: AsyncIterable<I> | Iterable<I>,
  limit: number,
  work: (input: I) => Promise<O>,
): AsyncGenerator<O, void, undefined> {
  const queue = new InFlight<O>(limit);
  void feedWaiting(inputs, queue, work);
  try {
    yield* queue.read();
  } finally {
    queue.stop();
  }
}

async function feedWaiting<I, O>(
  inputs: AsyncIterable<I> | Iterable<I>,
  queue: InFlight<O>,
  work: (input: I) => Promise<O>,
): Promise<void> {
  try {
    for await (const input of inputs) {
      await queue.whenFree();
      if (queue.isStopped) break;
      queue.push(work(input));
    }
    queue.end();
  } catch (error) {
    queue.end({ error });
  }
}

/** An answer that is not there yet, or not read yet. */
interface Flight<T> {
  readonly promise: Promise<T>;
  readonly weight: number;
  isDone: boolean;
}

/** A bounded queue of promises, read in the order in which they were pushed or are ready. */
class InFlight<T> {
  readonly #limit: number;
  readonly #maxWeight: number;
  readonly #order: Order;
  readonly #queue: Flight<T>[] = [];
  #weight = 0;
  #ended = false;
  #stopped = false;
  #failure: { readonly error: unknown } | undefined;
  readonly #changes = new Changes();

  constructor(limit: number, { order = "input" as Order, maxWeight = Number.POSITIVE_INFINITY } = {}) {
    this.#limit = limit;
    this.#order = order;
    this.#maxWeight = maxWeight;
  }

  /** Whether the reader has stopped. */
  get isStopped(): boolean {
    return this.#stopped;
  }

  push(promise: Promise<T>, weight = 0): void {
    const flight = { promise, weight, isDone: false };
    const done = () => {
      flight.isDone = true;
      if (this.#order === "fastest") this.#changes.signal();
    };
    // A rejection waits for the reader instead of ending the process.
    promise.then(done, done);
    this.#queue.push(flight);
    this.#weight += weight;
    this.#changes.signal();
  }

  /** Resolves once fewer promises than the limit wait to be read. */
  async whenFree(): Promise<void> {
    while (this.#isFull && !this.#stopped) await this.#changes.next();
  }

  get #isFull(): boolean {
    const { length } = this.#queue;
    return length >= this.#limit || (length > 0 && this.#weight >= this.#maxWeight);
  }

  /** Closes the queue; with an error, reading throws it after the answers before it. */
  end(failure?: { readonly error: unknown }): void {
    this.#ended = true;
    this.#failure = failure;
    this.#changes.signal();
  }

  /** The reader has stopped. */
  stop(): void {
    this.#stopped = true;
    this.#changes.signal();
  }

  async *read(): AsyncGenerator<T, void, undefined> {
    while (true) {
      const at = this.#order === "input" ? 0 : this.#queue.findIndex(({ isDone }) => isDone);
      const flight = this.#queue[at];
      if (flight) {
        const value = await flight.promise;
        this.#queue.splice(this.#queue.indexOf(flight), 1);
        this.#weight -= flight.weight;
        this.#changes.signal();
        yield value;
      } else if (this.#ended && this.#queue.length === 0) {
        if (this.#failure) throw this.#failure.error;
        return;
      } else await this.#changes.next();
    }
  }
}

/** A condition variable: many can wait for the next signal. */
export class Changes {
  #waiting: (() => void)[] = [];

  /** Resolves at the next signal. */
  next(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  signal(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}
