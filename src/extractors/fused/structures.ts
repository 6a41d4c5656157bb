import {
  ATTRIBUTE,
  attribute,
  BLOCK_TAGS,
  type Document,
  HEADING_TAGS,
  TAG,
  tagTable,
} from "../../html/index.ts";
import { toProbability } from "../../model/index.ts";
import {
  type Extraction,
  findDataTables,
  KEEP_SCORE,
  leafAt,
  leafWords,
  type Page,
  reasonCode,
  shortAttribute,
  TEXT_LEAF,
} from "../../page/index.ts";
import { CHANGEABLE, type Draft, mayChange, openDraft } from "./complete-text.ts";
import { keptCharacters, type LeafRange } from "./kept.ts";

const REASON = {
  kept: reasonCode("part of a kept structure"),
  dropped: reasonCode("part of a dropped structure"),
  media: reasonCode("media of the body"),
  outside: reasonCode("outside the body"),
} as const;

/** Elements that are kept or dropped as wholes. */
const STRUCTURES = tagTable(
  "table",
  "ul",
  "ol",
  "menu",
  "dir",
  "dl",
  "blockquote",
  "figure",
  "pre",
  "listing",
  "xmp",
);
const PREFORMATTED = tagTable("pre", "listing", "xmp");
/** A list with a heading or one of these in it lays out parts of a page: cards, teasers, forms, posts. */
const LAYOUT_PARTS = tagTable("article", "section", "nav", "aside", "form", "input", "textarea");
/** With more dates in it a list is one of comments, posts or teasers. */
const MAX_TIMES = 1;
const CONTROLS = tagTable("button", "label", "select", "option");
/** Addresses of links that do something to the page instead of leading to another. */
const CONTROL_ADDRESS = /^\s*(?:#\s*$|javascript:)|[?&]action=edit\b|\/edit\/?$/i;
const MAX_CONTROL_CLIMB = 6;
/** Longer addresses are hostile, and would be read once for every text of their link. */
const MAX_ADDRESS_CHARACTERS = 2_000;

/** How page authors name the comments of readers. */
const THREAD = /comment|kommentar|replies|disqus|discussion|responses|thread/i;
const MAX_THREAD_CLIMB = 3;

/**
 * Structures are kept from these mean log-odds on. Those of articles that are mostly links are more often navigation
 * than content up to one quarter. Chosen in trials on the sets of docs/extractors/fused.md.
 */
const MIN_LOG_ODDS = { plain: 0, links: 0.25 } as const;
/** No single cell decides about a table, however sure it is. */
const MAX_LOG_ODDS = 6;
/** Scores of what goes with a dropped structure stay below the threshold, however close the decision was. */
const MAX_DROPPED_SCORE = 0.49;
/** The mark of a note: [1], *, a. */
const NOTE_MARK = /^[\s[(]*(?:\d{1,3}|[a-z*†‡§])[\s\])]*$/i;
const MAX_MARK_CHARACTERS = 8;
/** The id that a note links back to is on the mark's link or on an element this far up, such as `sup`. */
const MAX_MARK_CLIMB = 2;
/** Longer notes are parts of the page that something else refers to. */
const MAX_NOTE_LEAVES = 60;

/**
 * An answer whose tables, lists, quotes, figures, code blocks and notes are kept or dropped as wholes, by the mean log-odds of
 * their words. Notes of an article that link back to its text are kept, and small forms are dropped.
 */
export function judgeStructures(page: Page, answer: Extraction): Extraction {
  if (answer.statedBody !== undefined) return answer;
  const draft = openDraft(page, answer);
  if (draft.isArticle) keepFootnotes(draft);
  judgeElements(draft);
  judgeNotes(draft);
  if (draft.isArticle) dropForms(draft);
  return { ...answer, scores: draft.scores, reasons: draft.reasons };
}

/** Walks the structures from the outermost in: what lies inside one that is judged is judged with it. */
function judgeElements(draft: Draft): void {
  const { document, leaves } = draft.page;
  const { tag, end } = document;
  const { judged, kept, last } = countLeaves(draft);
  const answer = keptCharacters(draft.page, draft.scores);
  const formOf = structureForms(document);
  for (let node = 1; node < last; ) {
    if (STRUCTURES[tag[node]!] === 0) {
      node++;
      continue;
    }
    const from = leafAt(leaves, node);
    const to = leafAt(leaves, end[node]!);
    const count = kept[to]! - kept[from]!;
    const isMixed = count > 0 && judged[to]! - judged[from]! > count;
    const form = isMixed ? formOf(node) : undefined;
    if (form === "structure") {
      // Transcripts and catalogues may be most of the answer; on articles, such lists are as often menus.
      const mayBeAll = tag[node] === TAG.table || !draft.isArticle;
      judgeWhole(
        draft,
        [{ from, to }],
        mayBeAll && 2 * keptCharacters(draft.page, draft.scores, from, to) > answer,
      );
    }
    node = form === "layout" ? node + 1 : end[node]!;
  }
}

interface LeafCounts {
  /** How many texts that may change come before each leaf. */
  readonly judged: Int32Array;
  /** How many of them are kept. */
  readonly kept: Int32Array;
  /** The node of the last that is kept. */
  readonly last: number;
}

/** Running counts, so that structures nested thousands deep need not be read once for each level. */
function countLeaves(draft: Draft): LeafCounts {
  const { leaves } = draft.page;
  const judged = new Int32Array(leaves.count + 1);
  const kept = new Int32Array(leaves.count + 1);
  let last = 0;
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const isJudged = mayChange(draft, leaf);
    const isKept = isJudged && draft.scores[leaf]! >= KEEP_SCORE;
    judged[leaf + 1] = judged[leaf]! + Number(isJudged);
    kept[leaf + 1] = kept[leaf]! + Number(isKept);
    if (isKept) last = leaves.node[leaf]!;
  }
  return { judged, kept, last };
}

