import { languageCode } from "./language-code.ts";
import { STOP_WORDS } from "./stop-words.data.ts";

const LISTS: ReadonlyMap<string, string> = new Map(Object.entries(STOP_WORDS));
/** The two written forms of Norwegian share one list. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ["nb", "no"],
  ["nn", "no"],
]);

/** The articles, prepositions, conjunctions and possessives of a language; English ones where it is not said. */
export function stopWords(language: string | undefined): readonly string[] {
  const code = languageCode(language) ?? "en";
  return LISTS.get(ALIASES.get(code) ?? code)?.split(" ") ?? [];
}
