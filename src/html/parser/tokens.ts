import { isAsciiSpace, lowerAscii } from "../../text/index.ts";
import { type Markup, NO_MARKUP, textOf } from "../markup.ts";
import { hashUnit, NameTable } from "./names.ts";
import { Attributes } from "./tree.ts";

const SPACE = 0x20;
const DOUBLE_QUOTE = 0x22;
const SINGLE_QUOTE = 0x27;
const SLASH = 0x2f;
const EQUALS = 0x3d;
const GREATER = 0x3e;

/**
 * Reads tags: "tag name state" to "self-closing start tag state". Never reads past the end of the page: `charCodeAt` would
 * return NaN, and V8 would treat units as doubles from then on, which slows down every page after it.
 */
export class TagReader {
  readonly names = new NameTable();
  readonly attributes = new Attributes();
  /** Of the tag read last. */
  name = 0;
  isSelfClosing = false;
  attributeFrom = 0;
  attributeTo = 0;
  /** The name of the attribute read last. */
  #attribute = 0;
  #source = "";
  #whole = NO_MARKUP;
  #hasNul = false;
  /** The next `&` at or after the last position searched from. */
  #ampersand = -1;
  /** The next carriage return at or after the last position searched from. */
  #return = -1;

  /** Starts a page. */
  reset(source: Markup, hasNul: boolean): void {
    this.#whole = source;
    this.#source = source.units;
    this.#hasNul = hasNul;
    this.#ampersand = -1;
    this.#return = -1;
    this.attributes.reset();
  }

  /** Drops the page, and frees the arrays of a huge one. */
  release(): void {
    this.#whole = NO_MARKUP;
    this.#source = "";
    this.names.forgetMany();
    this.attributes.release();
  }

  /** Whether a range can have a character reference; ranges come in order. */
  hasReference(from: number, to: number): boolean {
    if (this.#ampersand < from) {
      this.#ampersand = this.#source.indexOf("&", from);
      if (this.#ampersand < 0) this.#ampersand = this.#source.length;
    }
    return this.#ampersand < to;
  }

  /** Reads the tag whose name starts at a position; returns where the tag ends, -1 if the page ends first. */
  read(at: number): number {
    const source = this.#source;
    const { length } = source;
    let end = at;
    let hash = 0;
    for (; end < length; end++) {
      const unit = source.charCodeAt(end);
      if (unit === GREATER || unit === SLASH || isAsciiSpace(unit)) break;
      const lower = lowerAscii(unit);
      hash = hashUnit(hash, lower);
    }
    if (end >= length) return -1;
    this.name = this.#nameOf(at, end, hash);
    this.isSelfClosing = false;
    this.attributeFrom = this.attributes.count;
    this.attributes.nextTag();
    const next = source.charCodeAt(end) === GREATER ? end + 1 : this.#readAttributes(end);
    this.attributeTo = this.attributes.count;
    return next;
  }

  /** The same for an end tag, whose attributes are dropped. */
  readEnd(at: number): number {
    const next = this.read(at);
    this.dropAttributes();
    return next;
  }

  /** Drops the attributes of the tag read last, which made no element. */
  dropAttributes(): void {
    this.attributes.count = this.attributeFrom;
    this.attributeTo = this.attributeFrom;
  }

  #readAttributes(start: number): number {
    const source = this.#source;
    const { length } = source;
    let at = start;
    for (;;) {
      if (at >= length) return -1;
      let unit = source.charCodeAt(at);
      // White space is skipped inline: a call at each place that can have some takes as long as all the rest.
      while (isAsciiSpace(unit)) {
        if (++at >= length) return -1;
        unit = source.charCodeAt(at);
      }
      if (unit === GREATER) return at + 1;
      if (unit === SLASH) {
        if (source.charCodeAt(at + 1) === GREATER) {
          this.isSelfClosing = true;
          return at + 2;
        }
        at++;
        continue;
      }
      at = this.#readName(at);
      if (at < length && source.charCodeAt(at) <= SPACE) at = this.#skipSpace(at);
      if (at >= length) return -1;
      unit = source.charCodeAt(at);
      let from = at;
      let to = at;
      if (unit === EQUALS) {
        if (++at >= length) return -1;
        unit = source.charCodeAt(at);
        if (unit <= SPACE) {
          at = this.#skipSpace(at);
          if (at >= length) return -1;
          unit = source.charCodeAt(at);
        }
        if (unit === DOUBLE_QUOTE || unit === SINGLE_QUOTE) {
          from = at + 1;
          to = source.indexOf(unit === DOUBLE_QUOTE ? '"' : "'", from);
          if (to < 0) return -1;
          at = to + 1;
        } else {
          from = at;
          at = this.#endOfUnquoted(at);
          if (at >= length) return -1;
          to = at;
        }
      }
      this.attributes.add(this.#attribute, from < to && this.#isEncoded(from, to) ? ~from : from, to);
    }
  }

  #endOfUnquoted(from: number): number {
    const source = this.#source;
    let at = from;
    for (; at < source.length; at++) {
      const unit = source.charCodeAt(at);
      if (unit === GREATER || isAsciiSpace(unit)) break;
    }
    return at;
  }

