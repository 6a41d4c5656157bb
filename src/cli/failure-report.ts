import { CommanderError } from "commander";
import { asNewsError, NewsError } from "../errors/index.ts";
import { type FailureForm, failureLine, oneLine } from "./failure-line.ts";

/** Whatever was thrown as one line. */
export function describeFailure(thrown: unknown, form: FailureForm): string {
  return failureLine(thrown instanceof CommanderError ? asOptionError(thrown) : asNewsError(thrown), form);
}

function asOptionError(error: CommanderError): NewsError {
  const words = oneLine(error.message.replace(/^error: /, ""));
  const message = `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
  return new NewsError("BAD_OPTION", message, { cause: error });
}

/** Whether a failure only says that the reader of our output has gone. */
export function isClosedPipe(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && error.code === "EPIPE") || isClosedPipe(error.cause);
}
