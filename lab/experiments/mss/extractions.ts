import { type Span, TOKEN, type Tokens } from "../../../src/extractors/index.ts";
import type { Document } from "../../../src/html/index.ts";
import { words } from "../../../src/text/index.ts";

/** The headline and the authors of a label. */
interface Signature {
  readonly title: string | null;
  readonly authors: readonly string[];
}

/** How far from the main text a headline or byline may be, in tokens; a menu that repeats the headline is farther. */
const MAX_DISTANCE = 400;
/** A byline of a label without authors: the word itself, this near to the main text. */
const BYLINE_WORD = "by";
const MAX_BYLINE_DISTANCE = 60;

/**
 * All extractions that 4.1 would accept: from the headline, the byline before or the first word of the main text, to the
 * last word of the main text or the byline after it. The main text alone, the paper's short extraction, is the first.
 *
 * Reading: a byline begins with the name of the first author that is found, as labels do not say whether "By" is before
 * it. Deviation: bylines of organisations are not looked for, as labels do not name them.
 */
export function labelExtractions(document: Document, tokens: Tokens, main: Span, label: Signature): Span[] {
  const texts = new WordTexts(document, tokens);
  const before = Math.max(0, main.first - MAX_DISTANCE);
  const after = Math.min(tokens.count, main.last + 1 + MAX_DISTANCE);
  const starts = [
    main.first,
    texts.findLast(words(label.title ?? ""), before, main.first),
    firstFound(label.authors.map((name) => texts.findLast(words(name), before, main.first))) ??
      texts.findLast([BYLINE_WORD], Math.max(0, main.first - MAX_BYLINE_DISTANCE), main.first),
  ];
  const ends = [
    main.last,
    firstFound(label.authors.map((name) => texts.findFirstEnd(words(name), main.last + 1, after))),
  ];
  return starts.flatMap((first) =>
    ends.flatMap((last) => (first === undefined || last === undefined ? [] : [{ first, last }])),
  );
}

/** Precision, recall and F1 over words that are each one of a kind: the same word elsewhere on the page does not count (7). */
export interface ExtractionScore {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/** The score of a predicted span against the main text alone, and against the extraction that suits it best. */
export function scoreExtraction(
  { kind }: Tokens,
  predicted: Span | undefined,
  extractions: readonly Span[],
): { readonly short: ExtractionScore; readonly best: ExtractionScore } {
  const sums = new Int32Array(kind.length + 1);
  for (let at = 0; at < kind.length; at++) sums[at + 1] = sums[at]! + Number(kind[at] === TOKEN.word);
  const count = ({ first, last }: Span) => (first <= last ? sums[last + 1]! - sums[first]! : 0);
  const scores = extractions.map((label) => {
    const shared = predicted && {
      first: Math.max(label.first, predicted.first),
      last: Math.min(label.last, predicted.last),
    };
    return overlapScore(shared ? count(shared) : 0, predicted ? count(predicted) : 0, count(label));
  });
  const [short = overlapScore(0, 0, 0)] = scores;
  return { short, best: scores.reduce((best, score) => (score.f1 > best.f1 ? score : best), short) };
}

function overlapScore(shared: number, predicted: number, labelled: number): ExtractionScore {
  return {
    precision: predicted === 0 ? 0 : shared / predicted,
    recall: labelled === 0 ? 0 : shared / labelled,
    f1: shared === 0 ? 0 : (2 * shared) / (predicted + labelled),
  };
}

function firstFound(places: readonly (number | undefined)[]): number | undefined {
  return places.find((place) => place !== undefined);
}

/** Looks for a run of words among the tokens; tags and symbols between them do not matter. */
class WordTexts {
  readonly #document: Document;
  readonly #tokens: Tokens;

  constructor(document: Document, tokens: Tokens) {
    this.#document = document;
    this.#tokens = tokens;
  }

  /** The first token of the last run of the words that starts in a range. */
  findLast(wanted: readonly string[], from: number, to: number): number | undefined {
    for (let at = to - 1; at >= from; at--) {
      if (this.#endOfRun(wanted, at) !== undefined) return at;
    }
    return undefined;
  }

  /** The last token of the first run of the words that starts in a range. */
  findFirstEnd(wanted: readonly string[], from: number, to: number): number | undefined {
    for (let at = from; at < to; at++) {
      const end = this.#endOfRun(wanted, at);
      if (end !== undefined) return end;
    }
    return undefined;
  }

  #endOfRun(wanted: readonly string[], at: number): number | undefined {
    if (wanted.length === 0 || this.#tokens.kind[at] !== TOKEN.word) return undefined;
    let next = 0;
    for (let token = at; token < this.#tokens.count; token++) {
      if (this.#tokens.kind[token] !== TOKEN.word) continue;
      for (const word of this.#wordsAt(token)) {
        if (word !== wanted[next++]) return undefined;
        if (next === wanted.length) return token;
      }
    }
    return undefined;
  }

  #wordsAt(token: number): string[] {
    return words(this.#document.text.slice(this.#tokens.start[token], this.#tokens.end[token]));
  }
}
