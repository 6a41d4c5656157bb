import {
  attribute,
  contains,
  type Document,
  HEADING_TAGS,
  NODE_FLAG,
  TAG,
  tagName,
} from "../../html/index.ts";
import {
  type Extraction,
  KEEP_SCORE,
  type Leaves,
  type Page,
  reasonCode,
  shortAttribute,
  TEXT_LEAF,
} from "../../page/index.ts";

const REASON = {
  run: reasonCode("inside kept text"),
  heading: reasonCode("heading of kept text"),
} as const;
/** Texts with these reasons may change with the structure around them; hidden ones and copies may not. */
export const CHANGEABLE: ReadonlySet<number> = new Set([
  reasonCode("scored as body"),
  reasonCode("likeliest of the page"),
  reasonCode("scored as not body"),
  reasonCode("media of the body"),
]);

/** Leaves between a formula and the text around it, at most. */
const MAX_GAP = 20;
/** Less likely headings above kept text are labels of the site; chosen in trials on held-out sets. */
const MIN_HEADING_SCORE = 0.3;
const MAX_MATH_CLIMB = 6;

/** An answer that is being corrected, whose arrays may be written to. */
export interface Draft {
  /** With hidden prose seen. */
  readonly page: Page;
  /** Whether the page is taken for an article. */
  readonly isArticle: boolean;
  readonly scores: Float32Array;
  readonly reasons: Uint8Array;
}

/** A copy of an answer to write to. */
export function openDraft(page: Page, { scores, reasons, verdict }: Extraction): Draft {
  const isArticle = (verdict?.pageType ?? "article") === "article";
  return { page: page.revealed, isArticle, scores: scores.slice(), reasons: reasons.slice() };
}

/** Whether a leaf is text that may change with what is around it. */
export function mayChange({ page, reasons }: Draft, leaf: number): boolean {
  return page.leaves.kind[leaf] === TEXT_LEAF && CHANGEABLE.has(reasons[leaf]!);
}

/** An answer whose kept text also has the lines inside it, its formulas and its headings. */
export function completeText(page: Page, answer: Extraction): Extraction {
  if (answer.statedBody !== undefined) return answer;
  const draft = openDraft(page, answer);
  keepRuns(draft);
  keepFormulas(draft);
  keepHeadings(draft);
  return { ...answer, scores: draft.scores, reasons: draft.reasons };
}

/** Keeps what is between kept blocks of one element, which are separated by line breaks only. */
function keepRuns(draft: Draft): void {
  const { count, container } = draft.page.blocks;
  let run = -1;
  let lastKept = -1;
  for (let block = 0; block < count; block++) {
    const fate = fateOf(draft, block);
    if (fate === undefined) continue;
    if (container[block] !== run) lastKept = -1;
    run = container[block]!;
    if (fate === "dropped") continue;
    for (let between = lastKept + 1; lastKept >= 0 && between < block; between++) {
      keepBlock(draft, between, REASON.run);
    }
    lastKept = block;
  }
}

/** What became of a block's text; undefined where it shows none. */
function fateOf({ page: { leaves, blocks }, scores }: Draft, block: number): "kept" | "dropped" | undefined {
  for (let leaf = blocks.firstLeaf[block]!; leaf < blocks.firstLeaf[block + 1]!; leaf++) {
    if (isShownText(leaves, leaf)) return scores[leaf]! >= KEEP_SCORE ? "kept" : "dropped";
  }
  return undefined;
}

function isShownText({ kind, visible }: Leaves, leaf: number): boolean {
  return kind[leaf] === TEXT_LEAF && visible[leaf] === 1;
}

/** Keeps the text of a block, as far as it may change. */
function keepBlock(draft: Draft, block: number, reason: number): void {
  const { scores, reasons } = draft;
  const { blocks } = draft.page;
  for (let leaf = blocks.firstLeaf[block]!; leaf < blocks.firstLeaf[block + 1]!; leaf++) {
    if (!mayChange(draft, leaf) || scores[leaf]! >= KEEP_SCORE) continue;
    scores[leaf] = KEEP_SCORE;
    reasons[leaf] = reason;
  }
}

