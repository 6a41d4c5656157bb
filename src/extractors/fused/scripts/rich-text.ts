import { countWordsIn } from "../../../text/index.ts";
import { elementOf, headingTag, type Kind, kindOf, kindOfTag, listTag, valueAt } from "./block-kinds.ts";
import { type Branch, isBranch, type Value, withoutEscapes } from "./read-code.ts";

/** The text of a value: markup, or parts one after the other. */
export interface RichText {
  /** Words of its prose; headings do not count. */
  readonly words: number;
  readonly tag?: string;
  readonly parts: readonly (string | RichText)[];
}

/** Shorter strings are labels, not paragraphs. */
const MIN_CHARACTERS = 25;
/** Longer runs of text are not one paragraph. */
const MAX_INLINE = 20_000;
/** References may form long chains. */
const MAX_DEPTH = 600;
/** A sentence ends: at the end of the text, before a space, a quotation mark or a tag, or without any space in Chinese. */
const SENTENCE = /[.!?…]["'”’»)\]]?(?:\s|<|$)|[。！？]/;
const RUN_START = /^[\s,.;:!?)”’»，。、；：]/;

const TAG_START = /<\/?[a-z][^<>]*>/i;
const BLOCK_TAG = /<(?:p|div|h[1-6]|ul|ol|li|table|blockquote|section|article|figure|pre|br)[\s>/]/i;
const ESCAPED_TAG = /&lt;\/?[a-z]/i;
const ESCAPED_MARK = /&(?:lt|gt|quot|amp|#39);/g;
const MARKS: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&amp;": "&",
  "&#39;": "'",
};
const ESCAPED_UNIT = /\\u00(?:3c|3e|22|26)/i;

/** Keys of the content of a rich-text node. */
const CONTENT_KEYS = [
  "text",
  "value",
  "content",
  "children",
  "nodes",
  "leaves",
  "html",
  "insert",
  "items",
  "data",
  "attrs",
  "attributes",
  "model",
  "props",
  "blocks",
  "innerBlocks",
  "content_elements",
];
const LINK_KEYS = ["href", "url", "uri"];
const LINK_HOLDERS = ["attrs", "data", "attributes", "fields", "props"];
/** Keys of what is not part of the text: other articles, comments, messages of the site. */
const OTHER_KEYS =
  /comment|^repl(?:y|ies)|related|recommend|teaser|promo|latest|popular|trending|sponsor|newsletter|^bio|^authors?$|^byline|caption|translation|i18n|^messages$|^locale|cookie|consent|privacy/i;

/** Reads the text of data: paragraphs, lists and headings, by the shape that they have. */
export class TextReader {
  readonly #isOther: (branch: Branch) => boolean;
  readonly #texts = new Map<Branch, RichText | undefined>();
  readonly #inlines = new Map<Branch, string | undefined>();
  #depth = 0;

  /** `isOther` tells what belongs to another article. */
  constructor(isOther: (branch: Branch) => boolean) {
    this.#isOther = isOther;
  }

