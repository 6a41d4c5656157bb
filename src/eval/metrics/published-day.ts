const DAY = /^\s*(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/;
const INSTANT = /\d{1,2}:\d{2}.*(?:Z|[+-]\d{2}:?\d{2})\s*$/i;

/** 1 where both dates name the same day, 0 where not, null where the label names no day. */
export function publishedDay(truth: string | null, found: string | null): 0 | 1 | null {
  const day = writtenDay(truth);
  if (day === null) return null;
  if (writtenDay(found) === day) return 1;
  // Labels in UTC and pages in local time can write two days for one moment.
  const moment = utcDay(truth);
  return moment !== null && moment === utcDay(found) ? 1 : 0;
}

function writtenDay(date: string | null): string | null {
  const parts = DAY.exec(date ?? "");
  return parts === null ? null : `${parts[1]}-${parts[2]?.padStart(2, "0")}-${parts[3]?.padStart(2, "0")}`;
}

function utcDay(date: string | null): string | null {
  if (date === null || !INSTANT.test(date)) return null;
  const time = Date.parse(date.trim().replace(" ", "T"));
  return Number.isNaN(time) ? null : new Date(time).toISOString().slice(0, 10);
}
