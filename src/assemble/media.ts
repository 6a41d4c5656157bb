import type { Media } from "../article/index.ts";
import { attribute, type Document, TAG, tagTable } from "../html/index.ts";
import { pictureAddress, webAddress } from "./address.ts";
import { type Block, type Inline, innerBlocks } from "./content.ts";
import { MAX_CAPTIONED } from "./frames.ts";
import { imageOf, pictureSource } from "./pictures/picture-source.ts";
import type { Caption } from "./pictures/reader.ts";
import { cleanLabel, lineText } from "./text.ts";

/** What a media element shows, without the words around it. */
export type Shown = Pick<Media, "kind" | "src" | "alt"> & { readonly poster: string | null };

const PICTURES = tagTable("img", "picture");
const PLAYERS = tagTable("video", "audio");
const FRAMES = tagTable("iframe", "object", "embed");

/** What a media element shows; undefined for spacers, drawings, and sources that are missing or unsafe. */
export function readMedia(
  document: Document,
  node: number,
  base: URL | undefined,
  known?: string | undefined,
): Shown | undefined {
  const tag = document.tag[node]!;
  if (PICTURES[tag] === 1) {
    const src = known ?? pictureSource(document, node, base);
    const image = imageOf(document, node);
    const alt = image < 0 ? null : cleanLabel(attribute(document, image, "alt"));
    return src === undefined ? undefined : { kind: "image", src, alt, poster: null };
  }
  const alt = cleanLabel(attribute(document, node, "title") ?? attribute(document, node, "aria-label"));
  if (PLAYERS[tag] === 1) {
    const src = playerSource(document, node, base);
    if (src === undefined) return undefined;
    if (tag === TAG.audio) return { kind: "audio", src, alt, poster: null };
    const poster = pictureAddress(attribute(document, node, "poster") ?? "", base) ?? null;
    return { kind: "video", src, alt, poster };
  }
  const src = FRAMES[tag] === 1 ? frameSource(document, node, base) : undefined;
  return src === undefined ? undefined : { kind: "frame", src, alt, poster: null };
}

function playerSource(document: Document, node: number, base: URL | undefined): string | undefined {
  for (let at = node; at < document.end[node]!; at++) {
    if (at !== node && document.tag[at] !== TAG.source) continue;
    const src = attribute(document, at, "src") ?? attribute(document, at, "data-src");
    const address = src === undefined ? undefined : webAddress(src, base);
    if (address !== undefined) return address;
  }
  return undefined;
}

function frameSource(document: Document, node: number, base: URL | undefined): string | undefined {
  for (const name of ["src", "data-src", "data-lazy-src", "data"]) {
    const src = attribute(document, node, name);
    const address = src === undefined ? undefined : webAddress(src, base);
    if (address !== undefined) return address;
  }
  return undefined;
}

/** The text beside media. */
interface Beside {
  readonly caption?: Caption | undefined;
  readonly isInFigure?: boolean;
}

type Entry = { -readonly [Name in keyof Media]: Media[Name] };

/** The media of an article as they are shown, each once, with the words beside them. */
export class MediaList {
  readonly #entries = new Map<string, Entry>();
  readonly #captioned = new Set<Entry>();
  /** The media of the open figure. */
  #inFigure: Entry[] = [];

  /** Whether a source was shown before. */
  has(src: string): boolean {
    return this.#entries.has(src);
  }

  /** Records media as shown, in the open figure or outside of any; without a caption of its own it gets the figure's. */
  add({ kind, src, alt }: Omit<Shown, "poster">, { caption, isInFigure = false }: Beside = {}): void {
    const entry: Entry = { kind, src, alt, caption: null, credit: null, ...caption };
    this.#entries.set(src, entry);
    if (caption !== undefined) this.#captioned.add(entry);
    else if (isInFigure) this.#inFigure.push(entry);
  }

  /** Starts a figure: media from here on belong to it. */
  openFigure(): void {
    this.#inFigure = [];
  }

  /** Closes the open figure, whose words these are. */
  closeFigure(line: readonly Inline[], credit: string): void {
    if (this.#inFigure.length > MAX_CAPTIONED) return;
    const caption = lineText(line) || null;
    for (const entry of this.#inFigure) {
      entry.caption = caption;
      entry.credit = credit || null;
    }
  }

  /** All media of an article's blocks: captions that were beside their pictures are known only when the blocks are done. */
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
