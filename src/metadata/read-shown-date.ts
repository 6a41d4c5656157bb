import { readDate } from "./read-date.ts";

/** The order in which a page writes day and month. */
export type DayOrder = "day-first" | "month-first";

const CLOCK =
  "(?:[\\s,·|–—-]*(?:at|um|à|a las|alle|kl\\.?|o|в|-)?\\s*(?<time>\\d{1,2}(?:[:.h]|[時时點点시]\\s?)\\d{2}(?!\\d)(?:\\s*[ap]\\.?m\\b\\.?)?))?";
const YEAR = "(?<year>(?:19|20)\\d{2})(?!\\d)";
const DAY = "(?<!\\d)(?<day>\\d{1,2})";
/** A word that may name a month. `\p{L}` here, told in all cases, is slow to prepare: the first page would wait for it. */
const WORD = "(?<month>[^\\s\\d.,]{3,14})";
const LETTERS = /^\p{L}+$/u;

/** Parts of the formats without names of months, which are found, or not, in a fraction of the time that the whole takes. */
const NUMBERED_SHAPE = /(?:19|20)\d\d\s?[-/.年년]/;
const TWO_NUMBERS_SHAPE = /\d[./-]\s?\d{1,2}[./-]\s?(?:19|20)\d/;

/** How dates stand in prose; the year is always there, so that a time of day or a score is none. */
const NUMBERED = new RegExp(
  `(?<!\\d)${YEAR}\\s?[-/.年년]\\s?(?<month>\\d{1,2})\\s?[-/.月월]\\s?(?<day>\\d{1,2})(?!\\d)[日일.]?${CLOCK}`,
  "iu",
);
const DAY_NAMED = new RegExp(
  `${DAY}(?:\\.|st|nd|rd|th|er|º|ª)?\\s+(?:de\\s+|of\\s+)?${WORD}\\.?,?\\s+(?:de\\s+|del\\s+)?${YEAR}${CLOCK}`,
  "gi",
);
const MONTH_NAMED = new RegExp(`${WORD}\\.?\\s+${DAY}(?:st|nd|rd|th)?,?\\s+${YEAR}${CLOCK}`, "gi");
const TWO_NUMBERS = new RegExp(
  `(?<!\\d)(?<first>\\d{1,2})(?<mark>[./-])\\s?(?<second>\\d{1,2})\\k<mark>\\s?${YEAR}${CLOCK}`,
  "iu",
);

const FORMATS: readonly ((text: string) => Parts | undefined)[] = [
  (text) => (NUMBERED_SHAPE.test(text) ? NUMBERED.exec(text)?.groups : undefined),
  (text) => namedParts(DAY_NAMED, text),
  (text) => namedParts(MONTH_NAMED, text),
];

/** The date inside a short text, in ISO 8601; day and month in the given order where the numbers leave it open. */
export function readShownDate(text: string, language: string, order: DayOrder): string | undefined {
  for (const read of FORMATS) {
    const parts = read(text);
    const month = parts && monthNumber(parts.month!, language);
    if (parts && month) return isoDate(parts, month, Number(parts.day));
  }
  const parts = twoNumbers(text);
  if (parts === undefined) return undefined;
  const [first, second] = [Number(parts.first), Number(parts.second)];
  const isDayFirst = (toldOrder(first, second, parts.mark!) ?? order) === "day-first";
  return isDayFirst ? isoDate(parts, second, first) : isoDate(parts, first, second);
}

/** The order that a date of two numbers in a text proves; undefined where there is none, or it could be either. */
export function provenOrder(text: string): DayOrder | undefined {
  const parts = twoNumbers(text);
  return parts && toldOrder(Number(parts.first), Number(parts.second), parts.mark!);
}

function twoNumbers(text: string): Parts | undefined {
  return TWO_NUMBERS_SHAPE.test(text) ? TWO_NUMBERS.exec(text)?.groups : undefined;
}

// Dots are written where the day comes first.
function toldOrder(first: number, second: number, mark: string): DayOrder | undefined {
  if (first > 12 || mark === ".") return "day-first";
  return second > 12 ? "month-first" : undefined;
}

type Parts = Readonly<Record<string, string | undefined>>;

/** The first date in a text whose month is a word of letters alone. */
function namedParts(format: RegExp, text: string): Parts | undefined {
  format.lastIndex = 0;
  for (let match = format.exec(text); match !== null; match = format.exec(text)) {
    if (LETTERS.test(match.groups!.month!)) return match.groups;
    format.lastIndex = match.index + 1;
  }
  return undefined;
}

function isoDate(parts: Parts, month: number, day: number): string | undefined {
  const date = `${parts.year}-${month}-${day}`;
  const time = parts.time?.replace(/^(\d+)(?:[.h]|[時时點点시]\s?)/, "$1:");
  return (time && readDate(`${date} ${time}`)) ?? readDate(date);
}

/** English stands on pages of every language. Written out: the first language that the runtime is asked for takes it long. */
const ENGLISH_MONTHS =
  "january february march april may june july august september october november december".split(" ");
const ENGLISH = /^en(?:-|$)/;
/** Abbreviations have at least so many letters. */
const MIN_LETTERS = 3;

function monthNumber(word: string, language: string): number | undefined {
  if (/^\d/.test(word)) return Number(word);
  const stated = word.toLocaleLowerCase(language);
  const english = ENGLISH_MONTHS.findIndex((name) => isShortFor(stated, name));
  if (english >= 0 || ENGLISH.test(language)) return english + 1 || undefined;
  const index = monthNames(language).findIndex((names) => names.some((name) => isShortFor(stated, name)));
  return index + 1 || undefined;
}

function isShortFor(word: string, name: string): boolean {
  return word.length >= Math.min(MIN_LETTERS, name.length) && name.startsWith(word);
}

/** Pages may claim any language; the names of so many are held. Making them takes the runtime half a millisecond. */
const MAX_LANGUAGES = 64;
const namesOf = new Map<string, readonly (readonly string[])[]>();

/** A language's names of the months, alone and as they stand in a date. */
function monthNames(language: string): readonly (readonly string[])[] {
  let names = namesOf.get(language);
  if (names === undefined) {
    names = askMonthNames(language);
    if (namesOf.size >= MAX_LANGUAGES) namesOf.clear();
    namesOf.set(language, names);
  }
  return names;
}

/** The names of the months: the runtime knows them all. */
function askMonthNames(language: string): readonly (readonly string[])[] {
  const options = { month: "long", timeZone: "UTC" } as const;
  const alone = new Intl.DateTimeFormat(language, options);
  const inDate = new Intl.DateTimeFormat(language, { ...options, day: "numeric" });
  return Array.from({ length: 12 }, (_, month) => {
    const date = new Date(Date.UTC(2024, month, 15));
    const inflected = inDate.formatToParts(date).find(({ type }) => type === "month")?.value ?? "";
    return [alone.format(date), inflected].map((name) => name.toLocaleLowerCase(language));
  });
}
