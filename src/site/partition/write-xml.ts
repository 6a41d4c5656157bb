import { escapeText, escapeValue } from "../../assemble/index.ts";
import type { Page } from "../../page/index.ts";
import { dropUnseen } from "../../text/index.ts";
import { leafContent } from "./leaf-content.ts";
import type { SemanticNode } from "./semantic-tree.ts";

/** A partition as hierarchical XML: an element for every part, named by its kind, labels as attributes, texts in the leaves. */
export function partitionToXml(page: Page, tree: SemanticNode): string {
  const lines = ['<?xml version="1.0" encoding="UTF-8"?>'];
  const address = page.url === undefined ? {} : { href: page.url };
  addNode(page, tree, { lines, indent: "", attributes: address });
  return `${lines.join("\n")}\n`;
}

interface Place {
  readonly lines: string[];
  readonly indent: string;
  readonly attributes?: Readonly<Record<string, string>>;
}

function addNode(page: Page, node: SemanticNode, { lines, indent, attributes = {} }: Place): void {
  const { kind, label, children, from } = node;
  if (kind === "leaf") {
    const { kind: media, text, url } = leafContent(page, from);
    const open = tag("leaf", { ...(media === "text" ? {} : { media }), ...(url ? { href: url } : {}) });
    lines.push(`${indent}<${open}>${escapeText(dropUnseen(text))}</leaf>`);
    return;
  }
  const named = label ? { label: label.text, ...(label.url ? { href: label.url } : {}) } : {};
  const open = tag(kind, { ...attributes, ...named });
  if (children.length === 0) lines.push(`${indent}<${open}/>`);
  else {
    lines.push(`${indent}<${open}>`);
    for (const child of children) addNode(page, child, { lines, indent: `${indent}  ` });
    lines.push(`${indent}</${kind}>`);
  }
}

function tag(name: string, attributes: Readonly<Record<string, string>>): string {
  const written = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escapeValue(dropUnseen(value))}"`,
  );
  return name + written.join("");
}
