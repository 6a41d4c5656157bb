import type { Article } from "../article/index.ts";
import { cleanLabel, webAddress } from "../assemble/index.ts";
import { languageOf } from "./article-content.ts";

/** Characters that YAML 1.1 or 1.2 does not take between quotation marks; JSON leaves them as they are. */
const UNQUOTABLE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** What is known of an article as YAML between two lines of dashes; empty where nothing is. */
export function frontMatter(article: Article): string {
  const address = article.url ?? article.canonicalUrl;
  const lines = [
    ...valueLine("title", article.title),
    ...listLines("authors", article.authors),
    ...valueLine("published", article.published),
    ...valueLine("site", article.site),
    ...valueLine("url", address === null ? null : (webAddress(address, undefined) ?? null)),
    ...valueLine("language", languageOf(article)),
    ...listLines("tags", article.tags),
  ];
  return lines.length === 0 ? "" : ["---", ...lines, "---"].join("\n");
}

function valueLine(name: string, value: string | null): string[] {
  const label = cleanLabel(value ?? undefined);
  return label === null ? [] : [`${name}: ${quoted(label)}`];
}

function listLines(name: string, values: readonly string[]): string[] {
  const labels = values.flatMap((value) => cleanLabel(value) ?? []);
  return labels.length === 0 ? [] : [`${name}:`, ...labels.map((label) => `  - ${quoted(label)}`)];
}

/** A string of JSON, which is one of YAML too: nothing in it can be read as a date, a number, a comment or a key. */
function quoted(value: string): string {
  return JSON.stringify(value).replace(
    UNQUOTABLE,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
