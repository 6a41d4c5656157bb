import { attribute, type Document, TAG, tagTable } from "../../html/index.ts";
import type { Screen } from "../../page/index.ts";
import { BOX, PROPERTY } from "../style/properties.ts";
import type { Styles } from "../style/styles.ts";
import { bounded } from "../style/values.ts";
import { type Boxes, isFlex, isTable } from "./boxes.ts";
import type { Frame, Strip } from "./frame-stack.ts";

const WEBKIT_CENTER = 5;
const RIGHT = 2;
const ALIGN = { stretch: 0, center: 2, end: 3 } as const;

/** Sets the width and left edge of a block in the free span of its container. */
export function setBlockWidth(boxes: Boxes, frame: Frame, node: number, strip: Strip): void {
  const { left, width, styles } = boxes;
  const available = strip.right - strip.left;
  const marginLeft = boxes.length(node, PROPERTY["margin-left"], frame.width);
  const marginRight = boxes.length(node, PROPERTY["margin-right"], frame.width);
  const fills = Math.max(0, available - (marginLeft || 0) - (marginRight || 0));
  const own = boxes.clampWidth(node, blockWidth(boxes, frame, node, fills), frame.width);
  const free = Math.max(0, fills - own);
  const align = styles.codes("text-align")[frame.node]!;
  const isMirrored = styles.codes("direction")[frame.node] === 1;
  const across = isFlex(boxes.kind[frame.node]!) ? styles.codes("align-items")[frame.node]! : ALIGN.stretch;
  let shift = 0;
  if (Number.isNaN(marginLeft)) shift = Number.isNaN(marginRight) ? free / 2 : free;
  else if (align === WEBKIT_CENTER || across === ALIGN.center) shift = free / 2;
  else if ((isMirrored && align !== RIGHT) || across === ALIGN.end) shift = free;
  width[node] = own;
  left[node] = strip.left + (marginLeft || 0) + shift;
}

function blockWidth(boxes: Boxes, frame: Frame, node: number, fills: number): number {
  const { kind, styles, document } = boxes;
  if (REPLACED_TAGS[document.tag[node]!] === 1) return replacedWidth(boxes, node, frame.width);
  const stated = boxes.statedWidth(node, frame.width);
  if (!Number.isNaN(stated)) return isTable(kind[node]!) ? Math.max(boxes.minContent[node]!, stated) : stated;
  // Items of a flex column that are not stretched shrink to fit.
  const isLoose = isFlex(kind[frame.node]!) && styles.codes("align-items")[frame.node] !== ALIGN.stretch;
  return isTable(kind[node]!) || isLoose ? boxes.fitContent(node, fills) : fills;
}

/** The shrink-to-fit width of a border box. */
export function shrinkToFit(boxes: Boxes, node: number, available: number): number {
  if (REPLACED_TAGS[boxes.document.tag[node]!] === 1) return replacedWidth(boxes, node, available);
  const stated = boxes.statedWidth(node, available);
  const own = Number.isNaN(stated)
    ? boxes.fitContent(node, Math.max(0, available - boxes.marginsAcross(node, available)))
    : Math.max(stated, isTable(boxes.kind[node]!) ? boxes.minContent[node]! : 0);
  return boxes.clampWidth(node, own, available);
}

function replacedWidth(boxes: Boxes, node: number, available: number): number {
  const { width } = replacedSize(boxes.document, boxes.styles, node, available);
  const isStated = !Number.isNaN(boxes.length(node, PROPERTY.width, available));
  return width + (isStated ? boxes.addedToWidth(node, available) : boxes.edgesAcross(node, available));
}

/** Whether an element states a height, so that margins do not collapse through it. */
export function statesHeight(boxes: Boxes, node: number): boolean {
  const record = boxes.styles.record[node]!;
  if (record === 0) return false;
  const { boxes: lengths } = boxes.styles;
  return (
    !Number.isNaN(lengths.pixels(record, PROPERTY.height)) ||
    lengths.pixels(record, PROPERTY["min-height"]) > 0
  );
}

/** The border-box height; percentages count as `auto`, because the container's height is not known yet. */
export function heightOf(boxes: Boxes, node: number, whole: number, content: number): number {
  const record = boxes.styles.record[node]!;
  if (record === 0) return content;
  const added = boxes.addedToHeight(node, whole);
  const stated = fixedLength(boxes, record, PROPERTY.height) + added;
  const grows = boxes.kind[node] === BOX.cell || isTable(boxes.kind[node]!);
  const own = Number.isNaN(stated) || (grows && content > stated) ? content : stated;
  const most = fixedLength(boxes, record, PROPERTY["max-height"]) + added;
  const least = fixedLength(boxes, record, PROPERTY["min-height"]);
  return Math.max(Number.isNaN(most) ? own : Math.min(most, own), least > 0 ? least + added : 0);
}

