import { TAG } from "../../html/index.ts";
import { BOX } from "../style/properties.ts";
import type { Boxes } from "./boxes.ts";
import type { Frame, Strip } from "./frame-stack.ts";
import { EDGE } from "./text-sizes.ts";

const NO_WRAP = 1;
const PRESERVED = 2;
const LEFT = 1;
const RIGHT = 2;
const CENTER = 3;
const END = 4;
const WEBKIT_CENTER = 5;
/** Extent of an inline box above and below the baseline, in parts of the font size, as browsers draw it. */
const ASCENT = 0.9;
const DESCENT = 0.214;
/** A ragged line ends on average half a word before the edge. */
const RAGGED = 0.5;
/** A line next to floats needs at least this width. */
const NARROWEST_LINE = 20;
const CLOSE_ENOUGH = 0.5;
const MIDDLE = 2;
/** Sentinel height: the entry is a text fragment of an inline element, not a box. */
const FRAGMENT = -1;
const NEWLINE = 0x0a;
const TOP = 1;

/** A box in a line, or a fragment of an inline element. */
interface LineItem {
  readonly node: number;
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

/** Breaks text and atomic inline boxes into lines, and builds the boxes of inline elements around them. */
export class Lines {
  readonly #boxes: Boxes;
  readonly #textAlign: Uint8Array;
  readonly #direction: Uint8Array;
  readonly #verticalAlign: Uint8Array;
  readonly #whiteSpace: Uint8Array;
  readonly #strip: Strip = { left: 0, right: 0 };
  /** The contents of all open lines; those of a frame begin at its `firstItem`. */
  readonly #items: LineItem[] = [];

  constructor(boxes: Boxes) {
    const { styles } = boxes;
    this.#boxes = boxes;
    this.#textAlign = styles.codes("text-align");
    this.#direction = styles.codes("direction");
    this.#verticalAlign = styles.codes("vertical-align");
    this.#whiteSpace = styles.codes("white-space");
  }

  /** Opens a line at the first place from the cursor down that is `needed` wide between the floats. */
  open(frame: Frame, needed: number): void {
    const strip = this.#strip;
    strip.left = frame.left;
    strip.right = frame.left + frame.width;
    const least = Math.min(Math.max(needed, NARROWEST_LINE), frame.width);
    const y = frame.floats.findSpace(strip, frame.cursor, least);
    frame.isLineOpen = true;
    frame.cursor = y;
    frame.lineTop = y;
    frame.lineLeft = strip.left;
    frame.lineRight = strip.right;
    frame.lineX = strip.left;
    frame.lineHeight = this.#boxes.styles.lineHeight(frame.node);
    frame.firstItem = this.#items.length;
    frame.endsWithSpace = true;
  }

  /** Ends the line: aligns its contents and moves the cursor below it. */
  close(frame: Frame): void {
    const { shiftX, shiftY, document, kind } = this.#boxes;
    const moved = this.#alignment(frame);
    const isMirrored = this.#direction[frame.node] === 1;
    for (const { node, left: from, width, height } of this.#items.splice(frame.firstItem)) {
      const left = (isMirrored ? frame.lineLeft + frame.lineRight - from - width : from) + moved;
      if (height === FRAGMENT) this.#surround(frame, node, left, width);
      else {
        shiftX[node]! += left - from;
        shiftY[node]! += this.#verticalShift(node, frame.lineHeight - height);
        const around = document.parent[node]!;
        if (kind[around] === BOX.inline) this.#surround(frame, around, left, width);
      }
    }
    frame.cursor = frame.lineTop + frame.lineHeight;
    frame.isLineOpen = false;
  }

