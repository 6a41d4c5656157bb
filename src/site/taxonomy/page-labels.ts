import type { Page } from "../../page/index.ts";
import { foldSpaces, languageCode } from "../../text/index.ts";
import type { SemanticLabel, SemanticNode } from "../partition/semantic-tree.ts";
import type { SitePage } from "../source/page-source.ts";
import { ownDomain, readAddress } from "./addresses.ts";
import { isLabel, type LabelNode } from "./label-words.ts";
import { readMenus } from "./menus.ts";

/** Limits per page, so that a link farm costs no more than a front page. */
const MAX_LABELS = 3000;
/** Longer than headlines; what follows does not distinguish titles. */
const MAX_TITLE_CHARACTERS = 160;
/** Deeper parts of a tree are read as one list, so that no page can overflow the stack. */
const MAX_DEPTH = 200;

/** What taxonomy mining keeps of a page, as plain JSON. */
export interface PageLabels {
  readonly id: string;
  readonly url?: string;
  /** The code of the language that the page declares. */
  readonly language?: string;
  readonly labels: readonly LabelNode[];
  /** The menus, shown or hidden until opened: one tree per list, whose root has no text. */
  readonly menus?: readonly LabelNode[];
}

/** The pages of one site that a taxonomy is mined from; the home page is the first. */
export interface SiteLabels {
  readonly site: string;
  readonly pages: readonly PageLabels[];
}

/** Calls `see` for every label of a tree, parents first. */
export function eachLabel(nodes: readonly LabelNode[], see: (node: LabelNode) => void): void {
  for (const node of nodes) {
    see(node);
    eachLabel(node.children, see);
  }
}

/** Reduces a partitioned page to its labels and links, without references to the page. */
export function readPageLabels({ id, url, page }: SitePage, tree: SemanticNode): PageLabels {
  const address = url ?? page.canonicalUrl ?? page.baseUrl;
  const language = languageCode(page.declared.language);
  const reader = new LabelReader(page, address);
  const read: PageLabels = {
    id,
    ...(address === undefined ? {} : { url: address }),
    ...(language === undefined ? {} : { language }),
    labels: reader.read(tree, 0),
    menus: readMenus(page, (link) => reader.isPlace(link)),
  };
  // String slices would keep the whole text of the page in memory.
  return structuredClone(read);
}

/** Walks the semantic tree of one page; labels in unlabelled parts, which are only layout, move up. */
class LabelReader {
  readonly #page: Page;
  readonly #domain: string | undefined;
  readonly #own: string | undefined;
  readonly #links: ReadonlyMap<number, LabelNode>;
  #left = MAX_LABELS;
  #lastAnchor = -1;

  constructor(page: Page, address: string | undefined) {
    this.#page = page;
    this.#domain = address === undefined ? undefined : ownDomain(address);
    this.#own = readAddress(address)?.key;
    const text = page.document.text;
    this.#links = new Map(
      page.links.map(({ node, href, textStart, textEnd }) => [
        node,
        this.#label(text.slice(textStart, textEnd), href),
      ]),
    );
  }

  read(node: SemanticNode, depth: number): LabelNode[] {
    const own = node.label === undefined ? undefined : this.#readLabel(node.label);
    const isList = node.children.length === 0 || depth >= MAX_DEPTH;
    const children = isList
      ? this.#readLeaves(node.from, node.to)
      : node.children.flatMap((child) => this.read(child, depth + 1));
    if (own === undefined || own.text === "") return children;
    return own.url === undefined && children.length === 0 ? [] : [{ ...own, children }];
  }

  /** In a short link the whole link text is the label; in a long one, such as a card, only the title. */
  #readLabel({ leaf, text, url }: SemanticLabel): LabelNode {
    this.#lastAnchor = this.#page.leaves.anchor[leaf] ?? -1;
    const link = this.#links.get(this.#lastAnchor);
    return link !== undefined && isLabel(link.text) ? link : this.#label(text, url);
  }

  #readLeaves(from: number, to: number): LabelNode[] {
    const { anchor } = this.#page.leaves;
    const found: LabelNode[] = [];
    for (let leaf = from; leaf < to && this.#left > 0; leaf++) {
      const node = anchor[leaf] ?? -1;
      // The leaves of one link are one label.
      if (node < 0 || node === this.#lastAnchor) continue;
      this.#lastAnchor = node;
      const link = this.#links.get(node);
      if (link?.url === undefined || link.text === "") continue;
      found.push(link);
      this.#left--;
    }
    return found;
  }

  /** Whether a link leads to another page of the site; a fragment of the same page is a button. */
  isPlace(url: string): boolean {
    if (this.#domain === undefined || ownDomain(url) !== this.#domain) return false;
    return !url.includes("#") || readAddress(url)?.key !== this.#own;
  }

  #label(text: string, url: string | undefined): LabelNode {
    const shown = foldSpaces(text.slice(0, 2 * MAX_TITLE_CHARACTERS)).slice(0, MAX_TITLE_CHARACTERS);
    return url !== undefined && this.isPlace(url)
      ? { text: shown, url, children: [] }
      : { text: shown, children: [] };
  }
}