/** What a table, list, quote or figure is: one thing, the layout of several, or readers' comments, which are left alone. */
export type StructureForm = "structure" | "layout" | "thread";

/** Classifies structures; the document is scanned on first use, as most pages have no structure that is kept in part. */
export function structureForms(document: Document): (node: number) => StructureForm {
  let tables: ReadonlyMap<number, unknown> | undefined;
  let parts: Int32Array | undefined;
  return (node) => {
    const tag = document.tag[node]!;
    if (PREFORMATTED[tag] === 1) return "structure";
    if (tag === TAG.table) {
      tables ??= findDataTables(document);
      return tables.has(node) ? "structure" : "layout";
    }
    parts ??= countLayoutParts(document);
    if (isThread(document, node)) return "thread";
    return parts[document.end[node]!]! - parts[node + 1]! > MAX_TIMES ? "layout" : "structure";
  };
}

/** Running count of what tells layout from structure: dates, and layout parts, one of which outweighs `MAX_TIMES` dates. */
function countLayoutParts({ size, tag }: Document): Int32Array {
  const parts = new Int32Array(size + 1);
  for (let node = 0; node < size; node++) {
    const isPart = LAYOUT_PARTS[tag[node]!] === 1 || HEADING_TAGS[tag[node]!] === 1;
    parts[node + 1] = parts[node]! + (isPart ? MAX_TIMES + 1 : Number(tag[node] === TAG.time));
  }
  return parts;
}

function isThread(document: Document, node: number): boolean {
  let element = Math.max(node, document.firstChild[node]!);
  for (let climbed = 0; climbed <= MAX_THREAD_CLIMB && element > 0; climbed++) {
    for (const name of ["class", "id", "itemprop"]) {
      if (THREAD.test(shortAttribute(document, element, name) ?? "")) return true;
    }
    element = document.parent[element]!;
  }
  return false;
}

