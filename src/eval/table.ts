/** A column of a plain-text table. */
export interface Column {
  readonly heading: string;
  readonly align: "left" | "right";
}

const GAP = "  ";

/** Lines of an aligned table. Columns that do not fit `width` follow below, with the first column repeated. */
export function formatTable(
  columns: readonly Column[],
  cells: readonly (readonly string[])[],
  width = Number.POSITIVE_INFINITY,
): string[] {
  const widths = columns.map(({ heading }, at) =>
    Math.max(heading.length, ...cells.map((row) => row[at]?.length ?? 0)),
  );
  const line = (row: readonly string[], picked: readonly number[]) =>
    picked
      .map((at) => pad(row[at] ?? "", widths[at] ?? 0, columns[at]?.align ?? "left"))
      .join(GAP)
      .trimEnd();
  const headings = columns.map(({ heading }) => heading);
  return fitColumns(widths, width).flatMap((picked, block) => [
    ...(block > 0 ? [""] : []),
    line(headings, picked),
    ...cells.map((row) => line(row, picked)),
  ]);
}

/** Splits columns into blocks that fit, each starting with the first column. */
function fitColumns(widths: readonly number[], width: number): number[][] {
  const blocks: number[][] = [[0]];
  let used = widths[0] ?? 0;
  for (let at = 1; at < widths.length; at++) {
    const own = GAP.length + (widths[at] ?? 0);
    const block = blocks.at(-1)!;
    if (used + own > width && block.length > 1) {
      blocks.push([0, at]);
      used = (widths[0] ?? 0) + own;
    } else {
      block.push(at);
      used += own;
    }
  }
  return blocks;
}

function pad(text: string, width: number, align: "left" | "right"): string {
  return align === "left" ? text.padEnd(width) : text.padStart(width);
}
