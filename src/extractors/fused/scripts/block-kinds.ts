import { type Branch, isBranch, type Value } from "./read-code.ts";

/** What a node of a rich-text tree is, by what it is called. */
export type Kind =
  | "heading"
  | "list"
  | "item"
  | "quote"
  | "paragraph"
  | "inline"
  | "break"
  | "aside"
  | "unknown";

/** Names as editors and formats write them, in lower case, without prefixes and marks: ProseMirror, Slate, Lexical, Contentful, Portable Text, Draft, Gutenberg, Editor.js and HTML. */
const KINDS: readonly (readonly [Exclude<Kind, "unknown">, RegExp])[] = [
  [
    "heading",
    /^(?:h[1-6]|head(?:ing|er)(?:[1-6]|one|two|three|four|five|six)?|sub(?:head(?:ing|er|line)?|title)|crosshead)$/,
  ],
  ["item", /^(?:li|[uo]li|(?:(?:un)?ordered)?listitem|bullet|number)$/],
  ["list", /^(?:[uo]l|(?:(?:un)?ordered|bullet|bulleted|number|numbered)?list)$/],
  ["quote", /^(?:(?:block|pull)?quote|bq)$/],
  ["paragraph", /^(?:p|para|paragraph|unstyled|normal)$/],
  ["break", /^(?:br|(?:hard|line)break)$/],
  [
    "inline",
    /^(?:text|textrun|span|leaf|(?:hyper|auto|inline|entry)*link|a|strong|em|[biu]|bold|italic|mark|inline|fragment|sup|sub|small|abbr|cite|time)$/,
  ],
  [
    "aside",
    /image|picture|photo|figure|^img$|gallery|video|audio|embed|iframe|advert|^ads?$|promo|related|teaser|newsletter|caption|^script$|^style$|^svg$|button|^nav|footer|^aside$|^form$|^input$|comment/,
  ],
];

/** Longer names are texts. */
const MAX_NAME = 40;
/** Keys under which nodes say what they are, the most telling first. */
const NAME_KEYS = [
  "style",
  "listItem",
  "nodeType",
  "type",
  "_type",
  "__typename",
  "tagName",
  "tag",
  "name",
  "object",
];

/** What an object of data says that it is. */
export function kindOf(node: Branch): Kind {
  let found: Kind = "unknown";
  for (const key of NAME_KEYS) {
    const name = valueAt(node, key);
    const kind = typeof name === "string" ? kindOfName(name) : "unknown";
    // A style or a tag tells what kind of block it is; blocks of one type can be both.
    if (kind !== "unknown" && (found === "unknown" || found === "paragraph" || found === "inline"))
      found = kind;
  }
  return found;
}

/** What a name stands for. */
function kindOfName(name: string): Kind {
  if (name.length > MAX_NAME) return "unknown";
  const plain = name
    .slice(name.lastIndexOf("/") + 1)
    .replaceAll(/[-_\s]/g, "")
    .toLowerCase();
  return KINDS.find(([, pattern]) => pattern.test(plain))?.[0] ?? "unknown";
}

const LEVEL_WORDS = ["one", "two", "three", "four", "five", "six"];

/** The tag of a heading: its level where the data says it. */
export function headingTag(node: Branch): string {
  for (const key of [...NAME_KEYS, "level", "depth"]) {
    const level = levelIn(valueAt(node, key));
    if (level > 0) return `h${level}`;
  }
  for (const value of node.values) {
    if (typeof value !== "object" || value.isList) continue;
    const level = levelIn(valueAt(value, "level"));
    if (level > 0) return `h${level}`;
  }
  return "h2";
}

function levelIn(value: Value): number {
  if (typeof value === "number") return value >= 1 && value <= 6 ? value : 0;
  if (typeof value !== "string" || value.length > MAX_NAME) return 0;
  const digit = /^\D*([1-6])$/.exec(value)?.[1];
  if (digit !== undefined) return Number(digit);
  return LEVEL_WORDS.findIndex((word) => value.endsWith(`-${word}`)) + 1;
}

const ORDERED = /^(?:ordered|ol$|oli$|number)/i;

/** The tag of a list: numbered where the data says so. */
export function listTag(node: Branch): string {
  const data = valueAt(node, "data");
  const isOrdered = [node, isBranch(data) ? data : node].some((holder) =>
    [...NAME_KEYS, "listType", "list_type"].some((key) => {
      const name = valueAt(holder, key);
      return typeof name === "string" && ORDERED.test(name);
    }),
  );
  return isOrdered ? "ol" : "ul";
}

/** What an object holds under a key. */
export function valueAt({ keys, values }: Branch, key: string): Value {
  const at = keys.indexOf(key);
  return at < 0 ? undefined : values[at];
}

/** An element as React writes it down: a mark, a tag or a component, a key and properties. */
export function elementOf({ values }: Branch): Branch | undefined {
  const props = values.length >= 3 && values[0] === "$" ? values.at(-1) : undefined;
  if (!isBranch(props) || props.isList) return undefined;
  return { isList: false, keys: ["tag", ...props.keys], values: [values[1], ...props.values] };
}

const CONTAINER_TAG = /^(?:header|main|article|section|div|button)$/;

/** What an element is, by its tag. */
export function kindOfTag(element: Branch): Kind {
  const tag = valueAt(element, "tag");
  return typeof tag === "string" && !CONTAINER_TAG.test(tag) && !tag.startsWith("$")
    ? kindOfName(tag)
    : "unknown";
}
