import { copyOf } from "./copy-of.ts";

/** Words that are remembered; a page repeats most of its own, and a day's news most of its words. */
const MAX_REMEMBERED = 50_000;
/** Longer runs of letters hardly come twice, and would fill memory. */
const MAX_LETTERS = 64;

/** The same function of words, which remembers its answers as far as memory stays bounded. */
export function rememberWords<Answer extends string | number | readonly string[]>(
  answer: (word: string) => Answer,
): (word: string) => Answer {
  const known = new Map<string, Answer>();
  return (word) => {
    const found = known.get(word);
    if (found !== undefined) return found;
    if (word.length > MAX_LETTERS) return answer(word);
    const own = copyOf(word);
    const fresh = answer(own);
    if (known.size >= MAX_REMEMBERED) known.clear();
    known.set(own, fresh);
    return fresh;
  };
}
