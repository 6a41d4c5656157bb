import { attribute, type Document, NODE_KIND, TAG } from "../../html/index.ts";
import { pictureAddress } from "../address.ts";

/** Attributes that hold an address of any kind: only one that ends like a picture is taken. */
const LAZY_FILE =
  /^data-(?:[a-z-]*(?:url|image|img|bg|background)|original|lazy|full|large|hi-?res|zoom|echo)$/;
const PICTURE_FILE = /\.(?:jpe?g|png|gif|webp|avif)(?![a-z0-9])/i;
/** File names of the invisible pictures that old pages use for alignment, counters and lazy loading. */
const SPACER_NAME =
  /(?:^|[/_-])(?:spacer|blank|pixel|clear|dot|shim|transparent|trans|1x1|empty|(?:lazy[_-]?)?placeholder|loading|loader|spinner|waiting|grey|gray)[^/]*\.(?:gif|png|svg)(?:$|\?)/i;
/** A twin is a picture alone, perhaps in a link or a frame; every placeholder before a `noscript` looks into it. */
const MAX_TWIN_NODES = 30;
const EMOJI = /^(?:\p{Extended_Pictographic}|\p{Emoji_Component}){1,8}$/u;
const MAX_EMOJI_UNITS = 16;
const ONLY_ASCII = /^[\x00-\x7f]*$/;
/** A picture with a side this short is a spacer or a counting pixel. */
const MAX_SPACER_SIDE = 3;

/** The address of the picture that a reader of an `img` or `picture` gets to see, undefined where there is none. */
export function pictureSource(document: Document, node: number, base: URL | undefined): string | undefined {
  const image = imageOf(document, node);
  return image >= 0 && isSpacer(document, image) ? undefined : sourceOf(document, node, base);
}

/** The address of the picture of an `img` or `picture` of any size. */
export function sourceOf(document: Document, node: number, base: URL | undefined): string | undefined {
  const image = imageOf(document, node);
  const own = image < 0 ? undefined : ownSource(document, image, base);
  if (own !== undefined && !isInline(own)) return own;
  // What is written into the page itself is most often the blurred stand-in of a picture named elsewhere.
  return sourcesOf(document, node, base) ?? noscriptTwin(document, node, base) ?? own;
}

/** The `img` of a media element: itself, or the first one in a `picture`. */
export function imageOf(document: Document, node: number): number {
  for (let at = node; at < document.end[node]!; at++) if (document.tag[at] === TAG.img) return at;
  return -1;
}

/** The emoji that a small picture shows, undefined for any other picture. */
export function emojiOf(document: Document, node: number): string | undefined {
  if (document.tag[node] !== TAG.img) return undefined;
  const alt = attribute(document, node, "alt")?.trim() ?? "";
  return alt.length <= MAX_EMOJI_UNITS && !ONLY_ASCII.test(alt) && EMOJI.test(alt) ? alt : undefined;
}

/** Whether a picture is written into its address. */
function isInline(address: string): boolean {
  return address.startsWith("data:");
}

function ownSource(document: Document, image: number, base: URL | undefined): string | undefined {
  let lazySet: string | undefined;
  let lazy: string | undefined;
  const end = document.attributeStart[image + 1]!;
  for (let index = document.attributeStart[image]!; index < end; index++) {
    const name = document.attributes.nameAt(index);
    if (name === "src" || name === "srcset" || name === "class") continue;
    if (name.endsWith("srcset")) {
      lazySet ??= usable(largestCandidate(document.attributes.valueAt(index)), base);
    } else if (name.endsWith("src") || (name.startsWith("data-") && LAZY_FILE.test(name))) {
      const value = document.attributes.valueAt(index);
      if (name.endsWith("src") ? looksLikeAddress(value) : PICTURE_FILE.test(value))
        lazy ??= usable(value, base);
    }
  }
  return (
    lazySet ??
    lazy ??
    usable(largestCandidate(attribute(document, image, "srcset") ?? ""), base) ??
    usable(attribute(document, image, "src"), base)
  );
}