/** A length without a percentage; NaN where it has one. */
function fixedLength({ styles }: Boxes, record: number, property: number): number {
  return styles.boxes.percent(record, property) === 0 ? styles.boxes.pixels(record, property) : Number.NaN;
}

/** Replaced elements, and form controls that are sized like them. */
export const REPLACED_TAGS = tagTable(
  "img",
  "video",
  "audio",
  "canvas",
  "iframe",
  "embed",
  "svg",
  "input",
  "select",
  "textarea",
  "meter",
  "progress",
);

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The placeholder that browsers draw for an image without a size. */
const UNKNOWN_PICTURE: Size = { width: 24, height: 18 };
/** The default size of frames, videos and drawings. */
const USUAL: Size = { width: 300, height: 150 };
const SIZES: ReadonlyMap<number, Size> = new Map([
  [TAG.img, UNKNOWN_PICTURE],
  [TAG.audio, { width: 300, height: 54 }],
  [TAG.select, { width: 110, height: 19 }],
  [TAG.textarea, { width: 182, height: 36 }],
  [TAG.meter, { width: 80, height: 16 }],
  [TAG.progress, { width: 160, height: 16 }],
]);
const TICK: Size = { width: 13, height: 13 };
const FIELD: Size = { width: 153, height: 21 };
const BUTTON_PADDING = 16;
const BUTTON_LETTER = 7;
const BUTTON_TYPES = new Set(["submit", "button", "reset"]);
const TICK_TYPES = new Set(["checkbox", "radio"]);

/** The content size of a replaced element without CSS. */
function naturalSize(document: Document, node: number): Size {
  const tag = document.tag[node]!;
  if (tag === TAG.input) return fieldSize(document, node);
  const usual = SIZES.get(tag) ?? USUAL;
  const stated = statedSize(document, node);
  if (tag !== TAG.svg) return stated ?? usual;
  // An SVG defaults each missing side on its own; other images need both attributes.
  const width = numberOf(attribute(document, node, "width")) ?? usual.width;
  return { width, height: numberOf(attribute(document, node, "height")) ?? usual.height };
}

/** Both attributes together give the aspect ratio, whatever size CSS gives the image. */
function statedSize(document: Document, node: number): Size | undefined {
  const width = numberOf(attribute(document, node, "width"));
  const height = numberOf(attribute(document, node, "height"));
  return width === undefined || height === undefined ? undefined : { width, height };
}

function fieldSize(document: Document, node: number): Size {
  const type = attribute(document, node, "type")?.toLowerCase() ?? "text";
  if (TICK_TYPES.has(type)) return TICK;
  if (type === "image") return UNKNOWN_PICTURE;
  if (!BUTTON_TYPES.has(type)) return FIELD;
  const words = attribute(document, node, "value") ?? "Submit";
  return { width: words.length * BUTTON_LETTER + BUTTON_PADDING, height: FIELD.height };
}

function numberOf(value: string | undefined): number | undefined {
  const number = Number.parseFloat(value ?? "");
  return number >= 0 && !value?.includes("%") ? bounded(number) : undefined;
}

/** The content size of a replaced element in an available width: stated, by aspect ratio, or natural. */
export function replacedSize(document: Document, styles: Styles, node: number, available: number): Size {
  const { boxes, record } = styles;
  const natural = naturalSize(document, node);
  const stated = boxes.resolve(record[node]!, PROPERTY.width, available);
  const height = boxes.pixels(record[node]!, PROPERTY.height);
  const hasHeight = !Number.isNaN(height) && boxes.percent(record[node]!, PROPERTY.height) === 0;
  let width = Number.isNaN(stated) ? natural.width : stated;
  const most = boxes.resolve(record[node]!, PROPERTY["max-width"], available);
  if (most < width) width = most;
  // Images state the size of their file; the missing style sheet would fit it into the column.
  else if (available > 0 && width === natural.width && width > available) width = available;
  const isOwnSize = width === stated || Number.isNaN(stated) || height !== natural.height;
  if (hasHeight && isOwnSize) return { width, height };
  const isKnown = natural !== UNKNOWN_PICTURE && natural.width > 0;
  return { width, height: isKnown ? (natural.height * width) / natural.width : natural.height };
}

const FIXED = 3;

