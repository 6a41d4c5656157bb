import type { Article } from "../article/index.ts";
import {
  type Block,
  blocksOf,
  blocksText,
  type Cell,
  cleanLabel,
  type Inline,
  webAddress,
} from "../assemble/index.ts";
import { headlineOf, languageOf } from "./article-head.ts";
import {
  captionMarkdown,
  cellCode,
  cellMarkdown,
  escapeSigns,
  headingLine,
  type LineOptions,
  lineMarkdown,
  longestRun,
  pictureMarkdown,
} from "./markdown-line.ts";

/** How an article is written as Markdown. */
export interface MarkdownOptions {
  /** Whether the file begins with what is known of the article, as YAML between two lines of dashes. */
  readonly frontMatter?: boolean;
}

type List = Extract<Block, { type: "list" }>;

/**
 * How deep quotations and lists nest, tried in this order until the result is short enough. Eight because markdown-it
 * in its CommonMark mode reads 20 levels at most, and a list takes two.
 */
const DEPTHS = [8, 3, 1] as const;
/** The whole is at most this many times as long as the text. */
const MAX_GROWTH = 3;
/** Where addresses make it longer: what markers, indents and bars can add, in lengths of the text. */
const MAX_ADDED = 1.5;
/** A short article with a few small tables can be this many characters longer. */
const MAX_EXTRA_CHARACTERS = 1_000;
/** CommonMark reads numbers of nine digits at most. */
const MAX_NUMBER = 999_999_999;

/** The article as CommonMark with GFM tables, the title as its first heading unless the body shows it; it holds no raw HTML. */
export function toMarkdown(article: Article, options: MarkdownOptions = {}): string {
  const title = cleanLabel(article.title ?? undefined);
  const blocks = blocksOf(article);
  const lineOptions = { isInPage: inPageTest(article) };
  const isShown = headlineOf(article, blocks) >= 0;
  const heading =
    title === null || isShown ? "" : headingMarkdown(1, [{ type: "text", text: title }], lineOptions);
  const parts = [
    options.frontMatter ? frontMatter(article) : "",
    heading,
    boundedMarkdown(blocks, lineOptions),
  ];
  return joinParts(parts, "\n\n", "\n");
}

/** Whether an address is of the article's own page, with the name of a place on it. */
function inPageTest({ url, canonicalUrl }: Article): LineOptions["isInPage"] {
  const pages = [url, canonicalUrl].flatMap((address) =>
    address === null ? [] : [address.split("#", 1)[0]],
  );
  return (href) => href.includes("#") && pages.includes(href.split("#", 1)[0]);
}

/** Blocks as Markdown, with less structure where it would be much longer than the text. */
function boundedMarkdown(blocks: readonly Block[], options: LineOptions): string {
  const characters = blocksText(blocks, { captions: true }).length;
  const written = blocksMarkdown(flatten(blocks, DEPTHS[0]), options);
  const allowed = MAX_GROWTH * characters + MAX_EXTRA_CHARACTERS;
  if (written.length <= allowed) return written;
  const plain = blocksMarkdown(flatten(blocks, 0), options);
  const mostCharacters = Math.max(allowed, plain.length + MAX_ADDED * characters);
  for (const depth of DEPTHS) {
    const tried = depth === DEPTHS[0] ? written : blocksMarkdown(flatten(blocks, depth), options);
    if (tried.length <= mostCharacters) return tried;
  }
  return plain;
}

/** The same blocks with `depth` levels of quotations, lists and tables at most; what is deeper leaves its blocks. */
function flatten(blocks: readonly Block[], depth: number): Block[] {
  return blocks.flatMap((block): Block[] => {
    switch (block.type) {
      case "quote": {
        const inner = flatten(block.blocks, Math.max(0, depth - 1));
        return depth > 0 ? [{ ...block, blocks: inner }] : inner;
      }
      case "list": {
        const items = block.items.map((item) => flatten(item, Math.max(0, depth - 1)));
        return depth > 0 ? [{ ...block, items }] : items.flat();
      }
      case "terms":
        return block.entries.flatMap((entry) =>
          flatten(entry.isTerm && depth > 0 ? bold(entry.blocks) : entry.blocks, depth),
        );
      case "table": {
        if (depth > 0) return [block];
        const cells = block.rows.flat().flatMap((cell) => flatten(cell.blocks, 0));
        return block.caption.length === 0
          ? cells
          : [{ type: "paragraph", children: block.caption }, ...cells];
      }
      default:
        return [block];
    }
  });
}

