import { ATTRIBUTE, type Document, NODE_KIND, tagId } from "../../html/index.ts";

const NONE: readonly number[] = [];

/** Names that selectors ask for: classes and ids of a page's elements as small numbers, each distinct value cut once. */
export class ElementNames {
  readonly #numbers = new Map<string, number>();
  readonly #cut = new Map<string, readonly number[]>();
  /** The classes of an element, undefined where it has none. */
  readonly #classes: (readonly number[] | undefined)[] = [];
  readonly #ids: Int32Array;
  readonly #otherNames: ReadonlySet<string>;

  constructor(document: Document) {
    const { size, kind, attributeStart, attributes } = document;
    this.#ids = new Int32Array(size);
    this.#otherNames = new Set(document.otherNames.values());
    for (let node = 0; node < size; node++) {
      this.#classes.push(undefined);
      if (kind[node] !== NODE_KIND.element) continue;
      for (let at = attributeStart[node]!; at < attributeStart[node + 1]!; at++) {
        const name = attributes.name[at]!;
        if (name === ATTRIBUTE.class) this.#classes[node] = this.#tokens(attributes.valueAt(at));
        else if (name === ATTRIBUTE.id) this.#ids[node] = this.#numberOf(attributes.valueAt(at));
      }
    }
  }

  /** The number of a name, 0 where no element has it. */
  known(name: string): number {
    return this.#numbers.get(name) ?? 0;
  }

  /** The number of an element's id, 0 where it has none. */
  id(node: number): number {
    return this.#ids[node] ?? 0;
  }

  /** The numbers of an element's classes. */
  classes(node: number): readonly number[] {
    return this.#classes[node] ?? NONE;
  }

  /** The tag that a selector means, 0 for one of the page's custom elements, undefined for one that cannot match. */
  tag(name: string): number | undefined {
    const id = tagId(name);
    if (id > 0) return id;
    return this.#otherNames.has(name) ? 0 : undefined;
  }

  #tokens(value: string): readonly number[] {
    const known = this.#cut.get(value);
    if (known !== undefined) return known;
    const tokens = value
      .split(/\s+/)
      .filter((token) => token !== "")
      .map((token) => this.#numberOf(token));
    this.#cut.set(value, tokens);
    return tokens;
  }

  #numberOf(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const number = this.#numbers.size + 1;
    this.#numbers.set(name, number);
    return number;
  }
}
