import { TAG } from "../../html/index.ts";
import type { Box } from "./box.ts";
import type { Looks } from "./looks.ts";

/** What is shown as one: an element, or a run of siblings in lines of text. */
export interface Piece {
  /** Its nodes: from the first up to the second. */
  readonly from: number;
  readonly to: number;
  /** The element that it is, -1 for a run. */
  readonly element: number;
  readonly box: Box;
}

/** The pieces of an element. */
export interface Parts {
  readonly pieces: readonly Piece[];
  /** Whether a horizontal rule stands between them. */
  readonly hasRule: boolean;
}

/** An element as a piece. */
export function pieceOf(looks: Looks, element: number): Piece {
  return { from: element, to: looks.document.end[element]!, element, box: looks.box(element) };
}

/** What an element shows, in order: its children, those that stand in lines of text together. What nobody sees is cut. */
export function partsOf(looks: Looks, element: number): Parts {
  const { firstChild, nextSibling, end, tag } = looks.document;
  const around = looks.box(element);
  const pieces: Piece[] = [];
  let hasRule = false;
  let from = -1;
  let to = -1;
  let top = around.top;
  const endRun = (bottom: number) => {
    if (from >= 0) {
      // Layouts know the boxes of elements only: a run lies between what is above and below it.
      const box = { ...around, top: Math.min(top, bottom), bottom: Math.max(top, bottom) };
      pieces.push({ from, to, element: -1, box });
    }
    from = -1;
  };
  for (let child = firstChild[element]!; child >= 0; child = nextSibling[child]!) {
    const isShown = looks.isShown(child, end[child]!);
    if (tag[child] === TAG.hr) hasRule = true;
    if (looks.isInline(child)) {
      if (!isShown) continue;
      if (from < 0) from = child;
      to = end[child]!;
    } else {
      const box = looks.box(child);
      endRun(box.top);
      if (isShown) pieces.push({ from: child, to: end[child]!, element: child, box });
      top = box.bottom;
    }
  }
  endRun(around.bottom);
  return { pieces, hasRule };
}
