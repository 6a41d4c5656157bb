import type { Article } from "../article/index.ts";
import {
  type Block,
  blocksHtml,
  blocksOf,
  cleanLabel,
  escapeText,
  innerBlocks,
  webAddress,
} from "../assemble/index.ts";
import { documentMarkup, headlineOf, languageAttributes, sourceLine } from "./article-head.ts";
import { STYLE, STYLE_HASH } from "./document-style.data.ts";

/** No scripts, and no loading but pictures, films and sounds, even if our own rules had a hole. */
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; img-src http: https: data:; media-src http: https:; base-uri 'none'; form-action 'none'`;

/** The article as one `article` element: the title as `h1`, unless the body shows it, then the sanitised body. */
export function toHtml(article: Article): string {
  const title = cleanLabel(article.title ?? undefined);
  const blocks = blocksOf(article);
  const isShown = headlineOf(article, blocks) >= 0;
  const parts = [title === null || isShown ? "" : `<h1>${escapeText(title)}</h1>`, blocksHtml(blocks)];
  const written = parts.filter((part) => part !== "");
  return [`<article${languageAttributes(article)}>`, ...written, "</article>", ""].join("\n");
}

/** The article as one element to read: title, byline, date and source, lead picture and body. */
export function toReadable(article: Article): string {
  return [`<article${languageAttributes(article)}>`, ...readableParts(article), "</article>", ""].join("\n");
}

/** The article as a whole HTML document to read, in a style of its own. */
export function toHtmlDocument(article: Article): string {
  return documentMarkup(article, {
    doctype: ["<!doctype html>"],
    policy: POLICY,
    title: cleanLabel(article.title ?? undefined) ?? cleanLabel(article.site ?? undefined) ?? "Article",
    style: STYLE,
    main: ["<article>", ...readableParts(article), "</article>"].join("\n"),
  });
}

function readableParts(article: Article): readonly string[] {
  const title = cleanLabel(article.title ?? undefined);
  const about = sourceLine(article);
  const body = blocksOf(article);
  const { headline, blocks } = withoutHeadline(article, body);
  const heading = headline ?? (title === null ? undefined : `<h1>${escapeText(title)}</h1>`);
  const written = blocksHtml([...leadFigure(article, body), ...nestHeadings(blocks)]);
  const header = [...(heading === undefined ? [] : [heading]), ...(about === "" ? [] : [`<p>${about}</p>`])];
  const parts = [...(header.length === 0 ? [] : ["<header>", ...header, "</header>"]), written];
  return parts.filter((part) => part !== "");
}

/** The markup of the headline that the body shows, and the blocks without it: a document has it in its header. */
function withoutHeadline(
  article: Article,
  blocks: readonly Block[],
): { readonly headline: string | undefined; readonly blocks: readonly Block[] } {
  const at = headlineOf(article, blocks);
  if (at < 0) return { headline: undefined, blocks };
  return { headline: blocksHtml(blocks.slice(at, at + 1)), blocks: blocks.toSpliced(at, 1) };
}

/** A lead among the first blocks of a body, below a standfirst perhaps. */
const LEAD_BLOCKS = 3;

/** The article's picture as a figure before the body, unless the body begins with one or shows the same file. */
function leadFigure({ image }: Article, blocks: readonly Block[]): Block[] {
  const src = webAddress(image ?? "", undefined);
  if (src === undefined || blocks.slice(0, LEAD_BLOCKS).some(({ type }) => type === "figure")) return [];
  if (showsFile(blocks, fileName(src))) return [];
  const pictures = [{ kind: "image", src, alt: null, poster: null }] as const;
  return [{ type: "figure", pictures, caption: [], credit: null }];
}

function showsFile(blocks: readonly Block[], name: string): boolean {
  return blocks.some((block) =>
    block.type === "figure"
      ? block.pictures.some(({ src }) => fileName(src) === name)
      : innerBlocks(block).some((inner) => showsFile(inner, name)),
  );
}

/** The name of a picture's file without its size and type: sites give one picture in many of both. */
function fileName(src: string): string {
  const { pathname } = new URL(src);
  return pathname
    .slice(pathname.lastIndexOf("/") + 1)
    .replace(/\.\w+$/, "")
    .replace(/[-_]\d+x\d+$/, "");
}

/** The blocks with headings that follow the title without gaps, whatever levels the page gave them. */
function nestHeadings(blocks: readonly Block[], open: number[] = []): Block[] {
  const nested = (inner: readonly Block[]) => nestHeadings(inner, open);
  return blocks.map((block) => {
    switch (block.type) {
      case "heading":
        return { ...block, level: nestedLevel(block.level, open) };
      case "quote":
        return { ...block, blocks: nested(block.blocks) };
      case "list":
        return { ...block, items: block.items.map(nested) };
      case "terms":
        return {
          ...block,
          entries: block.entries.map((entry) => ({ ...entry, blocks: nested(entry.blocks) })),
        };
      case "table":
        return {
          ...block,
          rows: block.rows.map((row) => row.map((cell) => ({ ...cell, blocks: nested(cell.blocks) }))),
        };
      default:
        return block;
    }
  });
}

/** The level of a heading below the title and the open ones above it; updates `open`. */
function nestedLevel(level: number, open: number[]): number {
  while ((open.at(-1) ?? 0) >= level) open.pop();
  open.push(level);
  return Math.min(open.length + 1, 6);
}
