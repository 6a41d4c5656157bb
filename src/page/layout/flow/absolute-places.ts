import type { Screen } from "../layout.ts";
import { PROPERTY } from "../style/properties.ts";
import type { Boxes } from "./boxes.ts";
import type { Frame } from "./frame.ts";

const FIXED = 3;

/** What is known of an absolute box before its place is. */
interface Wanted {
  /** Border-box width, NaN where it is to be found. */
  readonly width: number;
  /** Where it would stand in the flow. */
  readonly y: number;
  /** Depth of the box that it refers to. */
  readonly depth: number;
}

/** Places of boxes that are taken out of the flow, or moved in it. */
export class AbsolutePlaces {
  readonly #boxes: Boxes;
  readonly #screen: Screen;
  /** Boxes that are placed from the bottom of one whose height is not known yet, and the depth of that. */
  readonly #waiting: number[] = [];
  readonly #depths: number[] = [];
  /** Boxes that are placed from the bottom of the screen. */
  readonly #atScreen: number[] = [];

  constructor(boxes: Boxes, screen: Screen) {
    this.#boxes = boxes;
    this.#screen = screen;
  }

  /** Sets the left, top and width of an absolute box. */
  place(node: number, container: Frame, flow: Frame, { width: known, y, depth }: Wanted): void {
    const boxes = this.#boxes;
    const isFixed = boxes.styles.codes("position")[node] === FIXED;
    const whole = isFixed ? this.#screen.width : container.width + boxes.edgesAcross(container.node, 0);
    const from = isFixed ? 0 : container.left - boxes.edge(container.node, "left", 0);
    const left = boxes.length(node, PROPERTY.left, whole);
    const right = boxes.length(node, PROPERTY.right, whole);
    const taken = (left || 0) + (right || 0);
    const isStretched = !Number.isNaN(left + right);
    const found = isStretched ? Math.max(0, whole - taken) : boxes.fitWidth(node, Math.max(0, whole - taken));
    const width = boxes.clampWidth(node, Number.isNaN(known) ? found : known, whole);
    boxes.width[node] = width;
    const margin = boxes.lengthOrZero(node, PROPERTY["margin-left"], whole);
    const inFlow = flow.isLineOpen ? flow.lineX : flow.left;
    const fromRight = Number.isNaN(right) ? inFlow : from + whole - right - width;
    boxes.left[node] = (Number.isNaN(left) ? fromRight : from + left) + margin;
    this.#setTop(node, container, isFixed, y, depth);
  }

  #setTop(node: number, container: Frame, isFixed: boolean, y: number, depth: number): void {
    const boxes = this.#boxes;
    const screenHeight = this.#screen.height;
    const margin = boxes.lengthOrZero(node, PROPERTY["margin-top"], container.width);
    const top = boxes.length(node, PROPERTY.top, screenHeight);
    const start = isFixed ? 0 : container.top - boxes.edge(container.node, "top", 0);
    boxes.top[node] = (Number.isNaN(top) ? y : start + top) + margin;
    if (!Number.isNaN(top) || Number.isNaN(boxes.length(node, PROPERTY.bottom, 0))) return;
    if (isFixed || depth === 0) this.#atScreen.push(node);
    else {
      this.#waiting.push(node);
      this.#depths.push(depth);
    }
  }

  /** Moves the boxes that waited for the height of a box that closes. */
  settleBottoms(depth: number, container: number): void {
    const { top, height, shiftY } = this.#boxes;
    while (this.#depths.at(-1) === depth && this.#waiting.length > 0) {
      const node = this.#waiting.pop()!;
      this.#depths.pop();
      const bottom = this.#boxes.lengthOrZero(node, PROPERTY.bottom, height[container]!);
      shiftY[node]! += top[container]! + height[container]! - bottom - height[node]! - top[node]!;
    }
  }

  /** Moves the boxes that stand at the bottom of the screen. */
  settleAtScreen(): void {
    const { top, height, shiftY } = this.#boxes;
    for (const node of this.#atScreen) {
      const bottom = this.#boxes.lengthOrZero(node, PROPERTY.bottom, this.#screen.height);
      shiftY[node]! += this.#screen.height - bottom - height[node]! - top[node]!;
    }
  }

  /** Notes how far a relative box is moved from its place. */
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
