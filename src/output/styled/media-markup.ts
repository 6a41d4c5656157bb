import { escapeValue, readMedia } from "../../assemble/index.ts";
import { attribute, MEDIA_TAGS, TAG } from "../../html/index.ts";
import type { BodySource } from "./body-source.ts";
import type { StyleValues } from "./captured-article.ts";

/** Sides up to this are spacers and counting pixels. */
const MAX_PIXEL_SIDE = 3;

/** A picture, film or sound as it is shown; nothing for frames, drawings and pixels that count readers. */
export function mediaMarkup(source: BodySource, leaf: number, around: StyleValues): string {
  const { page, addresses } = source;
  const shown = readMedia(page.document, leaf, addresses.base);
  const node = imageIn(source, leaf);
  const tag = page.document.tag[leaf]!;
  if (tag === TAG.img || tag === TAG.picture)
    return pictureMarkup(source, node, { around, stated: shown?.src });
  if (shown?.kind !== "video" && shown?.kind !== "audio") return "";
  const poster = shown.poster === null ? undefined : addresses.picture(shown.poster);
  const isLooped = attribute(page.document, leaf, "loop") !== undefined;
  return element(shown.kind, {
    class: source.styles.classOf(leaf, { name: shown.kind, around }),
    src: shown.src,
    poster,
    title: shown.alt ?? undefined,
    controls: "",
    loop: isLooped ? "" : undefined,
    preload: "none",
  }).concat(`</${shown.kind}>`);
}

function pictureMarkup(
  { page, look, addresses, styles }: BodySource,
  node: number,
  { around, stated }: { readonly around: StyleValues; readonly stated: string | undefined },
): string {
  const { width, height } = page.layout ?? { width: [], height: [] };
  const isSeen = (width[node] ?? 0) > 0 && (height[node] ?? 0) > 0;
  if (isSeen && Math.min(width[node]!, height[node]!) <= MAX_PIXEL_SIDE) return "";
  const loaded = look.elements.get(node)?.picture;
  const src = (loaded && addresses.picture(loaded)) ?? (stated && addresses.picture(stated));
  if (!src) return "";
  return element("img", {
    class: styles.classOf(node, { name: "img", around }),
    src,
    alt: attribute(page.document, node, "alt") ?? "",
  });
}

/** The `img` of a picture, or the element itself. */
function imageIn({ page: { document } }: BodySource, leaf: number): number {
  for (let at = leaf; at < document.end[leaf]!; at++) if (document.tag[at] === TAG.img) return at;
  return MEDIA_TAGS[document.tag[leaf]!] === 1 ? leaf : -1;
}

function element(name: string, attributes: Readonly<Record<string, string | undefined>>): string {
  const written = Object.entries(attributes).flatMap(([key, value]) => {
    if (value === undefined) return [];
    return value === "" && key !== "alt" ? [` ${key}`] : [` ${key}="${escapeValue(value)}"`];
  });
  return `<${name}${written.join("")}>`;
}
