import { ATTRIBUTE, attribute, contains, type Document, HEADING_TAGS, TAG, tagTable } from "../html/index.ts";
import { EMBED_CLASSES, findDataTables, hasToken, headlineKey, type Page } from "../page/index.ts";
import { KeptText } from "./kept-text.ts";
import { PICTURE_FAULTS, type PictureFault } from "./pictures/reader.ts";
import {
  BYLINE_NAME,
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

/** A part that an article can have besides its plain paragraphs. */
export type Role = keyof typeof DEFAULT_INCLUSION;

/** Parts that the markup names and that belong in the article; anything the markup does not name stays. */
export type Inclusion = { readonly [Part in Role]: boolean };

/** An element whose markup gives its role, or places it beside the text. */
export interface RoleRange {
  readonly node: number;
  /** `aside`, whose role depends on its content. */
  readonly role: Role | "aside";
}

const LISTS = tagTable("ul", "ol", "menu", "dir", "dl");
const TAGS_WITH_ROLE = tagTable("nav", "aside", "blockquote", "address", "time", "table");

/** A range of nodes, `to` excluded. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** The elements in a range of the page whose role is known: by tag, then by name, then by property. */
function findRoleRanges(page: Page, span: Span, include: Inclusion): RoleRange[] {
  const { document } = page;
  // Each loop is a function of its own: code after a loop would be compiled with it before it ever ran, and deoptimised.
  return findTagged(document, span, include).concat(findNamed(document, span), findProperties(page, span));
}

function findTagged(document: Document, { from, to }: Span, include: Inclusion): RoleRange[] {
  const ranges: RoleRange[] = [];
  const dataTables = include.tables ? undefined : findDataTables(document);
  const excludesTags = !include.headings || !include.lists;
  for (let node = from; node < to; node++) {
    const tag = document.tag[node]!;
    if (TAGS_WITH_ROLE[tag] === 1) {
      const role = tag === TAG.table ? tableRole(dataTables, node) : roleOfTag(document, node, tag);
      if (role) ranges.push({ node, role });
    }
    if (!excludesTags) continue;
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
  if (name !== ATTRIBUTE.role) {
    if (COMMENT_SECTION.test(value)) return "comments";
    return BYLINE_NAME.test(value) ? "byline" : undefined;
  }
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

/** The inputs that decide which kept leaves are extras. */
interface Wanted {
  readonly include: Inclusion;
  /** Called only where a line can be the title. */
  readonly title: () => string | null;
  readonly titleNode?: number | undefined;
  /** The headline is not among what is kept. */
  readonly isHeadlineOut?: boolean | undefined;
  /** Leaves of excluded parts, by their roles. */
  readonly named?: ReadonlyMap<Role, ReadonlySet<number>> | undefined;
}

/** Longer blocks with an author or a date in them are sentences. Bylines seen: 10 to 90 characters. */
const MAX_BYLINE_CHARACTERS = 120;
/** A block is a byline when names and dates are this much of it; "1914 The war begins" is not. */
const MIN_BYLINE_SHARE = 1 / 3;
/** Elements and blocks of more leaves are not bylines, and must not be read once for every date or block in them. */
const MAX_BYLINE_LEAVES = 40;
/** An extra that holds more of the kept text than this is what the page is about. */
const MAX_EXTRA_SHARE = 0.5;
/** The body has begun at the first block this long: what equals the title after it is not a headline. */
const MIN_BODY_CHARACTERS = 200;
const MAX_HEADLINE_CHARACTERS = 300;
/** A page without any long block has its headline among its first ones too. */
const MAX_HEADLINE_BLOCK = 200;
/** Shorter repetitions are names and catchwords, longer ones the text itself. */
const PULL_QUOTE_SIZE = { min: 20, max: 800 } as const;
/** Each quotation is searched in the whole text; articles of 100,000 characters with a handful of them stay far below. */
const MAX_SEARCHED_CHARACTERS = 5_000_000;
const MIN_LINK_SHARE = 0.5;

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const CONTROLS = tagTable("form", "input", "button", "textarea", "select");
/** Roles that an option excludes by name are dropped, whatever their share of the text. */
const EXCLUDED_BY_NAME: ReadonlySet<Role> = new Set(["headings", "lists", "tables", "quotes"]);

/** Extras only beside a body; parts that are excluded by name stay out in any case. */
export const ALL_EXTRAS = {
  captions: true,
  headline: true,
  byline: true,
  pullQuotes: true,
  embeds: true,
  related: true,
  promotions: true,
  comments: true,
} as const satisfies Partial<Inclusion>;

/** The kept leaves that belong to the article: `kept` without headline, byline, and other excluded parts. */
export function dropExtras(
  page: Page,
  kept: Uint8Array,
  wanted: Wanted,
  outcomes?: LeafOutcomes,
): Uint8Array {
  const first = kept.indexOf(1);
  if (first < 0) return kept;
  const rest = kept.slice();
  const text = new KeptText(page, kept);
  const maxLength = text.totalLength * MAX_EXTRA_SHARE;
  const drop = (outcome: Outcome, leaves: Iterable<number>) => {
    for (const leaf of leaves) {
      rest[leaf] = 0;
      outcomes?.note(leaf, outcome);
    }
  };
  // The largest last, so that the date of a comment is explained as a comment.
  const named = [...(wanted.named ?? [])].map(([role, leaves]) => [role, keptOf(kept, leaves)] as const);
  const extras = [...findExtras(page, text, wanted.include), ...named].sort(
    ([, a], [, b]) => a.size - b.size,
  );
  for (const [role, leaves] of extras) {
    if (EXCLUDED_BY_NAME.has(role) || text.length([...leaves]) <= maxLength) drop(role, leaves);
  }
  if (!wanted.include.headline && !wanted.isHeadlineOut) drop("headline", findHeadline(page, text, wanted));
  drop("permalink", findPermalinks(page, text));
  return rest;
}

function keptOf(kept: Uint8Array, leaves: ReadonlySet<number>): ReadonlySet<number> {
  return new Set([...leaves].filter((leaf) => kept[leaf] === 1));
}

/** Signs such as # and ¶ in headings, which link to their own place on the page. */
function findPermalinks({ document, leaves, landmarks }: Page, text: KeptText): number[] {
  const found: number[] = [];
  let end = 0;
  for (const heading of landmarks.headings) {
    // Headings in headings would be read once for each around them.
    if (heading < end) continue;
    end = document.end[heading]!;
    for (const leaf of text.leavesIn(heading)) {
      const anchor = leaves.anchor[leaf]!;
      if (anchor < heading || !attribute(document, anchor, "href")?.startsWith("#")) continue;
      if (text.length([leaf]) > 0 && !LETTER_OR_DIGIT.test(text.text([leaf]))) found.push(leaf);
    }
  }
  return found;
}

function findExtras(page: Page, text: KeptText, include: Inclusion): Map<Role, Set<number>> {
  const { node } = page.leaves;
  const judge = makeJudge(page, text);
  const found = new Map<Role, Set<number>>();
  const around = new Map<RoleRange["role"], number>();
  const first = node[text.kept.indexOf(1)]!;
  const span = { from: shortElementAround(page, text, first), to: node[text.kept.lastIndexOf(1)]! + 1 };
  for (const range of findRoleRanges(page, span, include)) {
    // An element that began before the first kept leaf holds what the extractor took for the body: it is no extra, unless it is a byline.
    if (range.node < first && range.role !== "byline") continue;
    const outer = around.get(range.role);
    // Content of a judged element is judged with it: nested thousands must not be read thousands of times.
    if (outer !== undefined && contains(page.document, outer, range.node)) continue;
    // A whole article in an `address` is not a byline, and is not judged: the byline may be inside.
    if (range.role === "byline" && !hasBylineSize(text, range.node)) continue;
    around.set(range.role, range.node);
    const role = judge(range);
    if (role === undefined || include[role]) continue;
    const leaves = found.get(role) ?? new Set();
    for (const leaf of role === "byline" ? bylineAround(page, text, range.node) : text.leavesIn(range.node)) {
      leaves.add(leaf);
    }
    found.set(role, leaves);
  }
  return found;
}

function makeJudge(page: Page, text: KeptText): (range: RoleRange) => Role | undefined {
  const { totalLength } = text;
  let searched = 0;
  const isRepeated = (node: number) => {
    if (searched > MAX_SEARCHED_CHARACTERS) return false;
    searched += totalLength;
    return text.isRepeated(text.leavesIn(node), PULL_QUOTE_SIZE);
  };
  return ({ node, role }) => {
    if (role === "quotes") return isRepeated(node) ? "pullQuotes" : role;
    if (role !== "aside") return role;
    if (hasControls(page, node)) return "promotions";
    const leaves = text.leavesIn(node);
    const linked = leaves.filter((leaf) => page.leaves.anchor[leaf]! >= 0);
    if (text.length(linked) > text.length(leaves) * MIN_LINK_SHARE) return "related";
    return isRepeated(node) ? "pullQuotes" : undefined;
  };
}

function hasControls({ document }: Page, node: number): boolean {
  for (let at = node; at < document.end[node]!; at++) if (CONTROLS[document.tag[at]!] === 1) return true;
  return false;
}

/** The largest element around the first kept leaf that can be a byline; the leaf's own node where none is so short. */
function shortElementAround({ document }: Page, text: KeptText, first: number): number {
  let node = first;
  // Most articles begin with a paragraph: no more of it needs to be known.
  if (text.length(text.leavesIn(first)) > MAX_BYLINE_CHARACTERS) return node;
  for (let at = document.parent[first]!; at > 0 && hasBylineSize(text, at); at = document.parent[at]!)
    node = at;
  return node;
}

function hasBylineSize(text: KeptText, node: number): boolean {
  const { leaves, characters } = text.sizeOf(node);
  return leaves <= MAX_BYLINE_LEAVES && characters <= MAX_BYLINE_CHARACTERS;
}

/** The whole short block around a name or date: "By", commas and all. */
function bylineAround(page: Page, text: KeptText, node: number): number[] {
  const named = text.leavesIn(node);
  const { ofLeaf } = page.blocks;
  const found: number[] = [];
  for (const block of new Set(named.map((leaf) => ofLeaf[leaf]!))) {
    if (page.blocks.firstLeaf[block + 1]! - page.blocks.firstLeaf[block]! > MAX_BYLINE_LEAVES) continue;
    const leaves = text.leavesOfBlock(block);
    const length = text.length(leaves);
    const share = text.length(named.filter((leaf) => ofLeaf[leaf] === block)) / length;
    if (length <= MAX_BYLINE_CHARACTERS && share >= MIN_BYLINE_SHARE) found.push(...leaves);
  }
  return found;
}

/** The blocks before the body that repeat the title, and the extractor's headline. */
function findHeadline(page: Page, text: KeptText, { title, titleNode }: Wanted): number[] {
  const named = titleNode !== undefined && titleNode >= 0 ? text.leavesIn(titleNode) : [];
  const found = text.length(named) <= MAX_HEADLINE_CHARACTERS ? named : [];
  let key: string | undefined;
  const { count, ofLeaf } = page.blocks;
  const first = ofLeaf[text.kept.indexOf(1)]!;
  for (let block = first; block < Math.min(count, first + MAX_HEADLINE_BLOCK); block++) {
    const leaves = text.leavesOfBlock(block);
    const length = text.length(leaves);
    const isShort = length > 0 && length <= MAX_HEADLINE_CHARACTERS;
    if (isShort) key ??= headlineKey(title() ?? "");
    if (key === "") break;
    if (key !== undefined && isShort && headlineKey(text.text(leaves)) === key) {
      for (const leaf of leaves) found.push(leaf);
    } else if (length >= MIN_BODY_CHARACTERS) {
      break;
    }
  }
  return found;
}

interface LeafOutcome {
  /** Whether the article holds it at all. */
  readonly kept: boolean;
  readonly reason: string;
}

const OUTCOMES = {
  picture: { kept: true, reason: "picture of the article" },
  captions: { kept: true, reason: "in the html only: captions" },
  frame: { kept: true, reason: "in the media only" },
  cut: { kept: true, reason: "kept in part" },
  permalink: { kept: false, reason: "left out: link to its own heading" },
  repeated: { kept: false, reason: "left out: shown before" },
} as const satisfies Record<string, LeafOutcome>;

/** What assembly can do with a leaf: assign it to a part of the page, or one of the things that no option decides. */
type Outcome = Role | PictureFault | keyof typeof OUTCOMES;

/** Records what assembly does with leaves that the extractor kept, unless they become text. */
export class LeafOutcomes {
  #include: Inclusion;
  readonly #outcomes = new Map<number, Outcome>();
  readonly #added = new Map<number, Role>();

  constructor(include: Inclusion) {
    this.#include = include;
  }

  /** Clears the record, before content is built again with other parts. */
  startAgain(include: Inclusion): void {
    this.#include = include;
    this.#outcomes.clear();
  }

  /** Records the outcome of a leaf; included parts are part of the text and need no record. */
  note(leaf: number, outcome: Outcome): void {
    const isWanted = outcome in this.#include && this.#include[outcome as Role];
    if (!isWanted) this.#outcomes.set(leaf, outcome);
  }

  /** Records that a leaf is in the article because its part was requested, whatever the extractor decided. */
  noteAdded(leaf: number, part: Role): void {
    this.#added.set(leaf, part);
  }

  /** The outcome for a leaf; undefined where the extractor's decision holds. */
  of(leaf: number): LeafOutcome | undefined {
    const part = this.#added.get(leaf);
    if (part !== undefined) return { kept: true, reason: `asked for: ${part}` };
    const outcome = this.#outcomes.get(leaf);
    if (outcome === undefined) return undefined;
    if (outcome in OUTCOMES) return OUTCOMES[outcome as keyof typeof OUTCOMES];
    const reason = outcome in PICTURE_FAULTS ? PICTURE_FAULTS[outcome as PictureFault] : outcome;
    return { kept: false, reason: `left out: ${reason}` };
  }
}
