import { attribute, type Document, TAG, tagTable } from "../../html/index.ts";
import { bounded } from "../style/length.ts";
import { PROPERTY } from "../style/properties.ts";
import type { Styles } from "../style/styles.ts";

/** Elements whose box holds something other than the elements inside them. */
export const REPLACED_TAGS = tagTable(
  ...(["img", "video", "audio", "canvas", "iframe", "embed", "svg", "input", "select", "textarea"] as const),
  ...(["meter", "progress"] as const),
);

/** A width and height in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A picture that says nothing of its size shows a mark or its words until it is there. */
const UNKNOWN_PICTURE: Size = { width: 24, height: 18 };
/** Browsers' size of frames, films and drawings that say nothing. */
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

/** The size of a replaced element's content where no style sheet states it. */
export function naturalSize(document: Document, node: number): Size {
  const tag = document.tag[node]!;
  if (tag === TAG.input) return fieldSize(document, node);
  const usual = SIZES.get(tag) ?? USUAL;
  const stated = statedSize(document, node);
  if (tag !== TAG.svg) return stated ?? usual;
  // A drawing is as large as one side says and usual at the other; a picture without both has no size.
  const width = numberOf(attribute(document, node, "width")) ?? usual.width;
  return { width, height: numberOf(attribute(document, node, "height")) ?? usual.height };
}

/** Both attributes together give the proportions of a picture, whatever size a style sheet makes it. */
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

/** The content size of a replaced element in a box of a width: stated, in proportion, or its own. */
export function replacedSize(document: Document, styles: Styles, node: number, available: number): Size {
  const { boxes, record } = styles;
  const natural = naturalSize(document, node);
  const stated = boxes.resolve(record[node]!, PROPERTY.width, available);
  const height = boxes.pixels(record[node]!, PROPERTY.height);
  const hasHeight = !Number.isNaN(height) && boxes.percent(record[node]!, PROPERTY.height) === 0;
  let width = Number.isNaN(stated) ? natural.width : stated;
  const most = boxes.resolve(record[node]!, PROPERTY["max-width"], available);
  if (most < width) width = most;
  // Pictures state the size of their file, and style sheets that are not here fit it in.
  else if (available > 0 && width === natural.width && width > available) width = available;
  const isOwnSize = width === stated || Number.isNaN(stated) || height !== natural.height;
  if (hasHeight && isOwnSize) return { width, height };
  const isKnown = natural !== UNKNOWN_PICTURE && natural.width > 0;
  return { width, height: isKnown ? (natural.height * width) / natural.width : natural.height };
}