function bold(blocks: readonly Block[]): Block[] {
  return blocks.map((block) =>
    block.type === "paragraph"
      ? {
          type: "paragraph",
          children: [{ type: "mark", mark: "strong", title: null, children: block.children }],
        }
      : block,
  );
}

function blocksMarkdown(blocks: readonly Block[], options: LineOptions, gap = "\n\n"): string {
  const parts: string[] = [];
  let before: Block | undefined;
  let turn = 0;
  for (const block of blocks) {
    const follows = block.type === "list" && before?.type === "list" && before.ordered === block.ordered;
    // Two lists in a row are one to Markdown unless their markers differ.
    const next = follows ? 1 - turn : 0;
    const part = block.type === "list" ? listMarkdown(block, options, next) : blockMarkdown(block, options);
    if (part === "") continue;
    parts.push(part);
    before = block;
    turn = next;
  }
  return parts.join(gap);
}

function blockMarkdown(block: Exclude<Block, List>, options: LineOptions): string {
  switch (block.type) {
    case "paragraph":
      return lineMarkdown(block.children, options);
    case "heading":
      return headingMarkdown(block.level, block.children, options);
    case "code":
      return codeMarkdown(block);
    case "quote":
      return prefixLines(blocksMarkdown(block.blocks, options), "> ");
    case "terms":
      return blocksMarkdown(
        block.entries.flatMap(({ blocks }) => blocks),
        options,
      );
    case "table":
      return tableMarkdown(block, options);
    case "figure":
      return figureMarkdown(block, options);
    case "rule":
      // Not dashes: at the top of a file they would begin a front matter.
      return "***";
  }
}

function headingMarkdown(level: number, children: readonly Inline[], options: LineOptions): string {
  const line = headingLine(children, options);
  if (line === "") return "";
  // A heading can end in signs that would close it. The search starts only at the start of a run, so that each is read once.
  return `${"#".repeat(level)} ${line.replace(/(?<!#)#+$/, (signs) => `\\${signs}`)}`;
}

function listMarkdown(list: List, options: LineOptions, turn: number): string {
  const { ordered, items } = list;
  const isLoose = !items.every(isTight);
  const gap = isLoose ? "\n\n" : "\n";
  const texts = items.map((item) => blocksMarkdown(item, options, gap)).filter((text) => text !== "");
  const start = firstNumber(list);
  const lines = texts.map((text, index) => {
    const marker = ordered ? `${start + index}${turn === 0 ? "." : ")"}` : turn === 0 ? "-" : "*";
    const indent = " ".repeat(marker.length + 1);
    return `${marker} ${prefixLines(text, indent).slice(indent.length)}`;
  });
  return lines.join(gap);
}

/** The number of the first item: 1 where that of the last would have too many digits. */
function firstNumber({ start, items }: List): number {
  return start + items.length - 1 <= MAX_NUMBER ? start : 1;
}

/** Whether an item needs no blank line: a block alone, or a paragraph and a list that may follow it directly. */
function isTight([first, second, ...rest]: readonly Block[]): boolean {
  if (second === undefined) return true;
  const canFollow = second.type === "list" && (!second.ordered || firstNumber(second) === 1);
  return first?.type === "paragraph" && canFollow && rest.length === 0;
}

function prefixLines(text: string, prefix: string): string {
  if (text === "") return "";
  return text
    .split("\n")
    .map((line) => (line === "" ? prefix.trimEnd() : prefix + line))
    .join("\n");
}

function codeMarkdown({ text, language }: Extract<Block, { type: "code" }>): string {
  const fence = "`".repeat(Math.max(2, longestRun(text)) + 1);
  const lines = text.replace(/(?<![^\S\n])[^\S\n]+$/gm, "").replace(/\n{3,}/g, "\n\n");
  return `${fence}${language ?? ""}\n${lines}\n${fence}`;
}

function figureMarkdown(figure: Extract<Block, { type: "figure" }>, options: LineOptions): string {
  const { pictures, caption, credit } = figure;
  const words = [...caption, ...creditText(caption.length > 0, credit)];
  return joinParts([joinParts(pictures.map(pictureMarkdown), "\n"), captionMarkdown(words, options)], "\n\n");
}

function creditText(isAfterCaption: boolean, credit: string | null): Inline[] {
  return credit === null ? [] : [{ type: "text", text: isAfterCaption ? ` ${credit}` : credit }];
}

function joinParts(parts: readonly string[], gap: string, end = ""): string {
  const written = parts.filter((part) => part !== "");
  return written.length === 0 ? "" : written.join(gap) + end;
}

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

type Table = Extract<Block, { type: "table" }>;

