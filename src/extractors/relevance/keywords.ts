import { stopWords, WordScan } from "../../text/index.ts";
import { makeStem, type Stem } from "../../text/stem.ts";

export interface KeywordOptions {
  readonly segment: boolean;
  readonly stems: boolean;
}

const MAX_TITLE_WORDS = 100;
const SLOTS = 8192;
const MAX_FILLED = SLOTS / 2;
const PLAIN = 1,
  STOP = 2,
  KEY = 3;
const APOSTROPHES = "'’ʼ`´";

class WordTable {
  readonly #hashes = new Int32Array(SLOTS);
  readonly #kinds = new Uint8Array(SLOTS);
  #filled = 0;
  get(hash: number): number {
    let at = (hash ^ (hash >>> 15)) & (SLOTS - 1);
    while (this.#kinds[at] !== 0) {
      if (this.#hashes[at] === hash) return this.#kinds[at]!;
      at = (at + 1) & (SLOTS - 1);
    }
    return 0;
  }
  set(hash: number, kind: number): void {
    let at = (hash ^ (hash >>> 15)) & (SLOTS - 1);
    while (this.#kinds[at] !== 0 && this.#hashes[at] !== hash) at = (at + 1) & (SLOTS - 1);
    if (this.#kinds[at] === 0) {
      if (this.#filled >= MAX_FILLED) return;
      this.#filled++;
    }
    this.#hashes[at] = hash;
    this.#kinds[at] = kind;
  }
}

export class Keywords {
  readonly #table = new WordTable();
  readonly #stems = new Set<string>();
  readonly #prefixes = new Set<number>();
  readonly #stem: Stem | undefined;
  readonly #scan: WordScan;
  readonly #anyPrefix: boolean;
  /** TitleKeywordNumber */
  count = 0;
  words = 0;
  keys = 0;
  truncated = false;
  constructor(title: string, language: string | undefined, { segment, stems }: KeywordOptions) {
    this.#scan = new WordScan(segment ? "segmented" : "whole runs");
    this.#stem = stems ? makeStem2(language) : undefined;
    this.#anyPrefix = language?.startsWith("ar") ?? false;
    for (const word of stopWords(language)) {
      const s = new WordScan("whole runs");
      s.read(word, 0, word.length);
      if (s.next()) this.#table.set(s.hash, STOP);
    }
    const scan = this.#scan;
    scan.read(title, 0, title.length);
    while (scan.next()) {
      if (this.#isPossessive(title)) continue;
      if (this.#table.get(scan.hash) === STOP) continue;
      if (this.count === MAX_TITLE_WORDS) {
        this.truncated = true;
        break;
      }
      this.count++;
      this.#table.set(scan.hash, KEY);
      if (this.#stem) {
        this.#stems.add(this.#stem(title.slice(scan.start, scan.end).toLowerCase()));
        this.#prefixes.add(scan.prefix());
      }
    }
  }
  #isPossessive(text: string): boolean {
    const { start, end } = this.#scan;
    return (
      end - start === 1 &&
      start > 0 &&
      (text.charCodeAt(start) | 0x20) === 0x73 &&
      APOSTROPHES.includes(text[start - 1]!)
    );
  }
  read(text: string, start: number, end: number): void {
    let words = 0,
      keys = 0;
    const scan = this.#scan;
    scan.read(text, start, end);
    while (scan.next()) {
      let kind = this.#table.get(scan.hash);
      if (kind === 0 && this.#stem && (this.#anyPrefix || this.#prefixes.has(scan.prefix()))) {
        kind = this.#stems.has(this.#stem(text.slice(scan.start, scan.end).toLowerCase())) ? KEY : PLAIN;
        this.#table.set(scan.hash, kind);
      }
      if (kind === STOP || this.#isPossessive(text)) continue;
      words++;
      if (kind === KEY) keys++;
    }
    this.words = words;
    this.keys = keys;
  }
}
const TRUNC = new Set(["pl", "uk", "sk", "hr", "sr", "bg", "el", "lt", "lv", "et", "sl", "ko"]);
function makeStem2(language: string | undefined): Stem {
  const code = language?.split(/[-_]/)[0]?.toLowerCase() ?? "en";
  if (code === "ko") return (w) => w.slice(0, 2);
  if (TRUNC.has(code)) return (w) => w.slice(0, 5);
  return makeStem(language);
}
