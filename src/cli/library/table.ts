/** A column of a table for a terminal. */
export interface Column {
  readonly heading: string;
  readonly align?: "right";
}

const GAP = "  ";
const MIN_FIRST = 12;

/** Aligned lines; where they are wider than the terminal, texts of the first column are shortened. */
export function alignRows(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width = Number.POSITIVE_INFINITY,
): readonly string[] {
  const all = [columns.map(({ heading }) => heading), ...rows];
  const widths = columns.map((_, at) => Math.max(...all.map((row) => row[at]?.length ?? 0)));
  const others = widths.slice(1).reduce((sum, own) => sum + own + GAP.length, 0);
  const [whole = 0] = widths;
  widths[0] = Math.max(Math.min(whole, width - others), Math.min(whole, MIN_FIRST));
  return all.map((row) =>
    row
      .map((cell, at) => {
        const own = widths[at] ?? 0;
        const text = at === 0 ? shorten(cell, own) : cell;
        return columns[at]?.align === "right" ? text.padStart(own) : text.padEnd(own);
      })
      .join(GAP)
      .trimEnd(),
  );
}

/** A text of at most so many characters, its middle left out: addresses differ at both ends. */
function shorten(text: string, characters: number): string {
  if (text.length <= characters) return text;
  const tail = Math.floor((characters - 1) / 2);
  return `${text.slice(0, characters - 1 - tail)}…${tail === 0 ? "" : text.slice(-tail)}`;
}

/** Tab-separated lines for programs; tabs and line breaks inside of a cell become spaces. */
export function tabbedRows(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map((cell) => cell.replace(/[\t\r\n]+/g, " ")).join("\t")}\n`).join("");
}
