import { NewsError } from "../errors/index.ts";
import { type Allowance, type Lookup, systemLookup } from "./address-guard.ts";

/** Limits and politeness of a fetch; every option has a default. */
export interface FetchOptions extends Allowance {
  /** The most bytes of an answer, packed or unpacked; 20 MB. */
  readonly maxBytes?: number;
  /** Time for everything together, redirects and robots.txt included; 20 s. */
  readonly timeoutMs?: number;
  /** Time to connect, TLS included; 8 s. */
  readonly connectTimeoutMs?: number;
  /** 5, as many as RFC 9309 asks for. */
  readonly maxRedirects?: number;
  readonly userAgent?: string;
  /** Fetches what robots.txt forbids; for pages of your own. */
  readonly ignoreRobots?: boolean;
  /** Finds the addresses of host names; the system's look-up. */
  readonly lookup?: Lookup;
  /** The clock for `fetchedAt`. */
  readonly now?: () => Date;
}

/** Options with every default filled in. */
export type FetchSettings = Required<FetchOptions>;

const DEFAULTS: FetchSettings = {
  allowPrivate: false,
  allow: [],
  maxBytes: 20_000_000,
  timeoutMs: 20_000,
  connectTimeoutMs: 8000,
  maxRedirects: 5,
  userAgent: "galley/0.1 (news article extractor)",
  ignoreRobots: false,
  lookup: systemLookup,
  now: () => new Date(),
};

// Timers silently become 1 ms above this.
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Fills in the defaults, or throws BAD_OPTION. */
export function readFetchOptions(options: FetchOptions): FetchSettings {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const settings: FetchSettings = { ...DEFAULTS, ...Object.fromEntries(given) };
  demandInteger("maxBytes", settings.maxBytes, [1, Number.MAX_SAFE_INTEGER]);
  demandInteger("timeoutMs", settings.timeoutMs, [1, MAX_TIMER_MS]);
  demandInteger("connectTimeoutMs", settings.connectTimeoutMs, [1, MAX_TIMER_MS]);
  demandInteger("maxRedirects", settings.maxRedirects, [0, 100]);
  // A line break in a header would start another header.
  if (!/^[\x20-\x7e]+$/.test(settings.userAgent)) {
    throw new NewsError("BAD_OPTION", "The userAgent must be plain ASCII text of one line.");
  }
  return settings;
}

function demandInteger(name: string, value: number, [min, max]: readonly [number, number]): void {
  if (Number.isInteger(value) && value >= min && value <= max) return;
  throw new NewsError(
    "BAD_OPTION",
    `The option ${name} must be a whole number from ${min} to ${max}, not ${value}.`,
  );
}
