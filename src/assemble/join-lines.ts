/** Lines that are joined before more are written: a million at once are held in memory twice. */
const LINES_AT_ONCE = 1024;

/** Pieces of one line from which on they are joined: a text that grows by appending keeps each of its steps until it is read. */
export const LONG_LINE = 1024;

/** The lines of many things with a separator between them; a thing without a line is left out. */
export function joinLines<T>(
  things: readonly T[],
  write: (thing: T) => string | undefined,
  separator: string,
): string {
  const joined: string[] = [];
  let lines: string[] = [];
  for (const thing of things) {
    const line = write(thing);
    if (line === undefined) continue;
    if (lines.length === LINES_AT_ONCE) {
      joined.push(lines.join(separator));
      lines = [];
    }
    lines.push(line);
  }
  if (joined.length === 0) return lines.join(separator);
  joined.push(lines.join(separator));
  return joined.join(separator);
}