  /** The text of a value; undefined where it has no prose. */
  textOf(value: Value): RichText | undefined {
    if (typeof value === "string") return stringText(value);
    if (!isBranch(value)) return undefined;
    if (this.#texts.has(value)) return this.#texts.get(value);
    // A value that refers to itself has no text at the second visit.
    this.#texts.set(value, undefined);
    if (this.#depth >= MAX_DEPTH) return undefined;
    this.#depth++;
    const text = value.isList ? this.#listText(value) : this.#blockText(value, kindOf(value));
    this.#depth--;
    this.#texts.set(value, text);
    return text;
  }

  #listText(list: Branch): RichText | undefined {
    const element = elementOf(list);
    if (element !== undefined) return this.#blockText(element, kindOfTag(element));
    const inline = this.#inlineOf(list);
    if (inline !== undefined) return isProse(inline) ? paragraph(inline) : undefined;
    const parts: RichText[] = [];
    for (const value of list.values) {
      const part = isBranch(value) && this.#isOther(value) ? undefined : this.textOf(value);
      if (part !== undefined) parts.push(part);
    }
    return joined(parts);
  }

  #blockText(node: Branch, kind: Kind): RichText | undefined {
    if ((kind === "aside" && !isTitled(node)) || kind === "break") return undefined;
    if (kind === "list") return this.#listItems(node);
    const inline = kind === "unknown" ? this.#inlineOf(node) : this.#contentOf(node);
    if (kind === "heading") return inline ? { words: 0, tag: headingTag(node), parts: [inline] } : undefined;
    if (kind === "item") return inline ? { words: wordsOf(inline), tag: "li", parts: [inline] } : undefined;
    const own = inline !== undefined && isProse(inline) ? paragraph(inline) : undefined;
    const longest = this.#longest(node);
    const text = own === undefined || own.words < (longest?.words ?? 0) ? longest : own;
    return kind === "quote" && text ? { words: text.words, tag: "blockquote", parts: [text] } : text;
  }

  /** An object states one thing in several ways, of which the longest is taken. */
  #longest({ keys, values }: Branch): RichText | undefined {
    let best: RichText | undefined;
    for (let at = 0; at < values.length; at++) {
      const value = values[at];
      if (OTHER_KEYS.test(keys[at] ?? "") || (isBranch(value) && this.#isOther(value))) continue;
      const text = this.textOf(value);
      if (text !== undefined && text.words > (best?.words ?? 0)) best = text;
    }
    return best;
  }

  #listItems(node: Branch): RichText | undefined {
    const items = node.isList ? node : listIn(node);
    const parts: RichText[] = [];
    for (const value of items?.values ?? []) {
      const inline = isBranch(value) && !value.isList ? this.#contentOf(value) : this.#inlineOf(value);
      const part = inline ? { words: wordsOf(inline), parts: [inline] } : this.textOf(value);
      if (part !== undefined)
        parts.push(part.tag === "li" ? part : { words: part.words, tag: "li", parts: [part] });
    }
    const words = parts.reduce((sum, part) => sum + part.words, 0);
    return words > 0 ? { words, tag: listTag(node), parts } : undefined;
  }

  /** The markup of what a block holds, however short. */
  #contentOf(node: Branch, holders = 2): string | undefined {
    const links = linksOf(node);
    for (const key of CONTENT_KEYS) {
      const value = valueAt(node, key);
      if (value === undefined) continue;
      const isHolder = isBranch(value) && !value.isList;
      if (isHolder && holders === 0) continue;
      const inline = isHolder
        ? this.#contentOf(value, holders - 1)
        : this.#inlineOf(value, { isOne: true, links });
      if (inline) return inline;
      // The one paragraph of a list's item.
      const only = isBranch(value) && value.isList && value.values.length === 1 ? value.values[0] : undefined;
      const inner =
        isBranch(only) && !only.isList && holders > 0 ? this.#contentOf(only, holders - 1) : undefined;
      if (inner) return inner;
    }
    return undefined;
  }

  /** The markup of a value that is part of a paragraph, or one paragraph; undefined where it is more. */
  #inlineOf(value: Value, context: InlineContext = {}): string | undefined {
    if (typeof value === "string") return inlineString(value);
    if (!isBranch(value)) return undefined;
    if (this.#inlines.has(value)) return this.#inlines.get(value);
    this.#inlines.set(value, undefined);
    if (this.#depth >= MAX_DEPTH) return undefined;
    this.#depth++;
    const element = value.isList ? elementOf(value) : value;
    const inline =
      element === undefined
        ? this.#inlineList(value, context)
        : this.#inlineNode(element, value.isList, context);
    this.#depth--;
    const kept = inline !== undefined && inline.length <= MAX_INLINE ? inline : undefined;
    this.#inlines.set(value, kept);
    return kept;
  }

  #inlineNode(node: Branch, isElement: boolean, context: InlineContext): string | undefined {
    const kind = isElement ? kindOfTag(node) : kindOf(node);
    if (kind === "break") return "<br>";
    const link = linkOf(node) ?? markedLink(node, context.links);
    // A component with an address is a link.
    const isLink = kind === "inline" || (isElement && kind === "unknown" && link !== undefined);
    if (!isLink && (kind !== "unknown" || isElement)) return undefined;
    const key = CONTENT_KEYS.find((one) => INLINE_KEYS.has(one) && valueAt(node, one) !== undefined);
    const inner = key && this.#inlineOf(valueAt(node, key), { ...context, isOne: isLink });
    if (inner === undefined || inner === "") return undefined;
    return link === undefined || !isLink ? inner : `<a href="${escapeText(link)}">${inner}</a>`;
  }

  #inlineList({ values }: Branch, context: InlineContext): string | undefined {
    const pieces: string[] = [];
    for (const value of values) {
      const piece = this.#inlineOf(value, { links: context.links });
      if (piece === undefined) return undefined;
      pieces.push(piece);
    }
    if (pieces.length === 1) return pieces[0];
    return context.isOne || areRuns(pieces) ? pieces.join("") : undefined;
  }
}

