import { headlineKey, plainText } from "../page/index.ts";

/** Words before a name that are no part of it. */
const BY =
  /^(?:(?:written|posted|story|text|words|reported)\s+)?(?:by|von|par|por|af|av|door|author|autor|autorin|auteur)(?:\s*:\s*|\s+)/i;
const BETWEEN_NAMES = /\s*[,;|/、，；]\s*|\s+(?:and|und|et|y|og|och|en|&|with|mit|avec)\s+/i;
const BETWEEN_NAMES_KEPT_LAST_FIRST = /\s*[;|]\s*/;
/** Degrees and generations follow a comma, but are nobody. */
const NOT_A_NAME =
  /^(?:ph\.?\s?d|m\.?d|r\.?n|r\.?d|d\.?o|m\.?s|m\.?a|m\.?b\.?a|m\.?sc|b\.?sc|j\.?d|esq|cpa|jr|sr|ii|iii|iv|dds|dvm|mph|pharmd|msw|lcsw|cfp|cfa|cepf®?|fand|rdn|ldn|facs|cpt|cscs|edd|dpt|np)\.?$/i;
const ADDRESS = /https?:|www\.|@|\.(?:com|org|net|html?)\b/i;
const LETTER = /\p{L}/u;

/** Longer texts are sentences, biographies or lists gone wrong. */
const MAX_NAME_CHARACTERS = 80;
const MAX_NAMES = 50;

/** What programs put where nobody signed. */
const NOBODY: ReadonlySet<string> = new Set(
  "admin administrator anonymous author na none null root undefined unknown user webmaster".split(" "),
);
/** Titles that some languages add to a name: Korean's reporter. */
const SUFFIX = /\s*기자$/;

/** The names in what a page gives as its author: "By A and B" is two, an address is none. */
export function readNames(stated: string): readonly string[] {
  const list = withoutBy(plainText(stated));
  // Before the split: a profile's address would fall apart into words.
  if (ADDRESS.test(list) && !/\s/.test(list)) return [];
  return list.split(BETWEEN_NAMES).slice(0, MAX_NAMES).map(withoutBy).filter(isName);
}

/** The name of an organisation, which may hold an "and" of its own. */
export function readOrganisationName(stated: string): readonly string[] {
  const name = withoutBy(plainText(stated));
  return isName(name) ? [name] : [];
}

/** The names in a list that puts the family name first, as libraries do: "Doe, Jane". */
export function readLibraryNames(stated: string): readonly string[] {
  return plainText(stated)
    .split(BETWEEN_NAMES_KEPT_LAST_FIRST)
    .slice(0, MAX_NAMES)
    .map((name) => name.replace(/^([^,]+),\s*([^,]+)$/, "$2 $1"))
    .filter(isName);
}

/** The names without repeats and without those to be left out, in order; undefined where none is left. */
export function distinctNames(
  names: readonly string[],
  leftOut: readonly string[],
): readonly string[] | undefined {
  const seen = new Set(leftOut.map(headlineKey));
  const kept: string[] = [];
  for (const name of names) {
    const key = headlineKey(name);
    if (seen.has(key)) continue;
    seen.add(key);
    kept.push(name);
  }
  return kept.length > 0 ? kept.slice(0, MAX_NAMES) : undefined;
}

function withoutBy(text: string): string {
  return text.replace(BY, "").replace(SUFFIX, "").trim();
}

function isName(text: string): boolean {
  return (
    text.length <= MAX_NAME_CHARACTERS &&
    LETTER.test(text) &&
    // A colon makes it a label ("Image: …") or an address of some scheme.
    !text.includes(":") &&
    !ADDRESS.test(text) &&
    !NOT_A_NAME.test(text) &&
    !NOBODY.has(headlineKey(text))
  );
}
