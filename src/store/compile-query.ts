import type { Phrase, Query } from "./parse-query.ts";
import { GAP } from "./terms.ts";

/** Every article has it. */
const EVERYTHING: Phrase = { kind: "phrase", terms: [GAP], isPrefix: false };

/** A query as FTS5 reads it. Terms hold no quotation marks, so that nothing typed is read as its syntax. */
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

/** FTS5 knows NOT only as "this and not that", which is also the faster way. */
function andToFts5(parts: readonly Query[]): string {
  const wanted = parts.filter(({ kind }) => kind !== "not");
  const unwanted = parts.flatMap((part) => (part.kind === "not" ? [part.part] : []));
  const positive = wanted.length === 0 ? [EVERYTHING] : wanted;
  const all = `(${positive.map(toFts5).join(" AND ")})`;
  return unwanted.length === 0 ? all : `(${all} NOT ${toFts5({ kind: "or", parts: unwanted })})`;
}