/** Keeps the MathML of kept text, and between kept texts: it counts as hidden, but browsers show it. */
function keepFormulas(draft: Draft): void {
  const { page, scores, reasons } = draft;
  const { document, leaves, blocks } = page;
  // A block of formulas alone is scanned once, not once for each of its letters.
  let block = -1;
  let fate: ReturnType<typeof fateOf>;
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    if (leaves.visible[leaf] === 1 || leaves.kind[leaf] !== TEXT_LEAF) continue;
    const node = leaves.node[leaf]!;
    if (document.flags[node] !== NODE_FLAG.foreign || isAnnotation(document, node)) continue;
    if (blocks.ofLeaf[leaf] !== block) fate = fateOf(draft, blocks.ofLeaf[leaf]!);
    block = blocks.ofLeaf[leaf]!;
    if (fate === "dropped" || (fate === undefined && !isAmongKept(draft, leaf))) continue;
    scores[leaf] = KEEP_SCORE;
    reasons[leaf] = REASON.run;
  }
}

/** Whether a text of MathML is its source in another notation. */
function isAnnotation(document: Document, text: number): boolean {
  let element = document.parent[text]!;
  for (let climbed = 0; climbed < MAX_MATH_CLIMB && document.tag[element] !== TAG.math; climbed++) {
    if (tagName(document, element).includes("annotation")) return true;
    element = document.parent[element]!;
  }
  return false;
}

function isAmongKept({ page: { leaves }, scores }: Draft, leaf: number): boolean {
  let before = leaf - 1;
  while (before > leaf - MAX_GAP && before >= 0 && !isShownText(leaves, before)) before--;
  let after = leaf + 1;
  while (after < leaf + MAX_GAP && after < leaves.count && !isShownText(leaves, after)) after++;
  return (scores[before] ?? 0) >= KEEP_SCORE && (scores[after] ?? 0) >= KEEP_SCORE;
}

/** Keeps headings right above kept text; from the last block on, so that one above another is kept with it. */
function keepHeadings(draft: Draft): void {
  const { blocks, leaves } = draft.page;
  const first = draft.scores.findIndex(
    (score, leaf) => score >= KEEP_SCORE && leaves.kind[leaf] === TEXT_LEAF,
  );
  if (first < 0) return;
  let below = -1;
  // A heading above the whole answer is its headline, or a label above that.
  for (let block = blocks.count - 1; block > blocks.ofLeaf[first]!; block--) {
    const fate = fateOf(draft, block);
    if (fate === undefined) continue;
    const isKept = fate === "kept" || (below >= 0 && isHeadingOf(draft, block, below));
    if (fate === "dropped" && isKept) keepBlock(draft, block, REASON.heading);
    below = isKept ? block : -1;
  }
}

/** Whether a block is a heading above another in the same element; one that links to another page belongs to a teaser. */
function isHeadingOf({ page, scores }: Draft, block: number, below: number): boolean {
  const { document, leaves, blocks } = page;
  const heading = blocks.container[block]!;
  const tag = document.tag[heading]!;
  if (HEADING_TAGS[tag] !== 1 || tag === TAG.h1) return false;
  for (let leaf = blocks.firstLeaf[block]!; leaf < blocks.firstLeaf[block + 1]!; leaf++) {
    if (!isShownText(leaves, leaf)) continue;
    if (scores[leaf]! < MIN_HEADING_SCORE) return false;
    const anchor = leaves.anchor[leaf]!;
    if (anchor >= 0 && !attribute(document, anchor, "href")?.trim().startsWith("#")) return false;
  }
  return contains(document, document.parent[heading]!, blocks.container[below]!);
}

