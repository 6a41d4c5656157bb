import { decodeUnits } from "./utf8-units.ts";

/** Markup as it is parsed. */
export interface Source {
  /** The text, or UTF-8 with a unit for every byte. */
  readonly units: string;
  /** Whether it is UTF-8: then only what is handed out is decoded, which is a small part of a page. */
  readonly isUtf8: boolean;
}

/** A part of the text: no range that begins or ends at an ASCII character cuts a character in two. */
export function textOf({ units, isUtf8 }: Source, from: number, to: number): string {
  const part = units.slice(from, to);
  return isUtf8 ? decodeUnits(part) : part;
}

/** All of the text. */
export function wholeText(source: Source): string {
  return textOf(source, 0, source.units.length);
}

/** A part of a source, in its own units. */
export function cutSource({ units, isUtf8 }: Source, from: number, to: number): Source {
  return { units: units.slice(from, to), isUtf8 };
}

/** Markup of nothing, for those who keep none. */
export const NO_SOURCE: Source = { units: "", isUtf8: false };

/** Markup that is a text. */
export function textSource(text: string): Source {
  return { units: text, isUtf8: false };
}
