import { isAsciiLetter } from "../../text/index.ts";
import { type Markup, markupOfText, normalizeNewlines } from "../markup.ts";
import { NAME } from "../tags.ts";
import { foreign, inBody, inTemplate, inText } from "./body-rules.ts";
import { MATH, MODE, SVG } from "./names.ts";
import * as outer from "./outer-rules.ts";
import { QUIRKY_IDS, QUIRKY_STARTS, QUIRKY_STARTS_ALONE, QUIRKY_SYSTEM_ID } from "./quirky-doctypes.data.ts";
import * as table from "./table-rules.ts";
import { RawText } from "./tokens.ts";
import { HtmlTreeBuilder, type ParseOptions, RAW, type Rules } from "./tree-builder.ts";

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SLASH = 0x2f;
const GREATER = 0x3e;
const EXCLAMATION = 0x21;
const QUESTION = 0x3f;
const DASH = 0x2d;
const BRACKET = 0x5b;

const RULES: readonly Rules[] = Object.entries({
  initial: outer.initial,
  beforeHtml: outer.beforeHtml,
  beforeHead: outer.beforeHead,
  inHead: outer.inHead,
  inHeadNoscript: outer.inHeadNoscript,
  afterHead: outer.afterHead,
  inBody,
  text: inText,
  inTable: table.inTable,
  inTableText: table.inTableText,
  inCaption: table.inCaption,
  inColumnGroup: table.inColumnGroup,
  inTableBody: table.inTableBody,
  inRow: table.inRow,
  inCell: table.inCell,
  inTemplate,
  afterBody: outer.afterBody,
  inFrameset: outer.inFrameset,
  afterFrameset: outer.afterFrameset,
  afterAfterBody: outer.afterBody,
  afterAfterFrameset: outer.afterAfterFrameset,
} satisfies Record<keyof typeof MODE, Rules>)
  .sort(([one], [other]) => MODE[one as keyof typeof MODE] - MODE[other as keyof typeof MODE])
  .map(([, rules]) => rules);

/**
 * The parser of the WHATWG HTML standard, without scripting: "data state" and the states after it, with one `indexOf` where the
 * standard has a step per character. Its tree is valid until the next page.
 */
export class HtmlParser {
  readonly builder = new HtmlTreeBuilder(RULES, foreign);
  readonly #raw = new RawText();
  #source = "";

  /** Parses a whole page. */
  parse(source: Markup, options: ParseOptions): HtmlTreeBuilder {
    this.#begin(source, options);
    this.#run(0);
    return this.builder;
  }

  /** Parses the content of an element of this name (`svg path` for a foreign one); its root is an `html` element. */
  parseFragment(html: string, context: string, options: ParseOptions): HtmlTreeBuilder {
    this.#begin(markupOfText(html), options);
    const { builder } = this;
    const root = builder.create(NAME.html, 0, 0);
    builder.tree.append(0, root);
    builder.open.push(root, NAME.html);
    const [last = "", space] = context.split(" ").reverse();
    builder.context =
      builder.tag.names.idOfText(last) | (space === "svg" ? SVG : space === "math" ? MATH : 0);
    builder.isQuirky = false;
    if (builder.context === NAME.template) builder.templateModes.push(MODE.inTemplate);
    builder.resetMode();
    if (builder.context === NAME.form) builder.form = root;
    this.#run(this.#readContext());
    return builder;
  }

  /** Drops the page, which the tree would keep alive, and frees the arrays of a huge one. */
  release(): void {
    this.#source = "";
    this.#raw.reset("");
    this.builder.release();
  }