  /** Reads the name of an attribute; returns where it ends. */
  #readName(start: number): number {
    const source = this.#source;
    const { length } = source;
    // The first unit is part of the name whatever it is.
    let hash = hashUnit(0, lowerAscii(source.charCodeAt(start)));
    let at = start + 1;
    for (; at < length; at++) {
      const unit = source.charCodeAt(at);
      if (unit === EQUALS || unit === GREATER || unit === SLASH || isAsciiSpace(unit)) break;
      const lower = lowerAscii(unit);
      hash = hashUnit(hash, lower);
    }
    this.#attribute = this.#nameOf(start, at, hash);
    return at;
  }

  #isEncoded(from: number, to: number): boolean {
    if (this.hasReference(from, to) || this.#hasReturn(from, to)) return true;
    return this.#hasNul && this.#source.slice(from, to).includes("\0");
  }

  /** Whether a range has a carriage return; ranges come in order. */
  #hasReturn(from: number, to: number): boolean {
    if (this.#return < from) {
      this.#return = this.#source.indexOf("\r", from);
      if (this.#return < 0) this.#return = this.#source.length;
    }
    return this.#return < to;
  }

  #skipSpace(start: number): number {
    const source = this.#source;
    let at = start;
    while (at < source.length && isAsciiSpace(source.charCodeAt(at))) at++;
    return at;
  }

  #nameOf(from: number, to: number, hash: number): number {
    if (this.#hasNul) return this.names.idOfText(textOf(this.#whole, from, to).replaceAll("\0", "\ufffd"));
    const found = this.names.find(this.#source, from, to, hash);
    return found >= 0 ? found : this.names.idOfText(textOf(this.#whole, from, to));
  }
}

/** Finds the end of raw text: the content of title, style, script and the like. */
export class RawText {
  #source = "";
  /** The next `-->`, cached so that scripts do not search for the same one again. */
  #commentEnd = -1;

  reset(source: string): void {
    this.#source = source;
    this.#commentEnd = -1;
  }

  /** The position of the end tag of this name, or the end of the page: "RCDATA" and "RAWTEXT less-than sign state". */
  endOf(name: string, from: number): number {
    const source = this.#source;
    for (let at = source.indexOf("</", from); at >= 0; at = source.indexOf("</", at + 2)) {
      if (isName(source, at + 2, name)) return at;
    }
    return source.length;
  }

  /** The same for a script, whose comments may hold scripts: "script data state" to "script data double escape end state". */
  endOfScript(from: number): number {
    const source = this.#source;
    let end = this.endOf("script", from);
    let at = this.#commentIn(from, end);
    if (at < 0) return end;
    // After a comment's start: only here can an end tag belong to something else.
    for (;;) {
      // The dashes that open it may close it.
      const close = this.#nextCommentEnd(at + 2);
      const found = endInComment(source, at + 4, close);
      if (found >= 0) return found;
      if (close >= source.length) return source.length;
      if (end < close + 3) end = this.endOf("script", close + 3);
      at = this.#commentIn(close + 3, end);
      if (at < 0) return end;
    }
  }

  /** The position of a comment's start in a range, or -1; only the range is searched, as later comments are not the script's. */
  #commentIn(from: number, to: number): number {
    const found = this.#source.slice(from, to).indexOf("<!--");
    return found < 0 ? -1 : from + found;
  }

  #nextCommentEnd(from: number): number {
    if (this.#commentEnd < from) {
      this.#commentEnd = this.#source.indexOf("-->", from);
      if (this.#commentEnd < 0) this.#commentEnd = this.#source.length;
    }
    return this.#commentEnd;
  }
}

/** The position of the end tag of a script inside one of its comments, or -1: that of an inner script does not count. */
function endInComment(source: string, from: number, to: number): number {
  let isInner = false;
  for (let at = source.indexOf("<", from); at >= 0 && at < to; at = source.indexOf("<", at + 1)) {
    if (source.charCodeAt(at + 1) !== SLASH) {
      if (isName(source, at + 1, "script")) isInner = true;
    } else if (isName(source, at + 2, "script")) {
      if (!isInner) return at;
      isInner = false;
    }
  }
  return -1;
}

/** Whether a tag's name, in any case, is at a position and ends there. */
function isName(source: string, at: number, name: string): boolean {
  if (at + name.length >= source.length) return false;
  for (let unit = 0; unit < name.length; unit++) {
    if ((source.charCodeAt(at + unit) | 32) !== name.charCodeAt(unit)) return false;
  }
  const next = source.charCodeAt(at + name.length);
  return isAsciiSpace(next) || next === SLASH || next === GREATER;
}
