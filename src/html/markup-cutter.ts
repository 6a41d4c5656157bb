import { type Cuts, MARK, NO_CUTS } from "./cuts.ts";
import type { AttributeLists } from "./visibility.ts";

/** A page's markup without what the parser need not read, and what was cut. */
export interface CutMarkup {
  readonly html: string;
  readonly cuts: Cuts;
}

/** Shorter pieces are cheaper to parse than to cut. */
const MIN_CODE = 64;
const MIN_TEXT = 16;
const MIN_VALUE = 20;
/** A tag with more attributes is left to the parser, which finds double ones in linear time. */
const MAX_ATTRIBUTES = 32;

const AMPERSAND = 0x26;
const SEMICOLON = 0x3b;

/**
 * Tags whose attributes the parser itself reads or compares: roots take over those of later ones, inputs may be hidden,
 * templates wait for streamed parts, drawings spell names their way, and of formatting elements three alike count as one
 * (WHATWG 13.2.4.3). Those of end tags are nowhere.
 */
const READ_BY_PARSER =
  /<(?:\/|(?:html|body|input|template|svg|font|b|big|code|em|i|nobr|s|small|strike|strong|tt|u)[\t\n\f\r /])/iy;
/** Values that articles are made of: a piece of the source would keep all of it in memory. */
const SHOWN: ReadonlySet<string> = new Set(["alt", "title", "content", "aria-label"]);

/** What may be cut of a tag: all its attributes at once, or single values. */
type Mode = "attributes" | "values" | "nothing";

/** Takes pieces out of markup, in order, and puts marks in their places. */
export class MarkupCutter {
  readonly #html: string;
  readonly #hasReturns: boolean;
  readonly #readByParser = new RegExp(READ_BY_PARSER);
  readonly #parts: string[] = [];
  readonly #texts: string[] = [];
  readonly #attributes: AttributeLists = { names: [], values: [] };
  readonly #starts: number[] = [0];
  #copied = 0;
  #usualMode: Mode = "attributes";
  #mode: Mode = "nothing";
  /** The attributes of the tag that is open begin here in the markup and in the lists. */
  #attributesFrom = 0;
  #first = 0;
  #attributesTo = 0;
  #isDouble = false;

  constructor(html: string) {
    this.#html = html;
    this.#hasReturns = html.includes("\r");
  }

  /** Code of a script or style sheet. */
  code(from: number, to: number): void {
    if (to - from >= MIN_CODE) this.#cutText(from, to);
  }

  /** Text between tags. Spaces before it stay, for they open no element, and so do character references. */
  text(from: number, to: number): void {
    const html = this.#html;
    let at = from;
    while (to - at >= MIN_TEXT) {
      while (at < to && html.charCodeAt(at) <= 0x20) at++;
      const start = at;
      while (at < to && html.charCodeAt(at) !== AMPERSAND) at++;
      if (at - start >= MIN_TEXT) this.#cutText(start, at);
      // A reference may go on up to its semicolon.
      while (at < to && html.charCodeAt(at) !== SEMICOLON) at++;
      at++;
    }
  }

  /** A drawing begins: there the parser spells the names of attributes in its own way. */
  enterDrawing(): void {
    this.#usualMode = "values";
  }

  /** The drawing ends. */
  leaveDrawing(): void {
    this.#usualMode = "attributes";
  }

  /** A tag begins; its attributes come next. */
  openTag(start: number): void {
    this.#readByParser.lastIndex = start;
    this.#mode = this.#readByParser.test(this.#html) ? "nothing" : this.#usualMode;
  }

  /** The name of an attribute. */
  name(from: number, to: number): void {
    if (this.#mode !== "attributes") return;
    const { names, values } = this.#attributes;
    const first = this.#first;
    if (names.length === first) this.#attributesFrom = from;
    this.#attributesTo = to;
    const name = smallLetters(this.#html.slice(from, to));
    // React's parts are hidden until they are streamed.
    if (name === undefined || name === "hidden" || names.length - first === MAX_ATTRIBUTES) {
      this.#leaveAttributes();
      return;
    }
    this.#isDouble = names.indexOf(name, first) >= 0;
    if (this.#isDouble) return;
    names.push(name);
    values.push("");
  }

  /** The value of the attribute last named, and where the attribute ends. */
  value(from: number, to: number, end: number): void {
    if (this.#mode === "attributes") {
      this.#attributesTo = end;
      if (this.#isDouble) return;
      const { names, values } = this.#attributes;
      const value = this.#valueOf(from, to, names.at(-1)!);
      if (value === undefined) this.#leaveAttributes();
      else values[values.length - 1] = value;
    } else if (this.#mode === "values" && to - from >= MIN_VALUE) {
      const value = this.#piece(from, to);
      if (!value.includes("&")) this.#mark(from, to, this.#texts.push(copyOf(value)) - 1);
    }
  }

  /** The tag ends. */
  closeTag(): void {
    const { length } = this.#attributes.names;
    if (this.#mode !== "attributes" || length === this.#first) return;
    this.#first = length;
    this.#mark(this.#attributesFrom, this.#attributesTo, this.#starts.push(length) - 2);
  }

  /** The markup with its marks; the cutter is spent. */
  finish(): CutMarkup {
    if (this.#copied === 0) return { html: this.#html, cuts: NO_CUTS };
    this.#parts.push(this.#html.slice(this.#copied));
    const cuts = { texts: this.#texts, attributes: this.#attributes, starts: this.#starts };
    return { html: this.#parts.join(""), cuts };
  }

  #leaveAttributes(): void {
    this.#attributes.names.length = this.#first;
    this.#attributes.values.length = this.#first;
    this.#mode = "values";
  }

  /** Undefined where a reference is in it that we do not read. */
  #valueOf(from: number, to: number, name: string): string | undefined {
    const value = this.#piece(from, to);
    let isPlain = true;
    for (let at = value.indexOf("&"); at >= 0; at = value.indexOf("&", at + 1)) {
      if (!value.startsWith("amp;", at + 1)) return undefined;
      isPlain = false;
    }
    const read = isPlain ? value : value.replaceAll("&amp;", "&");
    return SHOWN.has(name) ? copyOf(read) : read;
  }

  #cutText(from: number, to: number): void {
    this.#mark(from, to, this.#texts.push(this.#piece(from, to)) - 1);
  }

  /** The parser makes one line feed of every line's end. */
  #piece(from: number, to: number): string {
    const piece = this.#html.slice(from, to);
    return this.#hasReturns && piece.includes("\r") ? piece.replace(/\r\n?/g, "\n") : piece;
  }

  #mark(from: number, to: number, number: number): void {
    this.#parts.push(this.#html.slice(this.#copied, from), `${MARK}${number}${MARK}`);
    this.#copied = to;
  }
}

/** A text of its own instead of a piece of the source: V8 copies what it joins. */
function copyOf(piece: string): string {
  return ` ${piece}`.slice(1);
}

/** The parser makes large letters small, those of ASCII alone; undefined where there are others. */
function smallLetters(name: string): string | undefined {
  let hasLarge = false;
  for (let at = 0; at < name.length; at++) {
    const unit = name.charCodeAt(at);
    if (unit >= 0x80) return undefined;
    if (unit >= 0x41 && unit <= 0x5a) hasLarge = true;
  }
  return hasLarge ? name.toLowerCase() : name;
}
