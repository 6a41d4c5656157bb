import { MODIFIED_METAS } from "./date-metas.data.ts";
import { dateOf, notLater } from "./published.ts";
import { readDate } from "./read-date.ts";
import type { Rule } from "./rule.ts";
import { articleText, mapRead, microdataText, webPageText } from "./stated.ts";

/** When the article was last changed. Most trusted first. */
export const MODIFIED_RULES: readonly Rule<string>[] = notLater([
  ["json-ld", 0.9, mapRead(articleText("dateModified"), readDate)],
  ["og", 0.9, dateOf(MODIFIED_METAS.og)],
  ["microdata", 0.9, mapRead(microdataText("dateModified"), readDate)],
  ["dublin-core", 0.8, dateOf(MODIFIED_METAS["dublin-core"])],
  ["meta", 0.8, dateOf(MODIFIED_METAS.meta)],
  ["web-page", 0.7, mapRead(webPageText("dateModified"), readDate)],
  ["shown", 0.7, (evidence) => evidence.shownReader?.readDate("changed", evidence)],
]);
