import type { Screen } from "../../page/index.ts";
import { PROPERTY } from "../style/properties.ts";
import { REPLACED_TAGS, shrinkToFit } from "./box-sizes.ts";
import type { Boxes } from "./boxes.ts";
import type { Frame } from "./frame-stack.ts";

const FIXED = 3;

/** Positions absolute, fixed and relative boxes. */
export class AbsolutePlaces {
  readonly #boxes: Boxes;
  readonly #screen: Screen;
  /** Boxes with a `bottom` whose container is still open, and the depth of that container. */
  readonly #waiting: number[] = [];
  readonly #depths: number[] = [];
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
    else {
      this.#waiting.push(node);
      this.#depths.push(flow.positionedDepth);
    }
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
    while (this.#depths.at(-1) === depth && this.#waiting.length > 0) {
      const node = this.#waiting.pop()!;
      this.#depths.pop();
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

  /** Records the offset of a relative box. */
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
