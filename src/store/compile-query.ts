import type { Condition } from "./database.ts";
import type { Phrase, Query } from "./parse-query.ts";
import { GAP } from "./terms.ts";

/** Matches every article. */
const EVERYTHING: Phrase = { kind: "phrase", terms: [GAP], isPrefix: false };

/** A query in the syntax of FTS5. Terms hold no quotation marks, so nothing that was typed is read as syntax. */
export function toFts5(query: Query): string {
  switch (query.kind) {
    case "phrase":
      return `"${query.terms.join(" ")}"${query.isPrefix ? "*" : ""}`;
    case "or":
      return `(${query.parts.map(toFts5).join(" OR ")})`;
    case "not":
      return `(${toFts5(EVERYTHING)} NOT ${toFts5(query.part)})`;
    case "and":
      return andToFts5(query.parts);
  }
}

/** FTS5 has NOT only as "this and not that". */
function andToFts5(parts: readonly Query[]): string {
  const wanted = parts.filter(({ kind }) => kind !== "not");
  const unwanted = parts.flatMap((part) => (part.kind === "not" ? [part.part] : []));
  const positive = wanted.length === 0 ? [EVERYTHING] : wanted;
  const all = `(${positive.map(toFts5).join(" AND ")})`;
  return unwanted.length === 0 ? all : `(${all} NOT ${toFts5({ kind: "or", parts: unwanted })})`;
}

/** A query as a condition on the columns `lexemes` and `terms` of PostgreSQL. */
export function toTsquery(query: Query): Condition {
  if (!hasPhrase(query)) return { sql: "lexemes @@ ?::tsquery", values: [wordsToTsquery(query)] };
  switch (query.kind) {
    case "phrase":
      // The index finds articles with all terms; the text shows whether they follow each other.
      return {
        sql: "(lexemes @@ ?::tsquery AND strpos(terms, ?) > 0)",
        values: [wordsToTsquery(query), ` ${query.terms.join(" ")}${query.isPrefix ? "" : " "}`],
      };
    case "not": {
      const { sql, values } = toTsquery(query.part);
      return { sql: `NOT ${sql}`, values };
    }
    default: {
      const parts = query.parts.map(toTsquery);
      const operator = query.kind === "and" ? " AND " : " OR ";
      return {
        sql: `(${parts.map(({ sql }) => sql).join(operator)})`,
        values: parts.flatMap(({ values }) => values),
      };
    }
  }
}

function hasPhrase(query: Query): boolean {
  if (query.kind === "phrase") return query.terms.length > 1;
  return query.kind === "not" ? hasPhrase(query.part) : query.parts.some(hasPhrase);
}

/** Terms hold neither apostrophes nor backslashes. */
function wordsToTsquery(query: Query): string {
  switch (query.kind) {
    case "phrase": {
      const last = query.terms.length - 1;
      const words = query.terms.map((term, at) => `'${term}'${query.isPrefix && at === last ? ":*" : ""}`);
      return `(${words.join(" & ")})`;
    }
    case "not":
      return `!${wordsToTsquery(query.part)}`;
    case "and":
      return `(${query.parts.map(wordsToTsquery).join(" & ")})`;
    case "or":
      return `(${query.parts.map(wordsToTsquery).join(" | ")})`;
  }
}
