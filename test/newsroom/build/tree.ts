import type { Role } from "../names.ts";

/** Attributes of an element; an absent value leaves the attribute out. */
export type Attributes = Readonly<Record<string, string | undefined>>;

/** One entry of a list of stories or links, as a reader sees it. */
export interface ItemMark {
  readonly title: string;
  readonly url: string;
  readonly teaser: string | null;
  readonly image: string | null;
  readonly section: string | null;
}

/** What a group of links or stories is. */
export type GroupKind = "navigation" | "section" | "teasers" | "related" | "footer";

/** A group with the label a reader sees, if there is one. */
export interface GroupMark {
  readonly label: string | null;
  readonly kind: GroupKind;
}

/** The truth about a node beside its markup. */
export interface Marks {
  readonly role?: Role;
  readonly isTitle?: true;
  readonly group?: GroupMark;
  readonly item?: ItemMark;
  /** The part of a text that belongs to the article, where the rest does not. */
  readonly cut?: readonly [number, number];
}

/** An element of a page under construction. */
export interface ElementNode {
  readonly kind: "element";
  readonly tag: string;
  readonly attributes: Attributes;
  readonly children: readonly TreeNode[];
  readonly marks: Marks;
}

/** A text of a page under construction. */
export interface TextNode {
  readonly kind: "text";
  readonly text: string;
  readonly marks: Marks;
}

/** Any node of a page under construction. */
export type TreeNode = ElementNode | TextNode;
/** One node, several, or a gap that is left out. */
export type Nodes = TreeNode | string | undefined | readonly Nodes[];

/** Makes a text node. */
export function text(value: string, marks: Marks = {}): TextNode {
  return { kind: "text", text: value, marks };
}

function flatten(nodes: Nodes, into: TreeNode[]): void {
  if (nodes === undefined || nodes === "") return;
  if (typeof nodes === "string") into.push(text(nodes));
  else if ("kind" in nodes) into.push(nodes);
  else for (const node of nodes) flatten(node, into);
}

/** Flattens nested lists, and joins texts that a parser would join. */
export function toList(nodes: Nodes): TreeNode[] {
  const flat: TreeNode[] = [];
  flatten(nodes, flat);
  const joined: TreeNode[] = [];
  for (const node of flat) {
    const last = joined.at(-1);
    if (node.kind === "text" && last?.kind === "text") {
      if (node.marks.role !== last.marks.role || node.marks.cut || last.marks.cut) {
        throw new Error(`texts that differ in role would become one: "${last.text}" "${node.text}"`);
      }
      joined[joined.length - 1] = text(last.text + node.text, last.marks);
    } else joined.push(node);
  }
  return joined;
}

/** Makes an element. */
export function el(tag: string, attributes: Attributes = {}, ...children: readonly Nodes[]): ElementNode {
  return { kind: "element", tag, attributes, children: toList(children), marks: {} };
}

/** Puts each of the contents into an element of its own. */
export function each(tag: string, contents: readonly Nodes[]): ElementNode[] {
  return contents.map((content) => el(tag, {}, content));
}

/** The nodes with a mark between them. */
export function separated(nodes: readonly Nodes[], mark: string): readonly Nodes[] {
  return nodes.flatMap((node, index) => (index === 0 ? [node] : [mark, node]));
}

/** Gives the nodes a role; a role that a node has already stays. */
export function as(role: Role, nodes: Nodes): TreeNode[] {
  return toList(nodes).map((node) => ({ ...node, marks: { role, ...node.marks } }));
}

/** Overrides every role below the nodes: a copy of the article is no longer the article. */
export function allAs(role: Role, nodes: Nodes): TreeNode[] {
  return toList(nodes).map((node) => {
    if (node.kind === "text") return text(node.text, { role });
    return { ...node, marks: { role }, children: allAs(role, node.children) };
  });
}

/** Says that this element is the headline. */
export function asTitle(node: ElementNode): ElementNode {
  return { ...node, marks: { ...node.marks, isTitle: true } };
}

/** Says that this element holds a group. */
export function asGroup(group: GroupMark, node: ElementNode): ElementNode {
  return { ...node, marks: { ...node.marks, group } };
}

/** Says that this element holds one entry of a group. */
export function asItem(item: ItemMark, node: ElementNode): ElementNode {
  return { ...node, marks: { ...node.marks, item } };
}
