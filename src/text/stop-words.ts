import { STOP_WORDS } from "./stop-words.data.ts";

const LISTS: ReadonlyMap<string, string> = new Map(Object.entries(STOP_WORDS));
/** The two written forms of Norwegian share one list. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ["nb", "no"],
  ["nn", "no"],
]);

/** The articles, prepositions, conjunctions and possessives of a language; English ones if it is unknown. */
export function stopWords(language: string | undefined): readonly string[] {
  const code = languageCode(language) ?? "en";
  return LISTS.get(ALIASES.get(code) ?? code)?.split(" ") ?? [];
}

/** The language of a tag such as `pt-BR` or `pt_br`: its first part in lower case. */
export function languageCode(tag: string | undefined): string | undefined {
  return tag?.split(/[-_]/, 1)[0]?.toLowerCase();
}
