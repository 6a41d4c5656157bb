/** Properties that elements take over from what is around them. */
const INHERITED = [
  ...["color", "direction", "writing-mode", "text-orientation"],
  ...["font-family", "font-size", "font-style", "font-weight", "font-stretch", "font-variant-caps"],
  ...["font-variant-numeric", "font-feature-settings", "font-variation-settings", "-webkit-font-smoothing"],
  ...["line-height", "letter-spacing", "word-spacing", "text-align", "text-align-last", "text-indent"],
  ...["text-transform", "text-shadow", "text-underline-offset", "text-underline-position"],
  ...["white-space-collapse", "text-wrap-mode", "word-break", "overflow-wrap", "hyphens", "line-break"],
  ...["tab-size", "list-style-type", "list-style-position", "list-style-image", "quotes"],
  ...["border-collapse", "border-spacing", "caption-side", "empty-cells", "ruby-position"],
] as const;

/** Properties of an element alone. */
const OWN = [
  ...["display", "position", "top", "right", "bottom", "left", "z-index", "float", "clear", "box-sizing"],
  ...["width", "height", "min-width", "min-height", "max-width", "max-height", "aspect-ratio"],
  ...["margin-top", "margin-right", "margin-bottom", "margin-left"],
  ...["padding-top", "padding-right", "padding-bottom", "padding-left"],
  ...["border-top-width", "border-right-width", "border-bottom-width", "border-left-width"],
  ...["border-top-style", "border-right-style", "border-bottom-style", "border-left-style"],
  ...["border-top-color", "border-right-color", "border-bottom-color", "border-left-color"],
  ...["border-top-left-radius", "border-top-right-radius"],
  ...["border-bottom-right-radius", "border-bottom-left-radius"],
  ...["outline-width", "outline-style", "outline-color", "outline-offset"],
  ...["background-color", "background-image", "background-position", "background-size"],
  ...["background-repeat", "background-origin", "background-clip"],
  ...["opacity", "box-shadow", "filter", "mix-blend-mode", "clip-path", "shape-outside", "shape-margin"],
  ...["text-decoration-line", "text-decoration-style", "text-decoration-color", "text-decoration-thickness"],
  ...["vertical-align", "text-overflow", "overflow-x", "overflow-y", "unicode-bidi", "initial-letter"],
  ...["object-fit", "object-position", "table-layout"],
  ...["flex-direction", "flex-wrap", "flex-grow", "flex-shrink", "flex-basis", "order"],
  ...["align-content", "align-items", "align-self", "justify-content", "justify-items", "justify-self"],
  ...["row-gap", "column-gap", "grid-template-columns", "grid-template-rows", "grid-template-areas"],
  ...["grid-auto-columns", "grid-auto-rows", "grid-auto-flow"],
  ...["grid-row-start", "grid-row-end", "grid-column-start", "grid-column-end"],
  ...["column-count", "column-width", "column-span"],
  ...["column-rule-width", "column-rule-style", "column-rule-color"],
  ...["transform", "transform-origin", "rotate", "scale", "translate", "break-inside"],
  ...["animation-name", "animation-duration", "animation-delay", "animation-direction"],
  ...[
    "animation-fill-mode",
    "animation-iteration-count",
    "animation-play-state",
    "animation-timing-function",
  ],
  ...["counter-reset", "counter-increment", "content"],
] as const;

/** A property that the looks of a page are made of; an article in its page's style has no other. */
export type StyleProperty = (typeof INHERITED)[number] | (typeof OWN)[number];

/** Every property that is captured, in the order of `StyleValues`. */
export const STYLE_PROPERTIES: readonly StyleProperty[] = [...INHERITED, ...OWN];

/** Whether elements take a property over from what is around them. */
export const IS_INHERITED: ReadonlySet<StyleProperty> = new Set(INHERITED);

/** The parts that a style sheet adds to an element. */
export const PSEUDO_ELEMENTS = ["before", "after", "first-letter", "marker"] as const;
/** A part that a style sheet adds to an element. */
export type PseudoElement = (typeof PSEUDO_ELEMENTS)[number];

/** Descriptors of a web font besides its name and its files. */
export const FONT_DESCRIPTORS = [
  ...["font-weight", "font-style", "font-stretch", "unicode-range", "font-display"],
  ...["size-adjust", "ascent-override", "descent-override", "line-gap-override"],
] as const;

/** What a value may call. What is not here could load, run or read something, or is of no use. */
export const CSS_FUNCTIONS: ReadonlySet<string> = new Set([
  ...["rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch", "color", "color-mix"],
  ...["linear-gradient", "radial-gradient", "conic-gradient"],
  ...["repeating-linear-gradient", "repeating-radial-gradient", "repeating-conic-gradient"],
  ...["calc", "min", "max", "clamp", "minmax", "repeat", "fit-content"],
  ...["translate", "translatex", "translatey", "translatez", "translate3d", "scale", "scalex", "scaley"],
  ...["scalez", "scale3d", "rotate", "rotatex", "rotatey", "rotatez", "rotate3d", "skew", "skewx", "skewy"],
  ...["matrix", "matrix3d", "perspective", "cubic-bezier", "steps", "linear"],
  ...["blur", "brightness", "contrast", "drop-shadow", "grayscale", "hue-rotate", "invert", "opacity"],
  ...["saturate", "sepia", "inset", "circle", "ellipse", "polygon", "rect", "xywh"],
  ...["counter", "counters", "format", "tech", "local"],
]);
