import { attribute, BLOCK_TAGS, type Document, NODE_KIND, parseHtml } from "../../html/index.ts";
import { emptyLayout } from "../../layout/laid-out.testing.ts";
import { DISPLAYS, type Layout, Page } from "../../page/index.ts";
import { type Piece, pieceOf, type VisualBlock } from "./segment-page.ts";
import { VisualPage } from "./visual-page.ts";

/** Box and style of an element; by default 16-pixel text on a transparent background. */
export interface Look {
  readonly box: readonly [left: number, top: number, width: number, height: number];
  readonly fontSize?: number;
  readonly background?: number;
}

/** A page whose elements have the given boxes and styles by id; the others have no box. */
export function laidOut(
  html: string,
  looks: Readonly<Record<string, Look>>,
  change: Partial<Layout> = {},
): Page {
  const document = parseHtml(html);
  const layout = { ...plainLayout(document), ...change };
  for (const [id, { box, fontSize = 16, background = 0 }] of Object.entries(looks)) {
    const node = nodeOf(document, id);
    [layout.left[node], layout.top[node], layout.width[node], layout.height[node]] = box;
    layout.background[node] = background;
    layout.fontSize.fill(fontSize, node, document.end[node]);
  }
  return new Page(document, "https://harbour-courier.example/story", layout);
}

/** The node of an id. */
function nodeOf(document: Document, id: string): number {
  for (let node = 1; node < document.size; node++) if (attribute(document, node, "id") === id) return node;
  throw new RangeError(`No element has the id ${id}.`);
}

/** The element of an id as a piece. */
export function pieceAt(view: VisualPage, id: string): Piece {
  return pieceOf(view, nodeOf(view.document, id));
}

/** The visual view of a made-up page. */
export function viewOf(html: string, looks: Readonly<Record<string, Look>>): VisualPage {
  return new VisualPage(laidOut(html, looks));
}

/** A tree of blocks as its degrees, each followed by its parts in brackets. */
export function drawn({ degree, children }: VisualBlock): string {
  return children.length === 0 ? String(degree) : `${degree}(${children.map(drawn).join(" ")})`;
}

function plainLayout(document: Document): Layout {
  const { size, kind, tag } = document;
  const display = (node: number) => DISPLAYS.indexOf(BLOCK_TAGS[tag[node]!] === 1 ? "block" : "inline");
  return {
    ...emptyLayout(size),
    fontSize: new Float32Array(size).fill(16),
    fontWeight: new Uint16Array(size).fill(400),
    display: Uint8Array.from(kind, (_, node) => display(node)),
    visible: kind.map((own) => Number(own === NODE_KIND.element)),
  };
}
