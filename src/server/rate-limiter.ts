import { RecentMap } from "../fetch/index.ts";

/** Clients that are remembered; the least recent is forgotten first, which only ever lets a request through. */
const MAX_CLIENTS = 10_000;
const MINUTE_MS = 60_000;

interface Bucket {
  tokens: number;
  atMs: number;
}

/** Token buckets: a client may use its whole minute at once, then one request at a time. */
export class RateLimiter {
  readonly #buckets = new RecentMap<string, Bucket>(MAX_CLIENTS);
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Takes one request of a client; gives how long to wait, 0 where it may go ahead. */
  take(client: string, perMinute: number): number {
    const nowMs = this.#now();
    const bucket = this.#buckets.get(client) ?? { tokens: perMinute, atMs: nowMs };
    bucket.tokens = Math.min(perMinute, bucket.tokens + ((nowMs - bucket.atMs) * perMinute) / MINUTE_MS);
    bucket.atMs = nowMs;
    this.#buckets.set(client, bucket);
    if (bucket.tokens < 1) return Math.ceil(((1 - bucket.tokens) * MINUTE_MS) / perMinute);
    bucket.tokens--;
    return 0;
  }
}
