/** What a word is to the count; 0 stands for one not met yet. */
export const WORD_KIND = { unknown: 0, plain: 1, stop: 2, keyword: 3 } as const;

/** Remembers the kinds of so many words by their hashes: open addressing, no strings. What no longer fits is not kept. */
export class WordTable {
  readonly #hashes: Int32Array;
  readonly #kinds: Uint8Array;
  readonly #mask: number;
  #room: number;

  constructor(words: number) {
    // A table that is more than half full is slow, and a small one stays at hand.
    const slots = 2 ** Math.ceil(Math.log2(words * 2 + 2));
    this.#hashes = new Int32Array(slots);
    this.#kinds = new Uint8Array(slots);
    this.#mask = slots - 1;
    this.#room = words;
  }

  get(hash: number): number {
    return this.#kinds[this.#slot(hash)]!;
  }

  set(hash: number, kind: number): void {
    const slot = this.#slot(hash);
    if (this.#kinds[slot] === WORD_KIND.unknown) {
      if (this.#room === 0) return;
      this.#room--;
    }
    this.#hashes[slot] = hash;
    this.#kinds[slot] = kind;
  }

  #slot(hash: number): number {
    const mask = this.#mask;
    let slot = (hash ^ (hash >>> 15)) & mask;
    while (this.#kinds[slot] !== WORD_KIND.unknown && this.#hashes[slot] !== hash) slot = (slot + 1) & mask;
    return slot;
  }
}
