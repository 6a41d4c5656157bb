/** A suffix, and what is done where a word ends in it. */
export interface SuffixRule<Rule> {
  readonly suffix: string;
  readonly rule: Rule;
}

/** The suffixes of one step of a stemmer. */
export class SuffixTable<Rule> {
  /** By the last letter, the longest first. */
  readonly #byLast = new Map<number, SuffixRule<Rule>[]>();

  /** Each row has suffixes with spaces between, and their rule. */
  constructor(rows: readonly (readonly [suffixes: string, rule: Rule])[]) {
    const rules = rows.flatMap(([suffixes, rule]) => suffixes.split(" ").map((suffix) => ({ suffix, rule })));
    for (const row of rules.toSorted((a, b) => b.suffix.length - a.suffix.length)) {
      const last = row.suffix.charCodeAt(row.suffix.length - 1);
      this.#byLast.set(last, [...(this.#byLast.get(last) ?? []), row]);
    }
  }

  /** The longest suffix that a word ends in and that begins at or behind a place. */
  longest(word: string, from: number): SuffixRule<Rule> | undefined {
    const found = this.#byLast.get(word.charCodeAt(word.length - 1));
    return found?.find(({ suffix }) => word.length - suffix.length >= from && word.endsWith(suffix));
  }
}
