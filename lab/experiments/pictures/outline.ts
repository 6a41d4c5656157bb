import {
  attribute,
  BLOCK_TAGS,
  type Document,
  HEADING_TAGS,
  NODE_FLAG,
  NODE_KIND,
  rawText,
  TAG,
  tagName,
} from "../../../src/html/index.ts";

/** A page as a labeller reads it, and what the marks in it mean. */
export interface Outline {
  readonly lines: readonly string[];
  /** The addresses of each numbered picture. */
  readonly pictures: readonly ReadonlySet<string>[];
}

/** The inputs of an outline. */
export interface OutlineSource {
  readonly document: Document;
  /** The address that others in the page are relative to. */
  readonly base: string | undefined;
  /** The article's text as the set's truth has it; its lines are starred. */
  readonly truth: string;
}

interface Line {
  readonly text: string;
  readonly isPicture: boolean;
  readonly isTruth: boolean;
  readonly isLink: boolean;
}

/** Text lines this close to a picture may be its caption. */
const NEAR_PICTURE = 3;
const SHOWN_CHARACTERS = 140;
const SKIPPED = new Set(["script", "style", "option", "svg:svg", "svg"]);
/** Elements that end a line of text, with or without an address. */
const PICTURES = new Set(["img", "picture", "source", "video", "amp-img"]);
/** Attributes that hold words about a picture on the element itself or around it. */
const WORDY =
  /^(?:alt|title|aria-label|data-.*(?:caption|credit|title|desc|alt|copyright).*|caption|figcaption)$/;

/**
 * Every picture address and every line of text of a page in its order, for people who label pictures. It is independent of how
 * Galley finds pictures: any attribute, meta element and JSON-LD string that may be the address of a picture is listed.
 */
export function outlinePage(source: OutlineSource): Outline {
  const writer = new OutlineWriter(source);
  writer.write();
  return { lines: collapse(writer.lines), pictures: writer.pictures };
}

class OutlineWriter {
  readonly lines: Line[] = [];
  readonly pictures: Set<string>[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #source: OutlineSource;
  readonly #truth: string;

  constructor(source: OutlineSource) {
    this.#source = source;
    this.#truth = fold(source.truth);
  }

  write(): void {
    const { document } = this.#source;
    let node = 1;
    while (node < document.size) {
      if (document.kind[node] === NODE_KIND.text) node = this.#writeText(node);
      else node = this.#writeElement(node);
    }
  }

  #writeElement(node: number): number {
    const { document, base } = this.#source;
    const name = tagName(document, node);
    const isData = name === "script" && /ld\+json/.test(attribute(document, node, "type") ?? "");
    const found = isData
      ? addressesIn("json", rawText(document, node), base)
      : this.#ownAddresses(node, name);
    if (found.length > 0) this.#writePictures(node, isData ? "json-ld" : name, found);
    return SKIPPED.has(name) ? document.end[node]! : node + 1;
  }

