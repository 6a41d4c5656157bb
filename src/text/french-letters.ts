/** The vowels of French words. */
export const VOWELS = "aeiouyâàëéêèïîôûù";
/** 1 for the vowels among the units of Latin-1; beyond it there are none. */
const IS_VOWEL = Uint8Array.from({ length: 0x100 }, (_, unit) =>
  Number(VOWELS.includes(String.fromCharCode(unit))),
);
/** Words that begin so have RV behind these letters. */
const BEGINNINGS = ["par", "col", "tap"];
const [SMALL_I, SMALL_Q, SMALL_U, SMALL_Y] = Uint8Array.from("iquy", (letter) => letter.charCodeAt(0));

/** Where the parts of a word begin that suffixes must lie in. */
export interface Regions {
  readonly rv: number;
  readonly r1: number;
  readonly r2: number;
}

/** Letters that stand for consonants become capitals, from left to right: u and i between vowels, y beside one, u after q. */
export function markConsonants(word: string): string {
  let marked = word;
  const mark = (at: number) => {
    marked = marked.slice(0, at) + marked.charAt(at).toUpperCase() + marked.slice(at + 1);
  };
  for (let at = 0; at + 1 < word.length; at++) {
    const next = marked.charCodeAt(at + 1);
    if (isVowelAt(marked, at)) {
      const isBetween = (next === SMALL_U || next === SMALL_I) && isVowelAt(marked, at + 2);
      if (next === SMALL_Y || isBetween) mark(at + 1);
      else if (marked.charCodeAt(at) === SMALL_Y && isVowelAt(marked, at + 1)) mark(at);
    } else if (next === SMALL_U && marked.charCodeAt(at) === SMALL_Q) mark(at + 1);
  }
  return marked;
}

/** The regions of a word whose consonants are marked. */
export function findRegions(word: string): Regions {
  const r1 = behindSyllable(word, 0);
  return { rv: findRv(word), r1, r2: behindSyllable(word, r1) };
}

/** Behind the first consonant that follows a vowel. */
function behindSyllable(word: string, from: number): number {
  let at = from;
  while (at < word.length && !isVowelAt(word, at)) at++;
  while (at < word.length && isVowelAt(word, at)) at++;
  return Math.min(at + 1, word.length);
}

function findRv(word: string): number {
  const beginsWithTwo = word.length > 2 && isVowelAt(word, 0) && isVowelAt(word, 1);
  if (beginsWithTwo || BEGINNINGS.includes(word.slice(0, 3))) return 3;
  let at = 1;
  while (at < word.length && !isVowelAt(word, at)) at++;
  return Math.min(at + 1, word.length);
}

/** Whether the last letter is a consonant. */
export function endsInConsonant(stem: string): boolean {
  return stem !== "" && !isVowelAt(stem, stem.length - 1);
}

/** Whether the letter at a place is a vowel; none is beyond the end. */
export function isVowelAt(word: string, at: number): boolean {
  const unit = word.charCodeAt(at);
  return unit < IS_VOWEL.length && IS_VOWEL[unit] === 1;
}
