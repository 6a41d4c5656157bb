import { TELLING_WORDS } from "./detect-language.data.ts";
import { HASH_START, HASH_STEP } from "./hash.ts";
import { STOP_WORDS } from "./stop-words.data.ts";
import { words } from "./words.ts";

/**
 * Letters that only some languages of the Latin script have, the most telling first; a word with one counts half a word
 * of the language's own.
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
/** The place of every such letter in the list above. */
const PLACE_OF_LETTER: ReadonlyMap<number, number> = new Map(
  LATIN_LETTERS.flatMap(([letters], place) => [...letters].map((letter) => [letter.charCodeAt(0), place])),
);

/** Languages of which words or letters are known. */
export const LANGUAGES = [
  ...new Set([...Object.keys(STOP_WORDS), ...LATIN_LETTERS.map(([, language]) => language)]),
];

/** What the words of a text say of its language. */
export interface WordVotes {
  /** How many words there are. */
  readonly count: number;
  /** How much speaks for each of `LANGUAGES`. */
  readonly votes: Float64Array;
}

/** A function word and the languages that have it, by their places in `LANGUAGES`. */
interface Entry {
  readonly word: string;
  readonly languages: number[];
  /** Another word of the same hash. */
  readonly next: Entry | undefined;
}

const SPACE = 0x20;
/** The bits of a hash that an engine keeps without a box. */
const SMALL = 0x3fffffff;
/** £ § © « ® ° · » ¿: the others of their kind are letters, unseen or rare. */
const LATIN_1_SIGNS: ReadonlySet<number> = new Set([..."£§©«®°·»¿"].map((sign) => sign.charCodeAt(0)));
const NO_PLACE = LATIN_LETTERS.length;

/** The function words of all languages. */
export class FunctionWords {
  /** By hash, so that the words of a text need not be cut out of it to be found. */
  readonly #entries = new Map<number, Entry>();

  constructor() {
    for (const [language, list] of Object.entries(STOP_WORDS)) {
      for (const word of new Set(`${list} ${TELLING_WORDS[language] ?? ""}`.trim().split(" "))) {
        this.#add(word, LANGUAGES.indexOf(language));
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
    for (const word of all) this.#vote(word, 0, word.length, votes);
    return { count: all.length, votes };
  }

  /** How many words a text of Latin letters and usual punctuation has; -1 where it holds anything else. No word is cut out. */
  #readLatin(text: string, votes: Float64Array): number {
    let count = 0;
    let start = -1;
    for (let at = 0; at <= text.length; at++) {
      const code = at < text.length ? text.charCodeAt(at) : SPACE;
      if (isLatinPart(code)) {
        if (start < 0) start = at;
      } else if (!isLatinGap(code)) {
        return -1;
      } else if (start >= 0) {
        this.#vote(text, start, at, votes);
        count++;
        start = -1;
      }
    }
    return count;
  }

  #vote(text: string, start: number, end: number, votes: Float64Array): void {
    let hash = HASH_START;
    let place = NO_PLACE;
    for (let at = start; at < end; at++) {
      const code = text.charCodeAt(at);
      hash = Math.imul(hash ^ code, HASH_STEP);
      if (code >= 0x80) place = Math.min(place, PLACE_OF_LETTER.get(code) ?? NO_PLACE);
    }
    let entry = this.#entries.get(hash & SMALL);
    while (entry !== undefined && !isAt(text, start, end, entry.word)) entry = entry.next;
    // A word that six languages share says a sixth of what one language's own word says.
    if (entry !== undefined) {
      for (const language of entry.languages) votes[language]! += 1 / entry.languages.length;
    }
    if (place < NO_PLACE) votes[LANGUAGES.indexOf(LATIN_LETTERS[place]![1])]! += 0.5;
  }

  #add(word: string, language: number): void {
    let hash = HASH_START;
    for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), HASH_STEP);
    const first = this.#entries.get(hash & SMALL);
    let known = first;
    while (known !== undefined && known.word !== word) known = known.next;
    if (known !== undefined) known.languages.push(language);
    else this.#entries.set(hash & SMALL, { word, languages: [language], next: first });
  }
}

function isAt(text: string, start: number, end: number, word: string): boolean {
  return end - start === word.length && text.startsWith(word, start);
}

function isLatinPart(code: number): boolean {
  if (code < 0x80) return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || code === 0x5f;
  return code >= 0xc0 && code < 0x250 && code !== 0xd7 && code !== 0xf7;
}

/** Whether a unit stands between words; not so what is unseen in words, nor what may be a letter elsewhere. */
function isLatinGap(code: number): boolean {
  return code < 0x80 || LATIN_1_SIGNS.has(code) || (code >= 0x2010 && code <= 0x2027) || code === 0x20ac;
}
