/** A text of a page that names what stands under it, or links to it. */
export interface LabelNode {
  readonly text: string;
  /** Absolute; only addresses of the page's own registrable domain. */
  readonly url?: string;
  readonly children: readonly LabelNode[];
}

/** What taxonomy mining keeps of a page: small, and nothing but JSON. */
export interface PageLabels {
  readonly id: string;
  readonly url?: string;
  /** The code of the language that the page declares. */
  readonly language?: string;
  readonly labels: readonly LabelNode[];
  /** The words of its longer texts, menus left out, and how often each stands there. */
  readonly vocabulary: Readonly<Record<string, number>>;
}

/** The pages of one site that a taxonomy is mined from; the home page is the first. */
export interface SiteLabels {
  readonly site: string;
  readonly pages: readonly PageLabels[];
}

/** Calls back for every label of a tree, outer ones first. */
export function eachLabel(nodes: readonly LabelNode[], see: (node: LabelNode) => void): void {
  for (const node of nodes) {
    see(node);
    eachLabel(node.children, see);
  }
}
