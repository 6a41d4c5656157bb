import { escapeText, escapeValue } from "../../assemble/index.ts";
import { attribute } from "../../html/index.ts";
import { LEAF_KINDS, type LeafKind, type Page } from "../../page/index.ts";
import { dropUnseen, foldSpaces } from "../../text/index.ts";
import { resolveUrl } from "../../url/index.ts";

/** The emphasised text that labels a part of a page. */
export interface SemanticLabel {
  /** Its first leaf. */
  readonly leaf: number;
  /** One past its last leaf: a heading with markup inside has several. */
  readonly to: number;
  readonly text: string;
  /** Absolute, if the label is a link. */
  readonly url?: string;
}

/**
 * The kinds of nodes: instances are the similar members of a group, segments are parts that the flat partitioner found too, and
 * other parts have dissimilar children.
 */
export type SemanticKind = "page" | "segment" | "group" | "instance" | "part" | "leaf";

/** A node of the hierarchical partition of a page. */
export interface SemanticNode {
  readonly kind: SemanticKind;
  /** Its range in `page.leaves`, `to` excluded; the leaves of the label are in the range but in no child. */
  readonly from: number;
  readonly to: number;
  readonly label?: SemanticLabel;
  readonly children: readonly SemanticNode[];
}

/** The only leaf of an unlabelled instance; other nodes as they are. */
export function withoutBareInstance(node: SemanticNode): SemanticNode {
  const [only] = node.children;
  const isBare = node.kind === "instance" && node.label === undefined && node.children.length === 1;
  return isBare && only?.kind === "leaf" ? only : node;
}

/** The visible content of a leaf. */
interface LeafContent {
  readonly kind: LeafKind;
  /** Its text; the alternative text of media. */
  readonly text: string;
  /** Absolute, if it is a link. */
  readonly url?: string;
}

/** Reads the visible content of a leaf. */
export function leafContent({ document, leaves, baseUrl }: Page, leaf: number): LeafContent {
  const node = leaves.node[leaf]!;
  const kind = LEAF_KINDS[leaves.kind[leaf]!]!;
  const shown =
    kind === "text"
      ? document.text.slice(document.textStart[node], document.textEnd[node])
      : (attribute(document, node, "alt") ?? attribute(document, node, "title") ?? "");
  const anchor = leaves.anchor[leaf]!;
  const url = anchor < 0 ? undefined : resolveUrl(attribute(document, anchor, "href") ?? "", baseUrl);
  return { kind, text: foldSpaces(shown), ...(url === undefined ? {} : { url }) };
}

const BRANCHES = { inner: ["├─ ", "│  "], last: ["└─ ", "   "] } as const;
/** Longer texts are cut, so that each node stays on one line. */
const MAX_CHARACTERS = 72;

/** The JSON form of a node: leaves have `text`, others `children`; `media` is the kind of a leaf without text. */
interface JsonPart {
  readonly kind: SemanticNode["kind"];
  readonly label?: string;
  readonly url?: string;
  readonly media?: string;
  readonly text?: string;
  readonly children?: readonly JsonPart[];
}

/** A partition as JSON. */
export function partitionToJson(page: Page, tree: SemanticNode): string {
  const { url } = page;
  return `${JSON.stringify({ ...(url === undefined ? {} : { url }), ...partOf(page, tree) }, null, 2)}\n`;
}

function partOf(page: Page, { kind, label, from, children }: SemanticNode): JsonPart {
  if (kind === "leaf") {
    const { kind: shown, text, url } = leafContent(page, from);
    return { kind, ...(shown === "text" ? {} : { media: shown }), text, ...(url ? { url } : {}) };
  }
  const named = label ? { label: label.text, ...(label.url ? { url: label.url } : {}) } : {};
  return { kind, ...named, children: children.map((child) => partOf(page, child)) };
}

/** A partition as a tree for a terminal: kinds, labels, texts. */
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

/** A partition as hierarchical XML: one element per node, named by its kind, with the label as an attribute. */
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
