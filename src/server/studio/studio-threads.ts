import { availableParallelism } from "node:os";
import { WorkerPool, workerUrl } from "../../batch/index.ts";
import { NewsError } from "../../errors/index.ts";
import type { StudioAnswer, StudioQuestions, StudioShared, StudioTask } from "./studio-worker.ts";

/** Time for a page; one that takes longer is given up with its thread. */
const PAGE_TIMEOUT_MS = 30_000;
/** Time for the index of a set of 100,000 pages and their texts, and for comparing people over a set. */
const LONG_TIMEOUT_MS = 10 * 60_000;
const MAX_THREADS = 2;

type Kind = keyof StudioQuestions;
type Lane = "pages" | "long" | "rendered";

const LANES: Readonly<Record<Lane, { readonly workers: number; readonly timeoutMs: number }>> = {
  pages: { workers: Math.min(MAX_THREADS, availableParallelism()), timeoutMs: PAGE_TIMEOUT_MS },
  long: { workers: 1, timeoutMs: LONG_TIMEOUT_MS },
  // One browser, in a thread of its own.
  rendered: { workers: 1, timeoutMs: 2 * PAGE_TIMEOUT_MS },
};

/** Asks worker threads about pages; the first question starts them, as most servers have no open studio. */
export class StudioThreads {
  readonly #pools = new Map<Lane, WorkerPool<StudioTask, StudioAnswer>>();
  readonly #shared: StudioShared;
  readonly #timeoutMs: number | undefined;

  constructor(shared: StudioShared, timeoutMs?: number) {
    this.#shared = shared;
    this.#timeoutMs = timeoutMs;
  }

  /** Starts the threads for pages, which load their models meanwhile. */
  warm(): void {
    this.#pool("pages");
  }

  /** The answer to a question; throws the failure of the page or of the thread. */
  async ask<K extends Kind>(
    kind: K,
    asked: StudioQuestions[K]["asked"],
  ): Promise<StudioQuestions[K]["answer"]> {
    const [answer] = await this.#pool(laneOf(kind, asked)).run([{ kind, ...asked } as StudioTask]);
    if (answer === undefined) throw new NewsError("WORKER_FAILED", "The worker gave no answer.");
    if ("failure" in answer) throw new NewsError(answer.failure.code, answer.failure.message);
    return answer.answer as StudioQuestions[K]["answer"];
  }

  #pool(lane: Lane): WorkerPool<StudioTask, StudioAnswer> {
    const known = this.#pools.get(lane);
    if (known !== undefined) return known;
    const { workers, timeoutMs } = LANES[lane];
    const pool = new WorkerPool<StudioTask, StudioAnswer>({
      worker: workerUrl(import.meta.url, "studio-worker"),
      workers,
      timeoutMs: lane === "pages" ? (this.#timeoutMs ?? timeoutMs) : timeoutMs,
      shared: this.#shared,
      onFailure: (_, { code, message }) => ({ failure: { code, message } }),
    });
    this.#pools.set(lane, pool);
    return pool;
  }

  async close(): Promise<void> {
    // The browser ends before its thread does.
    await this.#pools
      .get("rendered")
      ?.run([{ kind: "close" }])
      .catch(() => undefined);
    await Promise.all([...this.#pools.values()].map((pool) => pool.close()));
  }
}

function laneOf(kind: Kind, asked: StudioQuestions[Kind]["asked"]): Lane {
  if (kind === "index" || kind === "agreement" || kind === "report") return "long";
  return "place" in asked && asked.place.render ? "rendered" : "pages";
}