/** Shorter blocks are labels and items: about 25 words. This and the next were chosen on half of the sites: docs/experiments/fused.md. */
const MIN_CHARACTERS = 140;
const MAX_LINK_SHARE = 0.2;
/** A text with fewer kept paragraphs is not long. */
const MIN_KEPT = 20;
/** Where fewer are dropped, they may be notes and boxes set like paragraphs. */
const MIN_DROPPED = 10;
/** Where less of its text is kept, it is a list from which some entries were taken for an article. One half needs no choosing: .2 to .5 do the same on the even half of the sites. */
const MIN_KEPT_SHARE = 0.5;

/** A block of prose. */
interface Paragraph {
  readonly block: number;
  readonly characters: number;
  readonly isKept: boolean;
}

/**
 * An answer with all paragraphs of a long text: reports, transcripts and live blogs of more than ten thousand words, in which each paragraph
 * is so small a part of the page that its score falls below the threshold halfway. Paragraphs are alike if one element holds them and they have the same
 * tag and classes.
 */
export function keepLongText(given: Page, answer: Extraction): Extraction {
  if ((answer.notes?.otherPagesWeight ?? 0) > 0 || answer.statedBody !== undefined) return answer;
  const page = given.revealed;
  const paragraphs = findParagraphs(page, answer.scores);
  if (!isLong(paragraphs)) return answer;
  const texts = [...Map.groupBy(paragraphs, ({ block }) => kindOf(page, block))].filter(([, own]) =>
    isLong(own),
  );
  if (texts.length === 0) return answer;
  const draft = openDraft(given, answer);
  for (const [kind, own] of texts) {
    // Short lines among the paragraphs are their headings.
    for (let block = own[0]!.block; block <= own.at(-1)!.block; block++) {
      if (kindOf(page, block) === kind && !isLinks(page, block)) keepBlock(draft, block, REASON.run);
    }
  }
  return { ...answer, scores: draft.scores, reasons: draft.reasons };
}

function findParagraphs(page: Page, scores: Float32Array): readonly Paragraph[] {
  const found: Paragraph[] = [];
  for (let block = 0; block < page.blocks.count; block++) {
    const { characters, linked, first } = sizeOf(page, block);
    if (characters < MIN_CHARACTERS || linked > characters * MAX_LINK_SHARE) continue;
    found.push({ block, characters, isKept: scores[first]! >= KEEP_SCORE });
  }
  return found;
}

/** The visible text of a block, and its first leaf. */
function sizeOf(
  { document, leaves, blocks }: Page,
  block: number,
): { readonly characters: number; readonly linked: number; readonly first: number } {
  let [characters, linked, first] = [0, 0, -1];
  for (let leaf = blocks.firstLeaf[block]!; leaf < blocks.firstLeaf[block + 1]!; leaf++) {
    if (leaves.kind[leaf] !== TEXT_LEAF || leaves.visible[leaf] === 0) continue;
    const node = leaves.node[leaf]!;
    const length = document.textEnd[node]! - document.textStart[node]!;
    characters += length;
    if (leaves.anchor[leaf]! >= 0) linked += length;
    if (first < 0) first = leaf;
  }
  return { characters, linked, first };
}

function isLinks(page: Page, block: number): boolean {
  const { characters, linked } = sizeOf(page, block);
  return linked > characters * MAX_LINK_SHARE;
}

function isLong(paragraphs: readonly Paragraph[]): boolean {
  let [kept, keptCharacters, all] = [0, 0, 0];
  for (const { characters, isKept } of paragraphs) {
    all += characters;
    if (!isKept) continue;
    kept++;
    keptCharacters += characters;
  }
  const dropped = paragraphs.length - kept;
  return kept >= MIN_KEPT && dropped >= MIN_DROPPED && keptCharacters >= all * MIN_KEPT_SHARE;
}

/** The element around a block's, its tag and its classes. */
function kindOf({ document, blocks }: Page, block: number): string {
  const element = blocks.container[block]!;
  const classes = shortAttribute(document, element, "class") ?? "";
  return `${document.parent[element]} ${document.tag[element]} ${classes}`;
}
