import { stringEnd, unquote } from "./code-strings.ts";

/** Begins a call by which Next.js hands over a piece of its stream. */
const PUSH = "self.__next_f.push([1,";

/** The piece of a stream that a script pushes; undefined where it pushes none. */
export function flightPiece(code: string): string | undefined {
  const start = code.indexOf(PUSH) + PUSH.length;
  if (start < PUSH.length) return undefined;
  const end = code[start] === '"' ? stringEnd(code, start) : -1;
  return end < 0 ? undefined : unquote(code.slice(start, end));
}

/** What a stream holds: its texts, and its other rows, which are JSON. */
export interface FlightRows {
  readonly texts: readonly string[];
  readonly rest: string;
}

/** A text row is `1c:T4a2,` and then so many bytes of text; every other row ends with its line. */
const TEXT_ROW = /[\da-f]+:T([\da-f]+),/y;

/** Cuts a stream into its rows, in one pass. */
export function readFlightRows(stream: string): FlightRows {
  const texts: string[] = [];
  const rest: string[] = [];
  for (let at = 0; at < stream.length; ) {
    TEXT_ROW.lastIndex = at;
    const row = TEXT_ROW.exec(stream);
    if (row === null) {
      const end = stream.indexOf("\n", at);
      const next = end < 0 ? stream.length : end + 1;
      rest.push(stream.slice(at, next));
      at = next;
    } else {
      const start = TEXT_ROW.lastIndex;
      at = afterBytes(stream, start, Number.parseInt(row[1]!, 16));
      texts.push(stream.slice(start, at));
    }
  }
  return { texts, rest: rest.join("") };
}

/** The place in a text that so many bytes of UTF-8 reach. */
function afterBytes(text: string, start: number, bytes: number): number {
  let at = start;
  for (let left = bytes; left > 0 && at < text.length; at++) {
    const unit = text.charCodeAt(at);
    // Each half of a pair counts two of its four bytes.
    const isHalf = unit >= 0xd800 && unit < 0xe000;
    left -= unit < 0x80 ? 1 : unit < 0x800 || isHalf ? 2 : 3;
  }
  return at;
}
