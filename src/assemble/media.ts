import type { Media } from "../article/index.ts";
import { attribute, type Document, TAG, tagTable } from "../html/index.ts";
import { pictureAddress, webAddress } from "./address.ts";
import { cleanLabel } from "./clean-text.ts";
import { imageOf, pictureSource } from "./pictures/index.ts";

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
