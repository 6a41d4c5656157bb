import {
  HashIds,
  languageCode,
  type ScratchArena,
  stopWords,
  type UnspacedWords,
  WordScan,
} from "../../text/index.ts";

/** A title has no more keywords; a longer one is an article given by mistake. */
const MAX_KEYWORDS = 100;
const APOSTROPHES = "'’ʼ`´";
const SMALL_S = "s".charCodeAt(0);
const CASE_BIT = 0x20;

const WORD_KIND = { plain: 0, stop: 1, keyword: 2 } as const;

/** How text is cut into words. */
interface Wording {
  /** The language of the page, as it declares it. */
  readonly language: string | undefined;
  readonly unspaced: UnspacedWords;
}

/**
 * Title keywords (3.1): the words of a title without articles, prepositions, conjunctions and possessives.
 *
 * Reading: the paper splits at white space; here punctuation, hyphens and apostrophes part words too, so that "Lund,"
 * is "Lund". Case and accents do not count.
 */
export class Keywords {
  readonly #scan: WordScan;
  /** Stop words and keywords, and the kind of each by its id. */
  readonly #ids: HashIds;
  readonly #kinds: Uint8Array;
  #count = 0;
  #isCut = false;
  /** WordNumber of the text read last. */
  wordNumber = 0;
  /** KeyNumber of the text read last. */
  keyNumber = 0;

  constructor(title: string, { language, unspaced }: Wording, scratch: ScratchArena) {
    this.#scan = new WordScan(unspaced);
    const stops = stopHashes(language);
    const most = stops.length + MAX_KEYWORDS;
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
      const kind = this.#kindOf(scan.hashes[word]!);
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
      if (this.#kindOf(hash) === WORD_KIND.stop || this.#isPossessive(title, word, 0)) continue;
      if (this.#count === MAX_KEYWORDS) {
        this.#isCut = true;
        return;
      }
      this.#count++;
      this.#remember(hash, WORD_KIND.keyword);
    }
  }

  #kindOf(hash: number): number {
    const id = this.#ids.find(hash);
    return id < 0 ? WORD_KIND.plain : this.#kinds[id]!;
  }

  #remember(hash: number, kind: number): void {
    const id = this.#ids.idOf(hash);
    // Where many collide, the id can be another word's: such a word stays plain.
    if (this.#ids.find(hash) === id) this.#kinds[id] = kind;
  }

  /** The s of "Tom's", which the paper takes off; what is before `from` is another text. */
  #isPossessive(text: string, word: number, from: number): boolean {
    const start = this.#scan.starts[word]!;
    if (this.#scan.ends[word]! - start !== 1 || start === from) return false;
    return (text.charCodeAt(start) | CASE_BIT) === SMALL_S && APOSTROPHES.includes(text.charAt(start - 1));
  }
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
