import { CommanderError } from "commander";
import { asNewsError, NewsError } from "../errors/index.ts";

/** How a failure is printed: one line for people, or one line of JSON for programs. */
export type FailureForm = "line" | "json";

/** A failure as one line: `galley: CODE: what happened, what to do`. */
export function describeFailure(thrown: unknown, form: FailureForm): string {
  const { code, message, help, retry } =
    thrown instanceof CommanderError ? asOptionError(thrown) : asNewsError(thrown);
  if (form === "json") return JSON.stringify({ error: { code, message, help, retry } });
  const what = message.endsWith(".") ? message : `${message}.`;
  return `galley: ${code}: ${oneLine(what)} ${help}`;
}

function asOptionError(error: CommanderError): NewsError {
  const words = oneLine(error.message.replace(/^error: /, ""));
  return new NewsError("BAD_OPTION", `${words.charAt(0).toUpperCase()}${words.slice(1)}`, { cause: error });
}

/** Text on one line and harmless on a terminal: file names and pages can hold control characters. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, " ").trim();
}

/** Whether a failure only says that the reader of our output has gone. */
export function isClosedPipe(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && error.code === "EPIPE") || isClosedPipe(error.cause);
}