/** Keeps or drops all leaves of some ranges but controls. */
function judgeWhole(draft: Draft, ranges: readonly LeafRange[], mustStay: boolean): void {
  const { logOdds, isMostlyLinks } = weighRanges(draft, ranges);
  const isKept =
    mustStay || logOdds >= (isMostlyLinks && draft.isArticle ? MIN_LOG_ODDS.links : MIN_LOG_ODDS.plain);
  const chance = toProbability(logOdds);
  const score = isKept ? Math.max(KEEP_SCORE, chance) : Math.min(MAX_DROPPED_SCORE, chance);
  for (const { from, to } of ranges) {
    for (let leaf = from; leaf < to; leaf++) changeLeaf(draft, leaf, score);
  }
}

function changeLeaf({ page, scores, reasons }: Draft, leaf: number, score: number): void {
  const { kind, visible, node } = page.leaves;
  const isKept = score >= KEEP_SCORE;
  if (visible[leaf] === 0 || scores[leaf]! >= KEEP_SCORE === isKept) return;
  const isText = kind[leaf] === TEXT_LEAF;
  if (isText && !CHANGEABLE.has(reasons[leaf]!)) return;
  if (isKept && isControl(page.document, node[leaf]!)) return;
  scores[leaf] = score;
  if (isText) reasons[leaf] = isKept ? REASON.kept : REASON.dropped;
  else reasons[leaf] = isKept ? REASON.media : REASON.outside;
}

/** The mean log-odds of the words outside controls, and whether half of them or more are links. */
function weighRanges(
  { page, scores, reasons }: Draft,
  ranges: readonly LeafRange[],
): { readonly logOdds: number; readonly isMostlyLinks: boolean } {
  const { node, anchor } = page.leaves;
  let sum = 0;
  let all = 0;
  let linked = 0;
  for (const { from, to } of ranges) {
    for (let leaf = from; leaf < to; leaf++) {
      if (!CHANGEABLE.has(reasons[leaf]!) || isControl(page.document, node[leaf]!)) continue;
      const words = leafWords(page, leaf);
      const logOdds = Math.log(scores[leaf]! / (1 - scores[leaf]!));
      sum += words === 0 ? 0 : words * Math.max(-MAX_LOG_ODDS, Math.min(MAX_LOG_ODDS, logOdds));
      all += words;
      if (anchor[leaf]! >= 0) linked += words;
    }
  }
  return { logOdds: all === 0 ? 0 : sum / all, isMostlyLinks: 2 * linked >= all };
}

/** Whether a text is a control of its table or list: a button, a label of a field, a link that edits. */
export function isControl(document: Document, text: number): boolean {
  let element = document.parent[text]!;
  for (let climbed = 0; climbed < MAX_CONTROL_CLIMB && element > 0; climbed++) {
    const tag = document.tag[element]!;
    if (STRUCTURES[tag] === 1) return false;
    if (CONTROLS[tag] === 1 || attribute(document, element, "role") === "button") return true;
    const address = tag === TAG.a ? (attribute(document, element, "href") ?? "") : "";
    if (address.length <= MAX_ADDRESS_CHARACTERS && CONTROL_ADDRESS.test(address)) return true;
    element = document.parent[element]!;
  }
  return false;
}

/** Keeps the notes that kept text refers to if each links back to it: no part of the page but footnotes does. */
function keepFootnotes(draft: Draft): void {
  const notes = findNotes(draft);
  if (notes.length > 0 && notes.every(({ linksBack }) => linksBack)) judgeWhole(draft, notes, true);
}

/** The notes that kept text refers to are kept or dropped together, whatever their markup. */
function judgeNotes(draft: Draft): void {
  const notes = findNotes(draft);
  const fates = new Set<boolean>();
  for (const { from, to } of notes) {
    for (let leaf = from; leaf < to; leaf++) {
      if (mayChange(draft, leaf)) fates.add(draft.scores[leaf]! >= KEEP_SCORE);
    }
  }
  if (fates.size > 1) judgeWhole(draft, notes, false);
}

interface Note extends LeafRange {
  /** Whether it has a link to its mark. */
  readonly linksBack: boolean;
}

