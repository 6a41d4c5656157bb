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

/** The look of a document: one column, light or dark as the reader's screen, wide tables and code in boxes that scroll. */
const STYLE = `:root{color-scheme:light dark;--ink:#1c1c1e;--dim:#5c5f66;--paper:#fdfdfc;--line:#d8d8d4;--link:#0a4f9e}
@media(prefers-color-scheme:dark){:root{--ink:#e4e4e0;--dim:#a3a6ad;--paper:#17181a;--line:#3b3d42;--link:#8ab8f2}}
html{background:var(--paper);color:var(--ink);font:1.125rem/1.65 Georgia,serif;-webkit-text-size-adjust:100%}
body{margin:0}
main{max-inline-size:38rem;margin:0 auto;padding:clamp(1.25rem,5vw,4rem) clamp(1rem,5vw,2rem) 4rem;overflow-wrap:anywhere}
header{margin-block-end:2rem}
h1,h2,h3,h4,h5,h6{line-height:1.25;margin:2em 0 .6em;font-size:1.1em;text-wrap:balance}
h1{font-size:clamp(1.6rem,5vw,2.1rem);line-height:1.15;margin:0 0 .5em;hyphens:auto}
h2{font-size:1.35em}
p,ul,ol,dl,blockquote,pre,table,figure{margin:0 0 1.25em}
ul,ol{padding-inline-start:2em}
li>ul,li>ol{margin:0}
dt{font-weight:700}
dd{margin-inline-start:1.5em}
header p,figcaption,caption{color:var(--dim);font-size:.85em;line-height:1.5}
header p{margin:0}
time{white-space:nowrap}
mark{background:#fe8;color:#000}
a{color:var(--link)}
img,video{display:block;max-inline-size:100%;block-size:auto;margin-inline:auto}
audio{inline-size:100%}
figcaption{margin-block-start:.5em}
blockquote{margin-inline:0;padding-inline-start:1.25em;border-inline-start:.2em solid var(--line)}
pre,code,kbd,samp{font:.9em/1.5 ui-monospace,monospace;direction:ltr;unicode-bidi:isolate}
pre code{font-size:1em}
pre{padding:1em;border:1px solid var(--line);overflow-x:auto;tab-size:4;text-align:left}
table{display:block;overflow-x:auto;border-collapse:collapse;font-size:.9em;line-height:1.4;overflow-wrap:normal}
caption{text-align:start;padding-block-end:.5em}
th,td{border:1px solid var(--line);padding:.4em .7em;text-align:start;vertical-align:top}
hr{border:0;border-block-start:1px solid var(--line);margin:2em 0}
sub,sup{font-size:.75em;line-height:0}
@media print{:root{--ink:#000;--dim:#444;--paper:#fff;--line:#999;--link:#000}html{font-size:11pt}main{max-inline-size:none;padding:0}table{display:table}pre{white-space:pre-wrap}figure,tr{break-inside:avoid}}`;

/** The SHA-256 of the style in base64, by which the policy knows it; a test checks. */
const STYLE_HASH = "PpVQrMYypU6XmJIGXVHjGcYzfy5kshJRnuadOMwAQQY=";

/** Nothing runs, and nothing is loaded but pictures, films and sounds, whatever a hole in our own rules lets through. */
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

/** The article as a whole HTML document to read: title, byline, date and source, lead picture and body, in a style of its own. */
export function toHtmlDocument(article: Article): string {
  const title = cleanLabel(article.title ?? undefined);
  const about = sourceLine(article);
  const body = blocksOf(article);
  const { headline, blocks } = withoutHeadline(article, body);
  const heading = headline ?? (title === null ? undefined : `<h1>${escapeText(title)}</h1>`);
  const written = blocksHtml([...leadFigure(article, body), ...nestHeadings(blocks)]);
  const header = [...(heading === undefined ? [] : [heading]), ...(about === "" ? [] : [`<p>${about}</p>`])];
  const parts = [...(header.length === 0 ? [] : ["<header>", ...header, "</header>"]), written];
  return documentMarkup(article, {
    doctype: ["<!doctype html>"],
    policy: POLICY,
    title: title ?? cleanLabel(article.site ?? undefined) ?? "Article",
    style: STYLE,
    main: ["<article>", ...parts.filter((part) => part !== ""), "</article>"].join("\n"),
  });
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

/** The level of a heading below the title and those that are open above it; `open` is brought up to date. */
function nestedLevel(level: number, open: number[]): number {
  while ((open.at(-1) ?? 0) >= level) open.pop();
  open.push(level);
  return Math.min(open.length + 1, 6);
}
