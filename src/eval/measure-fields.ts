import { foldTitle } from "../sets/index.ts";

/** 1 where the same people are named, in any order, 0 where not, null where the label names nobody. */
export function authorSet(truth: readonly string[], found: readonly string[]): 0 | 1 | null {
  const asked = names(truth);
  if (asked.size === 0) return null;
  const given = names(found);
  return asked.size === given.size && [...asked].every((name) => given.has(name)) ? 1 : 0;
}

function names(list: readonly string[]): Set<string> {
  return new Set(list.flatMap(splitNames).filter((name) => name !== ""));
}

const BETWEEN_NAMES = /\s*[,;|]\s*|\s+(?:and|und|et|y|&|with|mit|avec)\s+/;

/** The names in one entry: labels and tools join them, and append degrees, which are one word after a name of two. */
function splitNames(entry: string): readonly string[] {
  const [first = "", ...rest] = foldTitle(entry)
    .replace(/^by\s+/, "")
    .split(BETWEEN_NAMES);
  return [first, ...rest.filter((name) => !first.includes(" ") || name.includes(" "))];
}

/**
 * 1 where both titles fold to the same, 0 where not, null where the label has none. Labels of several lines have the
 * standfirst below the headline, and some have a question mark for each quote that their charset lacked.
 */
export function titleExact(truth: string | null, found: string | null): 0 | 1 | null {
  if (truth === null || foldTitle(truth) === "") return null;
  const given = foldTitle(found ?? "");
  const asked = [truth, truth.trim().split("\n")[0] ?? ""].map(foldTitle);
  return asked.some((title) => title === given || hasLostQuotes(title, given)) ? 1 : 0;
}

/** Whether a label differs from a title only by question marks where the title has quotes. */
function hasLostQuotes(label: string, title: string): boolean {
  return /\?\S/.test(label) && label === title.replaceAll("'", "?");
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
