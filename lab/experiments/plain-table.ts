/** Rows as a Markdown table; the first columns are text, the others figures. */
export function plainTable(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  textColumns: number,
): string {
  const rule = columns.map((_, at) => (at < textColumns ? "---" : "---:"));
  return [columns, rule, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
