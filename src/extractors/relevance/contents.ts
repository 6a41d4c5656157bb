import { type Document, NODE_KIND, TAG, tagTable } from "../../html/index.ts";
import type { Page } from "../../page/index.ts";
import type { RelevanceOptions } from "./options.ts";
import { type Family, type Reading, visitFamilies } from "./reading.ts";

/** Why a node is kept, by node; 0 where it is not. */
export const KEPT = { no: 0, related: 1, beside: 2, outline: 3 } as const;

const LIST_TAGS = tagTable("ul", "ol", "dl", "blockquote", "pre");
/** A box or list with a larger share of link text is a menu or a list of teasers. */
const MAX_LINK_SHARE = 0.3;
/** Page builders nest this deep between the paragraphs' box and the article's; deeper levels brought nothing more. */
const MAX_LEVELS = 5;
/** Possibility that a box needs for each level it is away; tuned on the sets that docs/extractors/relevance.md names. */
const BOX_POSSIBILITY = 20;

/** Full contents (3.4): marks the related nodes of a family, and what our options add beside them. */
export function markContents(reading: Reading, family: Family, options: RelevanceOptions): Uint8Array {
  const marks = new Uint8Array(reading.document.size);
  markBox(reading, family, marks, options);
  if (options.boxes) markBoxes(reading, family, marks, options);
  return marks;
}

/** The related nodes below one head; pictures between them; lists if the option says so. */
function markBox(
  reading: Reading,
  { head, range }: Pick<Family, "head" | "range">,
  marks: Uint8Array,
  { lists }: RelevanceOptions,
): void {
  const { kind, tag, firstChild, nextSibling, end } = reading.document;
  for (let child = firstChild[head]!; child >= 0; child = nextSibling[child]!) {
    if (kind[child] === NODE_KIND.text) continue;
    const words = reading.wordsIn(child);
    if (words === 0) {
      if (reading.rangeOf(child) === range) marks.fill(KEPT.beside, child, end[child]!);
      continue;
    }
    for (let node = firstChild[child]!; node >= 0; node = nextSibling[node]!) {
      const isOurs = reading.rangeOf(node) === range && reading.isRelated(node);
      if (isOurs) marks.fill(KEPT.related, node, end[node]!);
    }
    const isList = lists && LIST_TAGS[tag[child]!] === 1 && reading.rangeOf(child) === range;
    if (isList && reading.rangeOf(end[child]!) === range && isProse(reading.linkWordsIn(child), words)) {
      marks.fill(KEPT.beside, child, end[child]!);
    }
  }
}

/** Whether the share of linked words is that of prose. */
function isProse(linkWords: number, words: number): boolean {
  return linkWords <= words * MAX_LINK_SHARE;
}

/**
 * Deviation (`boxes`): advertisements and page builders part the body into boxes. A box whose path from a common
 * ancestor has the same tags as the paragraphs' own is a part of the body if it is possible enough.
 */
function markBoxes(reading: Reading, family: Family, marks: Uint8Array, options: RelevanceOptions): void {
  const { document } = reading;
  const { kind, tag, parent, end } = document;
  const path = pathDown(document, family.head);
  const top = path[0]!;
  const depth = path.length - 1;
  // One more than the depth of a node on a path of the same tags; 0 off it.
  const level = new Uint8Array(end[top]! - top);
  level[0] = 1;
  for (let node = top + 1; node < end[top]!; node++) {
    const above = level[parent[node]! - top]!;
    const isAlike =
      above > 0 && above <= depth && kind[node] !== NODE_KIND.text && tag[node] === tag[path[above]!];
    if (!isAlike) continue;
    level[node - top] = above + 1;
    if (above < depth || node === family.head) continue;
    const box = { head: node, range: family.range };
    if (boxPossibility(reading, box) >= BOX_POSSIBILITY * levelsApart(document, path, node)) {
      markBox(reading, box, marks, options);
    }
  }
}

/** The nodes from a common ancestor, at most `MAX_LEVELS` up and never the page itself, down to a head. */
function pathDown({ tag, parent }: Document, head: number): readonly number[] {
  const path = [head];
  for (let node = head; path.length <= MAX_LEVELS; ) {
    if (tag[node] === TAG.body || parent[node]! <= 0) break;
    node = parent[node]!;
    path.unshift(node);
  }
  return path;
}

