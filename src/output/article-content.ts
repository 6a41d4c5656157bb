import type { Article } from "../article/index.ts";
import {
  type Content,
  cleanLabel,
  escapeText,
  escapeValue,
  readContent,
  webAddress,
} from "../assemble/index.ts";

/** What an Article's HTML holds. Read anew, so that one from a file or a network is as safe as our own. */
export function articleContent(article: Article): Content {
  return readContent(article.html, article.url ?? undefined);
}

/** The language of an article as an attribute may hold it, null where it is missing or no language tag. */
export function languageOf(article: Article): string | null {
  const { language } = article;
  return language !== null && /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/.test(language) ? language : null;
}

/** The `lang` and `dir` of an element that holds an article, as far as they are known. */
export function languageAttributes(article: Article): string {
  const language = languageOf(article);
  const lang = language === null ? "" : ` lang="${language}"`;
  return article.direction === "ltr" || article.direction === "rtl"
    ? `${lang} dir="${article.direction}"`
    : lang;
}

/** Who wrote an article, when, and a link to its page, as one line of HTML; empty where the page says nothing of it. */
export function sourceLine(article: Article): string {
  const names = article.authors.flatMap((author) => cleanLabel(author) ?? []).map(isolated);
  const parts = [names.join(", "), timeMarkup(article.published), linkMarkup(article)];
  return parts.filter((part) => part !== "").join(" · ");
}

/** A name as it reads whatever the direction of the names beside it. */
function isolated(name: string): string {
  return `<bdi>${escapeText(name)}</bdi>`;
}

/** A date, and a time with its zone where there is one. */
const DATE = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/;

/** A date in digits, which readers of every language can read, and which is the same on every machine. */
function timeMarkup(stated: string | null): string {
  const [datetime, date, time, zone] = DATE.exec(stated ?? "") ?? [];
  if (datetime === undefined) return "";
  const isUtc = zone === "Z" || zone === "+00:00";
  const offset = zone === undefined ? "" : ` UTC${isUtc ? "" : zone}`;
  // Digits and hyphens would change places in a line of Arabic.
  return `<time datetime="${datetime}" dir="ltr">${date}${time === undefined ? "" : ` ${time}${offset}`}</time>`;
}

function linkMarkup({ url, canonicalUrl, site }: Article): string {
  const address = webAddress(url ?? canonicalUrl ?? "", undefined);
  const name = cleanLabel(site ?? undefined);
  if (address === undefined) return name === null ? "" : isolated(name);
  const label = name ?? new URL(address).hostname.replace(/^www\./, "");
  return `<a href="${escapeValue(address)}" rel="noopener">${isolated(label)}</a>`;
}
