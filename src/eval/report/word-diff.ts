import { WORD, words } from "../../text/index.ts";

/** A stretch of text, and whether the other text has it too. */
export interface Stretch {
  readonly text: string;
  readonly isShared: boolean;
}

/** Two texts cut into what they share and what each has alone. */
export interface WordDiff {
  readonly a: readonly Stretch[];
  readonly b: readonly Stretch[];
  /** Words beyond the limit, not compared and not shown. */
  readonly hiddenA: number;
  readonly hiddenB: number;
}

/** Words of each text that are compared; the table of two such texts takes 18 MB. */
const MAX_WORDS = 3000;

/** Aligns two texts word by word (longest common subsequence) and marks what only one of them has. */
export function diffWords(a: string, b: string): WordDiff {
  const piecesA = piecesOf(a);
  const piecesB = piecesOf(b);
  const shownA = piecesA.slice(0, MAX_WORDS);
  const shownB = piecesB.slice(0, MAX_WORDS);
  const { sharedA, sharedB } = align(shownA.map(keyOf), shownB.map(keyOf));
  return {
    a: stretches(shownA, sharedA),
    b: stretches(shownB, sharedB),
    hiddenA: piecesA.length - shownA.length,
    hiddenB: piecesB.length - shownB.length,
  };
}

/** Words, each with what stands before it; what follows the last one is left out. */
function piecesOf(text: string): string[] {
  let start = 0;
  return Array.from(text.matchAll(WORD), ({ 0: word, index }) => {
    const piece = text.slice(start, index + word.length);
    start = index + word.length;
    return piece;
  });
}

const keyOf = (piece: string) => words(piece).join(" ");

function align(a: readonly string[], b: readonly string[]): { sharedA: Uint8Array; sharedB: Uint8Array } {
  const width = b.length + 1;
  // length[i * width + j]: the longest common subsequence of a from i on and b from j on.
  const length = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const at = i * width + j;
      length[at] =
        a[i] === b[j] ? length[at + width + 1]! + 1 : Math.max(length[at + width]!, length[at + 1]!);
    }
  }
  const sharedA = new Uint8Array(a.length);
  const sharedB = new Uint8Array(b.length);
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const at = i * width + j;
    if (a[i] === b[j]) {
      sharedA[i++] = 1;
      sharedB[j++] = 1;
    } else if (length[at + width]! >= length[at + 1]!) i++;
    else j++;
  }
  return { sharedA, sharedB };
}

function stretches(pieces: readonly string[], shared: Uint8Array): Stretch[] {
  const list: { text: string; isShared: boolean }[] = [];
  pieces.forEach((piece, at) => {
    const isShared = shared[at] === 1;
    const last = list.at(-1);
    if (last?.isShared === isShared) last.text += piece;
    else list.push({ text: piece, isShared });
  });
  return list;
}
