import { Parser } from "commonmark";
import MarkdownIt from "markdown-it";

/** The result of a parser of Markdown. */
export interface ReadMarkdown {
  /** Everything it would show, pictures and links to films apart, with a space between blocks. */
  readonly text: string;
  /** Raw HTML that it would hand through. */
  readonly html: readonly string[];
  /** The content of code blocks. */
  readonly fences: readonly string[];
  readonly headings: number;
  /** Where links and pictures lead. */
  readonly addresses: readonly string[];
}

type Token = ReturnType<MarkdownIt["parse"]>[number];

interface Reading {
  text: string;
  readonly html: string[];
  readonly fences: string[];
  headings: number;
  readonly addresses: string[];
}

const markdownIt = new MarkdownIt({ html: true });
const commonMark = new Parser();

/** Independent readers of Markdown: one with tables and strikethrough, the other CommonMark's reference. */
export const READERS: readonly (readonly [name: string, read: (markdown: string) => ReadMarkdown])[] = [
  ["markdown-it", readMarkdownIt],
  ["commonmark", readCommonMark],
];

function readMarkdownIt(markdown: string): ReadMarkdown {
  const reading = emptyReading();
  let filmDepth = 0;
  const visit = (token: Token): void => {
    if (token.type === "html_block" || token.type === "html_inline") reading.html.push(token.content);
    else if (token.type === "fence" || token.type === "code_block") reading.fences.push(token.content);
    else if (token.type === "heading_open") reading.headings++;
    const address = token.attrGet("href") ?? token.attrGet("src");
    if (address !== null) reading.addresses.push(address);
    if (token.type === "link_open" && isFilm(address)) filmDepth++;
    if (filmDepth === 0 && ["text", "code_inline", "fence", "code_block"].includes(token.type)) {
      reading.text += token.content;
    }
    if (token.type === "link_close" && filmDepth > 0) filmDepth--;
    if (token.type === "softbreak" || token.type === "hardbreak" || token.block) reading.text += " ";
    if (token.type === "inline") for (const child of token.children ?? []) visit(child);
  };
  for (const token of markdownIt.parse(markdown, {})) visit(token);
  return reading;
}

function readCommonMark(markdown: string): ReadMarkdown {
  const reading = emptyReading();
  const walker = commonMark.parse(markdown).walker();
  let unseen = 0;
  for (let step = walker.next(); step !== null; step = walker.next()) {
    const { node, entering } = step;
    const { type, literal, destination } = node;
    if (type === "html_block" || type === "html_inline") reading.html.push(literal ?? "");
    if (type === "code_block") reading.fences.push(literal ?? "");
    if (type === "heading" && entering) reading.headings++;
    if (type === "image" || (type === "link" && isFilm(destination))) unseen += entering ? 1 : -1;
    if ((type === "image" || type === "link") && entering) reading.addresses.push(destination ?? "");
    if (unseen === 0) reading.text += literal ?? "";
    if (!["text", "code", "emph", "strong", "link", "html_inline"].includes(type)) reading.text += " ";
  }
  return reading;
}

function emptyReading(): Reading {
  return { text: "", html: [], fences: [], headings: 0, addresses: [] };
}

/** Films of the made-up pages; Markdown names them with a word of its own. */
function isFilm(address: string | null): boolean {
  return address?.endsWith(".mp4") ?? false;
}
