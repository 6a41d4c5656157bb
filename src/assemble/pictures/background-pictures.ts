import { ATTRIBUTE, attribute, NODE_FLAG, tagTable } from "../../html/index.ts";
import { leafAt, type Page } from "../../page/index.ts";
import { pictureAddress } from "../address.ts";
import { kindNamed } from "./evidence.ts";
import { largestCandidate } from "./picture-source.ts";
import { NO_BACKGROUNDS } from "./pictures.data.ts";

// A separate file: its imports would otherwise be part of the small core.

/** An element that shows a picture without being a media element. */
interface BackgroundPicture {
  readonly node: number;
  readonly src: string;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Attributes that scripts of lazy loading, galleries and custom elements read a picture from. */
const NAMES =
  /^(?:style|src|srcset|data-(?:[a-z-]*(?:src|srcset|bg|background|image|img|images|gallery|photos|slides)|original|lazy|full))$/;
const PICTURE_FILE = /\.(?:jpe?g|png|webp|avif)(?![a-z\d])/i;
const ANY_PICTURE_FILE = /\.(?:jpe?g|png|webp|avif)/i;
const BACKGROUND = /background(?:-image)?\s*:[^;]*url\(\s*["']?([^"')]+)/i;
/** Longer styles are hostile: the expression above is quadratic. */
const MAX_STYLE_CHARACTERS = 8_192;
const QUOTED = /"((?:https?:)?\\?\/[^"\s<>]+)"/gi;
const WITHOUT_BACKGROUND = tagTable(...NO_BACKGROUNDS);
/** Shorter values name no picture. */
const MIN_ADDRESS = 6;
/** An element with more hidden leaves is a part of the page that scripts show. */
const MAX_HIDDEN_LEAVES = 50;
/** A gallery in data of more pictures is a catalogue. */
const MAX_GALLERY = 60;

/** The elements of a span whose picture is in a background or in data, each with nothing else in it. */
export function findBackgroundPictures(
  page: Page,
  { from, to }: Span,
  base: URL | undefined,
): BackgroundPicture[] {
  const { attributeStart, attributes, tag } = page.document;
  const { name } = attributes;
  const others = new Map<number, boolean>();
  const isOther = (number: number, at: number) => {
    const known = others.get(number);
    if (known !== undefined) return known;
    const isNamed = NAMES.test(attributes.nameAt(at));
    others.set(number, isNamed);
    return isNamed;
  };
  const found: BackgroundPicture[] = [];
  let node = from;
  for (let at = attributeStart[from]!; at < attributeStart[to]!; at++) {
    const number = name[at]!;
    // The most frequent names are known; every other is compared once a page.
    if (number < IS_KNOWN.length ? IS_KNOWN[number] === 0 : !isOther(number, at)) continue;
    if (attributes.writtenLength(at) < MIN_ADDRESS) continue;
    while (attributeStart[node + 1]! <= at) node++;
    if (WITHOUT_BACKGROUND[tag[node]!] === 1 || found.at(-1)?.node === node) continue;
    const sources = sourcesIn(attributes.nameAt(at), attributes.valueAt(at));
    if (sources.length === 0 || !isFrame(page, node)) continue;
    for (const source of sources) {
      const src = pictureAddress(source, base);
      if (src?.startsWith("http")) found.push({ node, src });
    }
  }
  return found;
}

const IS_KNOWN = Uint8Array.from({ length: Math.max(...Object.values(ATTRIBUTE)) + 1 });
for (const [name, number] of Object.entries(ATTRIBUTE)) IS_KNOWN[number] = Number(NAMES.test(name));

/** Whether an element can be the frame of a picture: without visible media or a text of its own, and not named after anything else. */
function isFrame({ document, leaves }: Page, node: number): boolean {
  if ((document.flags[node]! & (NODE_FLAG.template | NODE_FLAG.hidden | NODE_FLAG.noscript)) !== 0)
    return false;
  if (kindNamed(document, node) !== undefined) return false;
  const leaf = leafAt(leaves, node);
  for (let at = leaf; at < leaves.count && leaves.node[at]! < document.end[node]!; at++) {
    if (leaves.visible[at] === 1 || at - leaf > MAX_HIDDEN_LEAVES) return false;
  }
  return true;
}

/** The picture that the headline is written on: the background of an element around it. */
export function findHero(
  { document }: Page,
  headline: number,
  base: URL | undefined,
): BackgroundPicture | undefined {
  for (let node = headline; node > 0; node = document.parent[node]!) {
    const source = backgroundOf(attribute(document, node, "style") ?? "");
    const src = source === undefined ? undefined : pictureAddress(source, base);
    if (src?.startsWith("http")) return { node, src };
  }
  return undefined;
}

function backgroundOf(style: string): string | undefined {
  if (style.length > MAX_STYLE_CHARACTERS || !style.includes("url(")) return undefined;
  return BACKGROUND.exec(style)?.[1];
}

/** The picture files that data in an attribute names. */
function gallerySources(data: string): readonly string[] {
  return [...data.matchAll(QUOTED)]
    .map((match) => match[1]!)
    .filter((source) => ANY_PICTURE_FILE.test(source))
    .slice(0, MAX_GALLERY)
    .map((source) => source.replaceAll("\\/", "/"));
}

const NO_SOURCES: readonly string[] = [];

function sourcesIn(name: string, value: string): readonly string[] {
  if (name === "style") {
    const background = backgroundOf(value);
    return background === undefined ? NO_SOURCES : [background];
  }
  if (/^\s*[[{]/.test(value)) return gallerySources(value);
  const source = name.endsWith("srcset") ? (largestCandidate(value) ?? "") : value;
  return PICTURE_FILE.test(source) && !/\s/.test(source.trim()) ? [source] : NO_SOURCES;
}
