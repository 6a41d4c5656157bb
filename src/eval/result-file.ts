import { readFileSync } from "node:fs";
import type { Evaluation } from "./evaluate.ts";
import type { Row } from "./rows.ts";

/** Where figures came from: enough to make them again. */
export interface Provenance {
  readonly command: string;
  /** ISO 8601. */
  readonly date: string;
  readonly version: string;
}

/** The version of this package. */
export function packageVersion(): string {
  const content: unknown = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  const isNamed = typeof content === "object" && content !== null && "version" in content;
  return isNamed ? String(content.version) : "unknown";
}

/** Everything of an evaluation as JSON: where it came from, the sets with their hashes, the rows, every page. */
export function formatResults(
  provenance: Provenance,
  { sets, scores }: Evaluation,
  rows: readonly Row[],
): string {
  return `${JSON.stringify({ ...provenance, sets, rows, pages: scores }, null, 1)}\n`;
}
