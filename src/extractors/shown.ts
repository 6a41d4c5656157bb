import { NODE_KIND } from "../html/index.ts";
import { DISPLAYS, type Layout, type Page } from "../page/index.ts";

const CONTENTS = DISPLAYS.indexOf("contents");
/** Displays that are part of a line of text instead of a box of their own. */
const IN_LINES = new Set(["none", "inline", "inline-block", "contents"]);

/** By the number of a display: 1 where it makes a box that begins a line of its own. */
export const MAKES_BOX = Uint8Array.from(DISPLAYS, (display) => Number(!IN_LINES.has(display)));

/** Whether a reader sees a leaf: by the markup and, where a browser has measured the page, by its styles. */
export function isLeafShown({ document, leaves }: Page, layout: Layout, leaf: number): boolean {
  if (leaves.visible[leaf] === 0 || layout.source === "estimate") return leaves.visible[leaf] === 1;
  const { kind, parent } = document;
  let at = leaves.node[leaf]!;
  if (kind[at] === NODE_KIND.text) at = parent[at]!;
  while (at > 0 && layout.display[at] === CONTENTS) at = parent[at]!;
  return layout.visible[at] === 1;
}
