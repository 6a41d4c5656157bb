import type { CapturedArticle } from "./captured-article.ts";
import { styleValue } from "./own-style.ts";

/** Margins that browsers give to paragraphs, lists and headings of the six levels, in sizes of their own font. */
const BROWSER_MARGINS = [1, 0.67, 0.83, 1.33, 1.67, 2.33];
const TOLERANCE = 0.01;

/** The children of an element that are in the article and not taken out of the flow. */
export interface KeptEdges {
  /** -1 where there is none. */
  readonly first: number;
  readonly last: number;
}

/**
 * The sides of an element on which its margin vanishes in the layout of pages without a doctype: the browser's own margins do so
 * at the edges of table cells. The article's margins are no longer the browser's own, and would stay.
 */
export function vanishedMargins(
  { page, look }: CapturedArticle,
  node: number,
  { first, last }: KeptEdges,
): ("margin-top" | "margin-bottom")[] {
  const { document } = page;
  const parent = document.parent[node]!;
  const own = look.elements.get(node);
  const around = look.elements.get(parent);
  if (look.mode !== "quirks" || own === undefined || around === undefined) return [];
  if (styleValue(look.styles[around.style]!, "display") !== "table-cell") return [];
  const values = look.styles[own.style]!;
  const fontSize = Number.parseFloat(styleValue(values, "font-size"));
  const sides = [
    ...(first === node ? (["margin-top"] as const) : []),
    ...(last === node ? (["margin-bottom"] as const) : []),
  ];
  return sides.filter((side) => {
    const margin = Number.parseFloat(styleValue(values, side)) / fontSize;
    return BROWSER_MARGINS.some((known) => Math.abs(known - margin) < TOLERANCE);
  });
}
