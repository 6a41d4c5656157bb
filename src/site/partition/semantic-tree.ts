import { escapeText, escapeValue } from "../../assemble/index.ts";
import { attribute, NODE_KIND } from "../../html/index.ts";
import { layoutOf } from "../../layout/index.ts";
import { type Layout, LEAF_KINDS, type LeafKind, type Page } from "../../page/index.ts";
import { dropUnseen, foldSpaces } from "../../text/index.ts";
import { resolveUrl } from "../../url/index.ts";
import { PICTURE_STYLE } from "./picture-style.data.ts";

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
function withoutBareInstance(node: SemanticNode): SemanticNode {
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

/** Deeper parts are collapsed at first. */
const OPEN_LEVELS = 3;
const KEYS = ["segment", "part", "group", "instance", "label"] as const;
/** The maximum height of the drawing, in CSS pixels. */
const MAX_HEIGHT = 60_000;

/** A partition as one HTML file: the page with its parts boxed, next to the tree. No script or resource of the page is loaded. */
export function partitionToHtml(page: Page, tree: SemanticNode): string {
  const ids = numberParts(tree);
  const title = escapeText(
    page.titleCandidates.find(({ source }) => source === "title")?.text ?? page.url ?? "A page",
  );
  const language = escapeText((page.declared.language ?? "").replace(/[^\w-]/g, ""));
  return `<!doctype html>
<html${language === "" ? "" : ` lang="${language}"`}${page.declared.direction === "rtl" ? ' dir="rtl"' : ""}>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${PICTURE_STYLE}</style>
</head>
<body>
<h1 dir="auto">${title}</h1>
<p lang="en">${KEYS.map((kind) => `<span class="key ${kind}">${kind}</span>`).join("")}</p>
<main>
<section class="page" lang="en" tabindex="0" aria-label="The page, its parts boxed">${drawSheet(page, tree, ids)}</section>
<nav class="tree" tabindex="0" aria-label="The tree of the parts">
<ul>${tree.children.map((child) => itemOf(page, child, ids, 1)).join("")}</ul>
</nav>
</main>
</body>
</html>
`;
}

function numberParts(tree: SemanticNode): ReadonlyMap<SemanticNode, string> {
  const ids = new Map<SemanticNode, string>();
  const pending = [tree];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.kind !== "leaf") ids.set(node, `part-${ids.size}`);
    for (const child of node.children.toReversed()) pending.push(child);
  }
  return ids;
}

function itemOf(
  page: Page,
  part: SemanticNode,
  ids: ReadonlyMap<SemanticNode, string>,
  level: number,
): string {
  const node = withoutBareInstance(part);
  const { kind, label, children, from } = node;
  if (kind === "leaf") {
    const content = leafContent(page, from);
    const shown = content.kind === "text" ? content.text : `(${content.kind}) ${content.text}`;
    return `<li class="leaf" dir="auto">${escapeText(shown)}</li>`;
  }
  const name = label === undefined ? "" : ` <b dir="auto">${escapeText(label.text)}</b>`;
  const accessibleName = escapeValue(`Show ${kind} ${label?.text ?? ""}`.trimEnd());
  const link = `<a lang="en" href="#${ids.get(node)}" title="Show on the page" aria-label="${accessibleName}"></a>`;
  const inside = children.map((child) => itemOf(page, child, ids, level + 1)).join("");
  const isOpen = level < OPEN_LEVELS ? " open" : "";
  const summary = `<summary><i lang="en">${kind}</i>${name}</summary>`;
  return `<li class="${kind}">${link}<details${isOpen}>${summary}<ul>${inside}</ul></details></li>`;
}

/** Draws the page: its texts in place, labels highlighted, and a box around every part. */
function drawSheet(page: Page, tree: SemanticNode, parts: ReadonlyMap<SemanticNode, string>): string {
  const boxes = new Boxes(page);
  const labels = labelLeaves(tree);
  const drawn: string[] = [];
  const whole = boxes.around(0, page.leaves.count);
  for (let block = 0; block < page.blocks.count; block++)
    drawn.push(...drawBlock(page, boxes, block, labels));
  for (const [{ kind, from, to }, id] of parts) {
    const box = kind === "page" ? undefined : boxes.around(from, to);
    if (box !== undefined) drawn.push(`<div class="box ${kind}" id="${id}" ${placeOf(box)}></div>`);
  }
  const width = Math.round(Math.min(Math.max(whole?.right ?? 0, boxes.width), 2 * boxes.width));
  const height = Math.max(1, Math.round(Math.min(whole?.bottom ?? 0, MAX_HEIGHT)));
  return `<div class="frame"><div class="sheet" aria-hidden="true" style="--w:${width};--h:${height}">\n${drawn.join("\n")}\n</div></div>`;
}

