import { FAILURES } from "./failures.data.ts";

export { FAILURES } from "./failures.data.ts";

/** The code of a failure; stable, listed in docs/errors.md. */
export type FailureCode = keyof typeof FAILURES;

interface FailureFacts {
  readonly cause?: unknown;
  /** How long a server asks to wait. */
  readonly retryAfterMs?: number | undefined;
  /** The status that a server answered with. */
  readonly status?: number | undefined;
}

/** A bad call or broken input, with a code that says whether a retry helps and what to do. */
export class NewsError extends Error {
  override readonly name = "NewsError";
  readonly code: FailureCode;
  /** How long the server asks to wait, if it says so. */
  declare readonly retryAfterMs?: number;
  /** The status that the server answered with, if it is what failed. */
  declare readonly status?: number;

  constructor(code: FailureCode, message: string, { retryAfterMs, status, ...options }: FailureFacts = {}) {
    super(message, options);
    this.code = code;
    // Left out if unknown: an uncaught error is printed with all its properties.
    if (retryAfterMs !== undefined) this.retryAfterMs = retryAfterMs;
    if (status !== undefined) this.status = status;
  }

  /** Whether asking again later can help. */
  get retry(): boolean {
    return FAILURES[this.code].retry;
  }

  /** One sentence on what to do next. */
  get help(): string {
    return FAILURES[this.code].help;
  }
}

/** Any thrown value as a NewsError; an unexpected one becomes INTERNAL and keeps its cause. */
export function asNewsError(error: unknown): NewsError {
  if (error instanceof NewsError) return error;
  const words = error instanceof Error ? error.message : String(error);
  return new NewsError("INTERNAL", `Unexpected: ${words}`, { cause: error });
}

/** The first Node with zstd. */
const OLDEST_NODE = [22, 15] as const;

/** The failure for a Node version that is too old; undefined if it is not, and outside Node. */
export function faultOfNode(version: string | undefined = runningNode()): NewsError | undefined {
  if (version === undefined || isNewEnough(version)) return undefined;
  return new NewsError(
    "OLD_NODE",
    `Galley needs Node ${OLDEST_NODE.join(".")} or newer, and this is Node ${version}.`,
  );
}

function isNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
}

/** The version of the Node that runs this; a browser has none. */
function runningNode(): string | undefined {
  const { process } = globalThis as { readonly process?: { readonly versions?: { readonly node?: string } } };
  return process?.versions?.node;
}

const KIB = 1024;
const MIB = KIB * KIB;
const MB = 1_000_000;

/** A number of bytes as people write it: 64 MiB, 20 MB, 1.5 MB, 500 bytes. */
export function describeBytes(bytes: number): string {
  if (bytes < KIB) return `${bytes} ${bytes === 1 ? "byte" : "bytes"}`;
  if (bytes % MIB === 0) return `${bytes / MIB} MiB`;
  if (bytes % KIB === 0) return `${bytes / KIB} KiB`;
  return bytes < MB ? `${rounded(bytes / 1000)} kB` : `${rounded(bytes / MB)} MB`;
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Refuses an option that is not a whole number of its range. */
export function demandInteger(name: string, value: number, [min, max]: readonly [number, number]): void {
  if (Number.isInteger(value) && value >= min && value <= max) return;
  throw new NewsError(
    "BAD_OPTION",
    `The option ${name} must be a whole number from ${min} to ${max}, not ${value}.`,
  );
}
