import { GCProfiler, getHeapStatistics } from "node:v8";

/** What a call allocates, in bytes. */
export interface Allocation {
  /**
   * On the heap: what it holds more after the call than before, and what was collected in between. What was collected
   * earlier and is swept only now is taken off, so that single calls may seem to free: take the middle of several.
   */
  readonly heap: number;
  /** In array buffers, which lie beside the heap; those that are gone before the call ends may be missing. */
  readonly buffers: number;
}

/** What a call allocates; `collect` is run first, so that what earlier calls left does not come into it. */
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
