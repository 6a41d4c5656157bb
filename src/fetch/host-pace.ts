/** The clock of whoever paces requests, and how it waits. */
export interface PaceClock {
  now(): number;
  sleep(ms: number): Promise<void>;
}

/** Time from one request to the next of the same server: a page a second. */
export const DEFAULT_DELAY_MS = 1000;
/** A server that fails so often in a row is down. */
const MAX_FAILURES_IN_A_ROW = 5;
/** A busy server is given up to this long. */
const MAX_BACKOFF_MS = 30_000;

/** How gently one server is asked: a delay apart, longer after each failure in a row, and not while it asks to be left alone. */
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

  /** Whether it has failed so often in a row that asking on is pointless. */
  get isDown(): boolean {
    return this.#failuresInARow >= MAX_FAILURES_IN_A_ROW;
  }

  /** Until when the server asks to be left alone. */
  get closedUntilMs(): number {
    return this.#closedUntilMs;
  }

  /** Waits until the server may be asked again. */
  async wait(): Promise<void> {
    const backoffMs = Math.min(this.#delayMs * 2 ** this.#failuresInARow, MAX_BACKOFF_MS);
    const delayMs = Math.max(this.#delayMs, backoffMs);
    const waitMs = Math.max(this.#askedMs + delayMs, this.#closedUntilMs) - this.#clock.now();
    if (waitMs > 0) await this.#clock.sleep(waitMs);
  }

  /** The server is being asked. */
  begin(): void {
    this.#askedMs = this.#clock.now();
  }

  /** It was not asked after all, so that nobody has to wait. */
  cancel(): void {
    this.#askedMs = Number.NEGATIVE_INFINITY;
  }

  /** The server gave an answer. */
  addAnswer(): void {
    this.#failuresInARow = 0;
  }

  /** A request failed in a way that another time may not; the server may say how long it wants to be left alone. */
  addFailure(retryAfterMs = 0): void {
    this.#failuresInARow++;
    this.#closedUntilMs = Math.max(this.#closedUntilMs, this.#clock.now() + retryAfterMs);
  }
}