/** Positions absolute, fixed and relative boxes. */
export class AbsolutePlaces {
  readonly #boxes: Boxes;
  readonly #screen: Screen;
  /** Boxes with a `bottom` whose container is still open, and the depth of that container. */
  readonly #waiting: { readonly node: number; readonly depth: number }[] = [];
  /** Boxes with a `bottom` that refers to the screen. */
  readonly #atScreen: number[] = [];

  constructor(boxes: Boxes, screen: Screen) {
    this.#boxes = boxes;
    this.#screen = screen;
  }

  /** Sets the left, top and width of an absolute box; `y` is its static position. */
  place(node: number, container: Frame, flow: Frame, y: number): void {
    const boxes = this.#boxes;
    const isFixed = boxes.styles.codes("position")[node] === FIXED;
    const whole = isFixed ? this.#screen.width : container.width + boxes.edgesAcross(container.node, 0);
    const from = isFixed ? 0 : container.left - boxes.edge(container.node, "left", 0);
    const left = boxes.length(node, PROPERTY.left, whole);
    const right = boxes.length(node, PROPERTY.right, whole);
    const width = this.#width(node, whole, left, right);
    boxes.width[node] = width;
    const margin = boxes.lengthOrZero(node, PROPERTY["margin-left"], whole);
    const inFlow = flow.isLineOpen ? flow.lineX : flow.left;
    const fromRight = Number.isNaN(right) ? inFlow : from + whole - right - width;
    boxes.left[node] = (Number.isNaN(left) ? fromRight : from + left) + margin;
    this.#setTop(node, container, isFixed, y);
    if (!this.#hangsFromBottom(node)) return;
    if (isFixed || flow.positionedDepth === 0) this.#atScreen.push(node);
    else this.#waiting.push({ node, depth: flow.positionedDepth });
  }

  #width(node: number, whole: number, left: number, right: number): number {
    const boxes = this.#boxes;
    const isReplaced = REPLACED_TAGS[boxes.document.tag[node]!] === 1;
    if (isReplaced || !Number.isNaN(boxes.statedWidth(node, whole))) return shrinkToFit(boxes, node, whole);
    const available = Math.max(0, whole - (left || 0) - (right || 0));
    const isStretched = !Number.isNaN(left + right);
    return boxes.clampWidth(node, isStretched ? available : boxes.fitContent(node, available), whole);
  }

  #setTop(node: number, container: Frame, isFixed: boolean, y: number): void {
    const boxes = this.#boxes;
    const margin = boxes.lengthOrZero(node, PROPERTY["margin-top"], container.width);
    const top = boxes.length(node, PROPERTY.top, this.#screen.height);
    const start = isFixed ? 0 : container.top - boxes.edge(container.node, "top", 0);
    boxes.top[node] = (Number.isNaN(top) ? y : start + top) + margin;
  }

  #hangsFromBottom(node: number): boolean {
    const isTopFree = Number.isNaN(this.#boxes.length(node, PROPERTY.top, 0));
    return isTopFree && !Number.isNaN(this.#boxes.length(node, PROPERTY.bottom, 0));
  }

  /** Moves the boxes that waited for the height of a closing container. */
  settleBottoms(depth: number, container: number): void {
    const { top, height, shiftY } = this.#boxes;
    while (this.#waiting.at(-1)?.depth === depth) {
      const { node } = this.#waiting.pop()!;
      const bottom = this.#boxes.lengthOrZero(node, PROPERTY.bottom, height[container]!);
      shiftY[node]! += top[container]! + height[container]! - bottom - height[node]! - top[node]!;
    }
  }

  /** Moves the boxes that refer to the bottom of the screen. */
  settleAtScreen(): void {
    const { top, height, shiftY } = this.#boxes;
    for (const node of this.#atScreen) {
      const bottom = this.#boxes.lengthOrZero(node, PROPERTY.bottom, this.#screen.height);
      shiftY[node]! += this.#screen.height - bottom - height[node]! - top[node]!;
    }
  }

  shiftRelative(node: number, whole: number): void {
    const { shiftX, shiftY } = this.#boxes;
    const left = this.#boxes.length(node, PROPERTY.left, whole);
    const right = this.#boxes.lengthOrZero(node, PROPERTY.right, whole);
    const top = this.#boxes.length(node, PROPERTY.top, 0);
    const bottom = this.#boxes.lengthOrZero(node, PROPERTY.bottom, 0);
    shiftX[node]! += Number.isNaN(left) ? -right : left;
    shiftY[node]! += Number.isNaN(top) ? -bottom : top;
  }
}