function levelsApart({ end }: Document, path: readonly number[], node: number): number {
  let levels = 0;
  while (levels < path.length - 1) {
    const above = path[path.length - 1 - levels]!;
    if (node >= above && node < end[above]!) break;
    levels++;
  }
  return levels;
}

/** The possibility of a box's own family; 0 where it has no sentence or is mostly links. */
function boxPossibility(reading: Reading, { head, range }: Pick<Family, "head" | "range">): number {
  const { firstChild, nextSibling } = reading.document;
  let [words, keys, linkWords, hasSentence] = [0, 0, 0, false];
  for (let child = firstChild[head]!; child >= 0; child = nextSibling[child]!) {
    for (let node = firstChild[child]!; node >= 0; node = nextSibling[node]!) {
      if (reading.rangeOf(node) !== range || !reading.isRelated(node)) continue;
      words += reading.wordsIn(node);
      keys += reading.keysIn(node);
      linkWords += reading.linkWordsIn(node);
      hasSentence ||= reading.isSentence(node);
    }
  }
  return hasSentence && isProse(linkWords, words) ? words * (keys + 1) : 0;
}

/** This many kept words are an article, whatever is before them. The numbers here were set on made-up flashes. */
const MAX_KEPT_WORDS = 60;
/** Fewer words are a label. */
const MIN_FLASH_WORDS = 5;
const MIN_KEYS = 2;
/** How much denser in keywords a flash is than the comments or teasers that won over it. */
const MIN_DENSITY_GAIN = 3;

/**
 * Deviation (`flashes`): news of about ten words lose to any longer text, as the paper says. Where little was found, the
 * first words below the title that are much denser in keywords are the article.
 */
export function findFlash(
  reading: Reading,
  found: Family,
  marks: Uint8Array,
  isTitle: (family: Family) => boolean,
): Family | undefined {
  if (reading.titles.length === 0 || found.range === 0 || keptWords(reading, marks) >= MAX_KEPT_WORDS) {
    return undefined;
  }
  let flash: Family | undefined;
  visitFamilies(reading, (family) => {
    const isBetween = family.range === found.range && family.first < (flash ?? found).first;
    if (isBetween && isFlash(family, found) && !isTitle(family)) flash = family;
  });
  return flash;
}

function isFlash({ wordSum, keySum }: Family, found: Family): boolean {
  if (wordSum < MIN_FLASH_WORDS || keySum < MIN_KEYS) return false;
  return keySum * found.wordSum > MIN_DENSITY_GAIN * found.keySum * wordSum;
}

function keptWords({ document, sums }: Reading, marks: Uint8Array): number {
  let count = 0;
  for (let node = 0; node < document.size; node++) {
    if (marks[node] === KEPT.no || document.kind[node] !== NODE_KIND.text) continue;
    count += sums.words[node + 1]! - sums.words[node]!;
  }
  return count;
}

/** Fewer words between title and body are a byline, a date or a caption; set while looking at the seven tuning sets. */
const MIN_OUTLINE_WORDS = 12;

/**
 * Deviation (`outline`): keeps the paragraphs between the title and the body. The paper omits an outline that is set in
 * another style than the paragraphs, and says so.
 */
export function markOutline(page: Page, reading: Reading, { range }: Family, marks: Uint8Array): void {
  const title = reading.titles[range - 1];
  if (title === undefined) return;
  const { leaves, blocks } = page;
  // Kept pictures can be above the outline.
  const first = marks.indexOf(KEPT.related);
  for (let block = blocks.ofLeaf[leaves.node.indexOf(title)]! + 1; block < blocks.count; block++) {
    const from = leaves.node[blocks.firstLeaf[block]!]!;
    const to = leaves.node[blocks.firstLeaf[block + 1]! - 1]! + 1;
    if (to > first) return;
    const { words, linkWords } = reading.sums;
    const count = words[to]! - words[from]!;
    const links = linkWords[to]! - linkWords[from]!;
    if (count >= MIN_OUTLINE_WORDS && isProse(links, count)) marks.fill(KEPT.outline, from, to);
  }
}
