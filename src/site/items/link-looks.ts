import { attribute, type Document, tagName } from "../../html/index.ts";

/** Elements above a link that its look is told by. */
const DEPTH = 4;
/** As many articles under links of one look make it the look of headlines. */
const MIN_TARGETS = 3;

/** What links look like, by the names and classes of the elements around them, and how many articles are behind each look. */
export class LinkLooks {
  readonly #document: Document;
  readonly #targets = new Map<string, Set<number>>();

  constructor(document: Document) {
    this.#document = document;
  }

  /** Counts a link that is a headline. */
  add(link: number, target: number): void {
    const look = this.#lookOf(link);
    const targets = this.#targets.get(look) ?? new Set();
    this.#targets.set(look, targets.add(target));
  }

  /** Whether a link looks as headlines do. */
  has(link: number): boolean {
    return (this.#targets.get(this.#lookOf(link))?.size ?? 0) >= MIN_TARGETS;
  }

  #lookOf(link: number): string {
    const parts: string[] = [];
    for (let at = link, step = 0; at > 0 && step <= DEPTH; at = this.#document.parent[at]!, step++) {
      parts.push(`${tagName(this.#document, at)}.${attribute(this.#document, at, "class") ?? ""}`);
    }
    return parts.join("<");
  }
}
