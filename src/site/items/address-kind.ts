/** The kinds of pages that an address can suggest, from a front page or section to certainly an article. */
export const ADDRESS_KIND = { section: 0, unclear: 1, likely: 2, article: 3 } as const;

/** One of `ADDRESS_KIND`; larger is more likely an article. */
export type AddressKind = (typeof ADDRESS_KIND)[keyof typeof ADDRESS_KIND];

/** Publishing systems number their articles; four digits are as often a year. */
const LONG_NUMBER = /\d{5}/;
const YEAR_AND_MONTH = /(?:19|20)\d\d[-/_.]?(?:0[1-9]|1[0-2]|[1-9](?!\d))/;
/** A calendar page: nothing after the date. */
const DATE_AT_END = /(?:^|\/)(?:19|20)\d\d(?:[-/_.]\d{1,2}){0,2}\/?$/;
const SHORT_NUMBER = /\d{3}/;
/** Small old sites number their articles from one. */
const NUMBER = /=\d/;
const ID = /^[a-z0-9]{8,}$/i;
const LETTERS_BETWEEN_DIGITS = /\d[a-z]+\d/i;
const WORD_GAP = /[-_+.~,]|%20/;
const EXTENSION = /\.[a-z]{2,5}$/i;
/** A section name in an address rarely has more than two words, a headline rarely fewer than four. */
const HEADLINE_WORDS = 4;
const PERHAPS_WORDS = 3;
/** A few non-ASCII characters are the name of a topic, many are a headline. */
const HEADLINE_CHARACTERS = 12;

/** Guesses the kind of a page from its address alone. */
export function addressKind(url: URL): AddressKind {
  const { pathname, search } = url;
  const segments = pathname.split("/").filter((segment) => segment !== "");
  const last = (segments.at(-1) ?? "").replace(EXTENSION, "");
  if (segments.length === 0) return SHORT_NUMBER.test(search) ? ADDRESS_KIND.likely : ADDRESS_KIND.section;
  if (DATE_AT_END.test(pathname)) return ADDRESS_KIND.section;
  if (LONG_NUMBER.test(pathname) || YEAR_AND_MONTH.test(pathname)) return ADDRESS_KIND.article;
  const words = last.split(WORD_GAP).filter((word) => word !== "");
  const hasMixedId = words.some((word) => ID.test(word) && LETTERS_BETWEEN_DIGITS.test(word));
  if (words.length >= HEADLINE_WORDS || hasMixedId) return ADDRESS_KIND.article;
  if (words.length >= PERHAPS_WORDS || SHORT_NUMBER.test(search) || SHORT_NUMBER.test(last)) {
    return ADDRESS_KIND.likely;
  }
  if (countNonAscii(last) >= HEADLINE_CHARACTERS) return ADDRESS_KIND.likely;
  return words.length >= 2 || NUMBER.test(search) ? ADDRESS_KIND.unclear : ADDRESS_KIND.section;
}

function countNonAscii(segment: string): number {
  if (!segment.includes("%")) return 0;
  try {
    return decodeURIComponent(segment).replace(/[\0-\x7f]+/g, "").length;
  } catch {
    return 0;
  }
}