/** Cells further right join the last column: no screen shows wider tables, and merged cells could make them endless. */
const MAX_COLUMNS = 200;
/** More empty cells than this, and than cells with text, are not what a merged cell of a real table leaves. */
const MAX_EMPTY_CELLS = 2_000;
/** Rows are filled up to the width of the table where that makes it at most this many times as large. */
const MAX_PADDING = 2;

/** A table as GFM: the first row is its head, merged cells become empty ones. */
function tableMarkdown({ caption, rows }: Table, options: LineOptions): string {
  const texts = rows.map((row) => row.map((cell) => ({ ...cell, text: cellText(cell, options) })));
  const grid = spread(texts);
  const width = grid.reduce((widest, row) => Math.max(widest, row.length), 1);
  const cells = grid.reduce((sum, row) => sum + row.length, 0);
  // GFM fills up rows that are shorter than the head, which saves most of a table with few cells in wide rows.
  const bodyWidth = width * grid.length > MAX_PADDING * cells ? 0 : width;
  const [head = [], ...body] = grid;
  const lines = [
    rowLine(head, width),
    rowLine(Array<string>(width).fill("---"), width),
    ...body.map((row) => rowLine(row, bodyWidth)),
  ];
  const words = captionMarkdown(caption, options);
  return [words, lines.join("\n")].filter((part) => part !== "").join("\n\n");
}

interface CellText {
  readonly text: string;
  readonly colspan: number;
  readonly rowspan: number;
}

/** Rows with a text for every column up to their last text, merged cells filled up with empty ones. */
function spread(rows: readonly (readonly CellText[])[]): string[][] {
  const cells = rows.reduce((sum, row) => sum + row.length, 0);
  let empty = 0;
  /** How many more rows each column is taken by a cell from above. */
  const taken: number[] = [];
  const grid: string[][] = [];
  for (const row of rows) {
    const line: string[] = [];
    const beyond: string[] = [];
    for (const { text, colspan, rowspan } of row) {
      while ((taken[line.length] ?? 0) > 0) {
        taken[line.length]!--;
        line.push("");
      }
      if (line.length === MAX_COLUMNS) beyond.push(text);
      for (let column = 0; column < colspan && line.length < MAX_COLUMNS; column++) {
        taken[line.length] = rowspan - 1;
        line.push(column === 0 ? text : "");
      }
    }
    for (let column = line.length; column < taken.length; column++) {
      if (taken[column]! > 0) taken[column]!--;
    }
    if (beyond.length > 0) line.push(joinWords([line.pop() ?? "", ...beyond]));
    while (line.at(-1) === "") line.pop();
    grid.push(line);
    empty += line.length - row.length;
    if (empty > Math.max(MAX_EMPTY_CELLS, cells)) return spread(rows.map((cellsOf) => cellsOf.map(single)));
  }
  return grid;
}

function single({ text }: CellText): CellText {
  return { text, colspan: 1, rowspan: 1 };
}

function rowLine(cells: readonly string[], width: number): string {
  const padded = [...cells, ...Array<string>(Math.max(0, width - cells.length)).fill("")];
  return `|${padded.map((cell) => (cell === "" ? " " : ` ${cell} `)).join("|")}|`;
}

function cellText({ blocks }: Cell, options: LineOptions): string {
  return joinWords(blocks.map((block) => inCell(block, options)));
}

/** Any block on one line, as cells need it. */
function inCell(block: Block, options: LineOptions): string {
  const inner = (blocks: readonly Block[]) => joinWords(blocks.map((part) => inCell(part, options)));
  switch (block.type) {
    case "paragraph":
    case "heading":
      return cellMarkdown(block.children, options);
    case "code": {
      const code = block.text.replace(/\s+/g, " ").trim();
      return cellCode(code) ?? escapeSigns(code);
    }
    case "figure":
      return joinWords([
        ...block.pictures.map(pictureMarkdown),
        cellMarkdown(block.caption, options),
        escapeSigns(block.credit ?? ""),
      ]);
    case "quote":
      return inner(block.blocks);
    case "list":
      return joinWords(block.items.map(inner), ", ");
    case "terms":
      return joinWords(
        block.entries.map(({ blocks }) => inner(blocks)),
        ", ",
      );
    case "table":
      return joinWords([
        cellMarkdown(block.caption, options),
        ...block.rows.flat().map(({ blocks }) => inner(blocks)),
      ]);
    case "rule":
      return "";
  }
}

function joinWords(parts: readonly string[], gap = " "): string {
  return parts.filter((part) => part !== "").join(gap);
}
