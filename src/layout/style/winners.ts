import type { Declarations } from "./declarations.ts";
import { PROPERTY_COUNT } from "./properties.ts";

/** Which of an element's declarations are to be applied. */
export type Importance = "normal" | "important";

/** The declarations that win for one element, property by property: the last that is set. */
export class Winners {
  readonly units = new Uint8Array(PROPERTY_COUNT);
  readonly values = new Float64Array(PROPERTY_COUNT);
  readonly percents = new Float64Array(PROPERTY_COUNT);
  /** The first `count` of these are the properties that are set. */
  readonly properties = new Uint8Array(PROPERTY_COUNT);
  count = 0;
  readonly #setFor = new Int32Array(PROPERTY_COUNT).fill(-1);
  #element = 0;

  /** Forgets the declarations of the element before. */
  begin(element: number): void {
    this.#element = element;
    this.count = 0;
  }

  /** Whether a property is set. */
  has(property: number): boolean {
    return this.#setFor[property] === this.#element;
  }

  /** Sets a property, whatever it was before. */
  set(property: number, unit: number, value = 0, percent = 0): void {
    if (this.#setFor[property] !== this.#element) {
      this.#setFor[property] = this.#element;
      this.properties[this.count++] = property;
    }
    this.units[property] = unit;
    this.values[property] = value;
    this.percents[property] = percent;
  }

  /** Sets all declarations of a block that are of an importance. */
  apply(declarations: Declarations, block: number, importance: Importance): void {
    const { starts, properties, units, values, percents, important } = declarations;
    const isImportant = importance === "important";
    for (let at = starts[block]!; at < starts[block + 1]!; at++) {
      if (important[at] === isImportant) this.set(properties[at]!, units[at]!, values[at]!, percents[at]!);
    }
  }
}
