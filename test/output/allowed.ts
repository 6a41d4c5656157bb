import { type DefaultTreeAdapterTypes, parse, parseFragment } from "parse5";

type Node = DefaultTreeAdapterTypes.Node;

const NONE: readonly string[] = [];
/** Every element the output may hold, with its attributes; a second list on purpose, so that a mistake in the code shows. */
export const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  article: ["lang", "dir"],
  ...plain(
    "p",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "ul",
    "li",
    "dl",
    "dt",
    "dd",
    "blockquote",
    "pre",
    "hr",
    "br",
  ),
  ...plain("table", "tbody", "caption", "tr", "figure", "figcaption"),
  ...plain("strong", "em", "kbd", "samp", "var", "sub", "sup", "mark", "del", "ins", "q", "cite"),
  ...plain("ruby", "rt"),
  ol: ["start"],
  code: ["class"],
  th: ["colspan", "rowspan"],
  td: ["colspan", "rowspan"],
  a: ["href", "title"],
  abbr: ["title"],
  dfn: ["title"],
  img: ["src", "alt"],
  video: ["src", "poster", "title", "controls", "preload"],
  audio: ["src", "title", "controls", "preload"],
};
/** What a whole document holds besides. */
const OF_DOCUMENT: Readonly<Record<string, readonly string[]>> = {
  ...plain("head", "title", "style", "body", "main", "header", "bdi"),
  html: ["lang", "dir"],
  meta: ["charset", "http-equiv", "content", "name"],
  time: ["datetime", "dir"],
  a: ["href", "title", "rel"],
};
const ADDRESSES: ReadonlySet<string> = new Set(["href", "src", "poster"]);
const CODE_CLASS = /^language-[a-z0-9+#-]{1,20}$/;
const LINK = /^(?:https?:\/\/|mailto:|tel:)/;
const PICTURE = /^(?:https?:\/\/|data:image\/(?:png|jpe?g|gif|webp|avif|bmp);base64,[A-Za-z0-9+/=]+$)/;

function plain(...names: readonly string[]): Record<string, readonly string[]> {
  return Object.fromEntries(names.map((name) => [name, NONE]));
}

/** What a piece of HTML holds that output may not; `extra` names further tags that are allowed. */
export function findForbidden(html: string, extra: readonly string[] = []): string[] {
  const allowed = { ...Object.fromEntries(extra.map((name) => [name, NONE])), ...ALLOWED };
  return forbiddenIn(parseFragment(html).childNodes, allowed);
}

/** The same of a whole document, with the elements that only those have. */
export function findForbiddenInDocument(html: string): string[] {
  return forbiddenIn(parse(html).childNodes, { ...ALLOWED, ...OF_DOCUMENT });
}

function forbiddenIn(nodes: readonly Node[], allowed: typeof ALLOWED): string[] {
  const found: string[] = [];
  const open: Node[] = [...nodes];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.nodeName === "#comment") found.push("a comment");
    if (!("tagName" in node)) continue;
    const { tagName, attrs } = node;
    if (!Object.hasOwn(allowed, tagName)) found.push(`<${tagName}>`);
    for (const { name, value } of attrs) {
      if (!(allowed[tagName] ?? NONE).includes(name)) found.push(`${tagName} ${name}`);
      if (name === "class" && !CODE_CLASS.test(value)) found.push(`class ${value}`);
      const pattern = name === "href" ? LINK : PICTURE;
      if (ADDRESSES.has(name) && !pattern.test(value)) found.push(`${tagName} ${name}="${value}"`);
    }
    open.push(...node.childNodes);
  }
  return found;
}
