import { type UnspacedWords, WordScan } from "../../text/index.ts";
import type { KeywordStem } from "./keyword-stem.ts";
import { stopHashes } from "./stop-hashes.ts";
import { WORD_KIND, WordTable } from "./word-table.ts";

/** A title has no more keywords; what has is an article given by mistake. */
const MAX_KEYWORDS = 100;
/** Words of a page that begin like a keyword and are stemmed once; more are judged anew each time. */
const MAX_STEMMED = 4096;
const APOSTROPHES = "'’ʼ`´";
const SMALL_S = "s".charCodeAt(0);
const CASE_BIT = 0x20;

/** How words are told apart and which are the same. */
export interface Wording {
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
  readonly #table: WordTable;
  readonly #stem: KeywordStem | undefined;
  readonly #stems = new Set<string>();
  readonly #prefixes = new Set<number>();
  #count = 0;
  #isCut = false;
  /** WordNumber of the text read last. */
  wordNumber = 0;
  /** KeyNumber of the text read last. */
  keyNumber = 0;

  /** The table is in use as long as this is. */
  constructor(title: string, { language, unspaced, stem }: Wording, table: WordTable = new WordTable(0)) {
    this.#scan = new WordScan(unspaced);
    this.#stem = stem;
    const stops = stopHashes(language);
    this.#table = table;
    table.clear(stops.length + MAX_KEYWORDS + (stem === undefined ? 0 : MAX_STEMMED));
    for (const stop of stops) table.set(stop, WORD_KIND.stop);
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
      if (this.#table.get(hash) === WORD_KIND.stop || this.#isPossessive(title, word, 0)) continue;
      if (this.#count === MAX_KEYWORDS) {
        this.#isCut = true;
        return;
      }
      this.#count++;
      this.#table.set(hash, WORD_KIND.keyword);
      if (this.#stem === undefined) continue;
      this.#stems.add(this.#stem.cut(this.#lowerCase(title, word)));
      this.#prefixes.add(scan.prefix(word));
    }
  }

  /** Only words that begin like a keyword are made strings and stemmed, each once a page. */
  #kindOf(text: string, word: number): number {
    const hash = this.#scan.hashes[word]!;
    const known = this.#table.get(hash);
    if (known !== WORD_KIND.unknown || this.#stem === undefined) return known;
    if (this.#stem.keepsBeginnings && !this.#prefixes.has(this.#scan.prefix(word))) return WORD_KIND.plain;
    const kind = this.#stems.has(this.#stem.cut(this.#lowerCase(text, word)))
      ? WORD_KIND.keyword
      : WORD_KIND.plain;
    this.#table.set(hash, kind);
    return kind;
  }

  #lowerCase(text: string, word: number): string {
    return text.slice(this.#scan.starts[word], this.#scan.ends[word]).toLowerCase();
  }

  /** The s of "Tom's", which the paper takes off; what stands before `from` is another text. */
  #isPossessive(text: string, word: number, from: number): boolean {
    const start = this.#scan.starts[word]!;
    if (this.#scan.ends[word]! - start !== 1 || start === from) return false;
    return (text.charCodeAt(start) | CASE_BIT) === SMALL_S && APOSTROPHES.includes(text.charAt(start - 1));
  }
}
