import { foldTitle } from "../../sets/index.ts";

/** 1 where the same people are named, in any order, 0 where not, null where the label names nobody. */
export function authorSet(truth: readonly string[], found: readonly string[]): 0 | 1 | null {
  const asked = names(truth);
  if (asked.size === 0) return null;
  const given = names(found);
  return asked.size === given.size && [...asked].every((name) => given.has(name)) ? 1 : 0;
}

function names(list: readonly string[]): Set<string> {
  return new Set(list.map(foldTitle).filter((name) => name !== ""));
}

/** 1 where both titles fold to the same, 0 where not, null where the label has none. */
export function titleExact(truth: string | null, found: string | null): 0 | 1 | null {
  if (truth === null || foldTitle(truth) === "") return null;
  return found !== null && foldTitle(found) === foldTitle(truth) ? 1 : 0;
}

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
