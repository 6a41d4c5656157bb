import { LANGUAGE_RULES } from "./language.ts";
import { type DayOrder, provenOrder, readShownDate } from "./read-shown-date.ts";
import { type Evidence, firstOf } from "./rule.ts";

/** Words beside a date that say it is that of a change, or of something else. */
const OTHER_DATE =
  /updat|modif|edited|reviewed|aktualis|geändert|mis à jour|actualiz|aggiornat|güncel|uppdater|oppdater|редакт|обновл|수정|更新|©|copyright|expire|deadline/i;
const HAS_YEAR = /(?:19|20)\d\d/;

/** The first date that stands near the headline or at the end of the article, as readers see it. */
export function shownDate(evidence: Evidence): string | undefined {
  const texts = evidence.snippets
    .map(({ text }) => beforeOtherDate(withPlainDigits(text)))
    .filter((text) => HAS_YEAR.test(text) && !OTHER_DATE.test(text));
  if (texts.length === 0) return undefined;
  const language = firstOf(LANGUAGE_RULES, evidence, "en").value;
  const order = dayOrder(texts, language);
  for (const text of texts) {
    const date = readShownDate(text, language, order);
    if (date !== undefined) return date;
  }
  return undefined;
}

/** "Published 3 May 2024. Updated 4 May 2024" holds two dates; a word of change with no date behind it speaks of the one before. */
function beforeOtherDate(text: string): string {
  const other = OTHER_DATE.exec(text);
  return other && HAS_YEAR.test(text.slice(other.index)) ? text.slice(0, other.index) : text;
}

/** The digits of Arabic, Persian and Urdu pages as the ones that dates are read from. */
function withPlainDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15));
}

/** Regions that write the month first; English without a region is mostly theirs. */
const MONTH_FIRST = /^en$|-(?:US|PH)$/;

/** Another date on the page that can be read one way only, else what the declared language's region writes. */
function dayOrder(texts: readonly string[], language: string): DayOrder {
  for (const text of texts) {
    const proven = provenOrder(text);
    if (proven !== undefined) return proven;
  }
  return MONTH_FIRST.test(language) ? "month-first" : "day-first";
}
