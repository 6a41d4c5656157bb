import { type Document, type MarkupAttribute, TreeWriter, writeNoscript } from "../html/index.ts";
import { DISPLAYS, type Layout, type Screen } from "../page/index.ts";
import { readColor, readDisplay } from "./css-values.ts";
import { STEP, type Walked } from "./walk-page.ts";

/** What is known of a live page besides its walk. */
export interface BuildOptions {
  readonly screen: Screen;
  /** Whether all style sheets that the page asks for were applied. */
  readonly isComplete: boolean;
  /** Whether scripts ran, so that the markup inside `noscript` came as text. */
  readonly hasScripts: boolean;
  /** Pixels below which nothing is given a box. */
  readonly maxHeight: number;
}

/** A live page as extractors know it. */
export interface BuiltPage {
  readonly document: Document;
  readonly layout: Layout;
  /** Whether something was below the greatest height. */
  readonly isCut: boolean;
  /** The nodes of the elements that were walked, in their order. */
  readonly walked: readonly number[];
}

/** The style of each element that has one, as pairs of node and number of the style, in document order. */
type StyledNodes = readonly number[];

const BOX_NUMBERS = 6;
const HUNDREDTHS = 100;
const CONTENTS = DISPLAYS.indexOf("contents");

/** The Document and the Layout of a walked page. */
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
    color: readColor(color),
    background: readColor(background),
    display: readDisplay(display),
    isVisible: visibility === "visible",
  };
}
