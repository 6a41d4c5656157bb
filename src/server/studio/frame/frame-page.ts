import { makeFileFinder } from "../../../browser/render-source.ts";
import { attribute, type Document, rawText, TAG } from "../../../html/index.ts";
import type { AddressRule } from "../../../output/index.ts";
import type { StudioPage } from "../pages/open-page.ts";
import { findImports } from "./clean-sheet.ts";
import { type LoadedSheet, type WrittenFrame, writeFrame } from "./write-frame.ts";

/** What a page may be shown with. */
export interface FrameOptions {
  /** The path below which its pictures are served. */
  readonly base: string;
  /** The query of such an address: the rendered page has other pictures. */
  readonly query: string;
  /** Whether the server may fetch pictures that no saved copy has, with the address guard. */
  readonly canFetch: boolean;
  /** Style sheets that were fetched, by address; null for one that could not be. */
  readonly fetched: ReadonlyMap<string, string | null>;
}

/** A written page, and the resources that it lacks. */
export interface FramePage extends WrittenFrame {
  /** The addresses of its pictures, by their number. */
  readonly pictures: readonly string[];
  /** Style sheets that neither a saved copy nor the server has fetched. */
  readonly missing: readonly string[];
}

/** Pages without an address are shown here, which never resolves. */
const NOWHERE = "http://page.invalid/";
const MAX_SHEETS = 60;
const MAX_IMPORT_DEPTH = 3;
const MAX_PICTURES = 2000;
/** A picture inside the page, but SVG, which could hold anything. */
const DATA_PICTURE = /^data:image\/(?:png|gif|jpe?g|webp|avif|bmp|x-icon);base64,[a-z0-9+/=\s]+$/i;
const PICTURE_FILE = /^image\//;

/** Writes a page for its frame, with the resources of a saved copy. */
export function framePage(opened: StudioPage, options: FrameOptions): FramePage {
  const resources = new PageResources(opened, options);
  const { document } = opened.page;
  const written = writeFrame(document, {
    picture: resources.pictureRule(resources.base),
    sheets: resources.loadSheets(document),
  });
  return { ...written, pictures: resources.pictures, missing: [...resources.missing] };
}

/** A picture with its media type. */
export interface PictureFile {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** A file of a saved page, for a picture of its frame. */
export function savedPicture({ saved, label }: StudioPage, address: string): PictureFile | undefined {
  if (saved === undefined) return undefined;
  const file = makeFileFinder(saved, shownAt(label.url))(address);
  return file !== undefined && PICTURE_FILE.test(file.contentType) ? file : undefined;
}

function shownAt(url: string | null): string {
  const shown = URL.parse(url ?? NOWHERE) ?? new URL(NOWHERE);
  shown.hash = "";
  return shown.href;
}

class PageResources {
  readonly base: string;
  readonly pictures: string[] = [];
  readonly missing = new Set<string>();
  readonly #numbers = new Map<string, number>();
  readonly #options: FrameOptions;
  readonly #findFile: ReturnType<typeof makeFileFinder> | undefined;
  #sheets = 0;

  constructor({ page, label, saved }: StudioPage, options: FrameOptions) {
    const own = shownAt(label.url);
    this.base = page.baseUrl ?? own;
    this.#options = options;
    this.#findFile = saved === undefined ? undefined : makeFileFinder(saved, own);
  }

  /** The rule for pictures with addresses relative to `base`: each becomes a number, from which the server gets the address again. */
  pictureRule(base: string): AddressRule {
    return (address) => {
      if (DATA_PICTURE.test(address)) return address.replace(/\s/g, "");
      const url = URL.parse(address, base);
      if (address === "" || url === null || !/^https?:$/.test(url.protocol)) return undefined;
      url.hash = "";
      const isThere = this.#options.canFetch || this.#isSavedPicture(url.href);
      return isThere ? this.#numbered(url.href) : undefined;
    };
  }

  #isSavedPicture(url: string): boolean {
    return PICTURE_FILE.test(this.#findFile?.(url)?.contentType ?? "");
  }

  #numbered(url: string): string | undefined {
    const known = this.#numbers.get(url);
    if (known === undefined && this.pictures.length >= MAX_PICTURES) return undefined;
    const number = known ?? this.pictures.push(url) - 1;
    this.#numbers.set(url, number);
    return `${this.#options.base}/file/${number}${this.#options.query}`;
  }

  /** The style sheets that a page links to, by their nodes; those that `style` elements import come before the page. */
  loadSheets(document: Document): ReadonlyMap<number, LoadedSheet> {
    const sheets = new Map<number, LoadedSheet>();
    for (let node = 1; node < document.size; node++) {
      if (document.tag[node] === TAG.link) this.#loadLink(document, node, sheets);
      if (document.tag[node] !== TAG.style) continue;
      // Written in place of the element, with its own rules after what it imports.
      const text = rawText(document, node);
      const imported = this.#imports(text, this.base, 1);
      if (imported !== "")
        sheets.set(node, { text: `${imported}\n${text}`, picture: this.pictureRule(this.base) });
    }
    return sheets;
  }

  #loadLink(document: Document, node: number, sheets: Map<number, LoadedSheet>): void {
    const relations = attribute(document, node, "rel")?.toLowerCase().split(/\s+/) ?? [];
    if (!relations.includes("stylesheet") || relations.includes("alternate")) return;
    const url = URL.parse(attribute(document, node, "href") ?? "", this.base);
    const text = url === null ? undefined : this.#load(url.href);
    if (url === null || text === undefined) return;
    const whole = `${this.#imports(text, url.href, 1)}\n${text}`;
    sheets.set(node, { text: whole, picture: this.pictureRule(url.href) });
  }

  /** The rules of the sheets that a sheet imports, their addresses made absolute. */
  #imports(text: string, base: string, depth: number): string {
    if (depth > MAX_IMPORT_DEPTH || !/@import/i.test(text)) return "";
    return findImports(text)
      .flatMap(({ address, media }) => {
        const url = URL.parse(address, base);
        const imported = url === null ? undefined : this.#load(url.href);
        if (url === null || imported === undefined) return [];
        const inner = this.#imports(imported, url.href, depth + 1);
        const own = `${inner}\n${absoluteAddresses(imported, url.href)}`;
        return [/^[\w\s():.,<>=-]+$/.test(media) ? `@media ${media}{${own}}` : own];
      })
      .join("\n");
  }

  #load(url: string): string | undefined {
    if (this.#sheets >= MAX_SHEETS || !/^https?:/.test(url)) return undefined;
    this.#sheets++;
    const file = this.#findFile?.(url);
    if (file?.contentType === "text/css") return file.bytes.toString("utf8");
    const fetched = this.#options.fetched.get(url);
    if (fetched === undefined && this.#options.canFetch) this.missing.add(url);
    return fetched ?? undefined;
  }
}

/** An imported sheet's addresses are relative to itself, not to the sheet that imports it. */
function absoluteAddresses(text: string, base: string): string {
  return text.replace(/url\(\s*(["']?)([^"')\s]+)\1\s*\)/gi, (whole, _, address: string) => {
    const url = /^(?:data:|#)/i.test(address) ? null : URL.parse(address, base);
    return url === null ? whole : `url("${url.href}")`;
  });
}