interface InlineContext {
  /** Whether all of a list is one paragraph. */
  readonly isOne?: boolean;
  /** The addresses of the block's marks, by their names. */
  readonly links?: ReadonlyMap<string, string> | undefined;
}

const INLINE_KEYS: ReadonlySet<string> = new Set([
  "text",
  "value",
  "content",
  "children",
  "nodes",
  "leaves",
  "insert",
]);

/** Articles may be called what asides are: a newsletter, a gallery, a comment. */
function isTitled(node: Branch): boolean {
  return [valueAt(node, "title"), valueAt(node, "headline")].some((title) => typeof title === "string");
}

/** Whether pieces are cut inside of sentences: paragraphs are cut between them. */
function areRuns(pieces: readonly string[]): boolean {
  let inside = 0;
  for (let at = 1; at < pieces.length; at++) {
    const before = pieces[at - 1]!;
    if (/\s/.test(before.slice(-1)) || RUN_START.test(pieces[at]!)) inside++;
  }
  return inside * 2 >= pieces.length - 1;
}

/** Joins parts; neighbouring items outside of lists are put into one. */
function joined(parts: readonly RichText[]): RichText | undefined {
  const words = parts.reduce((sum, part) => sum + part.words, 0);
  if (words === 0) return undefined;
  const together: RichText[] = [];
  let items: RichText[] = [];
  const endList = () => {
    if (items.length > 0) together.push({ words: 0, tag: "ul", parts: items });
    items = [];
  };
  for (const part of parts) {
    if (part.tag === "li") items.push(part);
    else {
      endList();
      together.push(part);
    }
  }
  endList();
  return { words, parts: together };
}

function listIn(node: Branch): Branch | undefined {
  for (const key of CONTENT_KEYS) {
    const value = valueAt(node, key);
    if (!isBranch(value)) continue;
    const list = value.isList ? value : valueAt(value, "items");
    if (isBranch(list) && list.isList) return list;
  }
  return undefined;
}

function linkOf(node: Branch): string | undefined {
  for (const holder of [node, ...LINK_HOLDERS.map((key) => valueAt(node, key))]) {
    if (!isBranch(holder)) continue;
    for (const key of LINK_KEYS) {
      const link = valueAt(holder, key);
      if (typeof link === "string") return link;
    }
  }
  return undefined;
}

