import { attribute } from "../../html/index.ts";
import { LEAF_KINDS, type LeafKind, type Page } from "../../page/index.ts";
import { foldSpaces } from "../../text/index.ts";
import { resolveUrl } from "../../url/index.ts";

/** The emphasised text that names a part of a page. */
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
 * What a part of the semantic tree is: instances are the similar members of a group, segments are parts that the flat partitioner
 * found too, other parts hold what is not alike.
 */
export type SemanticKind = "page" | "segment" | "group" | "instance" | "part" | "leaf";

/** A part of a page as the hierarchical partitioner sees it. */
export interface SemanticNode {
  readonly kind: SemanticKind;
  /** Its leaves of `page.leaves`, the last one excluded; those of the label are in the range and in no child. */
  readonly from: number;
  readonly to: number;
  readonly label?: SemanticLabel;
  readonly children: readonly SemanticNode[];
}

/** The leaf that an instance is to a reader where it has nothing else; other parts are themselves. */
export function withoutBareInstance(node: SemanticNode): SemanticNode {
  const [only] = node.children;
  const isBare = node.kind === "instance" && node.label === undefined && node.children.length === 1;
  return isBare && only?.kind === "leaf" ? only : node;
}

/** What a leaf shows, as the writers of a partition tell it. */
interface LeafContent {
  readonly kind: LeafKind;
  /** Its text; of media, what the page says instead of them. */
  readonly text: string;
  /** Absolute, where it is a link. */
  readonly url?: string;
}

/** Reads what a leaf shows. */
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
