import { NewsError } from "../errors/index.ts";
import { authorTerm, FACETS, type Facet, facetTerm, runsOf, sourceTerm } from "./terms.ts";

/** Terms that follow each other; with `isPrefix` the last one is only the beginning of a word. */
export interface Phrase {
  readonly kind: "phrase";
  readonly terms: readonly string[];
  readonly isPrefix: boolean;
  /** What was typed, to mark it in texts; undefined for `site:` and its like. */
  readonly text?: string;
}

/** A query as a tree. */
export type Query =
  | Phrase
  | { readonly kind: "and" | "or"; readonly parts: readonly Query[] }
  | { readonly kind: "not"; readonly part: Query };

/** Longer queries are mistakes of programs. */
const MAX_CHARACTERS = 2000;
const MAX_DEPTH = 20;

interface Token {
  readonly kind: "open" | "close" | "and" | "or" | "not" | "word";
  readonly word?: Query | undefined;
  readonly at: number;
}

/** Reads words, "phrases", AND, OR, NOT, parentheses, `word*` and `site:`, `source:`, `author:`, `lang:`, `topic:`. */
export function parseQuery(text: string): Query {
  if (text.length > MAX_CHARACTERS)
    throw new NewsError("BAD_QUERY", `The query has more than ${MAX_CHARACTERS} characters.`);
  const tokens = readTokens(text);
  if (tokens.length === 0) throw new NewsError("BAD_QUERY", "The query has no words.");
  const parser = new Parser(tokens, text.length);
  const query = parser.readOr(0);
  parser.end();
  return query;
}

/** Reads OR of ANDs of NOTs; words side by side are ANDed. */
class Parser {
  readonly #tokens: readonly Token[];
  readonly #length: number;
  #next = 0;

  constructor(tokens: readonly Token[], length: number) {
    this.#tokens = tokens;
    this.#length = length;
  }

