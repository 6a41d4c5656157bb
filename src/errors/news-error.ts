import { FAILURES } from "./failures.data.ts";

/** The code of a failure; stable, listed in docs/errors.md. */
export type FailureCode = keyof typeof FAILURES;

/** What is known of a failure besides. */
export interface FailureFacts {
  readonly cause?: unknown;
  /** How long a server asks to be left alone. */
  readonly retryAfterMs?: number | undefined;
}

/** A bad call or broken input, with a code that says whether a retry helps and what to do. */
export class NewsError extends Error {
  override readonly name = "NewsError";
  readonly code: FailureCode;
  /** How long the server asks to be left alone, where it says so. */
  declare readonly retryAfterMs?: number;

  constructor(code: FailureCode, message: string, { retryAfterMs, ...options }: FailureFacts = {}) {
    super(message, options);
    this.code = code;
    // Left out where it is not known: an error that nobody catches is printed with all its properties.
    if (retryAfterMs !== undefined) this.retryAfterMs = retryAfterMs;
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

/** Any thrown value as a NewsError; what we did not foresee becomes INTERNAL and keeps its cause. */
export function asNewsError(error: unknown): NewsError {
  if (error instanceof NewsError) return error;
  const words = error instanceof Error ? error.message : String(error);
  return new NewsError("INTERNAL", `Unexpected: ${words}`, { cause: error });
}
