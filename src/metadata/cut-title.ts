import { headlineKey } from "../page/index.ts";

/** What stands between a headline and the site's name or section. */
const SEPARATOR = /\s+[|\-–—:»«·•›/~]+\s+|\s*[|»｜ㅣ]\s*|:\s+|_/g;

interface Piece {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A stated title without the site's name and section at its ends, as far as the evidence goes. */
export function cutTitle(stated: string, names: readonly string[], headings: ReadonlySet<string>): string {
  const pieces = split(stated);
  if (pieces.length < 2) return stated;
  const shown = shownPart(stated, pieces, headings);
  if (shown !== undefined) return shown;
  const keys = names.map(headlineKey);
  let [first, last] = [0, pieces.length - 1];
  while (last > first && isSite(pieces[last]!.text, keys)) last--;
  while (first < last && isSite(pieces[first]!.text, keys)) first++;
  return stated.slice(pieces[first]!.start, pieces[last]!.end);
}

function split(stated: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  for (const match of stated.matchAll(SEPARATOR)) {
    if (match.index > start) pieces.push({ text: stated.slice(start, match.index), start, end: match.index });
    start = match.index + match[0].length;
  }
  if (start < stated.length) pieces.push({ text: stated.slice(start), start, end: stated.length });
  return pieces;
}

/** The longest run of pieces that also stands as a heading. */
function shownPart(
  stated: string,
  pieces: readonly Piece[],
  headings: ReadonlySet<string>,
): string | undefined {
  for (let length = Math.min(pieces.length, MAX_PIECES); length > 0; length--) {
    for (let from = 0; from + length <= Math.min(pieces.length, MAX_PIECES); from++) {
      const run = stated.slice(pieces[from]!.start, pieces[from + length - 1]!.end);
      if (headings.has(headlineKey(run))) return run;
    }
  }
  return undefined;
}

/** Titles with more pieces are lists of keywords. */
const MAX_PIECES = 8;
/** Where one of piece and name holds the other ("The Daily Example Sport"), the shorter must be this much of the longer. */
const MIN_SHARE = 0.5;

/** A site that signs with its address; other endings are names of things too (Node.js, ASP.NET). */
const HOST_NAME = /^[\w-]+(?:\.[\w-]+)*\.(?:com|org)$/i;

function isSite(piece: string, keys: readonly string[]): boolean {
  const key = headlineKey(piece);
  if (key === "" || HOST_NAME.test(piece)) return true;
  return keys.some((name) => {
    if (name.length < 2) return false;
    const [short, long] = key.length < name.length ? [key, name] : [name, key];
    return long.includes(short) && short.length / long.length >= MIN_SHARE;
  });
}
