import type { Article } from "../article/index.ts";
import { type Block, cleanLabel } from "../assemble/index.ts";
import { articleContent } from "./article-content.ts";
import { escapeMarkdown, longestRun } from "./markdown-escape.ts";
import { lineMarkdown, pictureMarkdown } from "./markdown-line.ts";
import { tableMarkdown } from "./markdown-table.ts";

/** The article as CommonMark with GFM tables, the title as its first heading; it holds no raw HTML. */
export function toMarkdown(article: Article): string {
  const title = cleanLabel(article.title ?? undefined);
  const body = blocksMarkdown(articleContent(article).blocks);
  const parts = [title === null ? "" : headingMarkdown(1, escapeMarkdown(title)), body];
  return parts
    .filter((part) => part !== "")
    .map((part) => `${part}\n`)
    .join("\n");
}

type List = Extract<Block, { type: "list" }>;

function blocksMarkdown(blocks: readonly Block[], gap = "\n\n"): string {
  const parts: string[] = [];
  let sameLists = 0;
  for (const [index, block] of blocks.entries()) {
    const before = blocks[index - 1];
    const follows = block.type === "list" && before?.type === "list" && before.ordered === block.ordered;
    sameLists = follows ? sameLists + 1 : 0;
    // Two lists in a row are one to Markdown unless their markers differ.
    const part = block.type === "list" ? listMarkdown(block, sameLists % 2) : blockMarkdown(block);
    if (part !== "") parts.push(part);
  }
  return parts.join(gap);
}

function blockMarkdown(block: Exclude<Block, { type: "list" }>): string {
  switch (block.type) {
    case "paragraph":
      return lineMarkdown(block.children);
    case "heading":
      return headingMarkdown(block.level, lineMarkdown(block.children));
    case "code":
      return codeMarkdown(block.text);
    case "quote":
      return prefixLines(blocksMarkdown(block.blocks), "> ");
    case "terms":
      return block.entries
        .map(({ isTerm, blocks }) => (isTerm ? boldParagraphs(blocks) : blocksMarkdown(blocks)))
        .join("\n\n");
    case "table":
      return tableMarkdown(block);
    case "figure":
      return figureMarkdown(block);
    case "rule":
      // Not dashes: at the top of a file they would begin a front matter.
      return "***";
  }
}

function headingMarkdown(level: number, line: string): string {
  // A heading may end in signs that would close it. Looked for from the start of each run, once.
  return `${"#".repeat(level)} ${line.replace(/(?<!#)#+$/, (signs) => `\\${signs}`)}`;
}

function boldParagraphs(blocks: readonly Block[]): string {
  return blocksMarkdown(
    blocks.map((block) =>
      block.type === "paragraph"
        ? { ...block, children: [{ type: "mark", mark: "strong", title: null, children: block.children }] }
        : block,
    ),
  );
}

function listMarkdown({ ordered, start, items }: List, turn: number): string {
  const isLoose = !items.every(isTight);
  const lines = items.map((item, index) => {
    const marker = ordered ? `${start + index}${turn === 0 ? "." : ")"}` : turn === 0 ? "-" : "*";
    const text = blocksMarkdown(item, isLoose ? "\n\n" : "\n");
    const indent = " ".repeat(marker.length + 1);
    return `${marker} ${prefixLines(text, indent).slice(indent.length)}`;
  });
  return lines.join(isLoose ? "\n\n" : "\n");
}

/** Whether an item needs no blank line: a block alone, or a paragraph and a list that may follow it directly. */
function isTight([first, second, ...rest]: readonly Block[]): boolean {
  if (second === undefined) return true;
  const canFollow = second.type === "list" && (!second.ordered || second.start === 1);
  return first?.type === "paragraph" && canFollow && rest.length === 0;
}

function prefixLines(text: string, prefix: string): string {
  return text
    .split("\n")
    .map((line) => (line === "" ? prefix.trimEnd() : prefix + line))
    .join("\n");
}

function codeMarkdown(text: string): string {
  const fence = "`".repeat(Math.max(2, longestRun(text)) + 1);
  return `${fence}\n${text}\n${fence}`;
}

function figureMarkdown({ pictures, caption, credit }: Extract<Block, { type: "figure" }>): string {
  const words = [lineMarkdown(caption), credit === null ? "" : escapeMarkdown(credit)];
  return [pictures.map(pictureMarkdown).join("\n"), words.filter((part) => part !== "").join(" ")]
    .filter((part) => part !== "")
    .join("\n\n");
}
