import type { Contribution, Explanation } from "../article/index.ts";
import { oneLine } from "./failure-line.ts";

const TEXT_WIDTH = 60;

/** Features told of a leaf; the JSON has more of them. */
const STRONGEST = 3;

/** An explanation for reading: where each field came from, then every leaf, kept or dropped, with score, reason and what weighed most. */
export function explanationTable({ fields, leaves }: Explanation): string {
  const fieldRows = Object.entries(fields).map(([name, { source, confidence }]) => [
    name,
    source,
    confidence.toFixed(2),
  ]);
  const isWeighed = leaves.some(({ contributions }) => contributions !== undefined);
  const leafRows = leaves.map(({ kept, score, reason, text, contributions = [], path }) => [
    kept ? "kept" : "dropped",
    score.toFixed(2),
    reason,
    cut(oneLine(text)),
    ...(isWeighed ? [strongest(contributions)] : []),
    path,
  ]);
  return [
    ...align([["field", "source", "confidence"], ...fieldRows]),
    "",
    ...align([
      ["leaf", "score", "reason", "text", ...(isWeighed ? ["strongest features"] : []), "path"],
      ...leafRows,
    ]),
    "",
  ].join("\n");
}

/** What moved a score most, up or down, with what was found. */
function strongest(contributions: readonly Contribution[]): string {
  return contributions
    .filter(({ feature }) => feature !== "base" && feature !== "others")
    .slice(0, STRONGEST)
    .map(
      ({ feature, value, weight }) =>
        `${weight < 0 ? "" : "+"}${weight.toFixed(2)} ${feature}${found(value)}`,
    )
    .join(", ");
}

function found(value: number | null): string {
  return value === null ? "" : `=${Number(value.toPrecision(3))}`;
}

function cut(text: string): string {
  const characters = [...text];
  return characters.length <= TEXT_WIDTH ? text : `${characters.slice(0, TEXT_WIDTH - 1).join("")}…`;
}

/** Rows with their columns under each other; the last is as long as it is, since its longest path may be very long. */
function align(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, cell.length);
  }
  return rows.map((row) =>
    row
      .map((cell, column) => (column < row.length - 1 ? cell.padEnd(widths[column] ?? 0) : cell))
      .join("  ")
      .trimEnd(),
  );
}
