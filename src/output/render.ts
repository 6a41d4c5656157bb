import { ARTICLE_FIELDS, type Article } from "../article/index.ts";
import { NewsError } from "../errors/index.ts";
import { toHtml, toHtmlDocument } from "./html.ts";
import { type MarkdownOptions, toMarkdown } from "./markdown.ts";
import { toXml } from "./xml.ts";

const RENDERERS = {
  text: toText,
  markdown: toMarkdown,
  html: toHtml,
  json: toJson,
  xml: toXml,
} as const satisfies Record<string, (article: Article, options: MarkdownOptions) => string>;

/** A format that an article can be written in. */
export type Format = keyof typeof RENDERERS;

/** Every format, by its name on the command line. */
export const FORMATS = ["text", "markdown", "html", "json", "xml"] as const satisfies readonly Format[];

/** Whether a word names a format. */
export function isFormat(word: string): word is Format {
  return Object.hasOwn(RENDERERS, word);
}

/** An article in a format, HTML as one `article` element; each format reads the options that are its own. */
export function render(article: Article, format: Format, options: MarkdownOptions = {}): string {
  // Untyped callers can pass any word.
  if (!isFormat(format)) {
    const known = FORMATS.join(", ");
    throw new NewsError("BAD_OPTION", `There is no format "${String(format)}"; there are ${known}.`);
  }
  return RENDERERS[format](article, options);
}

/** An article in a format as a file of its own: HTML as a whole document. */
export function renderFile(article: Article, format: Format, options: MarkdownOptions = {}): string {
  return format === "html" ? toHtmlDocument(article) : render(article, format, options);
}

/** The article as plain text: its `text`, with a line end where there is any. */
export function toText(article: Article): string {
  return article.text === "" ? "" : `${article.text}\n`;
}

/** The article as JSON, its fields in the order of the published schema. */
export function toJson(article: Article): string {
  const ordered: Record<string, unknown> = {};
  for (const field of ARTICLE_FIELDS) if (article[field] !== undefined) ordered[field] = article[field];
  return `${JSON.stringify(ordered, null, 2)}\n`;
}