/** The notes that marks in kept text refer to. */
function findNotes(draft: Draft): readonly Note[] {
  const { page } = draft;
  const marks = findNoteMarks(draft);
  if (marks.size === 0) return [];
  const { attributes, attributeStart } = page.document;
  const notes: Note[] = [];
  let node = 0;
  for (let at = 0; at < attributes.count; at++) {
    if (attributes.name[at] !== ATTRIBUTE.id) continue;
    const mark = marks.get(attributes.valueAt(at));
    if (mark === undefined) continue;
    while (attributeStart[node + 1]! <= at) node++;
    // A target before its mark is the text that a note links back to.
    if (node <= mark) continue;
    const { from, to } = noteAt(page, node);
    notes.push({ from, to, linksBack: hasLinkTo(page, { from, to }, mark) });
  }
  return notes;
}

/** Whether a note has a link to its mark, or to an element right around it. */
function hasLinkTo({ document, leaves }: Page, { from, to }: LeafRange, mark: number): boolean {
  const ids = new Set<string>();
  let element = document.parent[mark]!;
  for (let climbed = 0; climbed <= MAX_MARK_CLIMB && element > 0; climbed++) {
    const id = attribute(document, element, "id");
    if (id !== undefined) ids.add(`#${id}`);
    element = document.parent[element]!;
  }
  for (let leaf = from; leaf < to; leaf++) {
    const anchor = leaves.anchor[leaf]!;
    if (anchor >= 0 && ids.has(attribute(document, anchor, "href") ?? "")) return true;
  }
  return false;
}

/** The nodes of the marks in kept text, by the ids that they refer to. */
function findNoteMarks({ page, scores }: Draft): ReadonlyMap<string, number> {
  const { document, leaves } = page;
  const marks = new Map<string, number>();
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    if (leaves.anchor[leaf]! < 0 || scores[leaf]! < KEEP_SCORE || leaves.kind[leaf] !== TEXT_LEAF) continue;
    const node = leaves.node[leaf]!;
    const [from, to] = [document.textStart[node]!, document.textEnd[node]!];
    if (to - from > MAX_MARK_CHARACTERS || !NOTE_MARK.test(document.text.slice(from, to))) continue;
    const address = attribute(document, leaves.anchor[leaf]!, "href") ?? "";
    if (address.startsWith("#") && !marks.has(address.slice(1))) marks.set(address.slice(1), node);
  }
  return marks;
}

/** The leaves of the element that a mark refers to, or of the block that this is part of. */
function noteAt({ document, leaves, blocks }: Page, node: number): LeafRange {
  let from = leafAt(leaves, node);
  let to = leafAt(leaves, document.end[node]!);
  if (BLOCK_TAGS[document.tag[node]!] !== 1 && from < leaves.count) {
    const block = blocks.ofLeaf[from]!;
    from = blocks.firstLeaf[block]!;
    to = blocks.firstLeaf[block + 1]!;
  }
  return { from, to: to - from > MAX_NOTE_LEAVES ? from : to };
}

const FIELDS = tagTable("input", "textarea", "select");
/** A form with more words is around a part of the page, as the systems of some sites have it. */
const MAX_FORM_WORDS = 60;

/** Drops what small forms with a field ask of readers: to sign up, to search, to vote. */
function dropForms(draft: Draft): void {
  const { document, leaves } = draft.page;
  const { size, tag, end } = document;
  for (let node = 1; node < size; node++) {
    if (tag[node] !== TAG.form) continue;
    const from = leafAt(leaves, node);
    const to = leafAt(leaves, end[node]!);
    if (!hasField(document, node) || countWords(draft.page, from, to) > MAX_FORM_WORDS) continue;
    for (let leaf = from; leaf < to; leaf++) changeLeaf(draft, leaf, MAX_DROPPED_SCORE);
  }
}

function hasField({ tag, end }: Document, form: number): boolean {
  for (let node = form + 1; node < end[form]!; node++) if (FIELDS[tag[node]!] === 1) return true;
  return false;
}

function countWords(page: Page, from: number, to: number): number {
  let words = 0;
  for (let leaf = from; leaf < to && words <= MAX_FORM_WORDS; leaf++) words += leafWords(page, leaf);
  return words;
}
