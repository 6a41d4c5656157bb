import {
  HashIds,
  languageCode,
  rememberWords,
  type ScratchArena,
  stopWords,
  type UnspacedWords,
  WordScan,
} from "../../text/index.ts";
import { makeStem, type Stem, stemLanguage } from "../../text/stem.ts";

/** A title has no more keywords; what has is an article given by mistake. */
const MAX_KEYWORDS = 100;
/** Words of a page that begin like a keyword are stemmed once, up to this many. */
const MAX_STEMMED = 4096;
const APOSTROPHES = "'’ʼ`´";
const SMALL_S = "s".charCodeAt(0);
const CASE_BIT = 0x20;

/** What a word is to the count; 0 for one that is not known yet. */
const WORD_KIND = { unknown: 0, plain: 1, stop: 2, keyword: 3 } as const;

/** How text is cut into words, and which words are the same. */
interface Wording {
  /** The language of the page, as it declares it. */
  readonly language: string | undefined;
  readonly unspaced: UnspacedWords;
  /** Without it only the same word is the same. */
  readonly stem: KeywordStem | undefined;
}

/**
 * Title keywords (3.1): the words of a title without articles, prepositions, conjunctions and possessives.
 *
 * Reading: the paper splits at white space; here punctuation, hyphens and apostrophes part words too, so that "Lund,"
 * is "Lund". Case and accents do not count.
 */
export class Keywords {
  readonly #scan: WordScan;
  /** Words that are known, and the kind of each by its id. */
  readonly #ids: HashIds;
  readonly #kinds: Uint8Array;
  readonly #stem: KeywordStem | undefined;
  readonly #stems = new Set<string>();
  readonly #prefixes = new Set<number>();
  #count = 0;
  #isCut = false;
  /** WordNumber of the text read last. */
  wordNumber = 0;
  /** KeyNumber of the text read last. */
  keyNumber = 0;

  constructor(title: string, { language, unspaced, stem }: Wording, scratch: ScratchArena) {
    this.#scan = new WordScan(unspaced);
    this.#stem = stem;
    const stops = stopHashes(language);
    const most = stops.length + MAX_KEYWORDS + (stem === undefined ? 0 : MAX_STEMMED);
    this.#ids = new HashIds(most, scratch);
    this.#kinds = scratch.bytes(most);
    for (const stop of stops) this.#remember(stop, WORD_KIND.stop);
    this.#addKeywords(title);
  }

  /** TitleKeywordNumber: the size of the keyword list, repeated words included. */
  get count(): number {
    return this.#count;
  }

  /** Whether the title was longer than any title is, and only its beginning was taken. */
  get isCut(): boolean {
    return this.#isCut;
  }

