import type { NewsError } from "../errors/index.ts";

/** How a failure is printed: one line for people, or one line of JSON for programs. */
export type FailureForm = "line" | "json";

/** The form that the arguments ask for. */
export function formOf(args: readonly string[]): FailureForm {
  return args.includes("--json-errors") ? "json" : "line";
}

/** A failure as one line: `galley: CODE: what happened. What to do.` */
export function failureLine({ code, message, help, retry }: NewsError, form: FailureForm): string {
  if (form === "json") return JSON.stringify({ error: { code, message, help, retry } });
  const what = oneLine(message);
  return `galley: ${code}: ${/[.?!]$/.test(what) ? what : `${what}.`} ${help}`;
}

/** Text on one line and harmless on a terminal: file names and pages can hold control characters. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, " ").trim();
}
