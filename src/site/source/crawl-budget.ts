import { DEFAULT_DELAY_MS, HostPace, type PaceClock } from "../../fetch/index.ts";

/** What a crawl may take at most. */
export interface CrawlLimits {
  /** Pages that are read, those kept from an earlier run included. */
  readonly maxPages: number;
  /** Bytes of all pages together. */
  readonly maxTotalBytes: number;
  readonly maxTimeMs: number;
  /** Time from one request to the next. */
  readonly delayMs: number;
}

/** One host is asked gently: a page a second, an evening's reading at most. */
export const CRAWL_LIMITS: CrawlLimits = {
  maxPages: 500,
  maxTotalBytes: 1_000_000_000,
  maxTimeMs: 60 * 60 * 1000,
  delayMs: DEFAULT_DELAY_MS,
};

/** Counts what a crawl has taken. */
export class CrawlBudget {
  readonly #limits: CrawlLimits;
  readonly #clock: PaceClock;
  readonly #pace: HostPace;
  readonly #startedMs: number;
  #pages = 0;
  #bytes = 0;

  constructor(limits: CrawlLimits, clock: PaceClock) {
    this.#limits = limits;
    this.#clock = clock;
    this.#pace = new HostPace(limits.delayMs, clock);
    this.#startedMs = clock.now();
  }

  /** Why no more may be read, or, where the server is gone, asked for; undefined while it may. */
  get end(): "LIMIT_REACHED" | "SERVER_GONE" | undefined {
    const { maxPages, maxTotalBytes, maxTimeMs } = this.#limits;
    const isSpent =
      this.#pages >= maxPages ||
      this.#bytes >= maxTotalBytes ||
      this.#clock.now() - this.#startedMs >= maxTimeMs;
    if (isSpent) return "LIMIT_REACHED";
    const isClosed = this.#pace.closedUntilMs - this.#startedMs >= maxTimeMs;
    return isClosed || this.#pace.isDown ? "SERVER_GONE" : undefined;
  }

  /** Waits until the server may be asked again. */
  async takeTurn(): Promise<void> {
    await this.#pace.wait();
    this.#pace.begin();
  }

  /** A page of so many bytes was read, from the server or as an earlier run has kept it. */
  addPage(sizeBytes: number): void {
    this.#pages++;
    this.#bytes += sizeBytes;
  }

  /** The server gave a page. */
  addAnswer(): void {
    this.#pace.addAnswer();
  }

  /** A request failed in a way that another time may not; the server may say how long it wants to be left alone. */
  addFailure(retryAfterMs?: number): void {
    this.#pace.addFailure(retryAfterMs);
  }
}