  #begin(source: Markup, options: ParseOptions): void {
    this.#source = source.units;
    this.builder.reset(source, options);
    this.#raw.reset(source.units);
  }

  #run(start: number): void {
    const { builder } = this;
    const source = this.#source;
    const { length } = source;
    let at = start;
    while (at < length) {
      const less = this.#nextMarkup(at);
      if (less > at) {
        this.#text(at, less);
        at = less;
        if (at >= length) break;
      }
      const unit = source.charCodeAt(at + 1);
      if (isAsciiLetter(unit)) {
        at = builder.tag.read(at + 1);
        if (at < 0) break;
        builder.skipsNewline = false;
        builder.start();
        if (builder.raw !== RAW.none) at = this.#readRaw(at, builder.raw);
      } else if (unit === SLASH) at = this.#readEndTag(at);
      else if (unit === EXCLAMATION) at = this.#readDeclaration(at);
      else at = this.#readBogusComment(at + 1);
      if (at < 0) break;
    }
    builder.finish();
  }

  /** The next `<` that opens something; others are text. */
  #nextMarkup(from: number): number {
    const source = this.#source;
    for (let at = source.indexOf("<", from); at >= 0; at = source.indexOf("<", at + 1)) {
      if (at + 1 === source.length) break;
      const unit = source.charCodeAt(at + 1);
      if (isAsciiLetter(unit) || unit === EXCLAMATION || unit === QUESTION) return at;
      if (unit === SLASH && at + 2 < source.length) return at;
    }
    return source.length;
  }

  #text(from: number, to: number): void {
    const { builder } = this;
    let text = builder.decoded(from, to);
    if (builder.skipsNewline) {
      text = this.#withoutNewline(text, to);
      builder.skipsNewline = false;
      if (builder.lengthOf(text, to) === 0) return;
    }
    builder.text(text, to);
  }

  #withoutNewline(from: number, to: number): number {
    const { builder } = this;
    const isKept = from < 0;
    const text = isKept ? builder.textOf(from, to) : this.#source;
    const start = Math.max(from, 0);
    const unit = text.charCodeAt(start);
    if (unit === LINE_FEED) return builder.textFrom(from, 1);
    // A kept text has only those carriage returns that come from character references.
    if (isKept || unit !== CARRIAGE_RETURN) return from;
    return builder.textFrom(from, text.charCodeAt(start + 1) === LINE_FEED ? 2 : 1);
  }

  #readEndTag(at: number): number {
    const { builder } = this;
    const unit = this.#source.charCodeAt(at + 2);
    if (unit === GREATER) return at + 3;
    if (!isAsciiLetter(unit)) return this.#readBogusComment(at + 2);
    const next = builder.tag.readEnd(at + 2);
    if (next < 0) return next;
    builder.skipsNewline = false;
    builder.end();
    return next;
  }

  /** "Markup declaration open state". */
  #readDeclaration(at: number): number {
    const source = this.#source;
    const unit = source.charCodeAt(at + 2);
    if (unit === DASH && source.charCodeAt(at + 3) === DASH) return this.#readComment(at + 4);
    if (unit === BRACKET && this.builder.isForeign() && source.startsWith("CDATA[", at + 3)) {
      return this.#readCdata(at + 9);
    }
    const doctype = source.slice(at + 2, at + 9);
    if (doctype.length === 7 && doctype.toLowerCase() === "doctype") return this.#readDoctype(at + 9);
    return this.#readBogusComment(at + 2);
  }

  /** "Comment start state" to "comment end bang state". */
  #readComment(from: number): number {
    const source = this.#source;
    if (source.charCodeAt(from) === GREATER) return this.#comment(from, from, from + 1);
    if (source.charCodeAt(from) === DASH && source.charCodeAt(from + 1) === GREATER) {
      return this.#comment(from, from, from + 2);
    }
    for (let at = source.indexOf("--", from); at >= 0; at = source.indexOf("--", at)) {
      at += 2;
      while (source.charCodeAt(at) === DASH) at++;
      if (source.charCodeAt(at) === GREATER) return this.#comment(from, at - 2, at + 1);
      if (source.charCodeAt(at) === EXCLAMATION && source.charCodeAt(at + 1) === GREATER) {
        return this.#comment(from, at - 2, at + 2);
      }
    }
    return this.#comment(from, source.length, source.length);
  }

  #readBogusComment(from: number): number {
    const end = this.#source.indexOf(">", from);
    return end < 0
      ? this.#comment(from, this.#source.length, this.#source.length)
      : this.#comment(from, end, end + 1);
  }

  #comment(from: number, to: number, next: number): number {
    const { builder } = this;
    builder.skipsNewline = false;
    switch (builder.isForeign() ? MODE.inBody : builder.mode) {
      case MODE.initial:
      case MODE.beforeHtml:
      case MODE.afterAfterBody:
      case MODE.afterAfterFrameset:
        builder.insertComment(0, from, to);
        break;
      case MODE.afterBody:
        builder.insertComment(builder.open.node[0]!, from, to);
        break;
      case MODE.inTableText:
        table.leaveTableText(builder);
        builder.insertComment(-1, from, to);
        break;
      default:
        builder.insertComment(-1, from, to);
    }
    return next;
  }

  #readCdata(from: number): number {
    const found = this.#source.indexOf("]]>", from);
    const end = found < 0 ? this.#source.length : found;
    // No references are decoded here.
    if (end > from) this.builder.text(from, end);
    return found < 0 ? end : end + 3;
  }

  #readDoctype(from: number): number {
    const { builder } = this;
    const found = this.#source.indexOf(">", from);
    const end = found < 0 ? this.#source.length : found;
    builder.skipsNewline = false;
    if (builder.mode === MODE.inTableText) table.leaveTableText(builder);
    if (builder.mode === MODE.initial) {
      builder.isQuirky = isQuirky(normalizeNewlines(this.#source.slice(from, end)), found < 0);
      builder.mode = MODE.beforeHtml;
    }
    return end + 1;
  }

  /** The raw text of an element, up to its end tag. */
  #readRaw(from: number, raw: number): number {
    const { builder } = this;
    const source = this.#source;
    builder.raw = RAW.none;
    let end = source.length;
    if (raw === RAW.script) end = this.#raw.endOfScript(from);
    else if (raw !== RAW.plaintext) {
      end = this.#raw.endOf(builder.tag.names.nameOf(builder.open.currentKey), from);
    }
    if (end > from) this.#rawContent(from, end, raw);
    builder.skipsNewline = false;
    return end;
  }

  #rawContent(from: number, to: number, raw: number): void {
    const { builder } = this;
    let text = raw === RAW.rcdata ? builder.decoded(from, to) : from;
    if (builder.hasNul) text = builder.withReplacedNul(text, to);
    if (builder.skipsNewline) text = this.#withoutNewline(text, to);
    if (builder.lengthOf(text, to) === 0) return;
    if (raw === RAW.plaintext) builder.text(text, to);
    else builder.insertText(text, to);
  }

  /** A fragment whose context is a raw text element starts with raw text; returns where the rest begins. */
  #readContext(): number {
    const { builder } = this;
    const raw = rawOf(builder.context);
    if (raw === RAW.none) return 0;
    // No end tag ends it: none is "appropriate".
    const { length } = this.#source;
    const text = raw === RAW.rcdata ? builder.decoded(0, length) : 0;
    builder.text(builder.hasNul ? builder.withReplacedNul(text, length) : text, length);
    return length;
  }
}

