/** How many times the small task the large one is. */
const GROWTH = 8;
/** In linear time a large task takes as long as its small ones together, in quadratic time `GROWTH` times that; caches add less. */
export const MOST_GROWTH = 3;
/** Some kernels count processor time in ticks of 4 to 10 ms: shorter times cannot be compared. */
const GRAIN_MS = 10;
const MOST_ROUNDS = 5;

/**
 * How many times as long a task takes as `GROWTH` tasks of a size: the same where time grows as a task does. The least of
 * several rounds, as collections and other processes only add. What `make` does itself is not counted.
 */
export function timeGrowth(size: number, make: (size: number) => () => void): number {
  const small = make(size);
  const large = make(GROWTH * size);
  const smallOnes = () => {
    for (let at = 0; at < GROWTH; at++) small();
  };
  // Before it is compiled, small tasks alone would take long, and hide what the large one takes.
  smallOnes();
  let smallMs = Number.POSITIVE_INFINITY;
  let largeMs = Number.POSITIVE_INFINITY;
  let growth = Number.POSITIVE_INFINITY;
  for (let round = 0; round < MOST_ROUNDS && growth >= MOST_GROWTH; round++) {
    smallMs = Math.min(smallMs, processorMs(smallOnes));
    largeMs = Math.min(largeMs, processorMs(large));
    growth = largeMs / Math.max(smallMs, GRAIN_MS);
  }
  return growth;
}

/** The processor time of a task: a busy machine slows the clock on the wall, not this one. Of this thread where Node can tell (from 23.9 on). */
export function processorMs(task: () => void): number {
  const before = processorUsage();
  task();
  const after = processorUsage();
  return (after.user + after.system - before.user - before.system) / 1000;
}

function processorUsage(): NodeJS.CpuUsage {
  return process.threadCpuUsage?.() ?? process.cpuUsage();
}
