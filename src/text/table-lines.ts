/** A column of a table of plain text: its heading, alone where cells are aligned to the left. */
export type Column = string | { readonly heading: string; readonly align: "right" };

const GAP = "  ";

/**
 * Lines of an aligned table. Long values go last: they are never cut, so that addresses can be copied from any terminal.
 * Columns that do not fit a width follow below, with the first column repeated.
 */
export function alignRows(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width = Number.POSITIVE_INFINITY,
): string[] {
  const widths = columns.map((column, at) =>
    rows.reduce((widest, row) => Math.max(widest, row[at]?.length ?? 0), headingOf(column).length),
  );
  const line = (row: readonly string[], picked: readonly number[]) =>
    picked
      .map((at) => {
        const cell = row[at] ?? "";
        if (typeof columns[at] !== "string") return cell.padStart(widths[at]!);
        // The last column is not padded: one long path would make every line as long.
        return at === picked.at(-1) ? cell : cell.padEnd(widths[at]!);
      })
      .join(GAP)
      .trimEnd();
  return fitColumns(widths, width).flatMap((picked, block) => [
    ...(block > 0 ? [""] : []),
    line(columns.map(headingOf), picked),
    ...rows.map((row) => line(row, picked)),
  ]);
}

function headingOf(column: Column): string {
  return typeof column === "string" ? column : column.heading;
}

/** Splits columns into blocks that fit, each starting with the first column. */
function fitColumns(widths: readonly number[], width: number): number[][] {
  const blocks: number[][] = [[0]];
  let used = widths[0] ?? 0;
  for (let at = 1; at < widths.length; at++) {
    const own = GAP.length + widths[at]!;
    const block = blocks.at(-1)!;
    if (used + own > width && block.length > 1) {
      blocks.push([0, at]);
      used = widths[0]! + own;
    } else {
      block.push(at);
      used += own;
    }
  }
  return blocks;
}

/** Tab-separated lines for programs; tabs and line breaks inside of a cell become spaces. */
export function tabbedRows(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map((cell) => cell.replace(/[\t\r\n]+/g, " ")).join("\t")}\n`).join("");
}
