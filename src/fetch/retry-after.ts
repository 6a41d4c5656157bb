/** How long a server asks to be left alone, in seconds or until a date; undefined where it does not say. */
export function readRetryAfter(header: string | undefined, now: Date): number | undefined {
  const value = header?.trim() ?? "";
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  // Dates of HTTP begin with the day of the week; what else a parser takes for a date is a mistake.
  const ms = /^[a-z]{3,9},? /i.test(value) ? Date.parse(value) - now.getTime() : Number.NaN;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
