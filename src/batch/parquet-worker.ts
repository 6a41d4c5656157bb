import { writeParquet } from "../archive/index.ts";
import { threadMs } from "./batch-part.ts";
import type { ParquetTask } from "./encode-parquet.ts";
import type { Chunk } from "./worker-pool.ts";

/** What the thread that encodes row groups runs; it returns the CPU time that this took. */
export async function run({
  inputs,
  shared,
}: Chunk<ParquetTask, { readonly fields?: readonly string[] }>): Promise<number> {
  const begun = threadMs();
  for (const { linesPath, path } of inputs) await writeParquet(linesPath, path, shared);
  return threadMs() - begun;
}
