/** What a word is to the count; 0 stands for one not met yet. */
export const WORD_KIND = { unknown: 0, plain: 1, stop: 2, keyword: 3 } as const;

/** Slots that a word may stand behind its own: far more than chance asks for, and hostile pages choose words that crowd. */
const MAX_PROBES = 64;

/** Remembers the kinds of so many words by their hashes: open addressing, no strings. What no longer fits is not kept. */
export class WordTable {
  #hashes = new Int32Array(0);
  #kinds = new Uint8Array(0);
  #mask = 0;
  #room = 0;

  constructor(words: number) {
    this.clear(words);
  }

  /** Forgets all, and has room for so many words; a table for one page after another is made once. */
  clear(words: number): void {
    // A table that is more than half full is slow, and a small one stays at hand.
    const slots = 2 ** Math.ceil(Math.log2(words * 2 + 2));
    if (slots === this.#kinds.length) this.#kinds.fill(WORD_KIND.unknown);
    else {
      this.#hashes = new Int32Array(slots);
      this.#kinds = new Uint8Array(slots);
    }
    this.#mask = slots - 1;
    this.#room = words;
  }

  get(hash: number): number {
    const slot = this.#slot(hash);
    return slot < 0 ? WORD_KIND.unknown : this.#kinds[slot]!;
  }

  set(hash: number, kind: number): void {
    const slot = this.#slot(hash);
    if (slot < 0) return;
    if (this.#kinds[slot] === WORD_KIND.unknown) {
      if (this.#room === 0) return;
      this.#room--;
    }
    this.#hashes[slot] = hash;
    this.#kinds[slot] = kind;
  }

  /** Where a word is or would be; -1 where others crowd there. */
  #slot(hash: number): number {
    const mask = this.#mask;
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (let probe = 0; probe < MAX_PROBES; probe++) {
      if (this.#hashes[slot] === hash || this.#kinds[slot] === WORD_KIND.unknown) return slot;
      slot = (slot + 1) & mask;
    }
    return -1;
  }
}
