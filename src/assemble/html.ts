import type { Block, Cell, Entry, Inline, Picture } from "./content.ts";
import { joinLines, LONG_LINE } from "./text.ts";

/** Blocks as HTML, one a line: only elements, attributes and addresses that the content model knows. */
export function blocksHtml(blocks: readonly Block[]): string {
  return joinLines(blocks, blockHtml, "\n");
}

function lineHtml(line: readonly Inline[]): string {
  if (line.length > LONG_LINE) return joinLines(line, pieceHtml, "");
  let html = "";
  for (const piece of line) html += pieceHtml(piece);
  return html;
}

function pieceHtml(piece: Inline): string {
  if (piece.type === "text") return escapeText(piece.text);
  if (piece.type === "break") return "<br>";
  if (piece.type === "link") {
    return `<a href="${escapeValue(piece.href)}"${titleHtml(piece.title)}>${lineHtml(piece.children)}</a>`;
  }
  return `<${piece.mark}${titleHtml(piece.title)}>${lineHtml(piece.children)}</${piece.mark}>`;
}

function titleHtml(title: string | null): string {
  return title === null ? "" : ` title="${escapeValue(title)}"`;
}

function blockHtml(block: Block): string {
  switch (block.type) {
    case "paragraph":
      return `<p>${lineHtml(block.children)}</p>`;
    case "heading":
      return `<h${block.level}>${lineHtml(block.children)}</h${block.level}>`;
    case "code":
      return codeHtml(block);
    case "quote":
      return `<blockquote>\n${blocksHtml(block.blocks)}\n</blockquote>`;
    case "list":
      return listHtml(block);
    case "terms":
      return `<dl>\n${joinLines(block.entries, entryHtml, "\n")}\n</dl>`;
    case "table":
      return tableHtml(block);
    case "figure":
      return figureHtml(block);
    case "rule":
      return "<hr>";
  }
}

function codeHtml({ text, language }: Extract<Block, { type: "code" }>): string {
  if (language === null) return `<pre>${escapeText(text)}</pre>`;
  return `<pre><code class="language-${escapeValue(language)}">${escapeText(text)}</code></pre>`;
}

function entryHtml({ isTerm, blocks }: Entry): string {
  const name = isTerm ? "dt" : "dd";
  return `<${name}>${innerHtml(blocks)}</${name}>`;
}

function listHtml({ ordered, start, items }: Extract<Block, { type: "list" }>): string {
  const name = ordered ? "ol" : "ul";
  const attributes = ordered && start !== 1 ? ` start="${start}"` : "";
  const lines = joinLines(items, (item) => `<li>${innerHtml(item)}</li>`, "\n");
  return `<${name}${attributes}>\n${lines}\n</${name}>`;
}

/** The blocks of an item or cell; a single paragraph, or one above a list, needs no `p`. */
function innerHtml(blocks: readonly Block[]): string {
  const first = blocks[0];
  if (first?.type !== "paragraph") return blocksHtml(blocks);
  const line = lineHtml(first.children);
  if (blocks.length === 1) return line;
  const rest = blocks.slice(1);
  return rest.every(({ type }) => type === "list") ? `${line}\n${blocksHtml(rest)}` : blocksHtml(blocks);
}

function tableHtml({ caption, rows }: Extract<Block, { type: "table" }>): string {
  const above = caption.length > 0 ? `<caption>${lineHtml(caption)}</caption>\n` : "";
  const lines = joinLines(rows, (row) => `<tr>${joinLines(row, cellHtml, "")}</tr>`, "\n");
  return `<table>\n${above}${lines}\n</table>`;
}

function cellHtml({ header, colspan, rowspan, blocks }: Cell): string {
  const name = header ? "th" : "td";
  const columns = colspan > 1 ? ` colspan="${colspan}"` : "";
  const rows = rowspan > 1 ? ` rowspan="${rowspan}"` : "";
  return `<${name}${columns}${rows}>${innerHtml(blocks)}</${name}>`;
}

function figureHtml({ pictures, caption, credit }: Extract<Block, { type: "figure" }>): string {
  const words = lineHtml(caption);
  const cite = credit === null ? "" : `<cite>${escapeText(credit)}</cite>`;
  const written = words === "" || cite === "" ? words + cite : `${words} ${cite}`;
  const figcaption = written === "" ? "" : `<figcaption>${written}</figcaption>`;
  return `<figure>${pictures.map(pictureHtml).join("")}${figcaption}</figure>`;
}

function pictureHtml({ kind, src, alt, poster }: Picture): string {
  const address = escapeValue(src);
  if (kind === "image") return `<img src="${address}" alt="${escapeValue(alt ?? "")}">`;
  const still = poster === null ? "" : ` poster="${escapeValue(poster)}"`;
  return `<${kind} src="${address}"${still}${titleHtml(alt)} controls preload="none"></${kind}>`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "`": "&#96;",
};
const IN_TEXT = /[&<>]/;
const ALL_IN_TEXT = /[&<>]/g;
const ALL_IN_VALUE = /[&<>"'`]/g;

/** Text that a parser of HTML or XML reads back as it was. */
export function escapeText(text: string): string {
  return IN_TEXT.test(text) ? text.replace(ALL_IN_TEXT, (character) => ESCAPES[character]!) : text;
}

/** An attribute's value, safe between quotation marks of either kind. */
export function escapeValue(value: string): string {
  return value.replace(ALL_IN_VALUE, (character) => ESCAPES[character]!);
}
