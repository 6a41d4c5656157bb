import { childNodes, NODE_KIND } from "../../html/index.ts";
import type { CapturedArticle } from "./captured-article.ts";
import type { KeptParts } from "./kept-parts.ts";
import { styleValue } from "./own-style.ts";

/** Margins that browsers give to paragraphs, lists and headings of the six levels, in sizes of their own font. */
const BROWSER_MARGINS = [1, 0.67, 0.83, 1.33, 1.67, 2.33];
const TOLERANCE = 0.01;

/**
 * The sides of an element on which its margin vanishes in the layout of pages without a doctype: the browser's own margins do so
 * at the edges of table cells. The article's margins are no longer the browser's own, and would stay.
 */
export function vanishedMargins(
  { page, look }: CapturedArticle,
  { elements, leaves }: KeptParts,
  node: number,
): ("margin-top" | "margin-bottom")[] {
  const { document } = page;
  const parent = document.parent[node]!;
  const own = look.elements.get(node);
  const around = look.elements.get(parent);
  if (!look.isQuirky || own === undefined || around === undefined) return [];
  if (styleValue(look.styles[around.style]!, "display") !== "table-cell") return [];
  const values = look.styles[own.style]!;
  const fontSize = Number.parseFloat(styleValue(values, "font-size"));
  const kept = [...childNodes(document, parent)].filter((child) => elements.has(child) || leaves.has(child));
  const isEdge = (child: number | undefined) => child === node && document.kind[node] === NODE_KIND.element;
  const sides = [
    ...(isEdge(kept[0]) ? (["margin-top"] as const) : []),
    ...(isEdge(kept.at(-1)) ? (["margin-bottom"] as const) : []),
  ];
  return sides.filter((side) => {
    const margin = Number.parseFloat(styleValue(values, side)) / fontSize;
    return BROWSER_MARGINS.some((known) => Math.abs(known - margin) < TOLERANCE);
  });
}
