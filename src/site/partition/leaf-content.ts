import { attribute } from "../../html/index.ts";
import { LEAF_KINDS, type LeafKind, type Page } from "../../page/index.ts";
import { foldSpaces } from "../../text/index.ts";
import { resolveUrl } from "../../url/index.ts";

/** What a leaf shows, as the writers of a partition tell it. */
export interface LeafContent {
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
