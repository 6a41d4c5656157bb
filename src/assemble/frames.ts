import { attribute, closest, type Document, HEADING_TAGS, TAG, tagTable } from "../html/index.ts";
import { hasToken, type TableForm } from "../page/index.ts";
import type { Frame } from "./block-stack.ts";
import type { Cell } from "./content.ts";
import { STRUCTURE_ELEMENTS } from "./elements.data.ts";

/** Whether an element can be a structure of the article. */
export const FRAME_TAGS = tagTable(...STRUCTURE_ELEMENTS);

const LISTS = tagTable("ul", "ol", "menu", "dir");
const PREFORMATTED = tagTable("pre", "listing", "xmp", "plaintext");
const TABLE_HEADS = tagTable("thead", "table");
/** A figure with one of these is a wrapper, not a picture with its caption. */
const WRAPPED = tagTable("figure", "blockquote", "table", "ul", "ol", "dl", "pre", "h1", "h2", "h3");
/** A longer "caption" is an article in a figure that was never closed. */
export const MAX_CAPTION_CHARACTERS = 1_000;
/** Pictures with captions are small; larger figures are wrappers, and are not searched. */
export const MAX_FIGURE_NODES = 400;
/** A caption of more pictures describes none of them, and repeated for all of them it would outgrow the page. */
export const MAX_CAPTIONED = 20;
const MAX_SPAN = 50;
const MAX_START = 999_999_999;
/** Classes by which highlighters name a language: Prism and HTML's own advice, GitHub's, and SyntaxHighlighter's. */
const LANGUAGE_CLASS = /(?:^|\s)(?:lang(?:uage)?-|highlight-source-|brush:\s*)([^\s;]+)/i;
/** Characters that are safe in a Markdown fence and a class; real names are short. */
const LANGUAGE = /^[a-z0-9+#-]{1,20}$/;
/** A wrapper of code holds little other text: a file name, or a copy button. */
const MAX_CODE_LABEL_CHARACTERS = 80;

/** Where a structure might open. */
export interface Place {
  readonly document: Document;
  readonly node: number;
  /** The innermost open frame. */
  readonly top: Frame;
  readonly dataTables: () => ReadonlyMap<number, TableForm>;
}

/** The structure that an element opens; undefined where it is transparent. */
export function makeFrame(place: Place): Frame | undefined {
  const { document, node, top } = place;
  const end = document.end[node]!;
  const id = document.tag[node]!;
  if (id === TAG.li) return top.kind === "list" ? { kind: "item", end, blocks: [] } : undefined;
  if (LISTS[id] === 1) {
    return { kind: "list", end, ordered: id === TAG.ol, start: startOf(document, node), items: [] };
  }
  if (HEADING_TAGS[id] === 1) return { kind: "heading", end, level: id - TAG.h1 + 1 };
  if (PREFORMATTED[id] === 1) return { kind: "code", end, language: languageOf(document, node), text: "" };
  if (id === TAG.blockquote) return { kind: "quote", end, blocks: [] };
  if (id === TAG.figcaption) return { kind: "figcaption", end, pictures: [], credit: "" };
  if (id === TAG.figure) {
    return isPictureWithWords(document, node) ? { kind: "figure", end, pictures: [], credit: "" } : undefined;
  }
  if (id === TAG.dl) return { kind: "terms", end, entries: [] };
  if (id === TAG.dt || id === TAG.dd) {
    return top.kind === "terms" ? { kind: "entry", end, blocks: [], isTerm: id === TAG.dt } : undefined;
  }
  return makeTableFrame(place);
}

/** The cell of a kept row that holds nothing kept: the columns after it must not move. */
export function skippedCell(document: Document, node: number): Cell {
  return { ...cellOf(document, node), blocks: [] };
}

function makeTableFrame({ document, node, top, dataTables }: Place): Frame | undefined {
  const end = document.end[node]!;
  const id = document.tag[node]!;
  if (id === TAG.table) {
    const form = dataTables().get(node);
    return form && { kind: "table", end, rows: [], caption: [], isPlain: form === "plain" };
  }
  if (id === TAG.tr) return top.kind === "table" ? { kind: "row", end, cells: [] } : undefined;
  if (id === TAG.caption) return top.kind === "table" ? { kind: "caption", end } : undefined;
  return top.kind === "row" ? { kind: "cell", end, blocks: [], cell: cellOf(document, node) } : undefined;
}

function cellOf(document: Document, node: number): Omit<Cell, "blocks"> {
  const head = closest(document, node, TABLE_HEADS);
  return {
    header: document.tag[node] === TAG.th || document.tag[head] === TAG.thead,
    colspan: spanOf(document, node, "colspan"),
    rowspan: spanOf(document, node, "rowspan"),
  };
}

function spanOf(document: Document, node: number, name: string): number {
  const stated = attribute(document, node, name);
  if (stated === undefined) return 1;
  const span = Number.parseInt(stated, 10);
  return span >= 1 ? Math.min(span, MAX_SPAN) : 1;
}

function startOf(document: Document, node: number): number {
  if (document.tag[node] !== TAG.ol) return 1;
  const start = Number.parseInt(attribute(document, node, "start") ?? "1", 10);
  return start >= 0 && start <= MAX_START ? start : 1;
}

/** The language of preformatted code, as the element, the `code` in it or what wraps the two names it. */
function languageOf(document: Document, node: number): string | null {
  const inner = document.tag[node + 1] === TAG.code ? [node + 1] : [];
  for (const at of [...inner, node, ...codeWrappers(document, node)]) {
    const named = attribute(document, at, "data-lang") ?? attribute(document, at, "data-language");
    const classed = LANGUAGE_CLASS.exec(attribute(document, at, "class") ?? "")?.[1];
    const language = (named ?? classed)?.trim().toLowerCase();
    if (language !== undefined && LANGUAGE.test(language)) return language;
  }
  return null;
}

/** The two elements around preformatted code, where they hold little else: `lang-en` of a whole page says nothing about it. */
function codeWrappers({ parent, textStart, textEnd }: Document, node: number): number[] {
  const characters = textEnd[node]! - textStart[node]! + MAX_CODE_LABEL_CHARACTERS;
  const [outer, outermost] = [parent[node]!, parent[parent[node]!] ?? -1];
  return [outer, outermost].filter((at) => at > 0 && textEnd[at]! - textStart[at]! <= characters);
}

/** Whether a figure is a picture with its caption, not a wrapper of a part of the article. */
export function isPictureWithWords(document: Document, node: number): boolean {
  const end = document.end[node]!;
  if (end - node > MAX_FIGURE_NODES) return false;
  if (document.textEnd[node]! - document.textStart[node]! > MAX_CAPTION_CHARACTERS) return false;
  for (let at = node + 1; at < end; at++) if (WRAPPED[document.tag[at]!] === 1) return false;
  return true;
}

/** Properties of schema.org that name who made a picture. */
const CREDIT_PROPERTIES = ["credittext", "copyrightholder", "copyrightnotice", "author", "creator"] as const;

/** Whether an element of a figure names who made the picture rather than what it shows. */
export function isCredit(document: Document, node: number): boolean {
  if (document.tag[node] === TAG.cite) return true;
  const property = attribute(document, node, "itemprop");
  return property !== undefined && CREDIT_PROPERTIES.some((name) => hasToken(property, name));
}
