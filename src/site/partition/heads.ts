import { attribute, TAG, tagTable } from "../../html/index.ts";
import { headlineKey, type Page, shownText, TEXT_LEAF } from "../../page/index.ts";
import { resolveUrl } from "../../url/index.ts";
import { type EmphasisReader, isSentence } from "./emphasis.ts";
import type { Draft } from "./group-tree.ts";
import type { LeafTree } from "./leaf-tree.ts";
import { leafContent, type SemanticLabel, type SemanticNode } from "./semantic-tree.ts";

/** Block-level elements that label what follows them. */
const NAMING_BLOCKS = tagTable("h1", "h2", "h3", "h4", "h5", "h6", "dt", "summary", "legend");
/** Leaves of an element that only wraps a label, at most. */
const MAX_HEADER_LEAVES = 3;
/** Extras next to a label are shorter than this: a link to more, a number. */
const MAX_EXTRA_CHARACTERS = 30;
/** An unemphasised line above a list labels it up to this length. */
const MAX_LEADING_CHARACTERS = 80;

/** A child that may be promoted to label those after it. */
export interface Head {
  readonly label: SemanticLabel;
  readonly prominence: number;
  /** The number of its tag path: heads with one path have the same rank. */
  readonly path: number;
  /** Other nodes in the element of the label, such as a link to more. */
  readonly extras: readonly SemanticNode[];
}

/** A child before and after promotion. */
interface Child {
  readonly draft: Draft;
  readonly node: SemanticNode;
}

/** Finds the heads among the children of a part. */
export class HeadReader {
  readonly #page: Page;
  readonly #tree: LeafTree;
  readonly #emphasis: EmphasisReader;
  readonly #siteName: SiteName;

  constructor(page: Page, tree: LeafTree, emphasis: EmphasisReader) {
    this.#page = page;
    this.#tree = tree;
    this.#emphasis = emphasis;
    const firstText = tree.leaf.find((leaf) => page.leaves.kind[leaf] === TEXT_LEAF) ?? -1;
    this.#siteName = new SiteName(page, firstText);
  }

