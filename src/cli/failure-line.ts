import { asNewsError, NewsError } from "../errors/index.ts";

/** How a failure is printed: one line for people, or one line of JSON for programs. */
type FailureForm = "line" | "json";

/** The form that the arguments ask for. */
export function formOf(args: readonly string[]): FailureForm {
  return args.includes("--json-errors") ? "json" : "line";
}

/** Any thrown value as one line: `galley: CODE: what happened. What to do.` */
export function failureLine(thrown: unknown, form: FailureForm): string {
  const { code, message, help, retry } = isCommanderError(thrown)
    ? asOptionError(thrown)
    : asNewsError(thrown);
  if (form === "json") return JSON.stringify({ error: { code, message, help, retry } });
  const what = oneLine(message);
  return `galley: ${code}: ${/[.?!]$/.test(what) ? what : `${what}.`} ${help}`;
}

// By its code, without importing commander: this file also has to load in an old Node.
function isCommanderError(error: unknown): error is Error {
  return codeOf(error)?.startsWith("commander.") === true;
}

function asOptionError(error: Error): NewsError {
  const words = oneLine(error.message.replace(/^error: /, ""));
  const message = `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
  return new NewsError("BAD_OPTION", message, { cause: error });
}

/** Whether a failure only says that the reader of our output has gone. */
export function isClosedPipe(error: unknown): boolean {
  return error instanceof Error && (codeOf(error) === "EPIPE" || isClosedPipe(error.cause));
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}

/** Text on one line and harmless on a terminal: file names and pages can hold control characters. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, " ").trim();
}
