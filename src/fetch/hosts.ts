/** The clock that requests are paced by. */
export interface PaceClock {
  now(): number;
  sleep(ms: number): Promise<void>;
}

/** Time between two requests to the same server: a page a second. */
export const DEFAULT_DELAY_MS = 1000;
/** A server that fails this often in a row is down. */
const MAX_FAILURES_IN_A_ROW = 5;
/** The longest wait after failures. */
const MAX_BACKOFF_MS = 30_000;

/** Paces the requests to one server: a delay apart, longer after each failure in a row, and not before its Retry-After. */
export class HostPace {
  readonly #delayMs: number;
  readonly #clock: PaceClock;
  #askedMs = Number.NEGATIVE_INFINITY;
  #closedUntilMs = Number.NEGATIVE_INFINITY;
  #failuresInARow = 0;

  constructor(delayMs: number, clock: PaceClock) {
    this.#delayMs = delayMs;
    this.#clock = clock;
  }

  /** Whether it has failed so often in a row that further requests are pointless. */
  get isDown(): boolean {
    return this.#failuresInARow >= MAX_FAILURES_IN_A_ROW;
  }

  /** Until when the server has asked for no requests. */
  get closedUntilMs(): number {
    return this.#closedUntilMs;
  }

  /** Waits until the next request may be sent. */
  async wait(): Promise<void> {
    const backoffMs = Math.min(this.#delayMs * 2 ** this.#failuresInARow, MAX_BACKOFF_MS);
    const delayMs = Math.max(this.#delayMs, backoffMs);
    const waitMs = Math.max(this.#askedMs + delayMs, this.#closedUntilMs) - this.#clock.now();
    if (waitMs > 0) await this.#clock.sleep(waitMs);
  }

  /** A request is being sent. */
  begin(): void {
    this.#askedMs = this.#clock.now();
  }

  /** The request was not sent after all, so that the next one need not wait. */
  cancel(): void {
    this.#askedMs = Number.NEGATIVE_INFINITY;
  }

  /** The server answered. */
  addAnswer(): void {
    this.#failuresInARow = 0;
  }

  /** A request failed in a way that a retry may not; the server may say how long to wait. */
  addFailure(retryAfterMs = 0): void {
    this.#failuresInARow++;
    this.#closedUntilMs = Math.max(this.#closedUntilMs, this.#clock.now() + retryAfterMs);
  }
}

/** Cache size in hosts: their rules take a few KB each. */
export const KNOWN_HOSTS = 10_000;

/** An LRU cache, so that a run over a million hosts stays small. */
export class RecentMap<K, V> {
  readonly #limit: number;
  readonly #entries = new Map<K, V>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(key: K): V | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    // A Map lists its keys in insertion order: the first is the least recently used.
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  set(key: K, value: V): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#limit) return;
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined) this.#entries.delete(oldest);
  }

  delete(key: K): void {
    this.#entries.delete(key);
  }
}
