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
