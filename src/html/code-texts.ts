import { normalizeNewlines } from "./newlines.ts";
import { type Source, wholeText } from "./source.ts";

/** The texts of `script` and `style`, by their text nodes, in document order. They are decoded when they are asked for: few are. */
export class CodeTexts {
  readonly #sources: ReadonlyMap<number, Source>;

  constructor(sources: ReadonlyMap<number, Source>) {
    this.#sources = sources;
  }

  /** The text of a node, undefined where it is none of them. */
  get(node: number): string | undefined {
    const source = this.#sources.get(node);
    return source === undefined ? undefined : normalizeNewlines(wholeText(source));
  }

  /** The nodes. */
  nodes(): Iterable<number> {
    return this.#sources.keys();
  }
}
