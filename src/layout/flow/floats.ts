/** Floats that are kept at a time; where more stand beside each other, the oldest are forgotten. */
const MAX_FLOATS = 32;
const CLOSE_ENOUGH = 1;

/** A strip of free room between floats. */
export interface Strip {
  left: number;
  right: number;
}

interface Float {
  readonly side: "left" | "right";
  readonly top: number;
  readonly bottom: number;
  /** The edge that text must keep from. */
  readonly edge: number;
}

/** The floats that lines and blocks of one flow must go around. */
export class Floats {
  readonly #floats: Float[] = [];

  /** Adds a float that has its place. */
  add(float: Float): void {
    if (this.#floats.length >= MAX_FLOATS) this.#floats.shift();
    this.#floats.push(float);
  }

  /** Makes `strip`, which has the edges of a container, the first one from `y` down that is `needed` wide; gives its height. */
  findRoom(strip: Strip, y: number, needed: number): number {
    if (this.#floats.length === 0) return y;
    const { left, right } = strip;
    for (let height = y; ; ) {
      strip.left = left;
      strip.right = right;
      this.#narrow(strip, height);
      const next = this.#nextBottom(height);
      if (strip.right - strip.left >= needed - CLOSE_ENOUGH || next <= height) return height;
      height = next;
    }
  }

  /** The height below all floats of the sides that `clear` names: 1 left, 2 right, 3 both. */
  clearance(clear: number): number {
    let below = Number.NEGATIVE_INFINITY;
    for (const { side, bottom } of this.#floats) {
      if ((clear & (side === "left" ? 1 : 2)) !== 0) below = Math.max(below, bottom);
    }
    return below;
  }

  #narrow(strip: Strip, y: number): void {
    for (const { side, top, bottom, edge } of this.#floats) {
      if (top > y || bottom <= y) continue;
      if (side === "left") strip.left = Math.max(strip.left, edge);
      else strip.right = Math.min(strip.right, edge);
    }
  }

  /** The first height below `y` where a float ends, or `y` where none does. */
  #nextBottom(y: number): number {
    let next = Number.POSITIVE_INFINITY;
    for (const { top, bottom } of this.#floats) if (top <= y && bottom > y && bottom < next) next = bottom;
    return next === Number.POSITIVE_INFINITY ? y : next;
  }
}
