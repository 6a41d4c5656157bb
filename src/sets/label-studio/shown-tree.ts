import { childNodes, type Document, NODE_FLAG, NODE_KIND, TAG, tagName, tagTable } from "../../html/index.ts";

/** How a page was shown while it was labelled: paths count the nodes of that tree. */
export interface TreeShape {
  /** Where paths begin: at the body of a page in a frame, at the document, or at a box that the markup was put into. */
  readonly root: "body" | "document" | "box";
  /** Whether scripts, frames and comments were removed before; the texts around them are one text then. */
  readonly isCleaned: boolean;
}

/** How Label Studio shows a page by default: cleaned, in a frame. */
export const FRAME_SHAPE: TreeShape = { root: "body", isCleaned: true };

/** All ways in which pages are shown, the usual ones first. */
export const SHAPES: readonly TreeShape[] = [
  FRAME_SHAPE,
  { root: "body", isCleaned: false },
  { root: "document", isCleaned: false },
  { root: "box", isCleaned: true },
  { root: "box", isCleaned: false },
];

/** A place of a page as a browser writes it: the path of a node, and characters of a text or children of an element before it. */
export interface ShownPoint {
  readonly path: string;
  readonly offset: number;
}

const CLEANED = tagTable("script", "iframe");
const TEXT_STEP = "text()";
const STEP = /^(.+?)(?:\[(\d{1,9})\])?$/;

/** Where a point is in the text of the document; undefined where its path leads nowhere. */
export function textPosition(
  document: Document,
  shape: TreeShape,
  { path, offset }: ShownPoint,
): number | undefined {
  let at: readonly number[] = rootsOf(document, shape);
  let isText = false;
  for (const step of path.split("/").filter((part) => part !== "")) {
    const [, name = "", digits = "1"] = STEP.exec(step) ?? [];
    const found = isText ? undefined : findChild(document, { shape, parents: at }, name, Number(digits));
    if (found === undefined) return undefined;
    at = found;
    isText = name === TEXT_STEP;
  }
  return isText ? positionInText(document, at, offset) : positionOfChild(document, shape, at, offset);
}

/** A parent with its children as they are shown; a box has those of the head and of the body. */
interface Parents {
  readonly shape: TreeShape;
  readonly parents: readonly number[];
}

function findChild(
  document: Document,
  where: Parents,
  name: string,
  index: number,
): readonly number[] | undefined {
  let left = index;
  for (const child of shownChildren(document, where)) {
    if (child.name === name && --left === 0) return child.nodes;
  }
  return undefined;
}

function positionInText(
  { textStart, textEnd }: Document,
  nodes: readonly number[],
  offset: number,
): number | undefined {
  let left = offset;
  for (const node of nodes) {
    const length = textEnd[node]! - textStart[node]!;
    if (left <= length) return textStart[node]! + left;
    left -= length;
  }
  return undefined;
}

function positionOfChild(
  document: Document,
  shape: TreeShape,
  parents: readonly number[],
  offset: number,
): number | undefined {
  let left = offset;
  for (const { nodes } of shownChildren(document, { shape, parents }))
    if (left-- === 0) return document.textStart[nodes[0]!];
  const last = parents.at(-1);
  return last === undefined || left > 0 ? undefined : document.textEnd[last];
}

/** The point of a character of a text node; undefined for texts that browsers do not show as such. */
export function pointOf(
  document: Document,
  shape: TreeShape,
  { node, offset }: { readonly node: number; readonly offset: number },
): ShownPoint | undefined {
  if ((document.flags[node]! & (NODE_FLAG.noscript | NODE_FLAG.template)) !== 0) return undefined;
  const roots = rootsOf(document, shape);
  const steps: string[] = [];
  let before = 0;
  for (let at = node; !roots.includes(at); at = document.parent[at]!) {
    const parent = document.parent[at]!;
    if (parent < 0) return undefined;
    const parents = roots.includes(parent) ? roots : [parent];
    const step = stepTo(document, { shape, parents }, at);
    if (step === undefined) return undefined;
    if (at === node) before = step.before;
    steps.push(step.text);
  }
  return { path: `/${steps.reverse().join("/")}`, offset: before + offset };
}

function stepTo(
  document: Document,
  where: Parents,
  wanted: number,
): { readonly text: string; readonly before: number } | undefined {
  const counts = new Map<string, number>();
  for (const { name, nodes } of shownChildren(document, where)) {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    if (!nodes.includes(wanted)) continue;
    let before = 0;
    for (const node of nodes) {
      if (node === wanted) return { text: `${name}[${count}]`, before };
      before += document.textEnd[node]! - document.textStart[node]!;
    }
  }
  return undefined;
}

function rootsOf(document: Document, { root }: TreeShape): readonly number[] {
  if (root === "document") return [0];
  const html = document.firstChild[0] ?? -1;
  const parts = html < 0 ? [] : [...childNodes(document, html)];
  const body = parts.filter((node) => document.tag[node] === TAG.body);
  if (root === "body") return body.length > 0 ? body.slice(0, 1) : [0];
  return [...parts.filter((node) => document.tag[node] === TAG.head), ...body];
}

/** An element, or the text nodes that are one text in the tree that was shown. */
interface ShownChild {
  readonly name: string;
  readonly nodes: readonly number[];
}

function* shownChildren(
  document: Document,
  { shape: { isCleaned }, parents }: Parents,
): Generator<ShownChild> {
  let texts: number[] = [];
  for (const parent of parents) {
    for (const node of childNodes(document, parent)) {
      if (document.kind[node] === NODE_KIND.text) {
        if (!isCleaned && texts.length > 0) {
          yield { name: TEXT_STEP, nodes: texts };
          texts = [];
        }
        texts.push(node);
        continue;
      }
      if (isCleaned && CLEANED[document.tag[node]!] === 1) continue;
      if (texts.length > 0) yield { name: TEXT_STEP, nodes: texts };
      texts = [];
      yield { name: shownName(document, node), nodes: [node] };
    }
  }
  if (texts.length > 0) yield { name: TEXT_STEP, nodes: texts };
}

const PREFIX = /^(?:svg|math):/;

/** Browsers name elements of drawings without a prefix. */
function shownName(document: Document, node: number): string {
  return tagName(document, node).replace(PREFIX, "").toLowerCase();
}
