import { headlineKey, type Page, type TitleCandidate } from "../../page/index.ts";

/** What parts a headline from the names of its site and section. */
const SEPARATOR = /\s+[|\-–—»«·•›/~:]+\s+|\s*[|»｜]\s*/;
/** Shorter keys, a word or less, stand in a longer one by chance. */
const MIN_KEY = 8;

/** The page's own best title: a heading that the head repeats, else what the head states, without the site's name. */
export function ownTitle({ titleCandidates }: Page): string | undefined {
  const headings = titleCandidates.filter(({ source }) => source === "h1");
  const stated = titleCandidates.filter(({ source }) => source !== "h1");
  const text = agreed(headings, stated) ?? longestPiece(stated) ?? headings[0]?.text;
  return text === "" ? undefined : text;
}

function agreed(headings: readonly TitleCandidate[], stated: readonly TitleCandidate[]): string | undefined {
  const keys = stated.map(({ text }) => headlineKey(text));
  let longest: string | undefined;
  for (const { text } of headings) {
    const key = headlineKey(text);
    const isStated = key.length >= MIN_KEY && keys.some((other) => other.includes(key));
    if (isStated && text.length > (longest?.length ?? 0)) longest = text;
  }
  return longest;
}

/** The `title` element is last in the list: what is stated for machines has the site's name less often. */
function longestPiece(stated: readonly TitleCandidate[]): string | undefined {
  const first = stated.find(({ source }) => source !== "title") ?? stated[0];
  return first?.text
    .split(SEPARATOR)
    .reduce((long, piece) => (piece.length > long.length ? piece : long), "");
}
