import { attribute } from "../html/index.ts";
import { PUBLISHED_METAS } from "./date-metas.data.ts";
import { readDate } from "./read-date.ts";
import type { Evidence, Rule } from "./rule.ts";
import { articleText, mapRead, mapRules, metaTexts, microdataText, webPageText } from "./stated.ts";

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
  ["time-pubdate", 0.88, pubdateTime],
  ["meta-date", 0.91, dateOf(PUBLISHED_METAS["meta-date"])],
  ["created", 0.8, mapRead(articleText("dateCreated", "uploadDate"), readDate)],
  ["time", 0.81, firstTime],
  ["shown", 0.9, (evidence) => evidence.shownReader?.readDate("published", evidence)],
]);

/** The same rules, deaf to dates that lie after the present: those are of events, or made up. */
export function notLater(rules: readonly Rule<string>[]): readonly Rule<string>[] {
  return mapRules(rules, (date, { latest }) => (momentOf(date) <= latest ? date : undefined));
}

/** A day or a time without an offset counts as UTC's, so that every machine decides alike. */
function momentOf(date: string): number {
  const isZoned = !date.includes("T") || /(?:Z|[+-]\d\d:\d\d)$/.test(date);
  return Date.parse(isZoned ? date : `${date}Z`);
}

/** Reads the first of these metas that is a date. */
export function dateOf(names: readonly string[]): Rule<string>[2] {
  return ({ page }) => {
    for (const text of metaTexts(page, names)) {
      const date = readDate(text);
      if (date !== undefined) return date;
    }
    return undefined;
  };
}

function pubdateTime({ page }: Evidence): string | undefined {
  for (const node of page.landmarks.times) {
    if (attribute(page.document, node, "pubdate") === undefined) continue;
    const date = readDate(attribute(page.document, node, "datetime") ?? "");
    if (date !== undefined) return date;
  }
  return undefined;
}

const DATE_IN_PATH = /\/((?:19|20)\d\d)([/-])(\d\d?)\2(\d\d?)(?=[/-])/;

function fromUrl({ page }: Evidence): string | undefined {
  const [, year, , month, day] = DATE_IN_PATH.exec(page.url ?? page.canonicalUrl ?? "") ?? [];
  return year === undefined ? undefined : readDate(`${year}-${month}-${day}`);
}

function firstTime({ page }: Evidence): string | undefined {
  for (const node of page.landmarks.times) {
    const date = readDate(attribute(page.document, node, "datetime") ?? "");
    if (date !== undefined) return date;
  }
  return undefined;
}
