import { type Document, type MarkupAttribute, TreeWriter, writeNoscript } from "../html/index.ts";
import { DISPLAYS, type Display, type Layout, type Screen } from "../page/index.ts";
import { STEP, type Walked } from "./walk-page.ts";

interface BuildOptions {
  readonly screen: Screen;
  /** Whether all style sheets were applied. */
  readonly isComplete: boolean;
  /** Whether scripts ran, so that the markup inside `noscript` came as text. */
  readonly hasScripts: boolean;
  /** Elements below this many pixels get no box. */
  readonly maxHeight: number;
}

interface BuiltPage {
  readonly document: Document;
  readonly layout: Layout;
  /** Whether something was below `maxHeight`. */
  readonly isCut: boolean;
  /** The nodes of the walked elements, in order. */
  readonly walked: readonly number[];
}

/** Pairs of node and style index, in document order. */
type StyledNodes = readonly number[];

const BOX_NUMBERS = 6;
const HUNDREDTHS = 100;
const CONTENTS = DISPLAYS.indexOf("contents");

/** Builds Document and Layout of a walked page. */
export function buildPage(walked: Walked, options: BuildOptions): BuiltPage {
  const { document, styled, elements } = buildDocument(walked, options);
  return {
    document,
    walked: elements,
    ...buildLayout(walked, options, { styled, size: document.size }),
  };
}

function buildDocument({ strings, steps }: Walked, { hasScripts }: BuildOptions) {
  const styled: number[] = [];
  const elements: number[] = [];
  const writer = new TreeWriter(steps.length / 4);
  writer.open("", []);
  let name = "";
  for (let at = 0; at < steps.length; ) {
    const step = steps[at++];
    if (step === STEP.close) {
      writer.close();
      name = "";
    } else if (step === STEP.text) {
      const text = strings[steps[at++]!]!;
      if (hasScripts && name === "noscript") writeNoscript(text, writer);
      else writer.text(text);
    } else {
      name = strings[steps[at]!]!;
      const style = steps[at + 1]!;
      const end = at + 3 + 2 * steps[at + 2]!;
      const node = writer.open(name, readAttributes(strings, steps.slice(at + 3, end)));
      elements.push(node);
      if (style >= 0) styled.push(node, style);
      at = end;
    }
  }
  writer.close();
  return { document: writer.finish(), styled, elements };
}

function readAttributes(strings: Walked["strings"], pairs: readonly number[]): MarkupAttribute[] {
  const attributes: MarkupAttribute[] = [];
  for (let at = 0; at < pairs.length; at += 2) {
    attributes.push({ name: strings[pairs[at]!]!, value: strings[pairs[at + 1]!]! });
  }
  return attributes;
}

interface Sized {
  readonly styled: StyledNodes;
  readonly size: number;
}

function buildLayout(
  { boxes, styles }: Walked,
  { screen, isComplete, maxHeight }: BuildOptions,
  { styled, size }: Sized,
): Pick<BuiltPage, "layout" | "isCut"> {
  const families = new Map<string, number>();
  const read = styles.map((values) => readStyle(values, families));
  const layout = emptyLayout(size, { screen, complete: isComplete, families: [...families.keys()] });
  let isCut = false;
  for (let at = 0; at < styled.length; at += 2) {
    const node = styled[at]!;
    const style = read[styled[at + 1]!]!;
    layout.display[node] = style.display;
    if (style.display === CONTENTS) continue;
    const box = (at / 2) * BOX_NUMBERS;
    if (boxes[box + 1]! > maxHeight * HUNDREDTHS) {
      isCut = true;
      layout.display[node] = 0;
      continue;
    }
    writeBox(layout, node, boxes.slice(box, box + BOX_NUMBERS));
    layout.fontSize[node] = style.fontSize;
    layout.fontWeight[node] = style.fontWeight;
    layout.fontFamily[node] = style.fontFamily;
    layout.color[node] = style.color;
    layout.background[node] = style.background;
    const hasSize = layout.width[node]! > 0 && layout.height[node]! > 0;
    layout.visible[node] = hasSize && style.isVisible ? 1 : 0;
  }
  return { layout, isCut };
}

