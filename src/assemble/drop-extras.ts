import { attribute, contains, tagTable } from "../html/index.ts";
import { hasKey, headlineKey, type Page } from "../page/index.ts";
import type { LeafOutcomes, Outcome } from "./explain.ts";
import { KeptText } from "./kept-text.ts";
import { findRoleRanges, type Inclusion, type Role, type RoleRange } from "./roles.ts";

/** What decides which kept leaves are extras. */
export interface Wanted {
  readonly include: Inclusion;
  /** Asked only where a line may be the title. */
  readonly title: () => string | null;
  readonly titleNode?: number | undefined;
  /** Leaves of parts that a caller wants gone, as their roles tell. */
  readonly told?: ReadonlyMap<Role, ReadonlySet<number>> | undefined;
}

/** Longer blocks with an author or a date in them are sentences. Bylines seen: 10 to 90 characters. */
const MAX_BYLINE_CHARACTERS = 120;
/** A block is a byline when names and dates are this much of it; "1914 The war begins" is not. */
const MIN_BYLINE_SHARE = 1 / 3;
/** Elements and blocks of more leaves are no bylines, and must not be read once for every date or block in them. */
const MAX_BYLINE_LEAVES = 40;
/** An extra that holds more of the kept text than this is what the page is about. */
const MAX_EXTRA_SHARE = 0.5;
/** The body has begun at the first block this long: what equals the title after it is no headline. */
const MIN_BODY_CHARACTERS = 200;
const MAX_HEADLINE_CHARACTERS = 300;
/** A page without any long block has its headline among its first ones all the same. */
const MAX_HEADLINE_BLOCK = 200;
/** Shorter repetitions are names and catchwords, longer ones the text itself. */
const PULL_QUOTE_SIZE = { min: 20, max: 800 } as const;
/** Each quotation is searched in the whole text; articles of 100,000 characters with a handful of them stay far below. */
const MAX_SEARCHED_CHARACTERS = 5_000_000;
const MIN_LINK_SHARE = 0.5;

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const CONTROLS = tagTable("form", "input", "button", "textarea", "select");
/** Roles that an option names outright: the caller wants them gone, however much they hold. */
const ASKED: ReadonlySet<Role> = new Set(["headings", "lists", "tables", "quotes"]);

/** What is an extra only beside a body; parts that callers name to have them gone stay out. */
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

/** The kept leaves that belong to the article: `kept` without headline, byline, and whatever else is not wanted. */
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
  const told = [...(wanted.told ?? [])].map(([role, leaves]) => [role, keptOf(kept, leaves)] as const);
  const extras = [...findExtras(page, text, wanted.include), ...told].sort(([, a], [, b]) => a.size - b.size);
  for (const [role, leaves] of extras) {
    if (ASKED.has(role) || text.length([...leaves]) <= maxLength) drop(role, leaves);
  }
  if (!wanted.include.headline) drop("headline", findHeadline(page, text, wanted));
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
  // An element that began before the first kept leaf holds what the extractor took for the body: it is no extra.
  const span = { from: node[text.kept.indexOf(1)]!, to: node[text.kept.lastIndexOf(1)]! + 1 };
  for (const range of findRoleRanges(page, span, include)) {
    const outer = around.get(range.role);
    // What is inside a judged element is judged with it; nested thousands must not be read thousands of times.
    if (outer !== undefined && contains(page.document, outer, range.node)) continue;
    // A whole article in an `address` is no byline, and is not judged: the byline may be inside.
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
    if (key !== undefined && isShort && hasKey(text.text(leaves), key)) {
      for (const leaf of leaves) found.push(leaf);
    } else if (length >= MIN_BODY_CHARACTERS) {
      break;
    }
  }
  return found;
}
