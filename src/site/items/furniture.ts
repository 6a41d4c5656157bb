import { attribute, type Document, NODE_KIND, TAG, tagTable } from "../../html/index.ts";
import type { Page } from "../../page/index.ts";

const MENUS = tagTable("nav", "menu", "dialog", "form", "address");
/** Of the page where they stand alone, of a card or a part of the page where they stand in one. */
const ENDS = tagTable("header", "footer");
const PARTS = tagTable("article", "main", "section", "li", "aside");
const ROLES: ReadonlySet<string> = new Set([
  ...["navigation", "menu", "menubar", "banner", "contentinfo", "search", "dialog"],
]);
/** The head of a page links to its sections, that of a card to one article, its section and its writer. */
const MIN_END_LINKS = 4;

const OUTSIDE = 0;
const FURNITURE = 1;
const INSIDE_PART = 2;

/** Marks with 1 every node that is in a menu, the head or foot of the page, a form or an address. */
export function findFurniture({ document, landmarks }: Page): Uint8Array {
  const { size, parent, kind } = document;
  const linksBefore = countBefore(size, landmarks.anchors);
  const states = new Uint8Array(size);
  for (let node = 1; node < size; node++) {
    const above = states[parent[node]!]!;
    if (above === FURNITURE || kind[node] !== NODE_KIND.element) states[node] = above;
    else states[node] = stateOf(document, node, above, linksBefore);
  }
  return states;
}

function stateOf(document: Document, node: number, above: number, linksBefore: Int32Array): number {
  const tag = document.tag[node]!;
  const end = document.end[node]!;
  // Some publishing systems wrap a whole page in one form.
  if (MENUS[tag] === 1 && !(tag === TAG.form && end - node > document.size / 2)) return FURNITURE;
  if (ENDS[tag] === 1 && above === OUTSIDE && linksBefore[end]! - linksBefore[node]! >= MIN_END_LINKS) {
    return FURNITURE;
  }
  if (ROLES.has(attribute(document, node, "role")?.trim().toLowerCase() ?? "")) return FURNITURE;
  return PARTS[tag] === 1 ? INSIDE_PART : above;
}

/** How many of the nodes come before each node. */
function countBefore(size: number, nodes: readonly number[]): Int32Array {
  const counts = new Int32Array(size + 1);
  for (const node of nodes) counts[node + 1]!++;
  for (let node = 1; node <= size; node++) counts[node]! += counts[node - 1]!;
  return counts;
}
