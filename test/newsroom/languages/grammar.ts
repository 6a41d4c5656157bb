import type { Random } from "../random.ts";
import type { Language } from "./language.ts";

/** The people and things that a story is about; they stay the same from headline to comments. */
export type Facts = Readonly<Record<string, string>>;

const SLOT = /\{(\p{L}+)\}/gu;
const MOST_NESTING = 8;

/** Writes a whole number with the marks of the language. */
export function writeNumber(value: number, language: Language): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, language.numberMarks[0]);
}

/** Greek locale rules would take the accent off the capital, so no locale is named. */
function capitalise(words: string): string {
  return words.replace(/^[^\p{L}\p{N}]*\p{L}/u, (start) => start.toUpperCase());
}

function drawNumber(name: string, language: Language, random: Random): string | undefined {
  if (name === "number") return String(random.between(3, 96));
  if (name === "bigger") return writeNumber(random.between(100, 980), language);
  if (name === "big") return writeNumber(random.between(11, 950) * 100, language);
  if (name === "percent") return `${random.between(2, 48)}${language.numberMarks[1]}${random.between(1, 9)}`;
  if (name === "year") return String(random.between(1974, 2004));
  return undefined;
}

/** Makes sentences of one language about one set of facts. */
export class Writer {
  readonly #language: Language;
  readonly #facts: Facts;
  readonly #random: Random;
  readonly #said = new Set<string>();
  readonly #lastRules = new Map<string, string>();

  constructor(language: Language, facts: Facts, random: Random) {
    this.#language = language;
    this.#facts = facts;
    this.#random = random;
  }

  /** A sentence of that kind, a new one if the grammar still has one. */
  say(symbol: string): string {
    let words = "";
    for (let attempt = 0; attempt < 12; attempt += 1) {
      words = capitalise(this.#expand(symbol, 0));
      if (!this.#said.has(words)) break;
    }
    this.#said.add(words);
    return words;
  }

  /** Several sentences, one in three of them somebody's words. */
  paragraph(sentences: number): string {
    const said: string[] = [];
    for (let i = 0; i < sentences; i += 1)
      said.push(this.say(this.#random.chance(0.33) ? "quote" : "sentence"));
    return said.join(this.#language.gap);
  }

  /** Never the rule that was used last, so that neighbouring sentences differ. */
  #pickRule(symbol: string, rules: readonly string[]): string {
    const last = this.#lastRules.get(symbol);
    const rule = this.#random.pick(rules.length > 1 ? rules.filter((each) => each !== last) : rules);
    this.#lastRules.set(symbol, rule);
    return rule;
  }

  #expand(symbol: string, depth: number): string {
    if (depth > MOST_NESTING)
      throw new RangeError(`grammar of ${this.#language.code} never ends at ${symbol}`);
    const known = this.#facts[symbol] ?? drawNumber(symbol, this.#language, this.#random);
    if (known !== undefined) return known;
    const rules = this.#language.grammar[symbol];
    if (rules) {
      return this.#pickRule(symbol, rules).replace(SLOT, (_, name: string) => this.#expand(name, depth + 1));
    }
    const plain = symbol.charAt(0).toLowerCase() + symbol.slice(1);
    if (plain === symbol) throw new RangeError(`grammar of ${this.#language.code} has no {${symbol}}`);
    return capitalise(this.#expand(plain, depth));
  }
}
