import { writeParquet } from "../archive/index.ts";
import type { ParquetTask } from "./encode-parquet.ts";
import type { Chunk } from "./worker-pool.ts";

/** What the thread that encodes row groups runs: it answers how long that took. */
export async function run({
  inputs,
  shared,
}: Chunk<ParquetTask, { readonly fields?: readonly string[] }>): Promise<number> {
  const begun = performance.now();
  for (const { linesPath, path } of inputs) await writeParquet(linesPath, path, shared);
  return performance.now() - begun;
}
