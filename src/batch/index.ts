export { mapChunks, mapOrdered, type OrderedOptions } from "./ordered-pool.ts";
export type { Chunk } from "./worker-pool.ts";
export { workerUrl } from "./worker-url.ts";
