import type { TreeBuilder } from "./tree-builder.ts";

/** What follows the white space that a text starts with, which is inserted or left out; undefined where nothing does. */
export function afterSpace(
  builder: TreeBuilder,
  from: number,
  to: number,
  isKept: boolean,
): number | undefined {
  const length = builder.spaceLength(from, to);
  if (isKept && length > 0) {
    if (from >= 0) builder.insertText(from, from + length);
    else builder.insertText(builder.keep(builder.textOf(from, to).slice(0, length)), 0);
  }
  return length === builder.lengthOf(from, to) ? undefined : builder.textFrom(from, length);
}

/** The white space of a text as a text of its own; undefined where there is none. */
export function spacesOf(builder: TreeBuilder, from: number, to: number): number | undefined {
  const spaces = builder.textOf(from, to).replace(/[^\t\n\f\r ]+/g, "");
  return spaces === "" ? undefined : builder.keep(spaces);
}

/** Inserts the white space of a text, and nothing else of it. */
export function insertSpaces(builder: TreeBuilder, from: number, to: number): void {
  const spaces = spacesOf(builder, from, to);
  if (spaces !== undefined) builder.insertText(spaces, 0);
}
