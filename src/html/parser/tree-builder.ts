import { decodeHTML } from "entities/decode";
import { NewsError } from "../../errors/index.ts";
import { isAsciiSpace } from "../../text/index.ts";
import { type Markup, NO_MARKUP, normalizeNewlines, textOf } from "../markup.ts";
import { NAME } from "../tags.ts";
import { FormattingElements, type FormattingEntry } from "./formatting-elements.ts";
import { CLASS, classOf, MODE, modeOf, SVG } from "./names.ts";
import { OpenElements } from "./open-elements.ts";
import { TagReader } from "./tokens.ts";
import { KIND, ParseTree } from "./tree.ts";

/** How the raw text of an element is read. */
export const RAW = { none: 0, rcdata: 1, rawtext: 2, script: 3, plaintext: 4 } as const;

/** How a page is parsed. */
export interface ParseOptions {
  /** PAGE_TOO_DEEP for more. */
  readonly maxElements: number;
  /** PAGE_TOO_DEEP if more open elements change their level because one below them is removed or inserted. */
  readonly maxMoves: number;
  /** PAGE_TOO_DEEP if the attributes of copied elements have more characters in total. */
  readonly maxCopied: number;
  /** Whether the page has NUL characters anywhere. */
  readonly hasNul: boolean;
}

/** What an insertion mode does with a token. */
export interface Rules {
  start(builder: HtmlTreeBuilder, name: number): void;
  end(builder: HtmlTreeBuilder, name: number): void;
  /** A text with character references decoded: a range of the source, carriage returns included, or a kept text. */
  text(builder: HtmlTreeBuilder, from: number, to: number): void;
  /** The end of the page; true if the mode has changed and the new one has to run. */
  finish(builder: HtmlTreeBuilder): boolean;
}

/** What is done with tokens inside SVG and MathML. */
export interface ForeignRules extends Omit<Rules, "finish"> {
  /** Whether the rules of the insertion mode apply to a start tag although the current node is foreign. */
  isHtmlStart(builder: HtmlTreeBuilder, name: number): boolean;
  /** The same for a text. */
  isHtmlText(builder: HtmlTreeBuilder): boolean;
}

/** The state of tree construction, and the steps that the standard's insertion modes share. */
export class HtmlTreeBuilder {
  readonly tree = new ParseTree();
  readonly open = new OpenElements();
  readonly tag = new TagReader();
  readonly formatting = new FormattingElements(this.tree, this.tag.attributes);
  source = NO_MARKUP;
  mode: number = MODE.initial;
  originalMode: number = MODE.initial;
  readonly templateModes: number[] = [];
  head = -1;
  form = -1;
  isFramesetOk = true;
  isFostering = false;
  isQuirky = false;
  /** The context of a fragment, which is the adjusted current node while only the root is open; -1 for a whole page. */
  context = -1;
  /** Whether a line feed at the start of the next text is dropped. */
  skipsNewline = false;
  /** How the content of the element just opened is read. */
  raw: number = RAW.none;
  /** Text collected in a table: pairs of from and to. */
  readonly tableText: number[] = [];
  /** Attributes that later tags added to an element, by index. */
  readonly merged = new Map<number, { readonly names: Set<number>; readonly places: number[] }>();
  hasNul = false;
  #maxElements = 0;
  #elements = 0;
  #maxCopied = 0;
  #copied = 0;
  #placeParent = 0;
  #placeBefore = -1;
  readonly #rules: readonly Rules[];
  readonly #foreign: ForeignRules;

  /** The rules of every mode, by number, and those of foreign content. */
  constructor(rules: readonly Rules[], foreign: ForeignRules) {
    this.#rules = rules;
    this.#foreign = foreign;
  }

  /** Starts a page. */
  reset(source: Markup, { maxElements, maxMoves, maxCopied, hasNul }: ParseOptions): void {
    this.source = source;
    this.hasNul = hasNul;
    this.tree.reset();
    this.open.reset(maxMoves);
    this.tag.reset(source, hasNul);
    this.formatting.reset(source);
    this.mode = MODE.initial;
    this.originalMode = MODE.initial;
    this.templateModes.length = 0;
    this.tableText.length = 0;
    this.merged.clear();
    this.head = -1;
    this.form = -1;
    this.isFramesetOk = true;
    this.isFostering = false;
    this.isQuirky = false;
    this.context = -1;
    this.skipsNewline = false;
    this.raw = RAW.none;
    this.#maxElements = maxElements;
    this.#elements = 0;
    this.#maxCopied = maxCopied;
    this.#copied = 0;
  }

  /** Drops the page, which its tree would keep alive, and frees the arrays of a huge one. */
  release(): void {
    this.source = NO_MARKUP;
    this.tree.release();
    this.open.release();
    this.tag.release();
    this.formatting.reset(NO_MARKUP);
    this.templateModes.length = 0;
    this.merged.clear();
  }