function sourcesOf(document: Document, node: number, base: URL | undefined): string | undefined {
  for (let at = node + 1; at < document.end[node]!; at++) {
    if (document.tag[at] !== TAG.source) continue;
    for (const name of ["srcset", "data-srcset", "data-lazy-srcset"]) {
      const found = usable(largestCandidate(attribute(document, at, name) ?? ""), base);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** Pages that load pictures by script repeat them in a `noscript` right after the placeholder. */
function noscriptTwin(document: Document, node: number, base: URL | undefined): string | undefined {
  for (const from of [node, document.parent[node]!]) {
    const noscript = noscriptAfter(document, from);
    if (noscript < 0) continue;
    const end = Math.min(document.end[noscript]!, noscript + MAX_TWIN_NODES);
    for (let at = noscript + 1; at < end; at++) {
      if (document.tag[at] === TAG.img && !isSpacer(document, at)) return ownSource(document, at, base);
    }
  }
  return undefined;
}

/** The `noscript` after a node, with nothing between them but the text around a comment. */
function noscriptAfter(document: Document, node: number): number {
  let next = document.nextSibling[node]!;
  for (let texts = 0; texts < 2 && next >= 0 && document.kind[next] === NODE_KIND.text; texts++) {
    next = document.nextSibling[next]!;
  }
  return next >= 0 && document.tag[next] === TAG.noscript ? next : -1;
}

function usable(address: string | undefined, base: URL | undefined): string | undefined {
  const resolved = address === undefined ? undefined : pictureAddress(address, base);
  return resolved !== undefined && SPACER_NAME.test(resolved) ? undefined : resolved;
}

function looksLikeAddress(value: string): boolean {
  return value.includes("/") && !value.startsWith("{") && !value.startsWith("[");
}

function isSpacer(document: Document, image: number): boolean {
  const sides = sidesOfImage(document, image);
  return sides !== undefined && Math.min(...sides) <= MAX_SPACER_SIDE;
}

/** Ratios that pages state as width and height. */
const RATIOS: ReadonlySet<string> = new Set(["16x9", "9x16", "4x3", "3x4", "3x2", "2x3", "16x10", "5x4"]);

/** The sides that an `img` states in pixels: both, or the one that is stated; undefined where it states none. */
export function sidesOfImage(document: Document, image: number): readonly number[] | undefined {
  const { attributes, attributeStart } = document;
  let [width, height, style]: (string | undefined)[] = [];
  for (let at = attributeStart[image]!; at < attributeStart[image + 1]!; at++) {
    const name = attributes.nameAt(at);
    if (name === "width") width = attributes.valueAt(at);
    else if (name === "height") height = attributes.valueAt(at);
    else if (name === "style") style = attributes.valueAt(at);
  }
  const sides = [
    pixelsOf(width ?? (style && /(?:^|[;\s])width\s*:\s*(\d+)px/.exec(style)?.[1])),
    pixelsOf(height ?? (style && /(?:^|[;\s])height\s*:\s*(\d+)px/.exec(style)?.[1])),
  ].filter((side) => side !== undefined);
  return sides.length === 0 || RATIOS.has(sides.join("x")) ? undefined : sides;
}

function pixelsOf(side: string | undefined): number | undefined {
  return side !== undefined && PIXELS.test(side) ? Number.parseInt(side, 10) : undefined;
}

const PIXELS = /^\s*\d+(?:\.\d+)?(?:px)?;?\s*$/;

const DESCRIPTOR = /^(\d+(?:\.\d+)?)[wx]$/;

/** The address of the largest candidate of a `srcset`, undefined where it holds none. */
export function largestCandidate(srcset: string): string | undefined {
  let best: string | undefined;
  let bestSize = -1;
  let at = 0;
  const nextAddress = /[\s,]*(\S*)/y;
  while (at < srcset.length) {
    nextAddress.lastIndex = at;
    // Addresses can hold commas; only those at the end of an address separate candidates.
    let address = nextAddress.exec(srcset)?.[1] ?? "";
    const end = nextAddress.lastIndex;
    let size = 1;
    at = end;
    if (address.endsWith(",")) {
      address = address.replace(/(?<!,),+$/, "");
    } else {
      const comma = srcset.indexOf(",", end);
      at = comma < 0 ? srcset.length : comma;
      size = Number(DESCRIPTOR.exec(srcset.slice(end, at).trim())?.[1] ?? 1);
    }
    if (address !== "" && size > bestSize) {
      best = address;
      bestSize = size;
    }
  }
  return best;
}
