/** Attributes whose value may be a picture's address even where it ends like no picture. */
const SOURCE_NAME =
  /^(?:src|poster|background|data-(?:[a-z-]*src|original|lazy|image|img|bg|background[a-z-]*|thumb[a-z-]*|poster|full|hi-?res|zoom[a-z-]*)|content|.*image.*)$/;
const PICTURE_FILE = /\.(?:jpe?g|png|gif|webp|avif|bmp|tiff?)(?![a-z0-9])/i;
const SET_NAME = /srcset|imagesrcset|imgset/;
/** Addresses inside of JSON or other text. */
const QUOTED_ADDRESS = /(?:https?:)?\\?\/\\?\/[^\s"'<>()]+|"(\\?\/[^\s"'<>()]+)"/g;
const SET_CANDIDATE = /\s*(\S*[^\s,])(?:\s+[\d.]+[wxh])*\s*(?:,\s*|$)/g;
/** What the names of a picture's sizes end with. */
const SIZE_MARKS =
  /(?:[-_.@](?:\d{2,4}x\d{2,4}|\d{2,4}(?:px|w|h|x)?|[wh]\d{2,4}|scaled|small|medium|large|thumb(?:nail)?|orig(?:inal)?|full|crop|master|2x|3x|square|wide|[sml]|xl))+$/i;
/** Shorter file names ('image', '1', 'photo') are of many pictures: the folder tells them apart. */
const MIN_STEM = 9;

/** The absolute addresses of pictures that the value of an attribute, or a text of JSON, may name. */
export function addressesIn(name: string, value: string, base: string | undefined): string[] {
  if (/^(?:class|id|alt|title|action|cite)$/.test(name)) return [];
  const raw = rawAddresses(name, value);
  return raw.flatMap((address) => resolve(address, base) ?? []);
}

function rawAddresses(name: string, value: string): string[] {
  if (name === "style") return [...value.matchAll(/url\(\s*["']?([^"')]+)/g)].map((match) => match[1]!);
  if (name === "json" || /^\s*[[{]/.test(value)) return quoted(value);
  if (SET_NAME.test(name)) return [...value.matchAll(SET_CANDIDATE)].map((match) => match[1]!);
  const isSource = SOURCE_NAME.test(name) && (value.includes("/") || PICTURE_FILE.test(value));
  if (isSource || (PICTURE_FILE.test(value) && !/\s/.test(value.trim()))) return [value.trim()];
  return /&quot;|"|https?:/.test(value) && PICTURE_FILE.test(value) ? quoted(value) : [];
}

function quoted(text: string): string[] {
  return [...text.matchAll(QUOTED_ADDRESS)]
    .map((match) => (match[1] ?? match[0]).replaceAll("\\/", "/").replace(/[\\,;]+$/, ""))
    .filter((address) => PICTURE_FILE.test(address));
}

function resolve(address: string, base: string | undefined): string | undefined {
  if (/^(?:data|blob|javascript|mailto|about):/i.test(address) || address === "") return undefined;
  try {
    return new URL(address, base ?? "https://page.example/").href;
  } catch {
    return undefined;
  }
}

/** What the addresses of one picture in several sizes have in common. */
export function pictureKey(address: string): string {
  const inner = innermost(address);
  const url = new URL(inner);
  const file = url.pathname.split("/").filter(Boolean).at(-1) ?? "";
  const stem = file.replace(/\.[a-z0-9]{2,5}$/i, "").replace(SIZE_MARKS, "");
  if (stem.length >= MIN_STEM) return stem.toLowerCase();
  return `${url.hostname}${url.pathname}${PICTURE_FILE.test(file) ? "" : url.search}`.toLowerCase();
}

/** The address that a resizing service is asked for inside its own. */
function innermost(address: string): string {
  let decoded = address;
  try {
    decoded = decodeURIComponent(address);
  } catch {
    // A stray percent sign: the address as it is.
  }
  const at = decoded.lastIndexOf("http");
  if (at <= 0) return address;
  const inner = decoded.slice(at).split(/[&]/)[0]!;
  return URL.canParse(inner) ? inner : address;
}
