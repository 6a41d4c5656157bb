import type { Article } from "../../article/index.ts";
import { pictureAddress, webAddress } from "../../assemble/index.ts";
import { toBase64 } from "../../model/index.ts";
import type { Page } from "../../page/index.ts";
import type { PseudoElement } from "./styled.data.ts";

/** The values of `STYLE_PROPERTIES`, in their order, as a browser computes them. */
export type StyleValues = readonly string[];

/** How one element looks. */
export interface ElementLook {
  /** Index into `Look.styles`. */
  readonly style: number;
  /** The same of the parts that style sheets add to it. */
  readonly parts: Readonly<Partial<Record<PseudoElement, number>>>;
  /** The address of the picture that it shows, where it has loaded. */
  readonly picture?: string;
}

/** A web font as a style sheet declares it. */
export interface FontFace {
  /** The address that its files are found from. */
  readonly base: string;
  readonly family: string;
  readonly src: string;
  readonly descriptors: Readonly<Record<string, string>>;
}

/** An animation as a style sheet declares it. */
export interface Keyframes {
  readonly base: string;
  readonly name: string;
  readonly frames: readonly KeyFrame[];
}

/** One keyframe of an animation. */
export interface KeyFrame {
  readonly at: string;
  readonly values: readonly (readonly [property: string, value: string])[];
}

/** A file that a page has loaded. */
export interface LoadedFile {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** The layout rules that the doctype selects in a browser: those from before 2000, nearly today's, or today's. */
export type LayoutMode = "quirks" | "limited quirks" | "standards";

/** How the elements of a page look: their computed styles. */
export interface Look {
  readonly mode: LayoutMode;
  readonly initial: StyleValues;
  /** Each combination of values once. */
  readonly styles: readonly StyleValues[];
  /** Looks by the node of the page's document. */
  readonly elements: ReadonlyMap<number, ElementLook>;
  readonly fontFaces: readonly FontFace[];
  readonly keyframes: readonly Keyframes[];
  /** Pictures and fonts by their addresses. */
  readonly files: ReadonlyMap<string, LoadedFile>;
}

/** An article with its page and the captured styles of its elements. */
export interface CapturedArticle {
  readonly article: Article;
  readonly page: Page;
  readonly look: Look;
}

/** Where pictures and fonts of a styled article come from. */
interface AddressOptions {
  readonly files: ReadonlyMap<string, LoadedFile>;
  /** The address of the page, undefined if unknown. */
  readonly base: URL | undefined;
  /** Whether everything that was loaded is embedded. */
  readonly inline: boolean;
}

/** Maps every address of a page to its form in a separate file. */
export interface Addresses {
  readonly base: URL | undefined;
  picture(address: string): string | undefined;
  font(address: string): string | undefined;
}

const PICTURE_TYPE = /^image\/(?:png|jpe?g|gif|webp|avif|bmp|svg\+xml|x-icon|vnd\.microsoft\.icon)$/;
const FONT_TYPE = /^(?:font\/(?:woff2?|ttf|otf|sfnt)|application\/(?:x-)?font-(?:woff2?|ttf|otf|sfnt))$/;
/** A reserved host name that never resolves: pages without an address are shown there. */
const NOWHERE = /\.invalid$/;
/** A file this large would make the article hard to open; it stays an address where it has one. */
const MAX_INLINE_BYTES = 8_000_000;

/** The rules for addresses: embedded where that is wanted or the only way, else absolute. */
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
  return `data:${contentType};base64,${toBase64(file.bytes)}`;
}
