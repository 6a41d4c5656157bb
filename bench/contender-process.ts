import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { GCProfiler, getHeapStatistics } from "node:v8";
import { type Contender, nameOf } from "./contenders.ts";
import type { PageChoice } from "./pages.ts";
import type { Runner, Taken } from "./race.ts";

/** The question to a contender's process: what the pages from `first` to before `end` take or allocate. */
export interface Question {
  readonly ask: keyof Answers;
  readonly first: number;
  readonly end: number;
}

/** Its answer. */
export interface Answers {
  readonly time: Taken;
  /** Page by page. */
  readonly allocations: readonly Allocation[];
}

const SCRIPT = fileURLToPath(new URL("contend.ts", import.meta.url));

/**
 * A contender in a process of its own, as users would run it: in one process the engine would compile the
 * code they share for all of them, and each would be slower because of the others.
 */
export class ContenderProcess implements Runner {
  readonly name: string;
  readonly #child: ChildProcess;

  /** Resolves when the process has read its pages. */
  static async start(contender: Contender, pages: PageChoice): Promise<ContenderProcess> {
    const child = fork(SCRIPT, [JSON.stringify({ contender, pages })], { execArgv: ["--expose-gc"] });
    await next(child);
    return new ContenderProcess(nameOf(contender), child);
  }

  private constructor(name: string, child: ChildProcess) {
    this.name = name;
    this.#child = child;
  }

  readonly timeOf = (first: number, end: number): Promise<Taken> => this.#ask("time", first, end);

  /** What each of the first pages allocates. */
  readonly allocationsOf = (count: number): Promise<readonly Allocation[]> =>
    this.#ask("allocations", 0, count);

  readonly close = (): void => {
    if (this.#child.connected) this.#child.disconnect();
  };

  async #ask<Ask extends keyof Answers>(ask: Ask, first: number, end: number): Promise<Answers[Ask]> {
    this.#child.send({ ask, first, end } satisfies Question);
    return (await next(this.#child)) as Answers[Ask];
  }
}

/** The next message of a process; one that ends in between has printed the reason on standard error. */
async function next(child: ChildProcess): Promise<unknown> {
  const end = new AbortController();
  const ended = once(child, "exit", { signal: end.signal }).then(([code, signal]) => {
    throw new Error(`A contender's process ended with ${code ?? signal}; its message is above.`);
  });
  try {
    const [message] = await Promise.race([once(child, "message", { signal: end.signal }), ended]);
    return message;
  } finally {
    end.abort();
    ended.catch(() => undefined);
  }
}

/** The memory that a call allocates, in bytes. */
interface Allocation {
  /**
   * Bytes that the call allocated on the heap, those that were collected meanwhile included. Older garbage that is swept only now
   * is subtracted, so that a single call may seem to free memory: take the median of several.
   */
  readonly heap: number;
  /** In array buffers, which lie beside the heap; those that are gone before the call ends may be missing. */
  readonly buffers: number;
}

/** The memory that a call allocates; `collect` is run first, so that earlier garbage does not count. */
export function allocationOf(call: () => unknown, collect: () => void): Allocation {
  collect();
  const profiler = new GCProfiler();
  profiler.start();
  const heapBefore = getHeapStatistics().used_heap_size;
  const buffersBefore = process.memoryUsage().arrayBuffers;
  call();
  const heapGrowth = getHeapStatistics().used_heap_size - heapBefore;
  const buffers = Math.max(0, process.memoryUsage().arrayBuffers - buffersBefore);
  const collections = profiler.stop()?.statistics ?? [];
  const heap = collections.reduce(
    (sum, { beforeGC, afterGC }) =>
      sum + beforeGC.heapStatistics.usedHeapSize - afterGC.heapStatistics.usedHeapSize,
    heapGrowth,
  );
  return { heap, buffers };
}