function rawOf(key: number): number {
  switch (key) {
    case NAME.title:
    case NAME.textarea:
      return RAW.rcdata;
    case NAME.style:
    case NAME.xmp:
    case NAME.iframe:
    case NAME.noembed:
    case NAME.noframes:
      return RAW.rawtext;
    case NAME.script:
      return RAW.script;
    case NAME.plaintext:
      return RAW.plaintext;
    default:
      return RAW.none;
  }
}

/** A name, then perhaps a keyword with one or two quoted identifiers; the rest is ignored. */
const DOCTYPE = /^[\t\n\f ]*([^\t\n\f ]+)(?:[\t\n\f ]+(.*))?$/s;
const IDENTIFIERS =
  /^(?:public[\t\n\f ]*(?:"([^"]*)("?)|'([^']*)('?))[\t\n\f ]*(?:"([^"]*)("?)|'([^']*)('?)|(.*))|system[\t\n\f ]*(?:"([^"]*)("?)|'([^']*)('?)))/is;

/** Whether a doctype (the text between `<!doctype` and `>`) asks for quirks mode; `isCut` if the page ends inside it. */
export function isQuirky(doctype: string, isCut: boolean): boolean {
  // The usual one, without a regular expression.
  if (!isCut && doctype.toLowerCase() === " html") return false;
  const [, name = "", rest = ""] = DOCTYPE.exec(doctype) ?? [];
  if (isCut || name.toLowerCase() !== "html") return true;
  if (rest === "") return false;
  const found = IDENTIFIERS.exec(rest);
  // Neither keyword, or no quote after it: "force-quirks" is on.
  if (found === null) return true;
  const isPublic = found[1] !== undefined || found[3] !== undefined;
  if (!isPublic) {
    const closing = found[10] !== undefined ? found[11] : found[13];
    return closing === "" || (found[10] ?? found[12] ?? "").toLowerCase() === QUIRKY_SYSTEM_ID;
  }
  if ((found[1] !== undefined ? found[2] : found[4]) === "") return true;
  const system = found[5] ?? found[7];
  if (system !== undefined && (found[5] !== undefined ? found[6] : found[8]) === "") return true;
  // Something other than a quote after the public identifier.
  if (system === undefined && (found[9] ?? "") !== "") return true;
  const id = (found[1] ?? found[3] ?? "").toLowerCase();
  return (
    QUIRKY_IDS.includes(id) ||
    system?.toLowerCase() === QUIRKY_SYSTEM_ID ||
    QUIRKY_STARTS.some((start) => id.startsWith(start)) ||
    (system === undefined && QUIRKY_STARTS_ALONE.some((start) => id.startsWith(start)))
  );
}
