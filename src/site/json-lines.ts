import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { NewsError } from "../errors/index.ts";

/**
 * The whole lines of a file, each read by `read`, which gives undefined for what is none of ours. A run that was killed
 * may have left half a line: it is taken off, so that the next one starts on a line of its own.
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

/** Adds one line to a file, or throws WRITE_FAILED. */
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