  #ownAddresses(node: number, name: string): string[] {
    const { document, base } = this.#source;
    const found: string[] = [];
    const end = document.attributeStart[node + 1]!;
    for (let at = document.attributeStart[node]!; at < end; at++) {
      const attributeName = document.attributes.nameAt(at);
      const value = document.attributes.valueAt(at);
      if (name === "meta" && !isPictureMeta(document, node)) continue;
      if (name === "link" && !isPictureLink(document, node)) continue;
      found.push(
        ...addressesIn(name === "img" && attributeName === "src" ? "src" : attributeName, value, base),
      );
    }
    return found;
  }

  #writePictures(node: number, name: string, addresses: readonly string[]): void {
    const groups = new Map<number, string[]>();
    for (const address of new Set(addresses)) {
      const number = this.#numberOf(address);
      groups.set(number, [...(groups.get(number) ?? []), address]);
    }
    const names = [...groups].map(
      ([number, own]) =>
        `G${number} (${shorten(own[0]!.replace(/^https?:\/\//, ""), 110)}${own.length > 1 ? ` +${own.length - 1}` : ""})`,
    );
    const shown = names.length > 12 ? [...names.slice(0, 12), `… ${names.length - 12} more`] : names;
    this.#add(
      `IMG ${name} n${node}${this.#flags(node)} ${this.#place(node)} ${shown.join(" ")}${this.#words(node)}`,
      { isPicture: true },
    );
  }

  /** The number of a picture: addresses of the same file in other sizes are one picture. */
  #numberOf(address: string): number {
    const key = pictureKey(address);
    const number = this.#numbers.get(key) ?? this.pictures.length;
    this.#numbers.set(key, number);
    this.pictures[number] ??= new Set();
    this.pictures[number].add(address);
    return number;
  }

  #place(node: number): string {
    const { document } = this.#source;
    const around: string[] = [];
    for (let at = document.parent[node]!; at > 0 && around.length < 4; at = document.parent[at]!) {
      const name = tagName(document, at);
      if (name === "body" || name === "html") break;
      const names = (attribute(document, at, "class") ?? "").trim().split(/\s+/).slice(0, 2).join(".");
      const target =
        name === "a"
          ? `→${shorten((attribute(document, at, "href") ?? "").split("/").slice(-2).join("/"), 40)}`
          : "";
      around.push(shorten(`${name}${names && `.${names}`}`, 50) + target);
    }
    const size = [attribute(document, node, "width"), attribute(document, node, "height")]
      .filter(Boolean)
      .join("x");
    const own = shorten(attribute(document, node, "class") ?? "", 40);
    return `<${around.reverse().join(" > ")}>${own && ` .${own}`}${size && ` ${size}`}`;
  }

  #words(node: number): string {
    const { document } = this.#source;
    const found: string[] = [];
    for (let at = node, level = 0; at > 0 && level < 4; at = document.parent[at]!, level++) {
      const end = document.attributeStart[at + 1]!;
      for (let index = document.attributeStart[at]!; index < end; index++) {
        const name = document.attributes.nameAt(index);
        const value = document.attributes.valueAt(index).replace(/\s+/g, " ").trim();
        if (!WORDY.test(name) || value === "" || /^https?:/.test(value)) continue;
        found.push(` a${at}:${name}="${shorten(value, 140)}"`);
      }
    }
    return found.slice(0, 6).join("");
  }

  /** Writes the run of text nodes in one block; gives the node after it. */
  #writeText(node: number): number {
    const { document } = this.#source;
    const block = blockAround(document, node);
    let end = node + 1;
    while (
      end < document.size &&
      isInline(document, end) &&
      blockAround(document, end) === block &&
      !this.#isPicture(end)
    )
      end++;
    const texts: string[] = [];
    let linked = 0;
    for (let at = node; at < end; at++) {
      if (document.kind[at] !== NODE_KIND.text) continue;
      const text = rawText(document, at);
      texts.push(text);
      if (isInLink(document, at)) linked += text.trim().length;
    }
    const text = texts.join("").replace(/\s+/g, " ").trim();
    if (text === "") return end;
    const folded = fold(text);
    const isTruth = folded.length >= 15 && this.#truth.includes(folded);
    const name =
      HEADING_TAGS[document.tag[block]!] === 1
        ? tagName(document, block).toUpperCase()
        : tagName(document, block);
    const names = (attribute(document, block, "class") ?? "").trim().split(/\s+/).slice(0, 2).join(".");
    const words = text.length > SHOWN_CHARACTERS ? ` (${text.split(" ").length} words)` : "";
    this.#add(
      `${isTruth ? "*" : " "}t${node}-${end}${this.#flags(node)} ${name}${names && `.${shorten(names, 40)}`}| ${shorten(text, SHOWN_CHARACTERS)}${words}`,
      {
        isTruth,
        isLink: linked > text.length * 0.8,
      },
    );
    return end;
  }

  #isPicture(node: number): boolean {
    const name = tagName(this.#source.document, node);
    return PICTURES.has(name) || SKIPPED.has(name) || this.#ownAddresses(node, name).length > 0;
  }

  #flags(node: number): string {
    const flags = this.#source.document.flags[node]!;
    return `${flags & NODE_FLAG.hidden ? " hidden" : ""}${flags & NODE_FLAG.noscript ? " noscript" : ""}${flags & NODE_FLAG.template ? " template" : ""}`;
  }

  #add(
    text: string,
    { isPicture = false, isTruth = false, isLink = false }: Partial<Omit<Line, "text">>,
  ): void {
    this.lines.push({ text, isPicture, isTruth, isLink });
  }
}

