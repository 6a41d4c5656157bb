import { ATTRIBUTE, attribute, type Document, HEADING_TAGS, TAG, tagTable } from "../html/index.ts";
import { EMBED_CLASSES, findDataTables, hasToken, type Page } from "../page/index.ts";
import {
  COMMENT_SECTION,
  COMMENT_TYPE,
  ROLE_OF_ARIA,
  ROLE_OF_PROPERTY,
  SHORTEST_NAME,
} from "./roles.data.ts";

/** What belongs in the article unless the caller says otherwise. */
export const DEFAULT_INCLUSION = {
  standfirst: true,
  headings: true,
  lists: true,
  tables: true,
  quotes: true,
  /** Quotations set apart that repeat the body's own words. */
  pullQuotes: false,
  /** Captions and credits in the text; the HTML keeps them with their figures in any case. */
  captions: false,
  /** Authors and dates on lines of their own. */
  byline: false,
  headline: false,
  /** Posts of social networks. */
  embeds: false,
  related: false,
  promotions: false,
  corrections: true,
  footnotes: true,
  comments: false,
} as const;

/** A part that the article may hold besides its plain paragraphs. */
export type Role = keyof typeof DEFAULT_INCLUSION;

/** What belongs in the article where the markup says what it is; anything the markup does not name stays. */
export type Inclusion = { readonly [Part in Role]: boolean };

/** An element whose markup gives its role, or places it beside the text. */
export interface RoleRange {
  readonly node: number;
  /** `aside` where only its content can tell. */
  readonly role: Role | "aside";
}

const LISTS = tagTable("ul", "ol", "menu", "dir", "dl");
const TOLD_BY_TAG = tagTable("nav", "aside", "blockquote", "address", "time", "table");

/** A range of nodes, `to` excluded. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** The elements in a range of the page whose role is known: by tag, then by name, then by property. */
export function findRoleRanges(page: Page, span: Span, include: Inclusion): RoleRange[] {
  const { document } = page;
  // Each loop is a function of its own: what follows a loop is compiled with it before it ever ran, and thrown away.
  return findTagged(document, span, include).concat(findNamed(document, span), findProperties(page, span));
}

function findTagged(document: Document, { from, to }: Span, include: Inclusion): RoleRange[] {
  const ranges: RoleRange[] = [];
  const dataTables = include.tables ? undefined : findDataTables(document);
  const isAsked = !include.headings || !include.lists;
  for (let node = from; node < to; node++) {
    const tag = document.tag[node]!;
    if (TOLD_BY_TAG[tag] === 1) {
      const role = tag === TAG.table ? tableRole(dataTables, node) : roleOfTag(document, node, tag);
      if (role) ranges.push({ node, role });
    }
    if (!isAsked) continue;
    if (!include.headings && HEADING_TAGS[tag] === 1) ranges.push({ node, role: "headings" });
    else if (!include.lists && LISTS[tag] === 1) ranges.push({ node, role: "lists" });
  }
  return ranges;
}

function tableRole(dataTables: ReadonlyMap<number, unknown> | undefined, node: number): Role | undefined {
  return dataTables?.has(node) ? "tables" : undefined;
}

function roleOfTag(document: Document, node: number, tag: number): RoleRange["role"] {
  if (tag === TAG.nav) return "related";
  if (tag === TAG.aside) return "aside";
  if (tag !== TAG.blockquote) return "byline";
  const classes = attribute(document, node, "class");
  return EMBED_CLASSES.some((name) => hasToken(classes, name)) ? "embeds" : "quotes";
}

/** One pass over the attributes: ARIA roles, and the names that comment systems give to their whole section. */
function findNamed(document: Document, { from, to }: Span): RoleRange[] {
  const { attributeStart, attributes } = document;
  const ranges: RoleRange[] = [];
  let node = from;
  for (let at = attributeStart[from]!; at < attributeStart[to]!; at++) {
    const name = attributes.name[at]!;
    if (name !== ATTRIBUTE.class && name !== ATTRIBUTE.id && name !== ATTRIBUTE.role) continue;
    if (attributes.writtenLength(at) < SHORTEST_NAME) continue;
    const role = roleOfAttribute(name, attributes.valueAt(at));
    if (role === undefined) continue;
    while (attributeStart[node + 1]! <= at) node++;
    ranges.push({ node, role });
  }
  return ranges;
}

function roleOfAttribute(name: number, value: string): RoleRange["role"] | undefined {
  if (name !== ATTRIBUTE.role) return COMMENT_SECTION.test(value) ? "comments" : undefined;
  const role = value.toLowerCase();
  if (role === "complementary") return "aside";
  return Object.hasOwn(ROLE_OF_ARIA, role) ? ROLE_OF_ARIA[role as keyof typeof ROLE_OF_ARIA] : undefined;
}

function findProperties(page: Page, { from, to }: Span): RoleRange[] {
  const { document, landmarks } = page;
  const ranges: RoleRange[] = [];
  for (const node of landmarks.authors) if (node >= from && node < to) ranges.push({ node, role: "byline" });
  for (const node of landmarks.annotated) {
    if (node < from || node >= to) continue;
    const type = attribute(document, node, "itemtype");
    if (type !== undefined && COMMENT_TYPE.test(type)) ranges.push({ node, role: "comments" });
    const properties = attribute(document, node, "itemprop")?.toLowerCase();
    if (properties === undefined) continue;
    for (const word of /\s/.test(properties) ? properties.split(/\s+/) : [properties]) {
      if (Object.hasOwn(ROLE_OF_PROPERTY, word)) {
        ranges.push({ node, role: ROLE_OF_PROPERTY[word as keyof typeof ROLE_OF_PROPERTY] });
      }
    }
  }
  return ranges;
}