/** The address that a run's marks state, or that the block states under their name. */
function markedLink(run: Branch, links: InlineContext["links"]): string | undefined {
  const marks = valueAt(run, "marks");
  if (!isBranch(marks)) return undefined;
  for (const mark of marks.values) {
    const link = typeof mark === "string" ? links?.get(mark) : isBranch(mark) ? linkOf(mark) : undefined;
    if (link !== undefined) return link;
  }
  return undefined;
}

function linksOf(block: Branch): ReadonlyMap<string, string> | undefined {
  const definitions = valueAt(block, "markDefs");
  if (!isBranch(definitions)) return undefined;
  const links = new Map<string, string>();
  for (const definition of definitions.values) {
    const name = isBranch(definition) ? valueAt(definition, "_key") : undefined;
    const link = isBranch(definition) ? linkOf(definition) : undefined;
    if (typeof name === "string" && link !== undefined) links.set(name, link);
  }
  return links;
}

function paragraph(inline: string): RichText {
  return { words: wordsOf(inline), tag: "p", parts: [inline] };
}

function inlineString(text: string): string | undefined {
  if (text.length > MAX_INLINE || ESCAPED_TAG.test(text) || ESCAPED_UNIT.test(text)) return undefined;
  if (TAG_START.test(text)) return BLOCK_TAG.test(text) ? undefined : text;
  return text.trim().includes("\n") ? undefined : escapeText(text);
}

function stringText(given: string): RichText | undefined {
  if (given.length < MIN_CHARACTERS) return undefined;
  const text = withTags(ESCAPED_UNIT.test(given) ? withoutEscapes(given) : given);
  if (!isProse(text)) return undefined;
  const markup = markupOf(text);
  return { words: wordsOf(markup), parts: [markup] };
}

/** Whether a text has sentences; what has brackets of code is code, unless it is marked up as paragraphs. */
function isProse(text: string): boolean {
  if (text.length < MIN_CHARACTERS) return false;
  if (text.includes("{") && !/<p[\s>]/i.test(text)) return false;
  return SENTENCE.test(text) && (/\s/.test(text) || /[。！？]/.test(text));
}

/** A stated text as markup: what holds tags is markup already, anything else has a paragraph a line. */
export function markupOf(given: string): string {
  const text = withTags(given);
  if (TAG_START.test(text)) return `<div>${text}</div>`;
  return text
    .split(/[\r\n\u2028\u2029]+/)
    .map((line) => `<p>${line.replaceAll("<", "&lt;")}</p>`)
    .join("");
}

/** A text with tags where it has entities for their brackets: publishing systems escape twice, and some three times. */
function withTags(text: string): string {
  if (!text.includes("lt;") || TAG_START.test(text)) return text;
  const once = text.includes("&amp;lt;") ? text.replaceAll("&amp;", "&") : text;
  return ESCAPED_TAG.test(once) ? once.replace(ESCAPED_MARK, (entity) => MARKS[entity] ?? entity) : text;
}

function escapeText(text: string): string {
  return text.replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

function wordsOf(text: string): number {
  if (!text.includes("<")) return countWordsIn(text, 0, text.length);
  let count = 0;
  for (let at = 0; at < text.length; ) {
    const tag = text.indexOf("<", at);
    count += countWordsIn(text, at, tag < 0 ? text.length : tag);
    const end = tag < 0 ? -1 : text.indexOf(">", tag);
    at = end < 0 ? text.length : end + 1;
  }
  return count;
}

/** The markup of a text, up to a length: references may repeat a part without end. */
export function writeText(text: RichText, maxLength: number): string {
  const pieces: string[] = [];
  let left = maxLength;
  const write = ({ tag, parts }: RichText) => {
    if (tag) pieces.push(`<${tag}>`);
    for (const part of parts) {
      if (left <= 0) break;
      left -= typeof part === "string" ? part.length : 1;
      if (typeof part === "string") pieces.push(part.slice(0, maxLength));
      else write(part);
    }
    if (tag) pieces.push(`</${tag}>`);
  };
  write(text);
  return pieces.join("\n");
}
