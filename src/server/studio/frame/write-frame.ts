import { escapeText, escapeValue } from "../../../assemble/index.ts";
import { attribute, type Document, NODE_KIND, rawText, tagName } from "../../../html/index.ts";
import type { AddressRule } from "../../../output/index.ts";
import { hasInk } from "../../../text/index.ts";
import { cleanDeclarations, cleanSheet } from "./clean-sheet.ts";
import { BOXED, KEPT_ATTRIBUTES, LEFT_OUT, RENAMED, SVG_ATTRIBUTES, SVG_ELEMENTS } from "./frame.data.ts";

/** What a written page may show besides its own markup. */
export interface FrameParts {
  /** The address from which a picture is shown; undefined where it is left out. */
  readonly picture: AddressRule;
  /** The texts of linked and importing style sheets by their nodes, with the rule for addresses in each. */
  readonly sheets: ReadonlyMap<number, LoadedSheet>;
}

/** A style sheet that a page links to, with those that it imports before it. */
export interface LoadedSheet {
  readonly text: string;
  readonly picture: AddressRule;
}

/** A page as it is shown in a frame. */
export interface WrittenFrame {
  readonly xhtml: string;
  /** Nodes at the end that were left out, so that a browser can show the rest. */
  readonly leftOut: number;
}

/** A browser shows this many in a few seconds; no page that people read has as many. */
const MAX_NODES = 300_000;
/** Browsers flatten deeper trees, as their layout recurses. */
const MAX_DEPTH = 400;

/**
 * Writes a page from its Document as XHTML: every element has its node number as `data-node`, every text with ink comes after a
 * comment with its number. The parser of XML builds exactly this tree, where one of HTML would move and copy elements, and
 * nothing that is written as text or as a value can become markup.
 */
export function writeFrame(document: Document, parts: FrameParts): WrittenFrame {
  return new FrameWriter(document, parts).write();
}

/** Pages that lock their scrolling behind a notice must stay readable; boxed elements show their place. */
const OWN_STYLE =
  "html{overflow:auto!important;background-color:#fff}body{overflow:visible!important;position:static!important}.galley-box{display:inline-block;box-sizing:border-box;min-width:1em;min-height:1em;background:#e8e8e8;border:1px dashed #888}";

class FrameWriter {
  readonly #document: Document;
  readonly #parts: FrameParts;
  readonly #written: string[] = [];
  readonly #copied: CopiedDrawings;
  /** Open elements: where each ends, and its tag to close. */
  readonly #ends: number[] = [];
  readonly #closing: string[] = [];
  #count = 0;
  /** A text right after another would become one with it. */
  #isAfterText = false;

  constructor(document: Document, parts: FrameParts) {
    this.#document = document;
    this.#parts = parts;
    this.#copied = new CopiedDrawings(document);
  }

  write(): WrittenFrame {
    const { size, kind } = this.#document;
    let node = 1;
    for (; node < size && this.#count < MAX_NODES; ) {
      this.#closeUpTo(node);
      node = kind[node] === NODE_KIND.text ? this.#text(node) : this.#element(node);
    }
    this.#closeUpTo(size);
    const root = this.#written.join("");
    const xhtml = root.startsWith("<html") ? root : `<html xmlns="${XHTML}"><body>${root}</body></html>`;
    return { xhtml: `<!DOCTYPE html>${xhtml}`, leftOut: size - node };
  }