  /** Full text analysis, steps 1 and 2 (3.2): sets `wordNumber` and `keyNumber` of a range of a text. */
  read(text: string, start: number, end: number): void {
    const scan = this.#scan;
    scan.read(text, start, end);
    this.wordNumber = 0;
    this.keyNumber = 0;
    for (let word = 0; word < scan.count; word++) {
      const kind = this.#kindOf(text, word);
      if (kind === WORD_KIND.stop || this.#isPossessive(text, word, start)) continue;
      this.wordNumber++;
      if (kind === WORD_KIND.keyword) this.keyNumber++;
    }
  }

  #addKeywords(title: string): void {
    const scan = this.#scan;
    scan.read(title, 0, title.length);
    for (let word = 0; word < scan.count; word++) {
      const hash = scan.hashes[word]!;
      if (this.#known(hash) === WORD_KIND.stop || this.#isPossessive(title, word, 0)) continue;
      if (this.#count === MAX_KEYWORDS) {
        this.#isCut = true;
        return;
      }
      this.#count++;
      this.#remember(hash, WORD_KIND.keyword);
      if (this.#stem === undefined) continue;
      this.#stems.add(this.#stem.cut(this.#lowerCase(title, word)));
      this.#prefixes.add(scan.prefix(word));
    }
  }

  /** Only words that begin like a keyword are made strings and stemmed, each once a page. */
  #kindOf(text: string, word: number): number {
    const hash = this.#scan.hashes[word]!;
    const known = this.#known(hash);
    if (known !== WORD_KIND.unknown || this.#stem === undefined) return known;
    if (this.#stem.keepsBeginnings && !this.#prefixes.has(this.#scan.prefix(word))) return WORD_KIND.plain;
    const kind = this.#stems.has(this.#stem.cut(this.#lowerCase(text, word)))
      ? WORD_KIND.keyword
      : WORD_KIND.plain;
    if (this.#ids.count < this.#kinds.length) this.#remember(hash, kind);
    return kind;
  }

  #known(hash: number): number {
    const id = this.#ids.find(hash);
    return id < 0 ? WORD_KIND.unknown : this.#kinds[id]!;
  }

  #remember(hash: number, kind: number): void {
    const id = this.#ids.idOf(hash);
    // The id may be another word's where many collide: such a word stays unknown and is stemmed again.
    if (this.#ids.find(hash) === id) this.#kinds[id] = kind;
  }

  #lowerCase(text: string, word: number): string {
    return text.slice(this.#scan.starts[word], this.#scan.ends[word]).toLowerCase();
  }

  /** The s of "Tom's", which the paper takes off; what is before `from` is another text. */
  #isPossessive(text: string, word: number, from: number): boolean {
    const start = this.#scan.starts[word]!;
    if (this.#scan.ends[word]! - start !== 1 || start === from) return false;
    return (text.charCodeAt(start) | CASE_BIT) === SMALL_S && APOSTROPHES.includes(text.charAt(start - 1));
  }
}

/** How the inflected forms of a keyword are known. */
interface KeywordStem {
  readonly cut: Stem;
  /** Whether a stem begins as its word does, so that words with other beginnings are not stemmed. */
  readonly keepsBeginnings: boolean;
}

/** Inflected languages without a stemmer: their words are compared by this many first letters. */
const FIRST_LETTERS: Readonly<Record<string, number>> = {
  bg: 5,
  el: 5,
  et: 5,
  hr: 5,
  ko: 2,
  lt: 5,
  lv: 5,
  pl: 5,
  sk: 5,
  sr: 5,
  uk: 5,
};

/** Arabic stems lose the article and prepositions that are written onto the word. */
const CUT_AT_FRONT = "ar";

/** The stemmer of a language; Porter's if none is declared. */
export type StemOf = (language: string | undefined) => KeywordStem;

/** Stemmers that remember words from page to page, one for each language. */
export function makeStems(): StemOf {
  // Keyed by known languages: a page can declare any string as its language.
  const stems = new Map<string | undefined, KeywordStem>();
  return (language) => {
    const code = languageCode(language) ?? "en";
    const known = Object.hasOwn(FIRST_LETTERS, code) ? code : stemLanguage(code);
    let stem = stems.get(known);
    if (stem === undefined) {
      stem = { cut: cutOf(known), keepsBeginnings: known !== CUT_AT_FRONT };
      stems.set(known, stem);
    }
    return stem;
  };
}

function cutOf(code: string | undefined): Stem {
  if (code === undefined) return (word) => word;
  const letters = FIRST_LETTERS[code];
  return letters === undefined ? rememberWords(makeStem(code)) : (word) => word.slice(0, letters);
}

const stopHashesOf = new Map<string, readonly number[]>();

/** The hashes of a language's stop words as `WordScan` gives them; each language is read once. */
function stopHashes(language: string | undefined): readonly number[] {
  const code = languageCode(language) ?? "en";
  const hashes = stopHashesOf.get(code) ?? hashesOf(stopWords(code));
  // Only languages with stop words are kept: a page can declare any string as its language.
  if (hashes.length > 0) stopHashesOf.set(code, hashes);
  return hashes;
}

function hashesOf(words: readonly string[]): readonly number[] {
  const scan = new WordScan("whole runs");
  const hashes: number[] = [];
  for (const word of words) {
    scan.read(word, 0, word.length);
    if (scan.count > 0) hashes.push(scan.hashes[0]!);
  }
  return hashes;
}
