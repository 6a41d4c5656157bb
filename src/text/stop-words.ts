import { STOP_WORDS } from "./stop-words.data.ts";

/** The two written forms of Norwegian share one list. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ["nb", "no"],
  ["nn", "no"],
]);

/** The articles, prepositions, conjunctions and possessives of a language; English ones if it is unknown. */
export function stopWords(language: string | undefined): readonly string[] {
  const code = languageCode(language) ?? "en";
  const name = ALIASES.get(code) ?? code;
  return hasList(name) ? STOP_WORDS[name].split(" ") : [];
}

// Looked up here instead of in a Map at import, so that bundles which only need `languageCode` leave the lists out.
function hasList(name: string): name is keyof typeof STOP_WORDS {
  return Object.hasOwn(STOP_WORDS, name);
}

/** The language of a tag such as `pt-BR` or `pt_br`: its first part in lower case. */
export function languageCode(tag: string | undefined): string | undefined {
  return tag?.split(/[-_]/, 1)[0]?.toLowerCase();
}