  #closeUpTo(node: number): void {
    while (this.#ends.length > 0 && this.#ends.at(-1)! <= node) {
      this.#ends.pop();
      this.#written.push(this.#closing.pop()!);
      this.#isAfterText = false;
    }
  }

  #text(node: number): number {
    const { text, textStart, textEnd } = this.#document;
    // XML allows text only inside of the root.
    if (this.#ends.length === 0) return node + 1;
    const isShown = hasInk(text, textStart[node]!, textEnd[node]!);
    if (isShown || this.#isAfterText) this.#written.push(isShown ? `<!--${node}-->` : "<!---->");
    this.#written.push(writeText(rawText(this.#document, node)));
    this.#isAfterText = true;
    this.#count++;
    return node + 1;
  }

  /** Writes the start of an element, and all of one without written content; returns the next node. */
  #element(node: number): number {
    const { end } = this.#document;
    const after = end[node]!;
    const name = tagName(this.#document, node);
    this.#count++;
    const sheet = this.#parts.sheets.get(node);
    if (sheet !== undefined) return this.#style(sheet.text, node, sheet.picture);
    if (name === "style") return this.#style(rawText(this.#document, node), node, this.#parts.picture);
    // Below the deepest level only texts are written.
    if (this.#ends.length >= MAX_DEPTH && !isLeafLike(name)) return LEFT_OUT.has(name) ? after : node + 1;
    if (LEFT_OUT.has(name) || (this.#ends.length === 0 && name !== "html")) return after;
    if (BOXED.has(name)) return this.#box(node);
    if (name === "img") return this.#picture(node);
    if (name === "svg" || name.startsWith("svg:")) return this.#drawn(node, name);
    const written = writtenName(name);
    const attributes = this.#attributes(node, KEPT_ATTRIBUTES);
    this.#open(node, written, ownAttributes(name, this.#document, node) + attributes);
    return node + 1;
  }

  #open(node: number, name: string, attributes: string): void {
    const after = this.#document.end[node]!;
    const closing = name === "head" ? `<style>${OWN_STYLE}</style></head>` : `</${name}>`;
    this.#isAfterText = false;
    this.#written.push(`<${name} data-node="${node}"${attributes}>`);
    if (after === node + 1) {
      this.#written.push(closing);
      return;
    }
    this.#ends.push(after);
    this.#closing.push(closing);
  }

  #style(text: string, node: number, picture: AddressRule): number {
    const media = attribute(this.#document, node, "media");
    const condition = media === undefined ? "" : ` media="${writeValue(media)}"`;
    if (this.#ends.length > 0)
      this.#written.push(
        `<style data-node="${node}"${condition}>${writeText(cleanSheet(text, picture))}</style>`,
      );
    return this.#document.end[node]!;
  }

  /** A grey box of the size that the page states. */
  #box(node: number): number {
    const document = this.#document;
    const size = ["width", "height"].flatMap((name) => {
      const [digits] = /^\d{1,4}(?:%|(?=px|\s*$))/.exec(attribute(document, node, name) ?? "") ?? [];
      return digits === undefined ? [] : [`${name}:${digits.endsWith("%") ? digits : `${digits}px`}`];
    });
    const own = `class="galley-box" style="${size.join(";")}"`;
    this.#written.push(`<span data-node="${node}" ${own}></span>`);
    return document.end[node]!;
  }

  #picture(node: number): number {
    const address = this.#parts.picture(attribute(this.#document, node, "src") ?? "");
    const source = address === undefined ? "" : ` src="${writeValue(address)}" loading="lazy"`;
    this.#open(node, "img", source + this.#attributes(node, KEPT_ATTRIBUTES));
    return this.#document.end[node]!;
  }

  #drawn(node: number, name: string): number {
    const written = name === "svg" ? "svg" : SVG_ELEMENTS.get(name.toLowerCase());
    if (written === undefined) return this.#document.end[node]!;
    const part = written === "use" ? copiedPart(this.#document, node) : undefined;
    const space = name === "svg" ? ` xmlns="${SVG}"` : "";
    const way = part !== undefined && this.#copied.takes(part) ? ` href="#${part}"` : "";
    this.#open(node, written, space + way + this.#attributes(node, SVG_ATTRIBUTES));
    return node + 1;
  }

  #attributes(node: number, kept: ReadonlySet<string>): string {
    const { attributes, attributeStart } = this.#document;
    const seen = new Set<string>();
    let written = "";
    for (let at = attributeStart[node]!; at < attributeStart[node + 1]!; at++) {
      const name = attributes.nameAt(at);
      // XML refuses a whole page in which an attribute comes twice.
      if (seen.has(name) || !isKept(name, kept)) continue;
      seen.add(name);
      const value = attributes.valueAt(at);
      if (name === "style") written += this.#styleAttribute(value);
      else if (value.length <= MAX_VALUE && isHarmless(value)) written += ` ${name}="${writeValue(value)}"`;
    }
    return written;
  }

  #styleAttribute(value: string): string {
    const style = cleanDeclarations(value, this.#parts.picture);
    return style === "" ? "" : ` style="${writeValue(style)}"`;
  }
}

const XHTML = "http://www.w3.org/1999/xhtml";
const SVG = "http://www.w3.org/2000/svg";
/** Longer values are data of scripts. */
const MAX_VALUE = 2000;

/** Attributes of scripts' data are kept where they are short: style sheets refer to them. The numbers are only ours. */
function isKept(name: string, kept: ReadonlySet<string>): boolean {
  if (name === "data-node") return false;
  return kept.has(name) || name === "style" || /^(?:aria|data)-[a-z][a-z0-9-]{0,60}$/.test(name);
}

