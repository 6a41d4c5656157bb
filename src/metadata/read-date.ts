const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
/** Offsets that RFC 2822 names. */
const ZONES: ReadonlyMap<string, string> = new Map([
  ["z", "Z"],
  ["ut", "Z"],
  ["utc", "Z"],
  ["gmt", "Z"],
  ["est", "-05:00"],
  ["edt", "-04:00"],
  ["cst", "-06:00"],
  ["cdt", "-05:00"],
  ["mst", "-07:00"],
  ["mdt", "-06:00"],
  ["pst", "-08:00"],
  ["pdt", "-07:00"],
]);

/** Archives reach back to the first papers on the web's shelves; later years are slips. */
const MIN_YEAR = 1700;
const MAX_YEAR = 2100;
const MAX_CHARACTERS = 80;
/** What a program prints that has no date: the first second of its count, west or east of Greenwich. */
const NO_DATE: ReadonlySet<string> = new Set(["1969-12-31", "1970-01-01"]);

const TIME =
  "(?<hour>\\d{1,2})[:.](?<minute>\\d{2})(?:[:.](?<second>\\d{2})(?:[.,:]\\d+)?)?\\s*(?<half>[ap]\\.?m\\.?)?";
const ZONE = "\\s*(?<zone>z|[a-z]{2,5}|(?:gmt|utc)?\\s*[+-]\\d{1,2}(?::?\\d{2})?)?(?:\\s*\\([^)]*\\))?";
const MONTH = "(?<month>[a-z]{3,9})\\.?";
const WEEKDAY = "(?:[a-z]{3,9}\\.?,?\\s+)?";

/** What machines write; each is anchored at both ends, so that a date inside prose is no date. */
const FORMATS: readonly RegExp[] = [
  `(?<year>\\d{4})([-/.])(?<month>\\d{1,2})\\2(?<day>\\d{1,2})(?:(?:T|\\s+|\\s*,\\s*|\\s+-\\s+)${TIME}${ZONE})?`,
  `(?<year>\\d{4})(?<month>\\d{2})(?<day>\\d{2})(?:T?(?<hour>\\d{2})(?<minute>\\d{2})(?<second>\\d{2})?${ZONE})?`,
  `${WEEKDAY}(?<day>\\d{1,2})[ -]${MONTH}[ -](?<year>\\d{4})(?:,?\\s+(?:at\\s+|-\\s+)?${TIME}${ZONE})?`,
  `${WEEKDAY}${MONTH}\\s+(?<day>\\d{1,2})(?:st|nd|rd|th)?,?\\s+(?<year>\\d{4})(?:,?\\s+(?:at\\s+|-\\s+)?${TIME}${ZONE})?`,
  // The C library's ctime, with the year at the end.
  `${WEEKDAY}${MONTH}\\s+(?<day>\\d{1,2})\\s+${TIME}${ZONE}\\s+(?<year>\\d{4})`,
].map((format) => new RegExp(`^${format}$`, "i"));

/** A date as a machine stated it, in ISO 8601: the day alone where no time is given, the offset only where one is. */
export function readDate(stated: string): string | undefined {
  const text = stated.trim();
  if (text.length > MAX_CHARACTERS) return undefined;
  if (/^\d{10}$|^\d{13}$/.test(text)) return fromEpoch(text);
  for (const format of FORMATS) {
    const parts = format.exec(text)?.groups;
    if (parts !== undefined) return fromParts(parts);
  }
  return undefined;
}

// Ten digits are seconds, thirteen milliseconds, both for the years 2001 to 2286.
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
  const isPossible =
    year >= MIN_YEAR &&
    year <= MAX_YEAR &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= monthDays(year, month);
  const date = `${year}-${twoDigits(month)}-${twoDigits(day)}`;
  return isPossible && !NO_DATE.has(date) ? date : undefined;
}

function readMonth(stated: string): number {
  return /^\d/.test(stated) ? Number(stated) : MONTHS.indexOf(stated.slice(0, 3).toLowerCase()) + 1;
}

function monthDays(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function readTime(parts: Parts): string | undefined {
  const isAfternoon = parts.half?.toLowerCase().startsWith("p") ?? false;
  const stated = Number(parts.hour);
  const hour = parts.half === undefined ? stated : (stated % 12) + (isAfternoon ? 12 : 0);
  const [minute, second] = [Number(parts.minute), Number(parts.second ?? 0)];
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  return `${twoDigits(hour)}:${twoDigits(minute)}:${twoDigits(second)}`;
}

// An unknown zone gives no offset: the day is still right.
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
