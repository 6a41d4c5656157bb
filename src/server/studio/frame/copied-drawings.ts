import { attribute, type Document, tagName } from "../../../html/index.ts";

/** Nodes that all `use` elements of a page may copy together. Pages with hundreds of icons copy some thousand. */
const MAX_COPIED = 100_000;
/** Copies of copies that are followed; drawing programs write two or three levels. */
const MAX_LEVELS = 100;
/** Elements that are looked at to count copies, so that nested targets cannot make counting itself expensive. */
const MAX_LOOKED_AT = 1_000_000;

/** A copy at itself, or one too deep or too expensive to count. */
const TOO_MANY = Number.POSITIVE_INFINITY;

/** The part of the page that a `use` element copies; undefined where it names none. */
export function copiedPart(document: Document, node: number): string | undefined {
  const target = attribute(document, node, "href") ?? attribute(document, node, "xlink:href");
  return target !== undefined && /^#[\w-]+$/.test(target) ? target.slice(1) : undefined;
}

/** Counts what `use` elements of a page copy: ten levels of ten copies each are ten billion nodes to a browser. */
export class CopiedDrawings {
  readonly #document: Document;
  readonly #nodesCopied = new Map<string, number>();
  #places: ReadonlyMap<string, number> | undefined;
  #left = MAX_COPIED;
  #lookedAt = 0;

  constructor(document: Document) {
    this.#document = document;
  }

  /** Whether one more copy of a part of the page may be drawn; it counts if so. */
  takes(id: string): boolean {
    const nodes = this.#count(id, 0);
    if (nodes > this.#left) return false;
    this.#left -= nodes;
    return true;
  }

  /** Nodes of a part with all that it copies itself. */
  #count(id: string, level: number): number {
    const known = this.#nodesCopied.get(id);
    if (known !== undefined) return known;
    this.#places ??= drawingsById(this.#document);
    const place = this.#places.get(id);
    if (place === undefined) return 0;
    // While it is counted, a copy of itself is one without end.
    this.#nodesCopied.set(id, TOO_MANY);
    const nodes = this.#countFrom(place, level);
    this.#nodesCopied.set(id, nodes);
    return nodes;
  }

  #countFrom(place: number, level: number): number {
    const end = this.#document.end[place]!;
    this.#lookedAt += end - place;
    if (level >= MAX_LEVELS || this.#lookedAt > MAX_LOOKED_AT) return TOO_MANY;
    let nodes = end - place;
    for (let node = place; node < end && nodes <= MAX_COPIED; node++) {
      if (tagName(this.#document, node) !== "svg:use") continue;
      const id = copiedPart(this.#document, node);
      if (id !== undefined) nodes += this.#count(id, level + 1);
    }
    return nodes;
  }
}

/** The first drawing with each id. */
function drawingsById(document: Document): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (let node = 1; node < document.size; node++) {
    const name = tagName(document, node);
    if (name !== "svg" && !name.startsWith("svg:")) continue;
    const id = attribute(document, node, "id");
    if (id !== undefined && !places.has(id)) places.set(id, node);
  }
  return places;
}
