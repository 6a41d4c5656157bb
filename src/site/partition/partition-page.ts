import type { Page } from "../../page/index.ts";
import { type CostChoice, type Draft, groupPartition, partitionLeaves } from "./binary-partition.ts";
import { type FlatOptions, type LeafTree, readLeafTree, segmentStarts } from "./flat-segments.ts";
import { InstanceSimilarity } from "./grouping-cost.ts";
import { type Head, HeadReader } from "./heads.ts";
import type { SemanticNode } from "./semantic-tree.ts";

/** How a page is partitioned. */
export interface PartitionOptions extends FlatOptions {
  /** Neighbours with a lower grouping cost are instances of a group too; 0.33 in the paper, 0 (none) by default. */
  readonly groupThreshold?: number;
  /** Whether neighbours are joined by the least cost (`paper`, the default) or from left to right (`none`). */
  readonly cost?: CostChoice;
  /** Texts to promote like emphasised ones: the frequent labels of section 4. Case and a final colon are ignored. */
  readonly labels?: Iterable<string>;
}

/**
 * OntoMiner's hierarchical partitioner (Vadrevu et al. 2005, section 2.2): binary partition tree, grouping, promotion. See
 * docs/partitions.md for readings and deviations.
 */
export function partitionPage(page: Page, options: PartitionOptions = {}): SemanticNode {
  const whole = { kind: "page", from: 0, to: page.leaves.count } as const;
  const tree = readLeafTree(page);
  const starts = segmentStarts(tree, options);
  const partition = partitionLeaves(tree, starts, options.cost);
  const draft = groupPartition(
    partition,
    new InstanceSimilarity(tree, partition.spans, options.groupThreshold),
  );
  if (draft === undefined) return { ...whole, children: [] };
  const heads = new HeadReader(page, tree, options.labels);
  const root = new Promoter(tree, heads, starts).finish(draft);
  const isPlain = root.label === undefined && (root.kind === "part" || root.kind === "segment");
  return { ...whole, children: isPlain ? root.children : [root] };
}

/** Deeper nested labels are not promoted. */
const MAX_NESTED = 6;

/** A label with its children so far. */
interface OpenLabel {
  readonly head: Head;
  readonly own: SemanticNode;
  readonly children: Listed[];
}

/** A finished node, with the tag path of its head. */
interface Listed {
  readonly node: SemanticNode;
  readonly path?: number;
}

/** The promotion step: an emphasised text labels what follows, up to the next head of the same rank. */
class Promoter {
  readonly #tree: LeafTree;
  readonly #heads: HeadReader;
  /** The ends of the flat segments by their starts. */
  readonly #segments: ReadonlyMap<number, number>;

  constructor(tree: LeafTree, heads: HeadReader, starts: readonly number[]) {
    this.#tree = tree;
    this.#heads = heads;
    this.#segments = new Map(starts.map((start, index) => [start, starts[index + 1] ?? tree.count]));
  }

