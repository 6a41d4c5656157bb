/** Elements that are one entry of a feed. */
const ENTRY_ELEMENTS: ReadonlySet<string> = new Set(["item", "entry"]);
/** The parts of XML that hold no tags: they begin and end with these. */
const OPAQUE = [
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
  ["<?", "?>"],
] as const;

/** A feed that was cut off, up to its last whole entry and with everything closed; undefined if no entry begins. */
export function repairFeed(text: string): string | undefined {
  return /^\s*\{/.test(text) ? repairJson(text) : repairXml(text);
}

/** An element that is open; a linked list, so that remembering a place among a thousand open elements copies nothing. */
interface OpenElement {
  readonly name: string;
  readonly parent: OpenElement | undefined;
}

/** Walks over the tags and remembers what was open after the last whole entry. */
function repairXml(text: string): string | undefined {
  let open: OpenElement | undefined;
  let whole: { readonly end: number; readonly open: OpenElement | undefined } | undefined;
  for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", at)) {
    const opaque = OPAQUE.find(([start]) => text.startsWith(start, at));
    const end = opaque ? endOf(text, opaque[1], at) : endOfTag(text, at);
    if (end < 0) break;
    if (!opaque && text[at + 1] !== "!") {
      const tag = text.slice(at, end);
      const name = /^<\/?([^\s/>]+)/.exec(tag)?.[1];
      if (name === undefined) break;
      if (!tag.startsWith("</")) {
        if (ENTRY_ELEMENTS.has(name)) whole ??= { end: at, open };
        if (!tag.endsWith("/>")) open = { name, parent: open };
      } else if (open?.name !== name) break;
      else {
        open = open.parent;
        if (ENTRY_ELEMENTS.has(name)) whole = { end, open };
      }
    }
    at = end;
  }
  if (whole === undefined) return undefined;
  const closing: string[] = [];
  for (let element = whole.open; element; element = element.parent) closing.push(`</${element.name}>`);
  return text.slice(0, whole.end) + closing.join("");
}

/** One past a mark; -1 if it does not come. */
function endOf(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? -1 : at + mark.length;
}

/** One past the end of a tag, whose attributes may hold the mark that ends it; -1 if it is cut off. */
function endOfTag(text: string, from: number): number {
  let quote = "";
  for (let at = from + 1; at < text.length; at++) {
    const character = text[at]!;
    if (quote !== "") {
      if (character === quote) quote = "";
    } else if (character === '"' || character === "'") quote = character;
    else if (character === ">") return at + 1;
    // A tag cannot begin inside another one: this one lost its end.
    else if (character === "<") return -1;
  }
  return -1;
}

/** Walks over brackets and strings, and remembers what was open after the last whole element of `items`. */
function repairJson(text: string): string | undefined {
  const open: string[] = [];
  let whole: { readonly end: number; readonly open: readonly string[] } | undefined;
  const itemsAt = /"items"\s*:\s*\[/.exec(text);
  if (itemsAt === null) return undefined;
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (character === '"') {
      at = endOfString(text, at) - 1;
      if (at < 0) break;
    } else if (character === "{") open.push("}");
    else if (character === "[") {
      open.push("]");
      if (at === itemsAt.index + itemsAt[0].length - 1) whole = { end: at + 1, open: [...open] };
    } else if (character === "}" || character === "]") {
      if (open.pop() !== character) break;
      const isItem = character === "}" && open.length === 2 && open[1] === "]" && at > itemsAt.index;
      if (isItem) whole = { end: at + 1, open: [...open] };
    }
  }
  return whole && text.slice(0, whole.end) + whole.open.toReversed().join("");
}

/** One past the quote that ends a string; 0 if it is cut off. */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === '"') return at + 1;
  }
  return 0;
}
