import { attribute, type Document, NODE_KIND, TAG } from "../html/index.ts";
import { pictureAddress } from "./address.ts";
import { largestCandidate } from "./srcset.ts";

/** `data-src`, `data-lazy-src`, `data-hi-res-src`…: where scripts find the picture that replaces the placeholder. */
const LAZY_SOURCE = /^data-(?:[a-z-]*src|original|lazy|image|url)$/;
const LAZY_SET = /^data-[a-z-]*srcset$/;
/** File names of the invisible pictures that old pages align with and counters hide behind. */
const SPACER_NAME =
  /(?:^|\/)(?:spacer|blank|pixel|clear|dot|shim|transparent|trans|1x1|empty|placeholder)[^/]*\.(?:gif|png)(?:$|\?)/i;
/** A twin is a picture alone, perhaps in a link or a frame; every placeholder before a `noscript` looks into it. */
const MAX_TWIN_NODES = 30;
/** A picture with a side this short is a spacer or a counting pixel. */
const MAX_SPACER_SIDE = 3;

/** The address of the picture that a reader of an `img` or `picture` gets to see, undefined where there is none. */
export function pictureSource(document: Document, node: number, base: URL | undefined): string | undefined {
  const image = imageOf(document, node);
  if (image >= 0 && isSpacer(document, image)) return undefined;
  return (
    (image < 0 ? undefined : ownSource(document, image, base)) ??
    sourcesOf(document, node, base) ??
    noscriptTwin(document, node, base)
  );
}

/** The `img` of a media element: itself, or the first one in a `picture`. */
export function imageOf(document: Document, node: number): number {
  for (let at = node; at < document.end[node]!; at++) if (document.tag[at] === TAG.img) return at;
  return -1;
}

function ownSource(document: Document, image: number, base: URL | undefined): string | undefined {
  let lazySet: string | undefined;
  let lazy: string | undefined;
  const end = document.attributeStart[image + 1]!;
  for (let index = document.attributeStart[image]!; index < end; index++) {
    const name = document.attributes.nameAt(index);
    if (!name.startsWith("data-")) continue;
    const value = document.attributes.valueAt(index);
    if (LAZY_SET.test(name)) lazySet ??= usable(largestCandidate(value), base);
    else if (LAZY_SOURCE.test(name) && looksLikeAddress(value)) lazy ??= usable(value, base);
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

/** Pages that load pictures by script repeat them in a `noscript` right behind the placeholder. */
function noscriptTwin(document: Document, node: number, base: URL | undefined): string | undefined {
  for (const from of [node, document.parent[node]!]) {
    const noscript = noscriptBehind(document, from);
    if (noscript < 0) continue;
    const end = Math.min(document.end[noscript]!, noscript + MAX_TWIN_NODES);
    for (let at = noscript + 1; at < end; at++) {
      if (document.tag[at] === TAG.img && !isSpacer(document, at)) return ownSource(document, at, base);
    }
  }
  return undefined;
}

/** The `noscript` behind a node, with nothing between them but the text around a comment. */
function noscriptBehind(document: Document, node: number): number {
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
  return isShort(attribute(document, image, "width")) || isShort(attribute(document, image, "height"));
}

function isShort(side: string | undefined): boolean {
  return (
    side !== undefined && /^\d+(?:px)?$/.test(side.trim()) && Number.parseInt(side, 10) <= MAX_SPACER_SIDE
  );
}
