import { attribute, type Document, TAG, type TagName, tagTable } from "../html/index.ts";
import { hasToken } from "../page/index.ts";
import { linkAddress } from "./address.ts";
import { cleanLabel } from "./clean-text.ts";
import type { MarkName } from "./content.ts";
import type { OpenMark } from "./line-writer.ts";

/** Inline elements that mean something, old spellings with their modern ones. */
const MARK_OF: Readonly<Partial<Record<TagName, MarkName>>> = {
  strong: "strong",
  b: "strong",
  em: "em",
  i: "em",
  code: "code",
  tt: "code",
  kbd: "kbd",
  samp: "samp",
  var: "var",
  sub: "sub",
  sup: "sup",
  mark: "mark",
  del: "del",
  s: "del",
  strike: "del",
  ins: "ins",
  q: "q",
  abbr: "abbr",
  acronym: "abbr",
  cite: "cite",
  dfn: "dfn",
  ruby: "ruby",
  rt: "rt",
};

const MARK_OF_ID: ReadonlyMap<number, MarkName> = new Map(
  Object.entries(MARK_OF).map(([tag, mark]) => [TAG[tag as TagName], mark]),
);

/** Elements that mark a run of text. */
export const LINE_TAGS = tagTable("a", ...(Object.keys(MARK_OF) as TagName[]));

/** Marks that change a text: quotation marks, and the brackets of ruby. */
const TEXT_MARKS = ["q", "rt"] as const;
/** Elements of such marks. */
export const TEXT_MARK_TAGS = tagTable(...TEXT_MARKS);

/** Whether an open mark shows in a text. */
export function isTextMark({ name }: OpenMark): boolean {
  return TEXT_MARKS.some((mark) => mark === name);
}

/** Two of these side by side stay two: their edges are part of what they say. */
const UNMERGED: ReadonlySet<MarkName> = new Set(["q", "code", "kbd", "samp", "ruby", "rt"]);

/** Words of schema.org that name who made a picture. */
const CREDIT_PROPERTIES = ["credittext", "copyrightholder", "copyrightnotice", "author", "creator"] as const;

/** The mark that an inline element stands for; undefined for links that lead nowhere safe. */
export function makeMark(document: Document, node: number, base: URL | undefined): OpenMark | undefined {
  const end = document.end[node]!;
  const id = document.tag[node]!;
  if (id === TAG.a) {
    const href = linkAddress(attribute(document, node, "href") ?? "", base);
    if (href === undefined) return undefined;
    const title = cleanLabel(attribute(document, node, "title"));
    return { key: `link ${href} ${title ?? ""}`, end, name: "link", href, title };
  }
  const name = MARK_OF_ID.get(id);
  if (name === undefined) return undefined;
  const title = name === "abbr" || name === "dfn" ? cleanLabel(attribute(document, node, "title")) : null;
  const key = UNMERGED.has(name) ? `${name} ${node}` : `${name} ${title ?? ""}`;
  return { key, end, name, href: "", title };
}

/** Whether an element of a figure names who made the picture rather than what it shows. */
export function isCredit(document: Document, node: number): boolean {
  if (document.tag[node] === TAG.cite) return true;
  const property = attribute(document, node, "itemprop");
  return property !== undefined && CREDIT_PROPERTIES.some((name) => hasToken(property, name));
}