function emptyLayout(size: number, known: Pick<Layout, "screen" | "complete" | "families">): Layout {
  return {
    source: "browser",
    ...known,
    left: new Float32Array(size),
    top: new Float32Array(size),
    width: new Float32Array(size),
    height: new Float32Array(size),
    scrollWidth: new Float32Array(size),
    scrollHeight: new Float32Array(size),
    fontSize: new Float32Array(size),
    fontWeight: new Uint16Array(size),
    fontFamily: new Uint16Array(size),
    color: new Uint32Array(size),
    background: new Uint32Array(size),
    display: new Uint8Array(size),
    visible: new Uint8Array(size),
  };
}

function writeBox(layout: Layout, node: number, box: readonly number[]): void {
  const [left = 0, top = 0, width = 0, height = 0, scrollWidth = 0, scrollHeight = 0] = box;
  layout.left[node] = left / HUNDREDTHS;
  layout.top[node] = top / HUNDREDTHS;
  layout.width[node] = width / HUNDREDTHS;
  layout.height[node] = height / HUNDREDTHS;
  // Inline elements have no scroll size of their own.
  layout.scrollWidth[node] = Math.max(width, scrollWidth) / HUNDREDTHS;
  layout.scrollHeight[node] = Math.max(height, scrollHeight) / HUNDREDTHS;
}

function readStyle(values: Walked["styles"][number], families: Map<string, number>) {
  const [size = "", weight = "", family = "", color = "", background = "", display = "", visibility] = values;
  if (!families.has(family)) families.set(family, families.size);
  return {
    fontSize: Number.parseFloat(size) || 0,
    fontWeight: Number.parseFloat(weight) || 0,
    fontFamily: families.get(family)!,
    color: readComputedColor(color),
    background: readComputedColor(background),
    display: readDisplay(display),
    isVisible: visibility === "visible",
  };
}

const FUNCTION = /^(rgba?|color)\((.+)\)$/;

/** Rarer `display` values and their nearest equivalent; others count as block. */
const NEAREST: ReadonlyMap<string, Display> = new Map([
  ["flow-root", "block"],
  ["inline-flex", "inline-block"],
  ["inline-grid", "inline-block"],
  ["inline-table", "inline-block"],
  ["ruby", "inline"],
  ["ruby-text", "inline"],
  ["table-row-group", "block"],
  ["table-header-group", "block"],
  ["table-footer-group", "block"],
  ["table-caption", "block"],
]);

const CODES: ReadonlyMap<string, number> = new Map(DISPLAYS.map((display, code) => [display, code]));

/** The code of a computed `display`. */
export function readDisplay(value: string): number {
  return CODES.get(value) ?? DISPLAYS.indexOf(NEAREST.get(value) ?? "block");
}

/** A computed colour as 0xRRGGBBAA; 0 for what is transparent and for colour spaces other than sRGB. */
export function readComputedColor(value: string): number {
  const [, name, inside = ""] = FUNCTION.exec(value) ?? [];
  const parts = inside.split(/[\s,/]+/);
  const isShare = name === "color";
  if (name === undefined || (isShare && parts.shift() !== "srgb")) return 0;
  const [red = 0, green = 0, blue = 0, alpha = 1] = parts.map(Number);
  const scale = isShare ? 255 : 1;
  const bytes = [red * scale, green * scale, blue * scale, alpha * 255];
  if (byteOf(alpha * 255) === 0) return 0;
  return bytes.reduce((color, part) => color * 256 + byteOf(part), 0);
}

function byteOf(value: number): number {
  return Math.min(255, Math.max(0, Math.round(value) || 0));
}
