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
  delayMs: 1000,
};

/** A server that fails so often in a row is down. */
const MAX_FAILURES_IN_A_ROW = 5;
/** A busy server is given up to this long. */
const MAX_DELAY_MS = 30_000;

/** The clock of a crawl, and how it waits. */
export interface CrawlClock {
  now(): number;
  sleep(ms: number): Promise<void>;
}

/** Counts what a crawl has taken. */
export class CrawlBudget {
  readonly #limits: CrawlLimits;
  readonly #clock: CrawlClock;
  readonly #startedMs: number;
  #askedMs = Number.NEGATIVE_INFINITY;
  /** Until when the server asks to be left alone. */
  #closedUntilMs = Number.NEGATIVE_INFINITY;
  #pages = 0;
  #bytes = 0;
  #failuresInARow = 0;

  constructor(limits: CrawlLimits, clock: CrawlClock) {
    this.#limits = limits;
    this.#clock = clock;
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
    const isClosed = this.#closedUntilMs - this.#startedMs >= maxTimeMs;
    return isClosed || this.#failuresInARow >= MAX_FAILURES_IN_A_ROW ? "SERVER_GONE" : undefined;
  }

  /** Waits until the server may be asked again: longer after each failure in a row, and as long as it asks for. */
  async takeTurn(): Promise<void> {
    const delayMs = Math.min(this.#limits.delayMs * 2 ** this.#failuresInARow, MAX_DELAY_MS);
    const waitMs = Math.max(this.#askedMs + delayMs, this.#closedUntilMs) - this.#clock.now();
    if (waitMs > 0) await this.#clock.sleep(waitMs);
    this.#askedMs = this.#clock.now();
  }

  /** A page of so many bytes was read, from the server or as an earlier run has kept it. */
  addPage(sizeBytes: number): void {
    this.#pages++;
    this.#bytes += sizeBytes;
  }

  /** The server gave a page. */
  addAnswer(): void {
    this.#failuresInARow = 0;
  }

  /** A request failed in a way that another time may not; the server may say how long it wants to be left alone. */
  addFailure(retryAfterMs = 0): void {
    this.#failuresInARow++;
    this.#closedUntilMs = Math.max(this.#closedUntilMs, this.#clock.now() + retryAfterMs);
  }
}
