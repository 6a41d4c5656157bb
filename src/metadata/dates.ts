import { attribute } from "../html/index.ts";
import { metaTexts } from "../page/index.ts";
import { MODIFIED_METAS, PUBLISHED_METAS } from "./date-metas.data.ts";
import {
  articleText,
  type DatedTexts,
  type Evidence,
  firstAnswer,
  mapRead,
  mapRules,
  microdataText,
  oncePerPage,
  type Read,
  type Rule,
  type Snippet,
  snippetsAround,
  webPageText,
} from "./evidence.ts";
import { languageOf } from "./language.ts";

/** When the article first appeared. Most trusted first. */
export const PUBLISHED_RULES: readonly Rule<string>[] = notLater([
  ["json-ld", 0.91, mapRead(articleText("datePublished"), readDate)],
  ["og", 0.96, dateOf(PUBLISHED_METAS.og)],
  ["microdata", 0.88, mapRead(microdataText("datePublished"), readDate)],
  ["citation", 0.9, dateOf(PUBLISHED_METAS.citation)],
  ["parsely", 0.99, dateOf(PUBLISHED_METAS.parsely)],
  ["dublin-core", 0.92, dateOf(PUBLISHED_METAS["dublin-core"])],
  ["meta", 0.87, dateOf(PUBLISHED_METAS.meta)],
  ["web-page", 0.91, mapRead(webPageText("datePublished"), readDate)],
  ["url", 0.99, fromUrl],
  ["extractor", 0.95, ({ extraction }) => readDate(extraction.facts?.published ?? "")],
  ["announced", 0.95, announced],
  ["time-pubdate", 0.88, (evidence) => firstTime(evidence, "pubdate")],
  ["meta-date", 0.91, dateOf(PUBLISHED_METAS["meta-date"])],
  ["created", 0.8, mapRead(articleText("dateCreated", "uploadDate"), readDate)],
  ["time", 0.81, (evidence) => firstTime(evidence)],
  ["shown", 0.9, shown("published")],
  ["url-digits", 0.8, fromUrlDigits],
]);

/** When the article was last changed. Most trusted first. */
export const MODIFIED_RULES: readonly Rule<string>[] = notLater([
  ["json-ld", 0.9, mapRead(articleText("dateModified"), readDate)],
  ["og", 0.9, dateOf(MODIFIED_METAS.og)],
  ["microdata", 0.9, mapRead(microdataText("dateModified"), readDate)],
  ["dublin-core", 0.8, dateOf(MODIFIED_METAS["dublin-core"])],
  ["meta", 0.8, dateOf(MODIFIED_METAS.meta)],
  ["web-page", 0.7, mapRead(webPageText("dateModified"), readDate)],
  ["shown", 0.7, shown("changed")],
]);

/** The same rules without dates after the present: those are of events, or wrong. */
function notLater(rules: readonly Rule<string>[]): readonly Rule<string>[] {
  return mapRules(rules, (date, { options }) => {
    const latest = (options.now ?? Number.POSITIVE_INFINITY) + DAY_MS;
    return momentOf(date) <= latest ? date : undefined;
  });
}

/** Clocks and zones differ by up to a day. */
const DAY_MS = 86_400_000;

/** A day, or a time without an offset, counts as UTC, so that every machine decides alike. */
function momentOf(date: string): number {
  const isZoned = !date.includes("T") || /(?:Z|[+-]\d\d:\d\d)$/.test(date);
  return Date.parse(isZoned ? date : `${date}Z`);
}

function dateOf(names: readonly string[]): Read<string> {
  return ({ page }) => firstAnswer(metaTexts(page, names), readDate);
}

