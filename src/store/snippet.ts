import type { Query } from "./parse-query.ts";
import { foldText, runsOf } from "./terms.ts";

/** About two lines of a terminal. */
const SNIPPET_CHARACTERS = 160;
/** Before the first word of the query, for context. */
const LEAD_CHARACTERS = 40;

/** A piece of a text and where words of the query are in it. */
interface Snippet {
  readonly snippet: string;
  /** From, to, from, to… */
  readonly marks: readonly number[];
}

/** The piece of a text around the first words of a query; its beginning where they are only in the title. */
export function makeSnippet(text: string, query: Query): Snippet {
  const line = text.replace(/\s+/g, " ").trim();
  const wanted = wantedWords(query);
  const first = marksOf(line, wanted, 1)[0] ?? 0;
  const start = first <= LEAD_CHARACTERS ? 0 : wordStart(line, first - LEAD_CHARACTERS);
  const end = wordEnd(line, start + SNIPPET_CHARACTERS);
  const piece = line.slice(start, end).toWellFormed().trim();
  const [before, after] = [start > 0 ? "… " : "", end < line.length ? " …" : ""];
  const snippet = before + piece + after;
  return { snippet, marks: marksOf(snippet, wanted, Number.POSITIVE_INFINITY) };
}

function wordStart(line: string, from: number): number {
  const space = line.indexOf(" ", from);
  return space < 0 || space - from > LEAD_CHARACTERS / 2 ? from : space + 1;
}

/** The end of the last whole word before a place; the place itself in text without spaces. */
function wordEnd(line: string, to: number): number {
  if (to >= line.length) return line.length;
  const space = line.lastIndexOf(" ", to);
  return to - space > LEAD_CHARACTERS / 2 ? to : space;
}

/** What is marked: words as they are, the beginning of words, and pieces of unspaced runs. */
interface Wanted {
  readonly words: ReadonlySet<string>;
  readonly prefixes: readonly string[];
  readonly pieces: readonly string[];
}

/** The words that a hit can have, those after NOT left out. */
function wantedWords(query: Query): Wanted {
  const wanted = { words: new Set<string>(), prefixes: [] as string[], pieces: [] as string[] };
  const visit = (part: Query): void => {
    if (part.kind === "and" || part.kind === "or") for (const each of part.parts) visit(each);
    if (part.kind !== "phrase" || part.text === undefined) return;
    const runs = runsOf(part.text);
    for (const [at, { terms, isUnspaced }] of runs.entries()) {
      if (isUnspaced) wanted.pieces.push(terms.map((term) => [...term][0]).join(""));
      else if (part.isPrefix && at === runs.length - 1) wanted.prefixes.push(terms[0]!);
      else wanted.words.add(terms[0]!);
    }
  };
  visit(query);
  return wanted;
}

const WORD = /[\p{L}\p{N}\p{M}_]+/gu;

function marksOf(text: string, { words, prefixes, pieces }: Wanted, limit: number): readonly number[] {
  const marks: number[] = [];
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const folded = foldText(word);
    if (words.has(folded) || prefixes.some((prefix) => folded.startsWith(prefix)))
      marks.push(index, index + word.length);
    // Folding keeps the length of unspaced scripts but for rare compatibility forms, which are then not marked.
    else if (folded.length === word.length) marks.push(...pieceMarks(folded, pieces, index));
    if (marks.length >= limit * 2) break;
  }
  return marks;
}

function pieceMarks(folded: string, pieces: readonly string[], index: number): readonly number[] {
  return pieces.flatMap((piece) => {
    const at = folded.indexOf(piece);
    return at < 0 ? [] : [index + at, index + at + piece.length];
  });
}
