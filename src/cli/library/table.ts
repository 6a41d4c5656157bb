/** A column of a table for a terminal. */
export interface Column {
  readonly heading: string;
  readonly align?: "right";
}

const GAP = "  ";

/** Aligned lines. What may be long goes last: it is never cut, so that addresses can be copied from any terminal. */
export function alignRows(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  const all = [columns.map(({ heading }) => heading), ...rows];
  const widths = columns.map((_, at) => Math.max(...all.map((row) => row[at]?.length ?? 0)));
  return all.map((row) =>
    row
      .map((cell, at) => {
        const width = widths[at] ?? 0;
        return columns[at]?.align === "right" ? cell.padStart(width) : cell.padEnd(width);
      })
      .join(GAP)
      .trimEnd(),
  );
}

/** Tab-separated lines for programs; tabs and line breaks inside of a cell become spaces. */
export function tabbedRows(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map((cell) => cell.replace(/[\t\r\n]+/g, " ")).join("\t")}\n`).join("");
}
