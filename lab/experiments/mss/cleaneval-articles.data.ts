/**
 * The pages of `cleaneval-dev` that are articles as the paper means it (4.1): one coherent work of prose. Read and
 * chosen by us, as the paper's own list is not public; lists, forums, blogs of many posts and home pages are not in it.
 */
export const CLEANEVAL_ARTICLES: ReadonlySet<string> = new Set(
  "2 4 6 7 13 14 15 16 17 18 19 22 24 26 28 29 34 36 38 39 40 41 42 44 45 48 50 51 52 54 58 59 60".split(" "),
);