/** Lines far from pictures are only counted, those of the article apart. */
function collapse(lines: readonly Line[]): string[] {
  const written: string[] = [];
  let [articleTexts, otherTexts] = [0, 0];
  const count = () => {
    if (articleTexts > 0) written.push(`* … ${articleTexts} texts of the article`);
    if (otherTexts > 0) written.push(`  … ${otherTexts} texts`);
    [articleTexts, otherTexts] = [0, 0];
  };
  lines.forEach((line, index) => {
    const isNear = (distance: number) =>
      lines.slice(Math.max(0, index - distance), index + distance + 1).some(({ isPicture }) => isPicture);
    const isHeadline = /^.t\S+ (?:hidden )?H1/.test(line.text);
    if (line.isPicture || isHeadline || isNear(line.isLink ? 1 : line.isTruth ? 2 : NEAR_PICTURE)) {
      count();
      written.push(line.isLink ? `${line.text} [link]` : line.text);
    } else if (line.isTruth) articleTexts++;
    else otherTexts++;
  });
  count();
  return written;
}

function isPictureMeta(document: Document, node: number): boolean {
  const name =
    attribute(document, node, "property") ??
    attribute(document, node, "name") ??
    attribute(document, node, "itemprop") ??
    "";
  return /image|thumb/i.test(name) && !/width|height|alt|type|tile/i.test(name);
}

function isPictureLink(document: Document, node: number): boolean {
  return (
    /image_src/.test(attribute(document, node, "rel") ?? "") || attribute(document, node, "as") === "image"
  );
}

function isInline(document: Document, node: number): boolean {
  return document.kind[node] === NODE_KIND.text || BLOCK_TAGS[document.tag[node]!] !== 1;
}

function blockAround(document: Document, node: number): number {
  let at = document.parent[node]!;
  while (at > 0 && BLOCK_TAGS[document.tag[at]!] !== 1) at = document.parent[at]!;
  return at;
}

function isInLink(document: Document, node: number): boolean {
  for (let at = document.parent[node]!; at > 0; at = document.parent[at]!)
    if (document.tag[at] === TAG.a) return true;
  return false;
}

function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

function fold(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Attributes whose value may be a picture's address even where it ends like no picture. */
const SOURCE_NAME =
  /^(?:src|poster|background|data-(?:[a-z-]*src|original|lazy|image|img|bg|background[a-z-]*|thumb[a-z-]*|poster|full|hi-?res|zoom[a-z-]*)|content|.*image.*)$/;
const PICTURE_FILE = /\.(?:jpe?g|png|gif|webp|avif|bmp|tiff?)(?![a-z0-9])/i;
const SET_NAME = /srcset|imagesrcset|imgset/;
/** Addresses inside of JSON or other text. */
const QUOTED_ADDRESS = /(?:https?:)?\\?\/\\?\/[^\s"'<>()]+|"(\\?\/[^\s"'<>()]+)"/g;
const SET_CANDIDATE = /\s*(\S*[^\s,])(?:\s+[\d.]+[wxh])*\s*(?:,\s*|$)/g;
/** Marks of a size at the end of a file name. */
const SIZE_MARKS =
  /(?:[-_.@](?:\d{2,4}x\d{2,4}|\d{2,4}(?:px|w|h|x)?|[wh]\d{2,4}|scaled|small|medium|large|thumb(?:nail)?|orig(?:inal)?|full|crop|master|2x|3x|square|wide|[sml]|xl))+$/i;
/** Many pictures share shorter file names ('image', '1'): the folder distinguishes them. */
const MIN_STEM = 9;

/** The absolute addresses of pictures that the value of an attribute, or a text of JSON, may name. */
function addressesIn(name: string, value: string, base: string | undefined): string[] {
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

/** A key that the addresses of one picture in several sizes share; written apart from Galley's own. */
function pictureKey(address: string): string {
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
