/** Margins that meet: the largest and the most negative of them count, together. */
export class Margins {
  positive = 0;
  negative = 0;

  /** Adds a margin to those that meet here. */
  add(margin: number): void {
    if (margin > this.positive) this.positive = margin;
    else if (margin < this.negative) this.negative = margin;
  }

  /** How far they move what comes next. */
  get sum(): number {
    return this.positive + this.negative;
  }

  /** Forgets them: what they were to move has its place. */
  clear(): void {
    this.positive = 0;
    this.negative = 0;
  }
}
