import { attribute, BLOCK_TAGS, TAG, tagTable } from "../../html/index.ts";
import { layoutOf } from "../../layout/index.ts";
import { headlineKey, type Layout, type Page, shownText, TEXT_LEAF } from "../../page/index.ts";
import { foldSpaces } from "../../text/index.ts";
import { resolveUrl } from "../../url/index.ts";
import type { Draft } from "./binary-partition.ts";
import type { LeafTree } from "./flat-segments.ts";
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
  readonly #isSiteName: (label: SemanticLabel) => boolean;

  /** Texts equal to one of `labels` count as emphasised. */
  constructor(page: Page, tree: LeafTree, labels: Iterable<string> = []) {
    this.#page = page;
    this.#tree = tree;
    this.#emphasis = new EmphasisReader(page, tree, labels);
    this.#isSiteName = siteNameTest(page, tree);
  }

  /** Reads a child as a head, given the child after it; undefined if it is not one. */
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
    if (this.#isSiteName(label)) return undefined;
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

/** Tests whether a label is the name of the site: by its link, by the page's metadata, or as the first text if it is in the title. */
function siteNameTest({ meta, titleCandidates, baseUrl, leaves }: Page, tree: LeafTree) {
  const names = new Set((meta.get("og:site_name") ?? []).map(headlineKey));
  const title = headlineKey(titleCandidates.find(({ source }) => source === "title")?.text ?? "");
  const home = baseUrl === undefined ? undefined : URL.parse("/", baseUrl)?.href;
  const firstText = tree.leaf.find((leaf) => leaves.kind[leaf] === TEXT_LEAF);
  return ({ leaf, text, url }: SemanticLabel): boolean => {
    if (url !== undefined && url === home) return true;
    const key = headlineKey(text);
    return names.has(key) || (leaf === firstText && key !== "" && title.includes(key));
  };
}

/** Longer texts are bold paragraphs, not labels. */
const MAX_CHARACTERS = 150;
/** Shorter texts may end in a full stop and still be labels. */
const MAX_STOPPED_CHARACTERS = 24;
/** The CSS font weight from which text is bold. */
const BOLD = 600;
/** How much larger, or how much heavier, than its surroundings emphasised text is. */
const LARGER = 1.15;
const HEAVIER = 150;
/** Bold text is as prominent as regular text of this many times its size. */
const HEAVY_AS_SIZE = 1.2;
/** Elements that label what follows them. */
const NAMING_TAGS = tagTable(
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "b",
  "strong",
  "dt",
  "th",
  "legend",
  "summary",
  "caption",
);

/** The key for comparing requested labels with texts of a page. */
function labelKey(text: string): string {
  return foldSpaces(text.normalize("NFKC").toLowerCase()).replace(/[\s:：]+$/u, "");
}

/** Whether a text has at least two capitals and no lower-case letter. */
function isCapitalised(text: string): boolean {
  return !/\p{Ll}/u.test(text) && /\p{Lu}.*\p{Lu}/su.test(text);
}

/** Whether a text is a sentence rather than a label: notices are in large type too. Short ones may be abbreviations. */
function isSentence(text: string): boolean {
  return text.length > MAX_STOPPED_CHARACTERS && /(?![!?！？؟])\p{Sentence_Terminal}$/u.test(text);
}

/** Decides which leaves of a page are emphasised. */
class EmphasisReader {
  readonly #page: Page;
  readonly #tree: LeafTree;
  readonly #layout: Layout;
  readonly #labels: ReadonlySet<string>;
  readonly #meanSize: MeanWithout;
  readonly #meanWeight: MeanWithout;

  constructor(page: Page, tree: LeafTree, labels: Iterable<string>) {
    this.#page = page;
    this.#tree = tree;
    this.#layout = layoutOf(page);
    this.#labels = new Set(Array.from(labels, labelKey));
    const characters = (at: number) => this.#characters(at);
    this.#meanSize = rangeMeans(tree.count, (at) => this.#typeOf(at).size, characters);
    this.#meanWeight = rangeMeans(tree.count, (at) => this.#typeOf(at).weight, characters);
  }

  /** The prominence of a visible leaf in a range, by font size and weight; undefined if it is not emphasised. */
  read(at: number, from: number, to: number): number | undefined {
    const text = this.text(at);
    if (text === "" || text.length > MAX_CHARACTERS || !this.#beginsBlock(at)) return undefined;
    const { size, weight } = this.#typeOf(at);
    const isNaming = this.#isNaming(at);
    if (!isNaming && isSentence(text)) return undefined;
    const isStrong = !this.isPlain(at) || this.isRequested(at);
    const meanSize = this.#meanSize(at, from, to);
    const isHeavy = weight >= HEAVIER + this.#meanWeight(at, from, to);
    const isLarge = size >= LARGER * meanSize || (isHeavy && size >= meanSize);
    if (!isStrong && !isLarge) return undefined;
    return size * (weight >= BOLD || isNaming ? HEAVY_AS_SIZE : 1);
  }

  /** Whether a leaf has no emphasis of its own: not bold, not capitals, not in a labelling element. */
  isPlain(at: number): boolean {
    return !(this.#isNaming(at) || this.#typeOf(at).weight >= BOLD || isCapitalised(this.text(at)));
  }

  /** Whether a leaf is one of the labels that the caller requested. */
  isRequested(at: number): boolean {
    return this.#labels.size > 0 && this.#labels.has(labelKey(this.text(at)));
  }

  /** The text of a visible leaf with white space folded; empty for media. */
  text(at: number): string {
    const { document, leaves } = this.#page;
    const leaf = this.#tree.leaf[at]!;
    if (leaves.kind[leaf] !== TEXT_LEAF) return "";
    const node = leaves.node[leaf]!;
    return foldSpaces(document.text.slice(document.textStart[node], document.textEnd[node]));
  }

  /** Emphasis inside a line is not a label; a picture before the text does not count. */
  #beginsBlock(at: number): boolean {
    const { blocks, leaves } = this.#page;
    const { leaf } = this.#tree;
    const block = blocks.ofLeaf[leaf[at]!];
    for (let before = at - 1; before >= 0 && blocks.ofLeaf[leaf[before]!] === block; before--) {
      if (leaves.kind[leaf[before]!] === TEXT_LEAF) return false;
    }
    return true;
  }

  #isNaming(at: number): boolean {
    const { document } = this.#page;
    let node = document.parent[this.#node(at)]!;
    while (NAMING_TAGS[document.tag[node]!] !== 1) {
      if (node <= 0 || BLOCK_TAGS[document.tag[node]!] === 1) return false;
      node = document.parent[node]!;
    }
    return true;
  }

  #node(at: number): number {
    return this.#page.leaves.node[this.#tree.leaf[at]!]!;
  }

  #typeOf(at: number): { readonly size: number; readonly weight: number } {
    const element = this.#page.document.parent[this.#node(at)]!;
    return { size: this.#layout.fontSize[element]!, weight: this.#layout.fontWeight[element]! };
  }

  #characters(at: number): number {
    const { document, leaves } = this.#page;
    const node = this.#node(at);
    return leaves.kind[this.#tree.leaf[at]!] === TEXT_LEAF
      ? document.textEnd[node]! - document.textStart[node]!
      : 0;
  }
}

/** The mean of a range of leaves without one of them; infinite if nothing else is there. */
type MeanWithout = (at: number, from: number, to: number) => number;

/** Weighted means over ranges of leaves, by prefix sums. */
function rangeMeans(count: number, value: (at: number) => number, mass: (at: number) => number): MeanWithout {
  const sums = new Float64Array(count + 1);
  const masses = new Float64Array(count + 1);
  for (let at = 0; at < count; at++) {
    sums[at + 1] = sums[at]! + value(at) * mass(at);
    masses[at + 1] = masses[at]! + mass(at);
  }
  return (at, from, to) => {
    const over = (totals: Float64Array) => totals[to]! - totals[from]! - (totals[at + 1]! - totals[at]!);
    const left = over(masses);
    return left === 0 ? Number.POSITIVE_INFINITY : over(sums) / left;
  };
}
