import { readFileSync } from "node:fs";

/** A reader's lines by their numbers: the number of the line above, or -1, and the concept. */
export type Marks = ReadonlyMap<number, { readonly parent: number; readonly concept: string }>;

/** Reads what a reader wrote about a dump of `size` lines. */
export function readMarks(file: string, size: number): Marks {
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "");
  const marks = new Map(
    lines.map((line) => {
      const [number = "", parent = "", concept = ""] = line.split("\t").map((cell) => cell.trim());
      if (!/^\d+$/.test(number) || Number(number) >= size || !/^(?:\d+|-)$/.test(parent) || concept === "")
        throw new Error(`${file}: "${line}" is not "number  parent  concept"`);
      return [Number(number), { parent: parent === "-" ? -1 : Number(parent), concept }] as const;
    }),
  );
  for (const [number, { parent }] of marks)
    if (parent >= 0 && !marks.has(parent)) throw new Error(`${file}: the parent of ${number} has no line`);
  for (const number of marks.keys()) refuseCycle(file, marks, number);
  return marks;
}

function refuseCycle(file: string, marks: Marks, number: number): void {
  const way = [number];
  for (let above = marks.get(number)!.parent; above >= 0; above = marks.get(above)!.parent) {
    way.push(above);
    if (above === number)
      throw new Error(
        `${file}: line ${number} is above itself (${way.join(" < ")}); correct a parent of these`,
      );
    // A cycle further up is told of the lines in it.
    if (way.length > marks.size) return;
  }
}
