import type { Article } from "../article/index.ts";
import { dropInvisible } from "../text/index.ts";
import { addressParts } from "../url/index.ts";

/*
 * Both drivers index and search the terms made here, so that they find the same articles: no stemmer, stop list or tokenizer of a
 * database is used.
 */

/** What a query can ask for besides words; each value of an article is a term such as `site:example.org`. */
export const FACETS = ["site", "source", "author", "lang", "topic"] as const;
/** A name before the colon of a query. */
export type Facet = (typeof FACETS)[number];

/** Separates parts of an article, so that no phrase matches across them. In every article, so that `NOT word` alone can match. */
export const GAP = "¶";

/** Scripts written without spaces: Thai, Lao, Burmese, Khmer, kana, Han. */
const UNSPACED =
  "\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3005-\\u3007\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff";
const RUN = new RegExp(`(?<unspaced>[${UNSPACED}]+)|(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}_])+`, "gu");
const ACCENTS = /[\u0300-\u036f]/g;
const ASCII = /^[\0-\x7f]*$/;
/** Longer words are ids and lines of signs; a lexeme of PostgreSQL has 2,046 bytes. */
const MAX_TERM_CHARACTERS = 100;

/** A run of letters as its terms. */
interface Run {
  readonly terms: readonly string[];
  /** Of an unspaced script: the last character stands alone, so that a text's end is found as well. */
  readonly isUnspaced: boolean;
}

/** Folds compatibility forms, case and accents, which readers take for equal. */
export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  // Decomposed to drop accents, then composed again for other scripts, whose marks matter.
  const bare = dropInvisible(text.normalize("NFKD").toLowerCase()).replace(ACCENTS, "");
  return bare.normalize("NFC");
}

/**
 * The runs of a text: a word is one term; in unspaced scripts every pair of neighbours and the last character. Not triples, which
 * could not find words of two characters, the most common in Chinese and Japanese.
 */
export function runsOf(text: string): readonly Run[] {
  const runs: Run[] = [];
  for (const { 0: run, groups } of foldText(text).matchAll(RUN)) {
    const isUnspaced = groups?.unspaced !== undefined;
    runs.push({ terms: isUnspaced ? pairs(run) : [run.slice(0, MAX_TERM_CHARACTERS)], isUnspaced });
  }
  return runs;
}

function pairs(run: string): readonly string[] {
  const characters = [...run];
  return characters.map((character, at) => character + (characters[at + 1] ?? ""));
}

/** The term of an exact value: `topic:climate_change`. */
export function facetTerm(facet: Facet, value: string): string {
  const folded = foldText(value)
    .trim()
    .replace(/[^\p{L}\p{N}\p{M}._-]+/gu, "_");
  return `${facet}:${folded.slice(0, MAX_TERM_CHARACTERS)}`;
}

/** Sources and topics that found an article. */
interface Origins {
  readonly sources: readonly string[];
  readonly topics: readonly string[];
}

/** The most characters of all terms of an article: PostgreSQL's tsvector ends at 1 MB. About 60,000 words. */
const MAX_CHARACTERS = 300_000;

/** The terms of an article with spaces between them and around all. */
export function articleTerms(article: Article, url: string, { sources, topics }: Origins): string {
  const { title, authors, language, text } = article;
  const facets = [
    ...siteTerms(url),
    ...languageTerms(language),
    ...sources.flatMap((source) => [facetTerm("source", source), GAP, ...sourceWords(source), GAP]),
    ...topics.map((topic) => facetTerm("topic", topic)),
    ...authors.flatMap((author) => [...runsOf(author).flatMap(({ terms }) => terms.map(authorTerm)), GAP]),
  ];
  const words = [title ?? "", text].flatMap((part) => [GAP, ...runsOf(part).flatMap(({ terms }) => terms)]);
  return ` ${clip([...facets, ...words]).join(" ")} `;
}

function clip(terms: readonly string[]): readonly string[] {
  let characters = 0;
  const end = terms.findIndex((term) => {
    characters += term.length + 1;
    return characters > MAX_CHARACTERS;
  });
  return end < 0 ? terms : terms.slice(0, end);
}

/** A term of a name as one of an author; several are looked for as a phrase. */
export function authorTerm(term: string): string {
  return `author:${term}`;
}

/** A term of a source's address or name. */
export function sourceTerm(term: string): string {
  return `source:${term}`;
}

/** The words of a source's address or name, so that `source:quay` finds "The Quay"; several are looked for as a phrase. */
function sourceWords(source: string): readonly string[] {
  return runsOf(source.replaceAll("_", " ")).flatMap(({ terms }) => terms.map(sourceTerm));
}

/** The host and every domain above it, so that `site:example.org` finds news.example.org. */
function siteTerms(url: string): readonly string[] {
  const labels = addressParts(url)?.hostname.split(".") ?? [];
  return labels.map((_, at) => facetTerm("site", labels.slice(at).join(".")));
}

/** The whole tag and its language: `pt-br` and `pt`. */
function languageTerms(tag: string | null): readonly string[] {
  const [language] = tag?.split(/[-_]/, 1) ?? [];
  return [...new Set([tag, language])].filter((part) => !!part).map((part) => facetTerm("lang", part!));
}
