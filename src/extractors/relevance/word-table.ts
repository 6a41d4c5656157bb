/** What a word is to the count; 0 stands for one not met yet. */
export const WORD_KIND = { unknown: 0, plain: 1, stop: 2, keyword: 3 } as const;

/** Slots for the stop words of a language, a title's keywords and the words of a page that begin like one. */
const SLOTS = 8192;
/** A fuller table is slow; what no longer fits is judged anew each time. */
const MAX_FILLED = SLOTS / 2;

/** Remembers the kind of a word by its hash: open addressing, no strings. */
export class WordTable {
  readonly #hashes = new Int32Array(SLOTS);
  readonly #kinds = new Uint8Array(SLOTS);
  #filled = 0;

  get(hash: number): number {
    return this.#kinds[this.#slot(hash)]!;
  }

  set(hash: number, kind: number): void {
    const slot = this.#slot(hash);
    if (this.#kinds[slot] === WORD_KIND.unknown) {
      if (this.#filled === MAX_FILLED) return;
      this.#filled++;
    }
    this.#hashes[slot] = hash;
    this.#kinds[slot] = kind;
  }

  #slot(hash: number): number {
    let slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
    while (this.#kinds[slot] !== WORD_KIND.unknown && this.#hashes[slot] !== hash) {
      slot = (slot + 1) & (SLOTS - 1);
    }
    return slot;
  }
}