  /** Adds a text node to the open line, wrapping as needed. */
  addText(frame: Frame, node: number): void {
    const { texts, document, styles } = this.#boxes;
    const element = document.parent[node]!;
    const mode = this.#whiteSpace[element]!;
    const edges = texts.edges[node]!;
    if ((edges & EDGE.before) !== 0) this.addSpace(frame, element);
    let rest = texts.width[node]!;
    const word = rest / texts.words[node]!;
    const lineHeight = styles.lineHeight(element);
    const canWrap = mode !== NO_WRAP && mode !== PRESERVED;
    if (mode >= PRESERVED) rest = this.#addPreservedLines(frame, node, rest);
    while (canWrap && rest > CLOSE_ENOUGH && rest > frame.lineRight - frame.lineX + CLOSE_ENOUGH) {
      const free = frame.lineRight - frame.lineX;
      if (frame.lineX === frame.lineLeft || free >= word) {
        const part = Math.min(rest, Math.max(free - RAGGED * word, word));
        this.#put(frame, element, part, lineHeight);
        rest -= part;
      }
      if (rest > CLOSE_ENOUGH) this.#newLine(frame, word);
    }
    if (rest > CLOSE_ENOUGH) this.#put(frame, element, rest, lineHeight);
    frame.endsWithSpace = false;
    if ((edges & EDGE.after) !== 0) this.addSpace(frame, element);
  }

  /** Ends a line at every newline of preformatted text, and returns the width left for the last line. */
  #addPreservedLines(frame: Frame, node: number, width: number): number {
    const { text, textStart, textEnd, parent } = this.#boxes.document;
    const element = parent[node]!;
    let ends = 0;
    for (let at = textStart[node]!; at < textEnd[node]!; at++) if (text.charCodeAt(at) === NEWLINE) ends++;
    const mean = width / (ends + 1);
    const lineHeight = this.#boxes.styles.lineHeight(element);
    for (let at = 0; at < ends; at++) {
      this.#put(frame, element, Math.min(mean, frame.width), lineHeight);
      this.#newLine(frame, 0);
    }
    return mean;
  }

  /** Adds a space, unless the line is empty or already ends with one. */
  addSpace(frame: Frame, element: number): void {
    if (frame.endsWithSpace) return;
    frame.lineX += this.#boxes.texts.space(element);
    frame.endsWithSpace = true;
  }

  /** Begins a new line if a box of an outer width does not fit into this one. */
  wrapFor(frame: Frame, node: number, width: number): void {
    const element = this.#boxes.document.parent[node]!;
    const isFull = frame.lineX + width > frame.lineRight + CLOSE_ENOUGH;
    if (isFull && frame.lineX > frame.lineLeft && this.#whiteSpace[element] !== NO_WRAP) {
      this.#newLine(frame, width);
    }
  }

  /** Adds an atomic inline box by its outer size. */
  addBox(frame: Frame, node: number, width: number, height: number): void {
    this.#items.push({ node, left: frame.lineX, width, height });
    frame.lineX += width;
    frame.endsWithSpace = false;
    if (height > frame.lineHeight) frame.lineHeight = height;
  }

  #newLine(frame: Frame, needed: number): void {
    this.close(frame);
    this.open(frame, needed);
  }

  #put(frame: Frame, element: number, width: number, lineHeight: number): void {
    if (this.#boxes.kind[element] === BOX.inline) {
      this.#items.push({ node: element, left: frame.lineX, width, height: FRAGMENT });
    }
    frame.lineX += width;
    if (lineHeight > frame.lineHeight) frame.lineHeight = lineHeight;
  }

  /** How far `text-align` moves a line from its start side. */
  #alignment(frame: Frame): number {
    const align = this.#textAlign[frame.node]!;
    const isMirrored = this.#direction[frame.node] === 1;
    const free = Math.max(0, frame.lineRight - frame.lineX) * (isMirrored ? -1 : 1);
    if (align === CENTER || align === WEBKIT_CENTER) return free / 2;
    const farSide = isMirrored ? LEFT : RIGHT;
    return align === farSide || align === END ? free : 0;
  }

  #verticalShift(node: number, free: number): number {
    const align = this.#verticalAlign[node]!;
    if (align === TOP) return 0;
    return align === MIDDLE ? free / 2 : free;
  }

  /** Extends the box of an inline element by a fragment of a line. */
  #surround(frame: Frame, node: number, left: number, width: number): void {
    const { styles, document } = this.#boxes;
    if (document.tag[node] === TAG.br) return;
    const fontSize = styles.fontSize[node]!;
    const height = Math.round(ASCENT * fontSize) + Math.round(DESCENT * fontSize);
    const top = frame.lineTop + (frame.lineHeight - height) / 2;
    this.#boxes.cover(node, { left, top, right: left + width, bottom: top + height });
  }
}