/** Whether a value holds no address but of a part of this page; attributes of drawings are CSS, where escapes could spell one. */
function isHarmless(value: string): boolean {
  return !/\/\/|url\(|script:|data:|\\[^(]*\(/i.test(value) || /^url\(#[\w-]+\)$/.test(value);
}

/** Elements that are written whole wherever they are. */
function isLeafLike(name: string): boolean {
  return name === "img" || BOXED.has(name);
}

/** The name of an element in the written page; an unusual name would break the XML. */
function writtenName(name: string): string {
  const renamed = Object.hasOwn(RENAMED, name) ? RENAMED[name] : undefined;
  if (renamed !== undefined) return renamed;
  return /^[a-z][a-z0-9-]*$/.test(name) ? name : "span";
}

/** Attributes that an element needs to keep its look, or to have no effect. */
function ownAttributes(name: string, document: Document, node: number): string {
  if (name === "html") return ` xmlns="${XHTML}"`;
  // Links look like links only with an address.
  if (name === "a") return attribute(document, node, "href") === undefined ? "" : ' href="#"';
  return "";
}

/** Characters that XML does not allow, not even written as numbers. */
const NOT_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

function writeText(text: string): string {
  // A carriage return of the tree would be read as a line feed.
  return escapeText(text.replace(NOT_XML, "\ufffd")).replaceAll("\r", "&#13;");
}

function writeValue(value: string): string {
  return escapeValue(value.replace(NOT_XML, "\ufffd")).replace(
    /[\t\n\r]/g,
    (space) => `&#${space.charCodeAt(0)};`,
  );
}

/** Nodes that all `use` elements of a page may copy together. Pages with hundreds of icons copy some thousand. */
const MAX_COPIED = 100_000;
/** Copies of copies that are followed; drawing programs write two or three levels. */
const MAX_LEVELS = 100;
/** Elements that are looked at to count copies, so that nested targets cannot make counting itself expensive. */
const MAX_LOOKED_AT = 1_000_000;

/** A copy at itself, or one too deep or too expensive to count. */
const TOO_MANY = Number.POSITIVE_INFINITY;

/** The part of the page that a `use` element copies; undefined where it names none. */
function copiedPart(document: Document, node: number): string | undefined {
  const target = attribute(document, node, "href") ?? attribute(document, node, "xlink:href");
  return target !== undefined && /^#[\w-]+$/.test(target) ? target.slice(1) : undefined;
}

/** Counts what `use` elements of a page copy: ten levels of ten copies each are ten billion nodes to a browser. */
class CopiedDrawings {
  readonly #document: Document;
  readonly #nodesCopied = new Map<string, number>();
  #places: ReadonlyMap<string, number> | undefined;
  #left = MAX_COPIED;
  #lookedAt = 0;

  constructor(document: Document) {
    this.#document = document;
  }

  /** Whether one more copy of a part of the page may be drawn; it counts if so. */
  takes(id: string): boolean {
    const nodes = this.#count(id, 0);
    if (nodes > this.#left) return false;
    this.#left -= nodes;
    return true;
  }

  /** Nodes of a part with all that it copies itself. */
  #count(id: string, level: number): number {
    const known = this.#nodesCopied.get(id);
    if (known !== undefined) return known;
    this.#places ??= drawingsById(this.#document);
    const place = this.#places.get(id);
    if (place === undefined) return 0;
    // While it is counted, a copy of itself is infinite.
    this.#nodesCopied.set(id, TOO_MANY);
    const nodes = this.#countFrom(place, level);
    this.#nodesCopied.set(id, nodes);
    return nodes;
  }

  #countFrom(place: number, level: number): number {
    const end = this.#document.end[place]!;
    this.#lookedAt += end - place;
    if (level >= MAX_LEVELS || this.#lookedAt > MAX_LOOKED_AT) return TOO_MANY;
    let nodes = end - place;
    for (let node = place; node < end && nodes <= MAX_COPIED; node++) {
      if (tagName(this.#document, node) !== "svg:use") continue;
      const id = copiedPart(this.#document, node);
      if (id !== undefined) nodes += this.#count(id, level + 1);
    }
    return nodes;
  }
}

/** The first drawing with each id. */
function drawingsById(document: Document): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (let node = 1; node < document.size; node++) {
    const name = tagName(document, node);
    if (name !== "svg" && !name.startsWith("svg:")) continue;
    const id = attribute(document, node, "id");
    if (id !== undefined && !places.has(id)) places.set(id, node);
  }
  return places;
}
