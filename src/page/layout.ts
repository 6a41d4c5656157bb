/** What the `display` of an element makes of it, by its code in `Layout.display`. */
export const DISPLAYS = [
  "none",
  "block",
  "inline",
  "inline-block",
  "flex",
  "grid",
  "table",
  "table-row",
  "table-cell",
  "list-item",
  "contents",
] as const;
/** What the `display` of an element makes of it; rarer values are counted to the nearest of these. */
export type Display = (typeof DISPLAYS)[number];

/** A screen in CSS pixels. */
export interface Screen {
  readonly width: number;
  readonly height: number;
}

/**
 * Where the elements of a page are and how they look: parallel arrays over the nodes of its Document. Values at text nodes and at
 * elements without a box are 0. Lengths are CSS pixels from the page's left and top. Read-only by contract.
 */
export interface Layout {
  /** Whether a browser measured it or the markup was read for it. */
  readonly source: "browser" | "estimate";
  /** Whether all style sheets that the page asks for were applied. */
  readonly complete: boolean;
  readonly screen: Screen;
  readonly left: Float32Array;
  readonly top: Float32Array;
  readonly width: Float32Array;
  readonly height: Float32Array;
  /** The size of all that an element holds, what sticks out of its box included. */
  readonly scrollWidth: Float32Array;
  readonly scrollHeight: Float32Array;
  readonly fontSize: Float32Array;
  /** 100 to 900. */
  readonly fontWeight: Uint16Array;
  /** Index into `families`. */
  readonly fontFamily: Uint16Array;
  /** Font stacks as computed styles state them, each once. */
  readonly families: readonly string[];
  /** The colour of text as 0xRRGGBBAA. */
  readonly color: Uint32Array;
  /** The colour behind an element as 0xRRGGBBAA; 0 where what is behind it shows through. */
  readonly background: Uint32Array;
  /** Index into `DISPLAYS`. */
  readonly display: Uint8Array;
  /** 1 where an element has a box that is seen: not `display: none`, not `visibility: hidden`, not of no size. */
  readonly visible: Uint8Array;
}
