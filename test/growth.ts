/** How many times the small task the large one is. */
const GROWTH = 8;
/**
 * In linear time a large task takes as long as its small ones together, in quadratic time `GROWTH` times that. Caches and
 * collections add up to three times where a large task leaves the processor's cache.
 */
export const MOST_GROWTH = 5;
/** Some kernels count processor time in ticks of 4 to 10 ms, so short tasks are repeated until they take this long. */
const LEAST_MS = 50;
const MOST_REPEATS = 64;
const MOST_ROUNDS = 8;

/**
 * The time of a task, divided by that of `GROWTH` tasks of a `GROWTH`th of its size: 1 where time is linear. The least of several
 * rounds, as garbage collection and other processes only add time. The time of `make` itself is not counted.
 */
export function timeGrowth(size: number, make: (size: number) => () => void): number {
  const small = make(size);
  const large = make(GROWTH * size);
  // Compiled first: otherwise the small tasks alone would take long, and hide the time of the large one.
  repeat(small, GROWTH);
  let repeats = 1;
  let smallMs = processorMs(() => repeat(small, GROWTH));
  while (smallMs < LEAST_MS && repeats < MOST_REPEATS) {
    repeats *= 2;
    smallMs = processorMs(() => repeat(small, repeats * GROWTH));
  }
  let largeMs = processorMs(() => repeat(large, repeats));
  const growth = () => largeMs / Math.max(smallMs, LEAST_MS);
  for (let round = 1; round < MOST_ROUNDS && growth() >= MOST_GROWTH; round++) {
    smallMs = Math.min(
      smallMs,
      processorMs(() => repeat(small, repeats * GROWTH)),
    );
    largeMs = Math.min(
      largeMs,
      processorMs(() => repeat(large, repeats)),
    );
  }
  return growth();
}

function repeat(task: () => void, times: number): void {
  for (let at = 0; at < times; at++) task();
}

/** The processor time of a task, which a busy machine does not change; of this thread alone where Node can tell (from 23.9 on). */
export function processorMs(task: () => void): number {
  return timed(task).tookMs;
}

/** The result of a task, and its processor time. */
export function timed<R>(task: () => R): { readonly result: R; readonly tookMs: number } {
  const before = processorUsage();
  const result = task();
  return { result, tookMs: millisecondsSince(before) };
}

/** The result of an asynchronous task, and its processor time. */
export async function timedUntil<R>(
  task: () => Promise<R>,
): Promise<{ readonly result: R; readonly tookMs: number }> {
  const before = processorUsage();
  const result = await task();
  return { result, tookMs: millisecondsSince(before) };
}

function millisecondsSince(before: NodeJS.CpuUsage): number {
  const after = processorUsage();
  return (after.user + after.system - before.user - before.system) / 1000;
}

function processorUsage(): NodeJS.CpuUsage {
  return process.threadCpuUsage?.() ?? process.cpuUsage();
}