function labelLeaves(tree: SemanticNode): ReadonlySet<number> {
  const labels = new Set<number>();
  const pending = [tree];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.label) for (let leaf = node.label.leaf; leaf < node.label.to; leaf++) labels.add(leaf);
    for (const child of node.children) pending.push(child);
  }
  return labels;
}

/** Draws the pictures of a block one by one, and its text as a whole. */
function drawBlock(page: Page, boxes: Boxes, block: number, labels: ReadonlySet<number>): string[] {
  const { firstLeaf } = page.blocks;
  const drawn: string[] = [];
  let text = "";
  let place: Box | undefined;
  let size = 0;
  let lines = 0;
  for (let leaf = firstLeaf[block]!; leaf < firstLeaf[block + 1]!; leaf++) {
    if (page.leaves.visible[leaf] !== 1) continue;
    const content = leafContent(page, leaf);
    const written = escapeText(content.text);
    if (content.kind === "text") {
      text += `${labels.has(leaf) ? `<b>${written}</b>` : written} `;
      place ??= boxes.ofLeaf(leaf);
      if (lines++ > 0) place = boxes.ofBlock(block);
      size = Math.max(size, boxes.fontSize(leaf));
    } else {
      const box = boxes.ofLeaf(leaf);
      if (box) drawn.push(`<div class="media" ${placeOf(box)}>${written}</div>`);
    }
  }
  if (place)
    drawn.push(
      `<div class="text" dir="auto" ${placeOf(place, `;--f:${size.toFixed(1)}`)}>${text.trimEnd()}</div>`,
    );
  return drawn;
}

function placeOf({ left, top, right, bottom }: Box, more = ""): string {
  const [x, y, r, b] = [left, top, right - left, bottom - top].map((length) => Math.round(length));
  return `style="--x:${x};--y:${y};--r:${r};--b:${b}${more}"`;
}

/** A rectangle on the page, in CSS pixels. */
interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The positions of the leaves, as measured in a browser or estimated. */
class Boxes {
  readonly #page: Page;
  readonly #layout: Layout;

  constructor(page: Page) {
    this.#page = page;
    this.#layout = layoutOf(page);
  }

  /** The width that the page was laid out for. */
  get width(): number {
    return this.#layout.screen.width;
  }

  /** The box of the nearest element around a leaf that has one. */
  ofLeaf(leaf: number): Box | undefined {
    const { document, leaves } = this.#page;
    const node = leaves.node[leaf]!;
    if (document.kind[node] === NODE_KIND.text) return this.#ofNode(document.parent[node]!);
    // A `picture` is laid out as a line of text; the visible box is that of the image inside.
    const image = Array.from({ length: document.end[node]! - node }, (_, at) => node + at).findLast((at) =>
      this.#hasBox(at),
    );
    return this.#ofNode(image ?? node);
  }

  /** The box of the block-level element of a block. */
  ofBlock(block: number): Box | undefined {
    return this.#ofNode(this.#page.blocks.container[block]!);
  }

  /** The bounding box of the visible leaves in a range. */
  around(from: number, to: number): Box | undefined {
    let box: Box | undefined;
    for (let leaf = from; leaf < to; leaf++) {
      const own = this.#page.leaves.visible[leaf] === 1 ? this.ofLeaf(leaf) : undefined;
      if (own !== undefined) box = box === undefined ? own : join(box, own);
    }
    return box;
  }

  /** The font size of a leaf. */
  fontSize(leaf: number): number {
    const { document, leaves } = this.#page;
    return this.#layout.fontSize[document.parent[leaves.node[leaf]!]!]!;
  }

  #hasBox(node: number): boolean {
    return this.#layout.width[node]! > 0 && this.#layout.height[node]! > 0;
  }

  #ofNode(start: number): Box | undefined {
    const { left, top, width, height } = this.#layout;
    let node = start;
    while (node > 0 && !this.#hasBox(node)) node = this.#page.document.parent[node]!;
    if (node <= 0) return undefined;
    return {
      left: left[node]!,
      top: top[node]!,
      right: left[node]! + width[node]!,
      bottom: top[node]! + height[node]!,
    };
  }
}

function join(a: Box, b: Box): Box {
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  };
}
