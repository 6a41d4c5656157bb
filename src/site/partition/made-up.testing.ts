import { parseHtml } from "../../html/index.ts";
import { Page } from "../../page/index.ts";
import { partitionPage } from "./partition-page.ts";
import { leafContent, type SemanticNode } from "./semantic-tree.ts";

/** A page of made-up markup at a made-up address. */
export function madeUpPage(body: string): Page {
  return new Page(parseHtml(`<body>${body}`), "https://courier.example/");
}

/** A partition as nested lists, for tests: a leaf is its text, a part its kind and label before its children. */
export type Outline = string | readonly Outline[];

/** The outline of a page's partition, without the page itself. */
export function outlineOf(body: string, labels: Iterable<string> = []): Outline {
  const page = madeUpPage(body);
  return partitionPage(page, { labels }).children.map((child) => outline(page, child));
}

function outline(page: Page, { kind, label, from, children }: SemanticNode): Outline {
  if (kind === "leaf") {
    const content = leafContent(page, from);
    return content.kind === "text" ? content.text : content.kind;
  }
  return [label ? `${kind} ${label.text}` : kind, ...children.map((child) => outline(page, child))];
}

/** Violations of the invariants of a semantic tree: order, nesting, every visible leaf once. */
export function faultsOf(page: Page, tree: SemanticNode): string[] {
  const faults: string[] = [];
  const holders = new Uint8Array(page.leaves.count);
  const visit = (node: SemanticNode): void => {
    const { kind, from, to, label, children } = node;
    if (kind === "leaf" ? to !== from + 1 || children.length > 0 : children.length === 0 && kind !== "page") {
      faults.push(`a ${kind} of ${children.length} children from ${from} to ${to}`);
    }
    if (kind === "leaf") holders[from]! += 1;
    for (let leaf = label?.leaf ?? 0; leaf < (label?.to ?? 0); leaf++)
      holders[leaf]! += page.leaves.visible[leaf]!;
    if (label && (label.leaf < from || label.to > to)) faults.push(`a label out of its ${kind}`);
    if (kind === "group" && children.some((child) => child.kind !== "instance"))
      faults.push("a group of others");
    let end = from;
    for (const child of children) {
      if (child.from < end || child.to > to) faults.push(`a ${child.kind} out of order in a ${kind}`);
      end = child.to;
      visit(child);
    }
  };
  visit(tree);
  for (const [leaf, count] of holders.entries()) {
    if (count !== page.leaves.visible[leaf]) faults.push(`leaf ${leaf} is in ${count} parts`);
  }
  return faults;
}
