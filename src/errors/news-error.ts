import { FAILURES } from "./failures.data.ts";

/** The code of a failure; stable, listed in docs/errors.md. */
export type FailureCode = keyof typeof FAILURES;

/** A bad call or broken input, with a code that says whether a retry helps and what to do. */
export class NewsError extends Error {
  override readonly name = "NewsError";
  readonly code: FailureCode;

  constructor(code: FailureCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.code = code;
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
  return new NewsError("INTERNAL", `Unforeseen: ${words}`, { cause: error });
}
