import type { Page } from "../page/index.ts";
import { isPlainAddress } from "../url/index.ts";

const LINK_SCHEMES: ReadonlySet<string> = new Set(["http:", "https:", "mailto:", "tel:"]);
const WEB_SCHEMES: ReadonlySet<string> = new Set(["http:", "https:"]);

/** Raster formats only; SVG is a document that can hold scripts. Base64 only: other encodings are not used. */
const RASTER_DATA = /^data:image\/(?:png|jpe?g|gif|webp|avif|bmp);base64,[A-Za-z0-9+/]+={0,2}$/;
/** Inline pictures shorter than this are lazy-loading placeholders (a blurred or empty pixel). */
const MIN_DATA_CHARACTERS = 400;
/** A picture this long inside the page would outweigh any article. */
const MAX_DATA_CHARACTERS = 100_000;
/** Browsers give up on longer addresses, and so do we. */
const MAX_ADDRESS_CHARACTERS = 8_192;

/** The base of a page's relative addresses; a saved page without its address may still state a canonical one. */
export function baseOf(page: Page): URL | undefined {
  return URL.parse(page.baseUrl ?? page.canonicalUrl ?? "") ?? undefined;
}

/** The absolute address of a link; undefined where it is broken, of another scheme, or relative without a base. */
export function linkAddress(href: string, base: URL | undefined): string | undefined {
  return resolve(href, base, LINK_SCHEMES);
}

/** The absolute address of a film, sound or frame: http and https only. */
export function webAddress(src: string, base: URL | undefined): string | undefined {
  return resolve(src, base, WEB_SCHEMES);
}

/** The absolute address of a picture: http, https, or the picture itself when it is a raster image of usual size. */
export function pictureAddress(src: string, base: URL | undefined): string | undefined {
  const trimmed = src.trim();
  if (!/^data:/i.test(trimmed)) return webAddress(trimmed, base);
  const isUsualSize = trimmed.length >= MIN_DATA_CHARACTERS && trimmed.length <= MAX_DATA_CHARACTERS;
  return isUsualSize && RASTER_DATA.test(trimmed) ? trimmed : undefined;
}

function resolve(address: string, base: URL | undefined, schemes: ReadonlySet<string>): string | undefined {
  if (address.length > MAX_ADDRESS_CHARACTERS || address.trim() === "") return undefined;
  if (isPlainAddress(address)) return address;
  const url = URL.parse(address, base);
  return url && schemes.has(url.protocol) ? url.href : undefined;
}