  /** The "tree construction dispatcher" for the start tag read last; modes call it to reprocess. */
  start(): void {
    const { name } = this.tag;
    if (this.isForeign() && !this.#foreign.isHtmlStart(this, name)) this.#foreign.start(this, name);
    else this.#rules[this.mode]!.start(this, name);
  }

  /** The same for an end tag. */
  end(): void {
    const { name } = this.tag;
    if (this.isForeign()) this.#foreign.end(this, name);
    else this.#rules[this.mode]!.end(this, name);
  }

  /** Applies the rules of the insertion mode to the tag read last, in foreign content too. */
  startInMode(): void {
    this.#rules[this.mode]!.start(this, this.tag.name);
  }
  endInMode(): void {
    this.#rules[this.mode]!.end(this, this.tag.name);
  }

  /** The same for a text. */
  text(from: number, to: number): void {
    if (this.isForeign() && !this.#foreign.isHtmlText(this)) this.#foreign.text(this, from, to);
    else this.#rules[this.mode]!.text(this, from, to);
  }

  /** The end of the page. */
  finish(): void {
    while (this.#rules[this.mode]!.finish(this));
  }

  /** The adjusted current node. */
  get adjustedKey(): number {
    return this.open.depth === 1 && this.context >= 0 ? this.context : this.open.currentKey;
  }

  /** Whether the adjusted current node is of SVG or MathML. */
  isForeign(): boolean {
    return this.open.depth > 0 && this.adjustedKey >= SVG;
  }

  /** "Create an element for the token", with the attributes of the tag read last unless others are given. */
  create(key: number, from = this.tag.attributeFrom, to = this.tag.attributeTo): number {
    if (++this.#elements > this.#maxElements) {
      throw new NewsError("PAGE_TOO_DEEP", `The markup makes more than ${this.#maxElements} elements.`);
    }
    return this.tree.add(KIND.element, key, from, to);
  }

  /** "Insert an HTML element for the token", or a foreign one. */
  insert(key: number): number {
    const node = this.create(key);
    this.place(node, this.open.current);
    this.open.push(node, key);
    return node;
  }

  /** Inserts an element without content. */
  insertVoid(key: number): void {
    this.place(this.create(key), this.open.current);
  }

  /** Inserts an element that has no tag. */
  insertImplied(key: number): number {
    const node = this.create(key, 0, 0);
    this.place(node, this.open.current);
    this.open.push(node, key);
    return node;
  }

  /** Puts a node at "the appropriate place for inserting a node", given the target. */
  place(node: number, target: number): void {
    if (!this.isFostering || !this.#findFosterPlace(target)) this.tree.append(target, node);
    else if (this.#placeBefore >= 0) this.tree.insertBefore(node, this.#placeBefore);
    else this.tree.append(this.#placeParent, node);
  }

  /** "Insert a character", for a whole text. */
  insertText(from: number, to: number): void {
    if (from >= 0 && from >= to) return;
    const target = this.open.current;
    const isFostered = this.isFostering && this.#findFosterPlace(target);
    const parent = isFostered ? this.#placeParent : target;
    const before = isFostered ? this.#placeBefore : -1;
    const { tree } = this;
    const previous = before >= 0 ? tree.previous[before]! : tree.last[parent]!;
    if (previous >= 0 && tree.kind[previous] === KIND.text) {
      tree.extendText(previous, this.source, from, to);
      return;
    }
    const node = tree.add(KIND.text, 0, from, to);
    if (before >= 0) tree.insertBefore(node, before);
    else tree.append(parent, node);
  }

  /** Keeps a text that is not in the source as it is; returns its reference, which is negative. */
  keep(text: string): number {
    return ~(this.tree.strings.push(text) - 1);
  }

  textOf(from: number, to: number): string {
    return from < 0 ? this.tree.strings[~from]! : normalizeNewlines(textOf(this.source, from, to));
  }

  /** A range of the source with its character references decoded: itself if it has none. */
  decoded(from: number, to: number): number {
    return this.tag.hasReference(from, to) ? this.keep(decodeHTML(this.textOf(from, to))) : from;
  }

  /** "Insert a comment" as the last child of a node. */
  insertComment(parent: number, from: number, to: number): void {
    const node = this.tree.add(KIND.comment, 0, from, to);
    if (parent >= 0) this.tree.append(parent, node);
    else this.place(node, this.open.current);
  }

  /** "Generate implied end tags", except for elements of a name. */
  generateImplied(except = -1): void {
    for (;;) {
      const key = this.open.currentKey;
      if ((classOf(key) & CLASS.implied) === 0 || key === except) return;
      this.open.pop();
    }
  }

  generateImpliedThoroughly(): void {
    while ((classOf(this.open.currentKey) & (CLASS.implied | CLASS.impliedThoroughly)) !== 0) this.open.pop();
  }

  /** "Close a p element", if there is one in button scope. */
  closeP(): void {
    if (!this.open.hasInButtonScope(NAME.p)) return;
    this.open.popThrough(NAME.p);
  }

  /** "Reconstruct the active formatting elements". */
  reconstruct(): void {
    const { formatting, open } = this;
    let first: FormattingEntry | undefined;
    for (let entry = formatting.last; entry !== undefined; entry = entry.before) {
      if (entry.node < 0 || open.levelOf(entry.node) >= 0) break;
      first = entry;
    }
    for (let entry = first; entry !== undefined; entry = entry.after) {
      const node = this.copy(entry);
      this.place(node, open.current);
      open.push(node, entry.name);
    }
  }

  /** A copy of a formatting element, which takes its place in the list. */
  copy(entry: FormattingEntry): number {
    const from = this.tree.from[entry.node]!;
    const to = this.tree.to[entry.node]!;
    this.#copied += this.tag.attributes.lengthOf(from, to);
    if (this.#copied > this.#maxCopied) {
      throw new NewsError("PAGE_TOO_DEEP", "The markup copies long attributes again and again.");
    }
    const node = this.create(entry.name, from, to);
    this.formatting.replace(entry, node);
    return node;
  }

  /** Adds attributes of the tag read last that an element (`html` or `body`) lacks. */
  mergeAttributes(node: number): void {
    const { attributes, attributeFrom, attributeTo } = this.tag;
    let merged = this.merged.get(node);
    if (merged === undefined) {
      merged = {
        names: new Set(attributes.name.subarray(this.tree.from[node], this.tree.to[node])),
        places: [],
      };
      this.merged.set(node, merged);
    }
    for (let at = attributeFrom; at < attributeTo; at++) {
      const name = attributes.name[at]!;
      if (merged.names.has(name)) continue;
      merged.names.add(name);
      merged.places.push(at);
    }
  }

  /** Opens an element with raw text. */
  insertRaw(key: number, raw: number): void {
    this.insert(key);
    this.raw = raw;
    this.originalMode = this.mode;
    this.mode = MODE.text;
  }

  /** "Reset the insertion mode appropriately". */
  resetMode(): void {
    const { open } = this;
    for (let level = open.modeLevel(open.depth - 1); level >= 0; level = open.modeLevel(level - 1)) {
      const isLast = level === 0;
      const mode = modeOf(this, isLast && this.context >= 0 ? this.context : open.key[level]!, isLast);
      if (mode >= 0) {
        this.mode = mode;
        return;
      }
      if (isLast) break;
    }
    this.mode = MODE.inBody;
  }

  spaceLength(from: number, to: number): number {
    const text = from < 0 ? this.tree.strings[~from]! : this.source.units;
    const end = from < 0 ? text.length : to;
    const start = Math.max(from, 0);
    let at = start;
    while (at < end && isAsciiSpace(text.charCodeAt(at))) at++;
    return at - start;
  }

  /** A text without its NUL characters; undefined if nothing is left. */
  withoutNul(from: number, to: number): number | undefined {
    const text = this.textOf(from, to);
    if (!text.includes("\0")) return from;
    const rest = text.replaceAll("\0", "");
    return rest === "" ? undefined : this.keep(rest);
  }

  withReplacedNul(from: number, to: number): number {
    const text = this.textOf(from, to);
    return text.includes("\0") ? this.keep(text.replaceAll("\0", "\ufffd")) : from;
  }

  /** Whether a text is white space. */
  isAllSpace(from: number, to: number): boolean {
    return this.spaceLength(from, to) === this.lengthOf(from, to);
  }

  lengthOf(from: number, to: number): number {
    return from < 0 ? this.tree.strings[~from]!.length : to - from;
  }

  /** The `from` of the rest of a text after an offset; its `to` stays the same. */
  textFrom(from: number, offset: number): number {
    if (from >= 0) return from + offset;
    return offset === 0 ? from : this.keep(this.tree.strings[~from]!.slice(offset));
  }

  /** Whether a node for this target is foster-parented; sets where it goes. */
  #findFosterPlace(target: number): boolean {
    const key = this.tree.key[target]!;
    if (key === NAME.template || (classOf(key) & CLASS.tableText) === 0) return false;
    const { open, tree } = this;
    const template = open.highest(NAME.template);
    const table = open.highest(NAME.table);
    this.#placeBefore = -1;
    if (template >= 0 && template > table) this.#placeParent = open.node[template]!;
    else if (table < 0) this.#placeParent = open.node[0]!;
    else {
      const node = open.node[table]!;
      const parent = tree.parent[node]!;
      this.#placeParent = parent >= 0 ? parent : open.node[table - 1]!;
      if (parent >= 0) this.#placeBefore = node;
    }
    return true;
  }
}
