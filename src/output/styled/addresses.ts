import { pictureAddress, webAddress } from "../../assemble/index.ts";
import type { LoadedFile } from "./captured-article.ts";

/** Where pictures and fonts of a styled article come from. */
interface AddressOptions {
  readonly files: ReadonlyMap<string, LoadedFile>;
  /** The address of the page, undefined where nobody knows it. */
  readonly base: URL | undefined;
  /** Whether all that was loaded becomes part of the article. */
  readonly inline: boolean;
}

/** Gives every address of a page the form that it may have in a file of its own. */
export interface Addresses {
  readonly base: URL | undefined;
  picture(address: string): string | undefined;
  font(address: string): string | undefined;
}

const PICTURE_TYPE = /^image\/(?:png|jpe?g|gif|webp|avif|bmp|svg\+xml|x-icon|vnd\.microsoft\.icon)$/;
const FONT_TYPE = /^(?:font\/(?:woff2?|ttf|otf|sfnt)|application\/(?:x-)?font-(?:woff2?|ttf|otf|sfnt))$/;
/** Hosts of this name are nowhere: pages without an address are shown there. */
const NOWHERE = /\.invalid$/;
/** A file this large would make the article hard to open; it stays an address where it has one. */
const MAX_INLINE_BYTES = 8_000_000;

/** The rules for addresses: part of the file where that is wanted or nothing else is possible, else absolute. */
export function makeAddresses({ files, base, inline }: AddressOptions): Addresses {
  const resolve = (address: string, type: RegExp, clean: typeof pictureAddress) => {
    const isHere = /^data:/i.test(address.trim());
    const url = isHere ? null : URL.parse(address, base);
    const isNowhere = url !== null && NOWHERE.test(url.hostname);
    if (url !== null && (inline || isNowhere)) {
      url.hash = "";
      const data = dataAddress(files.get(url.href), type);
      if (data !== undefined) return data;
    }
    return isNowhere ? undefined : clean(address, base);
  };
  return {
    base,
    picture: (address) => resolve(address, PICTURE_TYPE, pictureAddress),
    font: (address) => resolve(address, FONT_TYPE, webAddress),
  };
}

function dataAddress(file: LoadedFile | undefined, type: RegExp): string | undefined {
  const contentType = file?.contentType.split(";")[0]?.trim().toLowerCase() ?? "";
  if (file === undefined || file.bytes.length > MAX_INLINE_BYTES || !type.test(contentType)) return undefined;
  return `data:${contentType};base64,${base64(file.bytes)}`;
}

function base64(bytes: Uint8Array): string {
  let text = "";
  // In pieces: a call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}
