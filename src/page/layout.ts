/** The `display` values of a layout; `Layout.display` has the index of one of these. */
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
/** A `display` value; rarer ones are mapped to the nearest of these. */
export type Display = (typeof DISPLAYS)[number];

/** A screen in CSS pixels. */
export interface Screen {
  readonly width: number;
  readonly height: number;
}

/**
 * Boxes and styles of a page's elements: parallel arrays over the nodes of its Document, 0 at text nodes and at elements
 * without a box. Lengths are CSS pixels from the page's left and top. Read-only by contract.
 */
export interface Layout {
  /** Measured by a browser, or estimated from the markup. */
  readonly source: "browser" | "estimate";
  /** Whether all style sheets of the page were applied. */
  readonly complete: boolean;
  readonly screen: Screen;
  readonly left: Float32Array;
  readonly top: Float32Array;
  readonly width: Float32Array;
  readonly height: Float32Array;
  /** The size of the content including overflow. */
  readonly scrollWidth: Float32Array;
  readonly scrollHeight: Float32Array;
  readonly fontSize: Float32Array;
  /** 100 to 900. */
  readonly fontWeight: Uint16Array;
  /** Index into `families`. */
  readonly fontFamily: Uint16Array;
  /** Distinct font stacks of the computed styles. */
  readonly families: readonly string[];
  /** Text colour as 0xRRGGBBAA. */
  readonly color: Uint32Array;
  /** Background colour as 0xRRGGBBAA; 0 where transparent. */
  readonly background: Uint32Array;
  /** Index into `DISPLAYS`. */
  readonly display: Uint8Array;
  /** 1 where an element has a visible box: displayed, not `visibility: hidden`, not empty. */
  readonly visible: Uint8Array;
}
