/** Cache size in words: a page repeats most of its words, and so does a day's news. */
const MAX_REMEMBERED = 50_000;
/** Longer runs of letters hardly occur twice, and would fill the cache. */
const MAX_LETTERS = 64;

/** Memoizes a function of words in bounded memory. */
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

/** A copy with its own storage: V8 lets a slice of 13 or more characters keep the whole string alive that it was cut from. */
export function copyOf(text: string): string {
  // The slice of a fresh concatenation keeps only that alive, one character longer.
  return ` ${text}`.slice(1);
}
