import type { Media } from "../article/index.ts";
import { type Block, type Inline, innerBlocks } from "./content.ts";
import type { Shown } from "./media.ts";
import type { Caption } from "./pictures/index.ts";
import { lineText } from "./text.ts";

/** A caption of more pictures says nothing of each, and repeated for all of them it would outgrow the page. */
const MAX_CAPTIONED = 20;

/** What stands beside media. */
interface Beside {
  readonly caption?: Caption | undefined;
  readonly isInFigure?: boolean;
}

type Entry = { -readonly [Name in keyof Media]: Media[Name] };

/** The media of an article as they are shown, each once, with the words beside them. */
export class MediaList {
  readonly #entries = new Map<string, Entry>();
  readonly #captioned = new Set<Entry>();
  /** Those of the figure that is open. */
  #inFigure: Entry[] = [];

  /** Whether a source was shown before. */
  has(src: string): boolean {
    return this.#entries.has(src);
  }

  /** Takes media down as shown, in the open figure or outside of any; without a caption of its own it has the figure's. */
  add({ kind, src, alt }: Omit<Shown, "poster">, { caption, isInFigure = false }: Beside = {}): void {
    const entry: Entry = { kind, src, alt, caption: null, credit: null, ...caption };
    this.#entries.set(src, entry);
    if (caption !== undefined) this.#captioned.add(entry);
    else if (isInFigure) this.#inFigure.push(entry);
  }

  /** What is shown from here on is of another figure. */
  openFigure(): void {
    this.#inFigure = [];
  }

  /** The words of the open figure, which ends. */
  closeFigure(line: readonly Inline[], credit: string): void {
    if (this.#inFigure.length > MAX_CAPTIONED) return;
    const caption = lineText(line) || null;
    for (const entry of this.#inFigure) {
      entry.caption = caption;
      entry.credit = credit || null;
    }
  }

  /** All media of an article's blocks: captions that stood beside their pictures are known only when the blocks are done. */
  finish(blocks: readonly Block[]): readonly Media[] {
    if (this.#entries.size > 0) this.#captionFrom(blocks);
    return [...this.#entries.values()];
  }

  #captionFrom(blocks: readonly Block[]): void {
    for (const block of blocks) {
      if (block.type !== "figure") {
        for (const inner of innerBlocks(block)) this.#captionFrom(inner);
        continue;
      }
      if (block.pictures.length > MAX_CAPTIONED) continue;
      const caption = lineText(block.caption) || null;
      for (const { src } of block.pictures) {
        const entry = this.#entries.get(src);
        if (entry === undefined || this.#captioned.has(entry)) continue;
        entry.caption = caption;
        entry.credit = block.credit;
      }
    }
  }
}
