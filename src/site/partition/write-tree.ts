import type { Page } from "../../page/index.ts";
import { leafContent } from "./leaf-content.ts";
import { type SemanticNode, withoutBareInstance } from "./semantic-tree.ts";

const BRANCHES = { inner: ["├─ ", "│  "], last: ["└─ ", "   "] } as const;
/** Longer texts are cut, so that a line stays one. */
const MAX_CHARACTERS = 72;

/** A partition as lines of text for people: kinds, labels, texts. */
export function partitionToTree(page: Page, tree: SemanticNode): string {
  const lines: string[] = [lineOf(page, tree)];
  addChildren(page, tree, "", lines);
  return `${lines.join("\n")}\n`;
}

function addChildren(page: Page, { children }: SemanticNode, indent: string, lines: string[]): void {
  for (const [index, child] of children.entries()) {
    const [branch, below] = BRANCHES[index === children.length - 1 ? "last" : "inner"];
    const shown = withoutBareInstance(child);
    lines.push(`${indent}${branch}${lineOf(page, shown)}`);
    addChildren(page, shown, indent + below, lines);
  }
}

function lineOf(page: Page, { kind, label, from }: SemanticNode): string {
  if (kind !== "leaf") return label === undefined ? kind : `${kind} [${cut(label.text)}]`;
  const content = leafContent(page, from);
  return content.kind === "text" ? cut(content.text) : cut(`(${content.kind}) ${content.text}`.trimEnd());
}

function cut(text: string): string {
  const characters = Array.from(text.slice(0, 2 * MAX_CHARACTERS + 2));
  if (characters.length <= MAX_CHARACTERS) return text;
  return `${characters.slice(0, MAX_CHARACTERS - 1).join("")}…`;
}
