import { TELLING_WORDS } from "./detect-language.data.ts";
import { HASH_START, HASH_STEP } from "./hash.ts";
import { STOP_WORDS } from "./stop-words.data.ts";
import { words } from "./words.ts";

/**
 * Letters that only some languages of the Latin script have, the rarest first; a word with one of them counts half as much as
 * a function word.
 */
const LATIN_LETTERS: readonly (readonly [string, string])[] = [
  ["ə", "az"],
  ["ğış", "tr"],
  ["ąęłńśź", "pl"],
  ["ěřů", "cs"],
  ["ľĺŕô", "sk"],
  ["őű", "hu"],
  ["ășț", "ro"],
  ["ơưđạếộ", "vi"],
  ["ðþ", "is"],
  ["āēīņļ", "lv"],
  ["ėųį", "lt"],
];
/** The index of every such letter in the list above. */
const PLACE_OF_LETTER: ReadonlyMap<number, number> = new Map(
  LATIN_LETTERS.flatMap(([letters], place) => [...letters].map((letter) => [letter.charCodeAt(0), place])),
);

/** Languages of which words or letters are known. */
export const LANGUAGES = [
  ...new Set([...Object.keys(STOP_WORDS), ...LATIN_LETTERS.map(([, language]) => language)]),
];

/** The votes of the words of a text for each language. */
export interface WordVotes {
  /** How many words there are. */
  readonly count: number;
  /** By index in `LANGUAGES`. */
  readonly votes: Float64Array;
}

/** A function word and the languages that have it, by index in `LANGUAGES`. */
interface Entry {
  readonly word: string;
  readonly languages: number[];
  /** Another word of the same hash. */
  readonly next: Entry | undefined;
}

const SPACE = 0x20;
/** V8 keeps integers of 31 bits without boxing. */
const SMALL_INTEGER = 0x3fffffff;
/** What a unit is in a Latin text: a gap between words, part of a word, or something that this table does not decide. */
const GAP = 0;
const PART = 1;
const OTHER = 2;
/** Signs of Latin-1 that end a word; the rest of Latin-1 is letters, invisible or rare. */
const LATIN_1_SIGNS = "£§©«®°·»¿";
const KINDS = latinKinds();

/** The function words of all languages. */
export class FunctionWords {
  /** By hash, so that no substring is made for a word. */
  readonly #entries = new Map<number, Entry>();

  constructor() {
    for (const [language, list] of Object.entries(STOP_WORDS)) {
      const place = LANGUAGES.indexOf(language);
      for (const word of new Set(`${list} ${TELLING_WORDS[language] ?? ""}`.trim().split(" "))) {
        this.#add(word, place);
      }
    }
  }

  /** Reads the words of a text, as `words` gives them. */
  read(text: string): WordVotes {
    const votes = new Float64Array(LANGUAGES.length);
    const count = this.#readLatin(text.normalize("NFKC").toLowerCase(), votes);
    if (count >= 0) return { count, votes };
    votes.fill(0);
    const all = words(text);
    for (const word of all) {
      voteByWord(this.#find(word, 0, word.length, hashUnits(word)), votes);
      voteByLetters(word, 0, word.length, votes);
    }
    return { count: all.length, votes };
  }

  /** How many words a text of Latin letters and usual punctuation has; -1 if it has anything else. Makes no substrings. */
  #readLatin(text: string, votes: Float64Array): number {
    let count = 0;
    let start = -1;
    let hash = HASH_START;
    let hasMarks = false;
    for (let at = 0; at <= text.length; at++) {
      const code = at < text.length ? text.charCodeAt(at) : SPACE;
      const kind = code < KINDS.length ? KINDS[code] : kindBeyond(code);
      if (kind === PART) {
        if (start < 0) start = at;
        hash = Math.imul(hash ^ code, HASH_STEP);
        if (code >= 0x80) hasMarks = true;
      } else if (kind === OTHER) {
        return -1;
      } else if (start >= 0) {
        voteByWord(this.#find(text, start, at, hash), votes);
        if (hasMarks) voteByLetters(text, start, at, votes);
        count++;
        start = -1;
        hash = HASH_START;
        hasMarks = false;
      }
    }
    return count;
  }

  #find(text: string, start: number, end: number, hash: number): Entry | undefined {
    let entry = this.#entries.get(hash & SMALL_INTEGER);
    while (entry !== undefined && !isAt(text, start, end, entry.word)) entry = entry.next;
    return entry;
  }

  #add(word: string, language: number): void {
    const place = hashUnits(word) & SMALL_INTEGER;
    const first = this.#entries.get(place);
    let known = first;
    while (known !== undefined && known.word !== word) known = known.next;
    if (known !== undefined) known.languages.push(language);
    else this.#entries.set(place, { word, languages: [language], next: first });
  }
}

function isAt(text: string, start: number, end: number, word: string): boolean {
  return end - start === word.length && text.startsWith(word, start);
}

function hashUnits(word: string): number {
  let hash = HASH_START;
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), HASH_STEP);
  return hash;
}

/** A word that six languages share says a sixth of what one language's own word says. */
function voteByWord(entry: Entry | undefined, votes: Float64Array): void {
  if (entry === undefined) return;
  for (const language of entry.languages) votes[language]! += 1 / entry.languages.length;
}

function voteByLetters(text: string, start: number, end: number, votes: Float64Array): void {
  let place = LATIN_LETTERS.length;
  for (let at = start; at < end; at++) {
    place = Math.min(place, PLACE_OF_LETTER.get(text.charCodeAt(at)) ?? place);
  }
  if (place < LATIN_LETTERS.length) votes[LANGUAGES.indexOf(LATIN_LETTERS[place]![1])]! += 0.5;
}

function latinKinds(): Uint8Array {
  const kinds = new Uint8Array(0x250).fill(OTHER);
  kinds.fill(GAP, 0, 0x80);
  for (const sign of LATIN_1_SIGNS) kinds[sign.charCodeAt(0)] = GAP;
  for (const letter of "abcdefghijklmnopqrstuvwxyz0123456789_") kinds[letter.charCodeAt(0)] = PART;
  kinds.fill(PART, 0xc0);
  for (const sign of "×÷") kinds[sign.charCodeAt(0)] = OTHER;
  return kinds;
}

/** Dashes, quotation marks and the like, and the euro. */
function kindBeyond(code: number): number {
  return (code >= 0x2010 && code <= 0x2027) || code === 0x20ac ? GAP : OTHER;
}
