import { setTimeout as sleep } from "node:timers/promises";
import { type FailureCode, NewsError } from "../errors/index.ts";

/** The clock that requests are paced by. */
export interface PaceClock {
  now(): number;
  sleep(ms: number): Promise<void>;
}

/** The machine's own clock. */
export const MACHINE_CLOCK: PaceClock = { now: () => performance.now(), sleep: (ms) => sleep(ms) };

/** Time between two requests to the same server: a page a second. */
export const DEFAULT_DELAY_MS = 1000;
/** How servers in trouble are treated. */
export const PACE_LIMITS = {
  /** A server that fails this often in a row is down. */
  maxFailuresInARow: 5,
  /** A server that was down is tried again after this. */
  downMs: 10 * 60 * 1000,
  /** The longest wait after failures. */
  maxBackoffMs: 30_000,
  /** The longest pause, so that a collector that runs for weeks comes back to a server. */
  maxClosedMs: 24 * 60 * 60 * 1000,
  /** A server that asks for a longer pause gets no more requests in this run. */
  maxPatienceMs: 120_000,
} as const;

/** Whether a failure came before any request was sent. */
export function isUnasked({ code }: NewsError): boolean {
  return NOT_ASKED.has(code);
}

/** Failures before a request was sent. */
const NOT_ASKED: ReadonlySet<FailureCode> = new Set<FailureCode>([
  "BAD_URL",
  "ADDRESS_REFUSED",
  "DNS_FAILED",
  "ROBOTS_FORBIDDEN",
]);

/** Paces the requests to one server: a delay apart, longer after each failure in a row, and not before its Retry-After. */
export class HostPace {
  readonly #clock: PaceClock;
  readonly #random: () => number;
  #delayMs: number;
  #askedMs = Number.NEGATIVE_INFINITY;
  #closedUntilMs = Number.NEGATIVE_INFINITY;
  #failuresInARow = 0;

  /** `random` varies waits after failures, so that many runs do not return to a server at the same time. */
  constructor(delayMs: number, clock: PaceClock, random: () => number = () => 0) {
    this.#delayMs = delayMs;
    this.#clock = clock;
    this.#random = random;
  }

  /** Keeps at least this long between requests from now on, as a robots.txt may ask for. */
  slowTo(delayMs: number): void {
    this.#delayMs = Math.max(this.#delayMs, delayMs);
  }

  /** The time between requests that is kept now. */
  get delayMs(): number {
    return this.#delayMs;
  }

  /** Whether it has failed so often in a row that further requests are pointless. */
  get isDown(): boolean {
    const isRecent = this.#clock.now() - this.#askedMs < PACE_LIMITS.downMs;
    return isRecent && this.#failuresInARow >= PACE_LIMITS.maxFailuresInARow;
  }

  /** Until when the server has asked for no requests. */
  get closedUntilMs(): number {
    return this.#closedUntilMs;
  }

  /** Waits until the next request may be sent. */
  async wait(): Promise<void> {
    const backoffMs = Math.min(this.#delayMs * 2 ** this.#failuresInARow, PACE_LIMITS.maxBackoffMs);
    const jitter = this.#failuresInARow === 0 ? 0 : this.#random() / 2;
    const delayMs = Math.max(this.#delayMs, backoffMs) * (1 + jitter);
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

  addAnswer(): void {
    this.#failuresInARow = 0;
  }

  /** Counts a failure that may pass; the server may say how long to wait. */
  addFailure(retryAfterMs = 0): void {
    this.#failuresInARow++;
    this.#closedUntilMs = Math.max(
      this.#closedUntilMs,
      this.#clock.now() + Math.min(retryAfterMs, PACE_LIMITS.maxClosedMs),
    );
  }

  /** Counts a failure by its kind: nothing was sent, the server is in trouble, or it answers that there is no page. */
  addError({ code, retry, retryAfterMs }: NewsError): void {
    if (NOT_ASKED.has(code)) this.cancel();
    else this.begin();
    if (retry) this.addFailure(retryAfterMs);
    else if (!NOT_ASKED.has(code)) this.addAnswer();
  }

  /** Throws SERVER_GONE if the server is down, or asks for a pause that is too long to wait. */
  refuseGone(host: string): void {
    const closedMs = this.#closedUntilMs - this.#clock.now();
    if (!this.isDown && closedMs <= PACE_LIMITS.maxPatienceMs) return;
    throw serverGone(host, this.isDown ? undefined : closedMs);
  }
}

/** The failure of a page whose server is down, or closed for so long. */
export function serverGone(host: string, closedMs: number | undefined): NewsError {
  const why =
    closedMs === undefined
      ? "has failed several times in a row"
      : `asks to be left alone for ${Math.round(closedMs / 1000)} s`;
  return new NewsError("SERVER_GONE", `The server ${host} ${why}, so this page was not asked for.`, {
    retryAfterMs: closedMs ?? PACE_LIMITS.downMs,
  });
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