  readOr(depth: number): Query {
    if (depth > MAX_DEPTH) throw this.#fault("Parentheses are nested too deeply");
    const parts = [this.#readAnd(depth)];
    while (this.#take("or")) parts.push(this.#readAnd(depth));
    return joined("or", parts);
  }

  #readAnd(depth: number): Query {
    const parts = [this.#readNot(depth)];
    while (this.#take("and") || this.#isStart()) parts.push(this.#readNot(depth));
    return joined("and", parts);
  }

  #readNot(depth: number): Query {
    // Two NOTs cancel out.
    let isNegated = false;
    while (this.#take("not")) isNegated = !isNegated;
    const part = this.#readPart(depth);
    return isNegated ? { kind: "not", part } : part;
  }

  #readPart(depth: number): Query {
    if (this.#take("open")) {
      const inner = this.readOr(depth + 1);
      if (!this.#take("close")) throw this.#fault("A closing parenthesis is missing");
      return inner;
    }
    const word = this.#take("word")?.word;
    if (word === undefined) throw this.#fault("A word is missing");
    return word;
  }

  end(): void {
    if (this.#next < this.#tokens.length) throw this.#fault("A closing parenthesis has no opening one");
  }

  #take(kind: Token["kind"]): Token | undefined {
    const token = this.#tokens[this.#next];
    if (token?.kind !== kind) return undefined;
    this.#next++;
    return token;
  }

  #isStart(): boolean {
    return ["open", "not", "word"].includes(this.#tokens[this.#next]?.kind ?? "");
  }

  #fault(what: string): NewsError {
    return faultAt(what, this.#tokens[this.#next]?.at ?? this.#length);
  }
}

function joined(kind: "and" | "or", parts: readonly Query[]): Query {
  return parts.length === 1 ? parts[0]! : { kind, parts };
}

function faultAt(what: string, at: number): NewsError {
  const message = `${what} at character ${at + 1} of the query.`;
  return new NewsError("BAD_QUERY", message);
}

const OPERATORS: ReadonlyMap<string, Token["kind"]> = new Map([
  ["AND", "and"],
  ["OR", "or"],
  ["NOT", "not"],
  ["(", "open"],
  [")", "close"],
]);
/** A parenthesis, or a word that may have a name before it and may be quoted; typographic quotes are quotes. */
const PIECE =
  /[()]|(?<not>-)?(?:(?<name>[a-z]+):)?(?:["“”](?<quoted>[^"“”]*)(?<end>["“”])?|(?<bare>[^\s()"“”]+))/gu;

function readTokens(text: string): readonly Token[] {
  const tokens: Token[] = [];
  for (const { 0: piece, index: at, groups } of text.matchAll(PIECE)) {
    const operator = OPERATORS.get(piece);
    if (operator !== undefined) {
      tokens.push({ kind: operator, at });
      continue;
    }
    const word = readWord(groups ?? {}, at);
    if (word === undefined) continue;
    if (groups?.not !== undefined) tokens.push({ kind: "not", at });
    tokens.push({ kind: "word", word, at });
  }
  return tokens;
}

/** A word or phrase; undefined for a lone sign, which people type between words. */
function readWord(groups: Readonly<Record<string, string | undefined>>, at: number): Query | undefined {
  const { name, quoted, end, bare = "" } = groups;
  if (quoted !== undefined && end === undefined) throw faultAt("A closing quotation mark is missing", at);
  const value = quoted ?? bare;
  if (name !== undefined && isFacet(name)) return readFacet(name, value, at);
  if (name !== undefined && !isAddress(name, value)) throw faultAt(unknownName(name), at);
  const typed = name === undefined ? value : `${name}:${value}`;
  const phrase = phraseOf(typed, quoted === undefined && typed.endsWith("*"));
  if (phrase === undefined && quoted !== undefined) throw faultAt("A phrase without a word is", at);
  return phrase;
}

/** A pasted address is searched for as words. */
function isAddress(name: string, value: string): boolean {
  return /^https?$/.test(name) && value.startsWith("//");
}

function unknownName(name: string): string {
  const known = FACETS.map((facet) => `${facet}:`).join(", ");
  return `The name ${name}: is none of ${known} (a text with a colon goes in quotation marks)`;
}

function isFacet(name: string): name is Facet {
  return (FACETS as readonly string[]).includes(name);
}

function readFacet(name: Facet, value: string, at: number): Query {
  const phrase = phraseOf(name === "source" ? value.replaceAll("_", " ") : value, false);
  if (phrase === undefined) throw faultAt(`The name ${name}: has no value`, at);
  const { terms, isPrefix } = phrase;
  if (name === "author") return { kind: "phrase", terms: terms.map(authorTerm), isPrefix };
  const exact: Query = {
    kind: "phrase",
    terms: [facetTerm(name, name === "site" ? hostOf(value) : value)],
    isPrefix: false,
  };
  if (name !== "source") return exact;
  // Entries of an older galley lack the words of their sources.
  return { kind: "or", parts: [exact, { kind: "phrase", terms: terms.map(sourceTerm), isPrefix }] };
}

/** The host of what people paste: an address, or a host with its port. */
function hostOf(value: string): string {
  return value
    .replace(/^(?:https?:\/\/)?(?:www\.)?/i, "")
    .replace(/[/?#].*$/, "")
    .replace(/:\d+$/, "");
}

/** What was typed as terms that follow each other. */
function phraseOf(typed: string, isPrefix: boolean): Phrase | undefined {
  const runs = runsOf(typed);
  const last = runs.at(-1);
  if (last === undefined) return undefined;
  // In the article an unspaced run may go on, so its last single character is left out.
  const tail = last.isUnspaced && last.terms.length > 1 ? last.terms.slice(0, -1) : last.terms;
  const terms = [...runs.slice(0, -1).flatMap((run) => run.terms), ...tail];
  const isOneCharacter = last.isUnspaced && last.terms.length === 1;
  return { kind: "phrase", terms, isPrefix: isPrefix || isOneCharacter, text: typed };
}
