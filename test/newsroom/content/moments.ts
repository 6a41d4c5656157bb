import type { Language } from "../languages/language.ts";
import type { Random } from "../random.ts";

/** A moment as machines and as readers of one language write it. */
export interface Moment {
  readonly iso: string;
  readonly label: string;
  readonly time: string;
}

const two = (value: number): string => String(value).padStart(2, "0");

/** Writes a time given in milliseconds since 1970. */
export function writeMoment(ms: number, language: Language): Moment {
  const date = new Date(ms);
  const month = date.getUTCMonth();
  const time = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`;
  const fields: Readonly<Record<string, string>> = {
    d: String(date.getUTCDate()),
    month: language.months[month] ?? "",
    monthNumber: String(month + 1),
    year: String(date.getUTCFullYear()),
    time,
  };
  const label = language.dateShape.replace(/\{(\w+)\}/g, (_, name: string) => fields[name] ?? "");
  return { iso: `${date.toISOString().slice(0, 16)}:00+00:00`, label, time };
}

/** A random moment of a year, on a whole minute. */
export function drawMoment(year: number, random: Random): number {
  return Date.UTC(
    year,
    random.between(0, 11),
    random.between(1, 28),
    random.between(5, 22),
    random.between(0, 59),
  );
}
