import type { Article } from "../article/index.ts";
import { toHtml } from "./html.ts";
import { toJson } from "./json.ts";
import { toMarkdown } from "./markdown.ts";
import { toText } from "./text.ts";
import { toXml } from "./xml.ts";

const RENDERERS = {
  text: toText,
  markdown: toMarkdown,
  html: toHtml,
  json: toJson,
  xml: toXml,
} as const satisfies Record<string, (article: Article) => string>;

/** A format that an article can be written in. */
export type Format = keyof typeof RENDERERS;

/** Every format, by its name on the command line. */
export const FORMATS = ["text", "markdown", "html", "json", "xml"] as const satisfies readonly Format[];

/** Whether a word names a format. */
export function isFormat(word: string): word is Format {
  return Object.hasOwn(RENDERERS, word);
}

/** An article in a format. */
export function render(article: Article, format: Format): string {
  return RENDERERS[format](article);
}
