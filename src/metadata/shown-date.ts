import { readDate } from "./dates.ts";
import type { DatedTexts, Snippet } from "./evidence.ts";
import { firstAnswer } from "./rule.ts";
import { DATE_LABELS } from "./shown-labels.data.ts";

/** The kind of a date near the article. */
type Kind = keyof typeof DATE_LABELS;

/** A piece of a short text with one date. */
interface Part {
  readonly text: string;
  readonly kind: Kind;
}

const KINDS = Object.keys(DATE_LABELS) as Kind[];
const LABEL = new RegExp(KINDS.map((kind) => `(?<${kind}>${DATE_LABELS[kind].join("|")})`).join("|"), "giu");
const HAS_YEAR = /(?:19|20)\d\d/;
/** "Updated:" above a date; other texts with such a word are about something else. */
const IS_LABEL = /^.{0,30}(?:[:：]|ed)$/;

/** Cached, since both dates of an article are looked for in them. */
const partsOf = new WeakMap<readonly Snippet[], readonly Part[]>();

/** The first date of a kind near the headline or at the end of the article, as readers see it. */
export function readShownDate(kind: Kind, texts: DatedTexts): string | undefined {
  const parts = datedParts(texts.snippets);
  if (parts.length === 0) return undefined;
  const language = texts.language ?? "en";
  const order = dayOrder(parts, language);
  const own = parts.filter((part) => part.kind === kind);
  return firstAnswer(own, ({ text }) => dateInText(text, language, order));
}

/** The pieces with a year of the short texts: "3 May 2024, updated 4 May 2024" is two. */
function datedParts(snippets: readonly Snippet[]): readonly Part[] {
  const parts = partsOf.get(snippets) ?? findDatedParts(snippets);
  partsOf.set(snippets, parts);
  return parts;
}

function findDatedParts(snippets: readonly Snippet[]): readonly Part[] {
  const parts: Part[] = [];
  let kind: Kind | undefined;
  for (const { text: shown } of snippets) {
    const text = withPlainDigits(shown);
    const isLabel = IS_LABEL.test(text);
    // Without a year, only a label matters, which belongs to the next text.
    if (!isLabel && !HAS_YEAR.test(text)) {
      kind = undefined;
      continue;
    }
    const first = parts.length;
    let at = 0;
    for (const { groups, index } of text.matchAll(LABEL)) {
      add(text.slice(at, index));
      kind = KINDS.find((name) => groups![name] !== undefined);
      at = index;
    }
    add(text.slice(at));
    const last = parts.at(-1);
    // A label with nothing after it belongs to the date before: "4 May 2024 (updated)".
    if (last && kind && parts.length === first + 1 && at > 0 && !/\d/.test(text.slice(at))) {
      parts[first] = { ...last, kind };
    }
    if (parts.length > first || !isLabel) kind = undefined;
  }
  return parts;

  function add(text: string): void {
    if (HAS_YEAR.test(text)) parts.push({ text, kind: kind ?? "published" });
  }
}

/** Arabic, Persian and Urdu digits as European ones. */
function withPlainDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15));
}

/** Regions that write the month first; English without a region is mostly theirs. */
const MONTH_FIRST = /^en$|-(?:US|PH)$/;

/** As in another date on the page that can be read one way only, else as the language's region writes. */
function dayOrder(parts: readonly Part[], language: string): DayOrder {
  const proven = firstAnswer(parts, ({ text }) => provenOrder(text));
  return proven ?? (MONTH_FIRST.test(language) ? "month-first" : "day-first");
}

/** The order in which a page writes day and month. */
type DayOrder = "day-first" | "month-first";

const CLOCK =
  "(?:[\\s,·|–—-]*(?:at|um|à|a las|alle|kl\\.?|o|в|-)?\\s*(?<time>\\d{1,2}(?:[:.h]|[時时點点시]\\s?)\\d{2}(?!\\d)(?:\\s*[ap]\\.?m\\b\\.?)?))?";
const YEAR = "(?<year>(?:19|20)\\d{2})(?!\\d)";
const DAY = "(?<!\\d)(?<day>\\d{1,2})";
/** A word that may name a month. Not `\p{L}`, which with the i flag takes long to compile. */
const WORD = "(?<month>[^\\s\\d.,]{3,14})";
const LETTERS = /^\p{L}+$/u;

/** Cheap tests before the formats without names of months. */
const NUMBERED_SHAPE = /(?:19|20)\d\d\s?[-/.年년]/;
const TWO_NUMBERS_SHAPE = /\d[./-]\s?\d{1,2}[./-]\s?(?:19|20)\d/;

/** Dates as people write them; the year is required, so that times of day and scores do not match. */
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

/** The date inside a short text, in ISO 8601; `order` decides if the numbers do not. */
function dateInText(text: string, language: string, order: DayOrder): string | undefined {
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

/** The order of day and month that a date in a text proves; undefined without one, or if it could be either. */
function provenOrder(text: string): DayOrder | undefined {
  const parts = twoNumbers(text);
  return parts && toldOrder(Number(parts.first), Number(parts.second), parts.mark!);
}

function twoNumbers(text: string): Parts | undefined {
  return TWO_NUMBERS_SHAPE.test(text) ? TWO_NUMBERS.exec(text)?.groups : undefined;
}

/** With dots, the day comes first. */
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

/** English is on pages of every language. Written out, since the first call of `Intl` takes long. */
const ENGLISH_MONTHS =
  "january february march april may june july august september october november december".split(" ");
const ENGLISH = /^en(?:-|$)/;
/** Letters of an abbreviation at least. */
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

/** Languages whose names are cached: pages may declare any, and `Intl` takes half a millisecond for one. */
const MAX_LANGUAGES = 64;
const namesOf = new Map<string, readonly (readonly string[])[]>();

/** A language's names of the months, alone and inside a date. */
function monthNames(language: string): readonly (readonly string[])[] {
  let names = namesOf.get(language);
  if (names === undefined) {
    names = askMonthNames(language);
    if (namesOf.size >= MAX_LANGUAGES) namesOf.clear();
    namesOf.set(language, names);
  }
  return names;
}

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
