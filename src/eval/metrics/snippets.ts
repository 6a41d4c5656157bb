import { words } from "../../text/index.ts";

const asPhrase = (list: readonly string[]) => ` ${list.join(" ")} `;

/** The share of the snippets that a text holds word for word; null without any snippet that has words. */
export function snippetsKept(snippets: readonly string[], text: readonly string[]): number | null {
  const phrases = snippets.map(words).filter((list) => list.length > 0);
  if (phrases.length === 0) return null;
  const whole = asPhrase(text);
  return phrases.filter((phrase) => whole.includes(asPhrase(phrase))).length / phrases.length;
}

/**
 * The share of the snippets that a text does not hold. A snippet that the truth itself holds is not asked for:
 * a menu's "Home" is no fault in a story that says "home".
 */
export function snippetsDropped(
  snippets: readonly string[],
  text: readonly string[],
  truth: readonly string[],
): number | null {
  const wholeTruth = asPhrase(truth);
  const askable = snippets.filter((snippet) => !wholeTruth.includes(asPhrase(words(snippet))));
  const kept = snippetsKept(askable, text);
  return kept === null ? null : 1 - kept;
}
