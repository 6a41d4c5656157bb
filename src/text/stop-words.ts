import { STOP_WORDS } from "./stop-words.data.ts";

const ALIASES: Readonly<Record<string, keyof typeof STOP_WORDS>> = { nb: "no", nn: "no" };

/** The articles, prepositions, conjunctions and possessives of a language; English ones where it is not said. */
export function stopWords(language: string | undefined): readonly string[] {
  const code = language?.split(/[-_]/)[0]?.toLowerCase() ?? "en";
  const known = ALIASES[code] ?? code;
  return isListed(known) ? STOP_WORDS[known].split(" ") : [];
}

function isListed(code: string): code is keyof typeof STOP_WORDS {
  return Object.hasOwn(STOP_WORDS, code);
}