  /** Reads a child as a head, given the child after it; undefined where it is not one. */
  read(around: Draft, { draft, node }: Child, next: Child | undefined): Head | undefined {
    if (draft.kind === "leaf" || this.isOneLine(draft)) {
      const prominence = this.#emphasis.read(draft.from, around.from, around.to);
      return prominence === undefined ? undefined : this.#asHead(draft, prominence);
    }
    if (node.label === undefined || next === undefined || !this.#isHeader(draft, node, next.draft))
      return undefined;
    const prominence = this.#emphasis.read(draft.from, draft.from, draft.to) ?? 0;
    return { label: node.label, prominence, path: this.#tree.path[draft.from]!, extras: node.children };
  }

  /**
   * Deviation: a short line whose only sibling is a list labels it, emphasised or not, as does a bare link above a wrapped one;
   * nested menus are built like that.
   */
  readLeading({ kind, children }: Draft): Head | undefined {
    const [line, list, ...others] = children;
    if (line?.kind !== "leaf" || list === undefined || others.length > 0 || kind === "group")
      return undefined;
    if (list.kind !== "group" && !(this.#isBareLink(line) && list.kind === "leaf" && !this.#isBareLink(list)))
      return undefined;
    const text = this.#emphasis.text(line.from);
    const isLabel = text !== "" && text.length <= MAX_LEADING_CHARACTERS && !isSentence(text);
    return isLabel ? this.#asHead(line, 0) : undefined;
  }

  /** Whether an instance of a group is only an emphasised line; the items of an HTML list stay items. */
  isLone(instance: Draft, around: Pick<Draft, "from" | "to">): boolean {
    const { from, to } = instance;
    if (to - from > 1 || this.#page.document.tag[this.#tree.own[from]!] === TAG.li) return false;
    const prominence = this.#emphasis.read(from, around.from, around.to);
    return prominence !== undefined && this.#asHead(instance, prominence) !== undefined;
  }

  /** Whether an instance of a group is one of the labels that the caller requested. */
  isRequested({ from, to }: Draft): boolean {
    return to - from === 1 && this.#emphasis.isRequested(from);
  }

  /** Whether an instance is one line in a labelling element: a heading or a term. */
  isTerm({ from, to }: Draft): boolean {
    return to - from === 1 && NAMING_BLOCKS[this.#page.document.tag[this.#tree.own[from]!]!] === 1;
  }

  #isBareLink({ from }: Draft): boolean {
    return this.#page.document.tag[this.#tree.own[from]!] === TAG.a;
  }

  /** Whether a node may precede the headline that it belongs to: a picture or a kicker. */
  isPrelude({ kind, from }: SemanticNode): boolean {
    if (kind !== "leaf") return false;
    const content = leafContent(this.#page, from);
    return content.kind !== "text" || content.text.length <= MAX_EXTRA_CHARACTERS;
  }

  #asHead({ from, to }: Draft, prominence: number): Head | undefined {
    const label = this.#label(from, to);
    if (this.#siteName.is(label)) return undefined;
    return { label, prominence, path: this.#tree.path[from]!, extras: [] };
  }

  #label(from: number, to: number): SemanticLabel {
    const { document, leaves, baseUrl } = this.#page;
    const { leaf, lca } = this.#tree;
    const anchor = leaves.anchor.subarray(leaf[from]!, leaf[to - 1]! + 1).find((node) => node >= 0);
    const url =
      anchor === undefined ? undefined : resolveUrl(attribute(document, anchor, "href") ?? "", baseUrl);
    return {
      leaf: leaf[from]!,
      to: leaf[to - 1]! + 1,
      text: to - from === 1 ? this.#emphasis.text(from) : shownText(document, lca[from + 1]!),
      ...(url === undefined ? {} : { url }),
    };
  }

  /** Whether the leaves of a part are fragments of one heading. */
  isOneLine({ from, to, children }: Draft): boolean {
    const { blocks } = this.#page;
    const { leaf } = this.#tree;
    if (to - from === 1 || to - from > MAX_HEADER_LEAVES || children.some(({ kind }) => kind !== "leaf"))
      return false;
    for (let at = from; at < to; at++) {
      if (blocks.ofLeaf[leaf[at]!] !== blocks.ofLeaf[leaf[from]!] || this.#emphasis.text(at) === "")
        return false;
      if (this.#emphasis.isPlain(at)) return false;
    }
    return true;
  }

  /** Whether a labelled part only wraps its label, rather than being a sibling of the next part. */
  #isHeader(draft: Draft, { label }: SemanticNode, next: Draft): boolean {
    const { path, leaf } = this.#tree;
    const { from, to } = draft;
    if (label?.leaf !== leaf[from] || draft.kind !== "part" || to - from > MAX_HEADER_LEAVES) return false;
    for (let at = from + 1; at < to; at++) {
      if (this.#emphasis.text(at).length > MAX_EXTRA_CHARACTERS) return false;
    }
    return next.to - next.from > to - from && path[next.from] !== path[from];
  }
}

/** Recognises the name of the site, which labels no part of a page. */
class SiteName {
  readonly #names: ReadonlySet<string>;
  readonly #title: string;
  readonly #home: string | undefined;
  readonly #firstText: number;

  constructor(page: Page, firstText: number) {
    const { meta, titleCandidates, baseUrl } = page;
    this.#names = new Set((meta.get("og:site_name") ?? []).map(headlineKey));
    this.#title = headlineKey(titleCandidates.find(({ source }) => source === "title")?.text ?? "");
    this.#home = baseUrl === undefined ? undefined : URL.parse("/", baseUrl)?.href;
    this.#firstText = firstText;
  }

  /** By its link, by the page's metadata, or as the first text if it is in the title. */
  is({ leaf, text, url }: SemanticLabel): boolean {
    if (url !== undefined && url === this.#home) return true;
    const key = headlineKey(text);
    return this.#names.has(key) || (leaf === this.#firstText && key !== "" && this.#title.includes(key));
  }
}
