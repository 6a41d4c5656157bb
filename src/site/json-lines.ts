import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { NewsError } from "../errors/index.ts";

/**
 * The complete lines of a file, each parsed by `read`, which returns undefined for lines to skip. A partial last line, left
 * by a killed run, is cut off so that the next line starts cleanly.
 */
export function readJsonLines<Line>(
  path: string,
  read: (value: unknown) => Line | undefined,
): readonly Line[] {
  if (!existsSync(path)) return [];
  const text = readFileSync(path, "utf8");
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  if (whole.length < text.length) writeFileSync(path, whole);
  return whole.split("\n").flatMap((line) => {
    const found = read(parse(line));
    return found === undefined ? [] : [found];
  });
}

/** Appends one line to a file, or throws WRITE_FAILED. */
export function addJsonLine(path: string, value: unknown): void {
  try {
    appendFileSync(path, `${JSON.stringify(value)}\n`);
  } catch (cause) {
    throw new NewsError("WRITE_FAILED", `Cannot write ${path}.`, { cause });
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
