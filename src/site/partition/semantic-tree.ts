import { attribute } from "../../html/index.ts";
import { LEAF_KINDS, type LeafKind, type Page } from "../../page/index.ts";
import { foldSpaces } from "../../text/index.ts";
import { resolveUrl } from "../../url/index.ts";

/** The emphasised text that labels a part of a page. */
export interface SemanticLabel {
  /** Its first leaf. */
  readonly leaf: number;
  /** One past its last leaf: a heading with markup inside has several. */
  readonly to: number;
  readonly text: string;
  /** Absolute, where the label is a link. */
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
  /** Absolute, where it is a link. */
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