  /** Promotes labels in a part and all below it; the height of drafts bounds the recursion. */
  finish(grouped: Draft): SemanticNode {
    const draft = withoutFalseGroups(grouped, this.#heads);
    const nodes = draft.children.map((child) => this.finish(child));
    const { leaf } = this.#tree;
    const place = { from: leaf[draft.from]!, to: leaf[draft.to - 1]! + 1 };
    if (draft.kind === "leaf" || draft.kind === "group")
      return { kind: draft.kind, ...place, children: nodes };
    const children = gatherGroups(this.#outline(draft, nodes));
    const only = children.length === 1 ? children[0] : this.#withPrelude(children);
    if (only === undefined) return { kind: this.#kindOf(draft), ...place, children };
    return draft.kind === "instance" ? toInstance(only) : only;
  }

  /** A picture or kicker precedes its headline: if nothing else does, it goes under the label too. */
  #withPrelude(children: readonly SemanticNode[]): SemanticNode | undefined {
    const last = children.at(-1);
    const before = children.slice(0, -1);
    if (last?.label === undefined || !before.every((node) => this.#heads.isPrelude(node))) return undefined;
    const { label, to } = last;
    const under = last.kind === "group" ? [withoutLabel(last)] : last.children;
    return { kind: "part", from: before[0]!.from, to, label, children: [...before, ...under] };
  }

  #kindOf({ kind, from, to }: Draft): "instance" | "part" | "segment" {
    if (kind === "instance") return kind;
    return this.#segments.get(from) === to ? "segment" : "part";
  }

  #outline(draft: Draft, nodes: readonly SemanticNode[]): Listed[] {
    if (this.#heads.isOneLine(draft)) return nodes.map((node) => ({ node }));
    const listed: Listed[] = [];
    const open: OpenLabel[] = [];
    const close = () => {
      const part = closeLabel(open.pop()!);
      (open.at(-1)?.children ?? listed).push(part);
    };
    const children = draft.children.map((child, index) => ({ draft: child, node: nodes[index]! }));
    const leading = this.#heads.readLeading(draft);
    for (const [index, child] of children.entries()) {
      const head = this.#heads.read(draft, child, children[index + 1]) ?? (index === 0 ? leading : undefined);
      while (head !== undefined && open.length > 0 && closes(open.at(-1)!.head, head)) close();
      if (head === undefined || open.length === MAX_NESTED) {
        (open.at(-1)?.children ?? listed).push({ node: child.node });
      } else {
        open.push({ head, own: child.node, children: head.extras.map((node) => ({ node })) });
      }
    }
    while (open.length > 0) close();
    return listed;
  }
}

/** The labelled part; a head without children stays an ordinary node. */
function closeLabel({ head, own, children }: OpenLabel): Listed {
  const { label, path } = head;
  if (children.length === head.extras.length) return { node: own, path };
  const nodes = gatherGroups(children);
  const [only] = nodes;
  const isOne = nodes.length === 1 && only!.label === undefined && only!.kind !== "leaf";
  const base: SemanticNode = isOne
    ? only!
    : { kind: "part", from: own.from, to: nodes.at(-1)!.to, children: nodes };
  return { node: { ...base, from: own.from, label }, path };
}

function closes(open: Head, head: Head): boolean {
  return open.path === head.path || open.prominence <= head.prominence;
}

/** Consecutive labelled parts of one rank are instances of a group, even if no elements wrap them. */
function gatherGroups(listed: readonly Listed[]): SemanticNode[] {
  const nodes: SemanticNode[] = [];
  for (let at = 0; at < listed.length; ) {
    const { path } = listed[at]!;
    let end = at + 1;
    while (path !== undefined && listed[end]?.path === path) end++;
    const run = listed.slice(at, end).map(({ node }) => node);
    if (run.length === 1) nodes.push(...run);
    else {
      const children = run.map(toInstance);
      nodes.push({ kind: "group", from: run[0]!.from, to: run.at(-1)!.to, children });
    }
    at = end;
  }
  return nodes;
}

/** The node as an instance; a group becomes the only child of it, below the label. */
function toInstance(node: SemanticNode): SemanticNode {
  if (node.kind === "leaf") return { ...node, kind: "instance", children: [node] };
  if (node.kind !== "group") return { ...node, kind: "instance" };
  const { from, to, label } = node;
  return { kind: "instance", from, to, ...(label ? { label } : {}), children: [withoutLabel(node)] };
}

/** A labelled group without its label. */
function withoutLabel({ label, ...group }: SemanticNode): SemanticNode {
  return label === undefined ? group : { ...group, from: group.children[0]!.from };
}

/** Takes heads out of groups: those similar to their items, such as the first row of a table, and consecutive terms without definitions. */
function withoutFalseGroups(draft: Draft, heads: HeadReader): Draft {
  if (draft.kind === "leaf") return draft;
  if (draft.kind === "group") {
    const isHead = headsOf(draft, heads);
    return isHead === undefined ? draft : { ...draft, kind: "part", children: splitAtHeads(draft, isHead) };
  }
  if (draft.children.length === 1) return draft;
  const children = draft.children.flatMap((child) => {
    const isTerms = child.kind === "group" && child.children.every((term) => heads.isTerm(term));
    return isTerms ? child.children.flatMap((term) => term.children) : [child];
  });
  return { ...draft, children };
}

/** Finds the heads in a group: requested labels, or one-line instances if the first is one and the others are longer. */
function headsOf({ children, ...group }: Draft, heads: HeadReader): ((child: Draft) => boolean) | undefined {
  if (children.some((child) => heads.isRequested(child))) return (child) => heads.isRequested(child);
  const isLone = (child: Draft) => heads.isLone(child, group);
  if (!isLone(children[0]!)) return undefined;
  const others = children.filter((child) => !isLone(child));
  const isMixed = 2 * others.length >= children.length && others.every(({ from, to }) => to - from > 1);
  return isMixed ? isLone : undefined;
}

/** Heads become leaves, the items between two of them a group; a single item is a part. */
function splitAtHeads({ children }: Draft, isHead: (child: Draft) => boolean): Draft[] {
  const parts: Draft[] = [];
  for (let at = 0; at < children.length; ) {
    const first = children[at]!;
    let end = at;
    while (end < children.length && !isHead(children[end]!)) end++;
    if (end === at) parts.push(first.children[0]!);
    else if (end === at + 1) parts.push({ ...first, kind: "part" });
    else {
      const items = children.slice(at, end);
      parts.push({ kind: "group", from: first.from, to: items.at(-1)!.to, children: items });
    }
    at = Math.max(end, at + 1);
  }
  return parts;
}
