import { unquote } from "./code-strings.ts";

/** A bracket of code as far as it states who wrote something, and when. */
export interface FactHolder {
  readonly isList: boolean;
  /** The key that it stands under; what is in a list stands under the list's. */
  readonly key: string;
  authors?: string[];
  published?: string;
}

/** Literals that are longer state more than a name or a date. */
const MAX_LITERAL = 80;
/** No article has more. */
const MAX_AUTHORS = 20;
const PUBLISHED = /^(?:first_?)?(?:date_?published|publi(?:shed|sh|cation)_?(?:at|on|date|time|datetime)?)$/i;
const AUTHORS = /^(?:authors?|by_?line|writers?|creators?)$/i;
const NAME = /^(?:display_?|full_?)?name$/i;

/** Takes down what a literal under a key says of the author or the date; a bracket's first date counts. */
export function noteFact(holder: FactHolder, key: string, literal: string): void {
  if (literal.length > MAX_LITERAL) return;
  if (PUBLISHED.test(key)) holder.published ??= unquote(literal);
  else if (namesAuthor(holder, key)) addAuthors(holder, [unquote(literal)]);
}

/** Hands the names in a bracket under an author's key to the one around it. */
export function handUpAuthors(from: FactHolder, to: FactHolder): void {
  if (from.authors !== undefined && AUTHORS.test(from.key)) addAuthors(to, from.authors);
}

function namesAuthor({ isList, key: outer }: FactHolder, key: string): boolean {
  if (AUTHORS.test(key)) return true;
  return (isList ? key === "" : NAME.test(key)) && AUTHORS.test(outer);
}

function addAuthors(holder: FactHolder, names: readonly string[]): void {
  holder.authors ??= [];
  for (const name of names) if (holder.authors.length < MAX_AUTHORS) holder.authors.push(name);
}
