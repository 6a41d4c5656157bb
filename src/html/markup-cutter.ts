/** A page's markup without what the parser need not read, and what was cut. */
export interface CutMarkup {
  readonly html: string;
  /** The text behind a mark, by the number in it. */
  readonly cuts: readonly string[];
}

/** Stands around the number of a cut: a control character that pages hardly hold and no character reference gives (WHATWG 13.2.5.80). */
const MARK = "\u009c";
const MARK_UNIT = MARK.charCodeAt(0);
/** Shorter pieces are cheaper to parse than to cut. */
const MIN_CODE = 64;
const MIN_TEXT = 16;
const MIN_VALUE = 20;

const AMPERSAND = 0x26;
const SEMICOLON = 0x3b;

/** The beginnings of names whose values are long and that no reader sees: what is cut keeps the whole source in memory. */
const CUT_NAMES = ["class=", "href=", "src", "data-", "d="] as const;
/** Three of these with the same attributes count as one (Noah's Ark clause, WHATWG 13.2.4.3): their values are compared. */
const FORMATTING = /<(?:b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)[\t\n\f\r /]/iy;

/** Whether nothing in the markup can be taken for a mark, or would be read otherwise behind one. */
export function canCut(html: string): boolean {
  return !html.includes(MARK) && !html.includes("\0");
}

/** Takes pieces out of markup, in order, and puts marks in their places. */
export class MarkupCutter {
  readonly #html: string;
  readonly #formatting = new RegExp(FORMATTING);
  readonly #cuts: string[] = [];
  readonly #parts: string[] = [];
  #copied = 0;
  #tag = 0;
  /** The first ampersand at or after the last value asked about. */
  #ampersand = -1;

  constructor(html: string) {
    this.#html = html;
  }

  /** Code of a script or style sheet. */
  code(from: number, to: number): void {
    if (to - from >= MIN_CODE) this.#cut(from, to);
  }

  /** Text between tags. Spaces before it stay, for they open no element, and so do character references. */
  text(from: number, to: number): void {
    const html = this.#html;
    let at = from;
    while (to - at >= MIN_TEXT) {
      while (at < to && html.charCodeAt(at) <= 0x20) at++;
      const start = at;
      while (at < to && html.charCodeAt(at) !== AMPERSAND) at++;
      if (at - start >= MIN_TEXT) this.#cut(start, at);
      // A reference may go on up to its semicolon.
      while (at < to && html.charCodeAt(at) !== SEMICOLON) at++;
      at++;
    }
  }

  /** Where the tag begins whose values come next. */
  tag(start: number): void {
    this.#tag = start;
  }

  /** A quoted value, and where its name begins. */
  value(name: number, from: number, to: number): void {
    if (to - from < MIN_VALUE || !this.#isCutName(name)) return;
    if (this.#ampersand < from) this.#ampersand = this.#next("&", from);
    if (this.#ampersand < to) return;
    this.#formatting.lastIndex = this.#tag;
    if (!this.#formatting.test(this.#html)) this.#cut(from, to);
  }

  /** The markup with its marks; the cutter is spent. */
  finish(): CutMarkup {
    if (this.#cuts.length === 0) return { html: this.#html, cuts: [] };
    this.#parts.push(this.#html.slice(this.#copied));
    return { html: this.#parts.join(""), cuts: this.#cuts };
  }

  #cut(from: number, to: number): void {
    this.#parts.push(this.#html.slice(this.#copied, from), `${MARK}${this.#cuts.length}${MARK}`);
    this.#cuts.push(this.#html.slice(from, to));
    this.#copied = to;
  }

  #isCutName(start: number): boolean {
    for (let index = 0; index < CUT_NAMES.length; index++) {
      if (this.#html.startsWith(CUT_NAMES[index]!, start)) return true;
    }
    return false;
  }

  #next(text: string, from: number): number {
    const at = this.#html.indexOf(text, from);
    return at < 0 ? this.#html.length : at;
  }
}

/** The text of a node as the parser would have given it: what was cut in place of the marks. */
export function restoreText(text: string, cuts: readonly string[]): string {
  // Without cuts, what looks like a mark is the page's own.
  let mark = cuts.length === 0 ? -1 : text.indexOf(MARK);
  let restored = "";
  let copied = 0;
  for (; mark >= 0; mark = text.indexOf(MARK, copied)) {
    const end = text.indexOf(MARK, mark + 1);
    restored += text.slice(copied, mark) + cutOf(text.slice(mark + 1, end), cuts);
    copied = end + 1;
  }
  return copied === 0 ? text : restored + text.slice(copied);
}

/** The value of an attribute as the parser would have given it: values are cut whole. */
export function restoreValue(value: string, cuts: readonly string[]): string {
  return value.charCodeAt(0) === MARK_UNIT && cuts.length > 0 ? cutOf(value.slice(1, -1), cuts) : value;
}

/** The parser makes one line feed of every line's end. */
function cutOf(number: string, cuts: readonly string[]): string {
  const cut = cuts[Number(number)]!;
  return cut.includes("\r") ? cut.replace(/\r\n?/g, "\n") : cut;
}
