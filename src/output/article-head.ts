import type { Article } from "../article/index.ts";
import {
  type Block,
  cleanLabel,
  dateInDigits,
  escapeText,
  escapeValue,
  lineText,
  webAddress,
} from "../assemble/index.ts";
import { headlineKey } from "../page/index.ts";
import { words } from "../text/index.ts";

/** A headline is among the first blocks of a body, before the first long one: below a kicker, a byline, a picture. */
const FIRST_BLOCKS = { count: 20, maxCharacters: 200 } as const;
/** A page's headline and its stated title share at least this much of the shorter one. */
const MIN_SHARED = 0.4;
/** A heading of fewer words can share them by chance. */
const MIN_HEADLINE_WORDS = 3;

/** The heading of the first level that shows the title in the body itself, -1 where none does; then the title is not written again. */
export function headlineOf({ title }: Article, blocks: readonly Block[]): number {
  if (title === null) return -1;
  for (const [at, block] of blocks.slice(0, FIRST_BLOCKS.count).entries()) {
    if (block.type !== "heading" && block.type !== "paragraph") continue;
    const text = lineText(block.children);
    if (block.type === "heading" && block.level === 1 && showsTitle(text, title)) return at;
    if (text.length > FIRST_BLOCKS.maxCharacters) break;
  }
  return -1;
}

function showsTitle(heading: string, title: string): boolean {
  const [own, stated] = [headlineKey(heading), headlineKey(title)];
  if (own === stated) return true;
  if (stated.includes(own) && own.length >= stated.length * MIN_SHARED) return true;
  const [ownWords, statedWords] = [new Set(words(heading)), new Set(words(title))];
  const shared = [...ownWords].filter((word) => statedWords.has(word)).length;
  return (
    ownWords.size >= MIN_HEADLINE_WORDS && shared >= Math.min(ownWords.size, statedWords.size) * MIN_SHARED
  );
}

/** A language tag as an attribute may hold it. */
export const LANGUAGE_TAG = /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/;

/** The language of an article as an attribute may hold it, null where it is missing or no language tag. */
export function languageOf(article: Article): string | null {
  const { language } = article;
  return language !== null && LANGUAGE_TAG.test(language) ? language : null;
}

/** The `lang` and `dir` of an element that holds an article, as far as they are known. */
export function languageAttributes(article: Article): string {
  const language = languageOf(article);
  const lang = language === null ? "" : ` lang="${language}"`;
  return article.direction === "ltr" || article.direction === "rtl"
    ? `${lang} dir="${article.direction}"`
    : lang;
}

/** What a whole document is made of. */
interface DocumentParts {
  readonly doctype: readonly string[];
  /** The Content-Security-Policy. */
  readonly policy: string;
  readonly title: string;
  readonly links?: readonly string[];
  readonly style: string;
  readonly main: string;
}

/** A whole HTML document around the markup of an article. */
export function documentMarkup(
  article: Article,
  { doctype, policy, title, links = [], style, main }: DocumentParts,
): string {
  return [
    ...doctype,
    `<html${languageAttributes(article)}>`,
    "<head>",
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${escapeValue(policy)}">`,
    '<meta name="referrer" content="no-referrer">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeText(title)}</title>`,
    ...links,
    `<style>${style}</style>`,
    "</head>",
    "<body>",
    "<main>",
    main,
    "</main>",
    "</body>",
    "</html>",
    "",
  ].join("\n");
}

/** Who wrote an article, when, and a link to its page, as one line of HTML; empty where the page says nothing of it. */
export function sourceLine(article: Pick<Article, "authors" | "published" | LinkField>): string {
  const names = article.authors.flatMap((author) => cleanLabel(author) ?? []).map(isolated);
  const parts = [names.join(", "), timeMarkup(article.published), linkMarkup(article)];
  return parts.filter((part) => part !== "").join(" · ");
}

/** A name as it reads whatever the direction of the names beside it. */
function isolated(name: string): string {
  return `<bdi>${escapeText(name)}</bdi>`;
}

function timeMarkup(stated: string | null): string {
  const shown = dateInDigits(stated);
  // Digits and hyphens would change places in a line of Arabic.
  return shown === "" ? "" : `<time datetime="${stated}" dir="ltr">${shown}</time>`;
}

type LinkField = "url" | "canonicalUrl" | "site";

function linkMarkup({ url, canonicalUrl, site }: Pick<Article, LinkField>): string {
  const address = webAddress(url ?? canonicalUrl ?? "", undefined);
  const name = cleanLabel(site ?? undefined);
  if (address === undefined) return name === null ? "" : isolated(name);
  const label = name ?? new URL(address).hostname.replace(/^www\./, "");
  return `<a href="${escapeValue(address)}" rel="noopener">${isolated(label)}</a>`;
}