const DATE_IN_PATH = /\/((?:19|20)\d\d)([/-])(\d\d?|[a-z]{3,9})\2(\d\d?)(?=[/-])/i;
const DIGITS_IN_PATH = /\/(?:[^?#]*[^\d?#])?((?:19|20)\d\d)([01]\d)([0-3]\d)(?=[/_.-])/;

/** A date in the folders of the address: 2024/05/03, 2024/may/3. */
function fromUrl({ page }: Evidence): string | undefined {
  const [, year, , month, day] = DATE_IN_PATH.exec(page.url ?? page.canonicalUrl ?? "") ?? [];
  return year === undefined
    ? undefined
    : (readDate(`${year}-${month}-${day}`) ?? readDate(`${day} ${month} ${year}`));
}

/** A date of eight digits in the address: 20240503. */
function fromUrlDigits({ page }: Evidence): string | undefined {
  const [, year, month, day] = DIGITS_IN_PATH.exec(page.url ?? page.canonicalUrl ?? "") ?? [];
  return year === undefined ? undefined : readDate(`${year}-${month}-${day}`);
}

/** The first date of a `time` element, of those with an attribute if one is named. */
function firstTime({ page }: Evidence, marker = "datetime"): string | undefined {
  return firstAnswer(page.landmarks.times, (node) => {
    const isMarked = attribute(page.document, node, marker) !== undefined;
    return isMarked ? readDate(attribute(page.document, node, "datetime") ?? "") : undefined;
  });
}

/** Reads the date of a kind that readers see near the article. */
function shown(kind: "published" | "changed"): Read<string> {
  return (evidence) => evidence.options.shownReader?.readDate(kind, textsAround(evidence));
}

/** Reads the date that a list stated, too; most pages have none. */
function announced(evidence: Evidence): string | undefined {
  const { shownReader, announcedDates } = evidence.options;
  return (
    announcedDates && shownReader?.readAnnouncedDate(evidence.page, textsAround(evidence), announcedDates)
  );
}

const textsAround = oncePerPage((evidence) => datedTexts(evidence, snippetsAround(evidence)));

/** What a reader of shown dates needs of some short texts. */
export function datedTexts(evidence: Evidence, snippets: readonly Snippet[]): DatedTexts {
  const { url, canonicalUrl } = evidence.page;
  return {
    parts: evidence.options.shownReader?.datedParts(snippets) ?? [],
    language: languageOf(evidence).value,
    address: url ?? canonicalUrl,
  };
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
/** Offsets of the zones that RFC 2822 names, and of others whose short names mean one zone to readers; not IST, which means three. */
const ZONES: ReadonlyMap<string, string> = new Map([
  ...["z", "ut", "utc", "gmt", "wet"].map((name) => [name, "Z"] as const),
  ...["cet", "mez", "bst", "west"].map((name) => [name, "+01:00"] as const),
  ...["cest", "mesz", "eet", "sast"].map((name) => [name, "+02:00"] as const),
  ...["eest", "msk"].map((name) => [name, "+03:00"] as const),
  ...["hkt", "sgt", "awst", "myt"].map((name) => [name, "+08:00"] as const),
  ...["jst", "kst"].map((name) => [name, "+09:00"] as const),
  ["pkt", "+05:00"],
  ["wib", "+07:00"],
  ["acst", "+09:30"],
  ["aest", "+10:00"],
  ["aedt", "+11:00"],
  ["nzst", "+12:00"],
  ["nzdt", "+13:00"],
  ["est", "-05:00"],
  ["edt", "-04:00"],
  ["cst", "-06:00"],
  ["cdt", "-05:00"],
  ["mst", "-07:00"],
  ["mdt", "-06:00"],
  ["pst", "-08:00"],
  ["pdt", "-07:00"],
]);

/** Archives go back to the first newspapers; later years are slips. */
const MIN_YEAR = 1700;
const MAX_YEAR = 2100;
const MAX_CHARACTERS = 80;
/** The Unix epoch, west or east of Greenwich: a program had no date. */
const NO_DATE: ReadonlySet<string> = new Set(["1969-12-31", "1970-01-01"]);

const TIME =
  "(?<hour>\\d{1,2})[:.](?<minute>\\d{2})(?:[:.](?<second>\\d{2})(?:[.,:]\\d+)?)?\\s*(?<half>[ap]\\.?m\\.?)?";
const ZONE = "\\s*(?<zone>z|[a-z]{2,5}|(?:gmt|utc)?\\s*[+-]\\d{1,2}(?::?\\d{2})?)?(?:\\s*\\([^)]*\\))?";
const MONTH = "(?<month>[a-z]{3,9})\\.?";
const WEEKDAY = "(?:[a-z]{3,9}\\.?,?\\s+)?";

/** What programs write; each is anchored at both ends, so that dates inside prose do not match. */
const FORMATS: readonly RegExp[] = [
  `(?<year>\\d{4})([-/.])(?<month>\\d{1,2})\\2(?<day>\\d{1,2})(?:(?:T|\\s+|\\s*,\\s*|\\s+-\\s+)${TIME}${ZONE})?`,
  `(?<year>\\d{4})(?<month>\\d{2})(?<day>\\d{2})(?:T?(?<hour>\\d{2})(?<minute>\\d{2})(?<second>\\d{2})?${ZONE})?`,
  `${WEEKDAY}(?<day>\\d{1,2})[ -]${MONTH}[ -](?<year>\\d{4})(?:,?\\s+(?:at\\s+|-\\s+)?${TIME}${ZONE})?`,
  `${WEEKDAY}${MONTH}\\s+(?<day>\\d{1,2})(?:st|nd|rd|th)?,?\\s+(?<year>\\d{4})(?:,?\\s+(?:at\\s+|-\\s+)?${TIME}${ZONE})?`,
  // The C library's ctime, with the year at the end.
  `${WEEKDAY}${MONTH}\\s+(?<day>\\d{1,2})\\s+${TIME}${ZONE}\\s+(?<year>\\d{4})`,
].map((format) => new RegExp(`^${format}$`, "i"));

/** A date that a program wrote, in ISO 8601: the day alone if there is no time, an offset only if one is given. */
export function readDate(stated: string): string | undefined {
  const text = stated.trim();
  if (text.length > MAX_CHARACTERS) return undefined;
  if (/^\d{10}$|^\d{13}$/.test(text)) return fromEpoch(text);
  const parts = firstAnswer(FORMATS, (format) => format.exec(text)?.groups);
  return parts && fromParts(parts);
}

/** Ten digits are seconds, thirteen milliseconds, both for the years 2001 to 2286. */
function fromEpoch(digits: string): string | undefined {
  const iso = new Date(Number(digits.slice(0, 10)) * 1000).toISOString();
  return Number(iso.slice(0, 4)) <= MAX_YEAR ? iso.replace(".000Z", "Z") : undefined;
}

type Parts = Readonly<Record<string, string | undefined>>;

function fromParts(parts: Parts): string | undefined {
  const day = readDay(parts);
  if (day === undefined || parts.hour === undefined) return day;
  const time = readTime(parts);
  const zone = readZone(parts.zone);
  if (time === undefined || zone === undefined) return undefined;
  return `${day}T${time}${zone}`;
}

function readDay(parts: Parts): string | undefined {
  const year = Number(parts.year);
  const month = readMonth(parts.month ?? "");
  const day = Number(parts.day);
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const isYear = year >= MIN_YEAR && year <= MAX_YEAR;
  const isPossible = isYear && month >= 1 && month <= 12 && day >= 1 && day <= lastDay;
  const date = `${year}-${twoDigits(month)}-${twoDigits(day)}`;
  return isPossible && !NO_DATE.has(date) ? date : undefined;
}

function readMonth(stated: string): number {
  return /^\d/.test(stated) ? Number(stated) : MONTHS.indexOf(stated.slice(0, 3).toLowerCase()) + 1;
}

function readTime(parts: Parts): string | undefined {
  const isAfternoon = parts.half?.toLowerCase().startsWith("p") ?? false;
  const stated = Number(parts.hour);
  const hour = parts.half === undefined ? stated : (stated % 12) + (isAfternoon ? 12 : 0);
  const [minute, second] = [Number(parts.minute), Number(parts.second ?? 0)];
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  return `${twoDigits(hour)}:${twoDigits(minute)}:${twoDigits(second)}`;
}

/** An unknown zone gives no offset: the day is still right. */
function readZone(stated: string | undefined): string | undefined {
  if (stated === undefined) return "";
  const offset = /([+-])(\d{1,2}):?(\d{2})?$/.exec(stated);
  if (offset === null) return ZONES.get(stated.toLowerCase()) ?? "";
  const [, sign, hours = "", minutes = "00"] = offset;
  if (Number(hours) > 14 || Number(minutes) > 59) return undefined;
  return `${sign}${hours.padStart(2, "0")}:${minutes}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
