import { type Document, NODE_KIND, TAG, type TagName, tagTable } from "../html/index.ts";
import type { Page } from "../page/index.ts";
import { fillUnits, LazyTable, UNIT_COUNT, UNITS } from "../text/index.ts";
import { type Extractor, type Judgement, judgeLeaves } from "./extractor.ts";

const KEEP: Judgement = { keep: true, reason: "inside the body" };
const OUTSIDE: Judgement = { keep: false, reason: "outside the body" };
const NOISE: Judgement = { keep: false, reason: "no punctuation" };

/** Choices that the damaged tag list of the paper leaves open; docs/experiments/econ.md has what each brings. */
export interface EconOptions {
  /** Whether `tbody tr td th center` are big-nodes. */
  readonly tableTags?: boolean;
  /** Whether `li dd dt` are big-nodes. Off: a menu with one comma would be the longest text of many pages. */
  readonly listTags?: boolean;
}

/** The tag list as we read it in the paper, with all tags that fit its gaps. */
export const ECON_PAPER: Required<EconOptions> = { tableTags: true, listTags: true };

/** ECON (Guo et al., 2010): from the longest punctuated text up the tree until no punctuation is gained. */
export function makeEcon(options: EconOptions = {}): Extractor {
  const { tableTags = false, listTags = false } = options;
  const bigTags = tagTable(...TEXT_TAGS, ...(listTags ? LIST_TAGS : []), ...(tableTags ? TABLE_TAGS : []));
  return {
    id: "econ",
    paper: "Guo et al., ECON: An Approach to Extract Content from Web News Page, APWeb 2010",
    needs: [],
    extract(page) {
      const { document } = page;
      const sums = sumText(page, pageMarks(page));
      const { pruned, snippet } = new JointPara(document, sums, findBigNodes(page, bigTags)).run();
      const start = snippet >= 0 ? snippet : bareBody(document, sums);
      if (start < 0) return judgeLeaves(page, () => OUTSIDE);
      const { summary, steps } = backtrack(document, sums, start);
      const noise = inherit(document, pruned, summary);
      const verdict = judgeLeaves(page, (node) => {
        if (node < summary || node >= document.end[summary]!) return OUTSIDE;
        return noise[node - summary] === 1 ? NOISE : KEEP;
      });
      return { ...verdict, bodyRoot: summary, notes: { steps } };
    },
  };
}

/** The body if all punctuated text is directly in it: there it is the big-node that the paper says it is; else -1. */
function bareBody({ size, tag }: Document, { punctuation }: TextSums): number {
  return punctuation[size] === 0 ? -1 : tag.indexOf(TAG.body);
}

/** Extract-news (III.B): up from the snippet-node until the distance is 0 for the first time; the child is the summary-node. */
function backtrack(
  { parent, end }: Document,
  { punctuation }: TextSums,
  snippet: number,
): { readonly summary: number; readonly steps: number } {
  let node = snippet;
  let steps = 0;
  for (let above = parent[node]!; above >= 0; above = parent[node]!) {
    const gained =
      punctuation[end[above]!]! - punctuation[above]! - (punctuation[end[node]!]! - punctuation[node]!);
    steps++;
    if (gained === 0) break;
    node = above;
  }
  return { summary: node, steps };
}

/** For the summary-node's subtree: 1 for nodes at or under a pruned one. */
function inherit({ parent, end }: Document, pruned: Uint8Array, summary: number): Uint8Array {
  const noise = new Uint8Array(end[summary]! - summary);
  for (let node = summary + 1; node < end[summary]!; node++) {
    noise[node - summary] = pruned[node]! | noise[parent[node]! - summary]!;
  }
  return noise;
}

/** Running sums over nodes in document order: a subtree's sum is `sums[end[node]] - sums[node]`. */
interface TextSums {
  readonly punctuation: Int32Array;
  /** Characters of shown text. Reading: white space does not count, since the source's indentation is not text of the page. */
  readonly length: Int32Array;
}

/** Punctuation and length of all shown text, so that any subtree's is one subtraction. */
function sumText({ document, leaves }: Page, counted: number): TextSums {
  const { size, kind, text, textStart, textEnd } = document;
  const punctuation = new Int32Array(size + 1);
  const length = new Int32Array(size + 1);
  const units = TEXT_UNITS.table;
  const { count, node: nodes, visible } = leaves;
  for (let leaf = 0; leaf < count; leaf++) {
    const node = nodes[leaf]!;
    if (visible[leaf] === 0 || kind[node] !== NODE_KIND.text) continue;
    const end = textEnd[node]!;
    let marks = 0;
    let ink = 0;
    for (let at = textStart[node]!; at < end; at++) {
      const unit = units[text.charCodeAt(at)]!;
      ink += unit & INK;
      if ((unit & counted) !== 0) marks++;
    }
    punctuation[node + 1] = marks;
    length[node + 1] = ink;
  }
  for (let node = 1; node <= size; node++) {
    punctuation[node]! += punctuation[node - 1]!;
    length[node]! += length[node - 1]!;
  }
  return { punctuation, length };
}

/** What a UTF-16 unit adds: one character of text, and perhaps one to the paper's punc-num. */
export const INK = 1;
const WESTERN_MARK = 2;
const EAST_ASIAN_MARK = 4;
const ARABIC_MARK = 8;
const EAST_ASIAN_LETTER = 16;
/** The bits of units that are punctuation in any script. */
export const PUNCTUATION = WESTERN_MARK | EAST_ASIAN_MARK | ARABIC_MARK;

/** Periods and commas by script. In numbers too: the paper does not exclude them. */
const MARKS = [
  [WESTERN_MARK, ".,"],
  [EAST_ASIAN_MARK, "。，、．､｡"],
  [ARABIC_MARK, "،۔"],
] as const;
/** Kana and Han; Korean is written with Western marks. */
const EAST_ASIAN = [
  [0x3041, 0x30ff],
  [0x3400, 0x9fff],
  [0xf900, 0xfaff],
] as const;
const NEXT_LINE = 0x85;
const ZERO_WIDTH_SPACE = 0x200b;
const BYTE_ORDER_MARK = 0xfeff;

/** What every unit adds, `INK` as in `hasInk`; a table, since branches would be mispredicted at every word. */
export const TEXT_UNITS = /* @__PURE__ */ new LazyTable(classifyUnits);

function classifyUnits(): Uint8Array {
  const table = new Uint8Array(UNIT_COUNT).fill(INK);
  fillUnits(table, UNITS.spaces, 0);
  table.fill(0, 0, 0x21);
  table[NEXT_LINE] = INK;
  for (const unit of [ZERO_WIDTH_SPACE, BYTE_ORDER_MARK]) table[unit] = 0;
  for (const [from, to] of EAST_ASIAN) {
    for (let unit = from; unit <= to; unit++) table[unit]! |= EAST_ASIAN_LETTER;
  }
  for (const [bit, marks] of MARKS) {
    for (const mark of marks) table[mark.charCodeAt(0)]! |= bit;
  }
  return table;
}

const TEXT_TAGS = [
  "p",
  "br",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "strong",
  "b",
  "em",
  "i",
  "u",
  "font",
  "span",
  "a",
] as const satisfies readonly TagName[];

const LIST_TAGS = ["li", "dd", "dt"] as const satisfies readonly TagName[];
const TABLE_TAGS = ["tbody", "tr", "td", "th", "center"] as const satisfies readonly TagName[];

/** What makes a node a big-node (III.B). */
interface BigNodes {
  /** 1 for the tags of the list. */
  readonly byTag: Uint8Array;
  /** 1 for the parents of text nodes. */
  readonly byText: Uint8Array;
}

/** The big-nodes of a page: the elements of the tag list, and the parents of shown text nodes. */
function findBigNodes({ document, leaves }: Page, byTag: Uint8Array): BigNodes {
  const { size, kind, tag, parent } = document;
  const byText = new Uint8Array(size);
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const node = leaves.node[leaf]!;
    if (leaves.visible[leaf] === 0 || kind[node] !== NODE_KIND.text) continue;
    const around = parent[node]!;
    if (!isRoot(tag[around]!)) byText[around] = 1;
  }
  return { byTag, byText };
}

/** Deviation: a stray word beside the page's blocks does not make the whole page one text-para. */
function isRoot(tag: number): boolean {
  return tag === TAG.body || tag === TAG.html;
}

/** A page is Chinese or Japanese from this share of Han and kana in its text on; on Chinese pages it is hardly ever under a half. */
const EAST_ASIAN_SHARE = 0.2;
/** One character in this many is sampled. */
const SAMPLE_STEP = 8;

/** The marks of the script that a page is written in. Arabic is written with the Western period, too. */
function pageMarks({ document, leaves }: Page): number {
  const { kind, text, textStart, textEnd } = document;
  const units = TEXT_UNITS.table;
  let ink = 0;
  let letters = 0;
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const node = leaves.node[leaf]!;
    if (leaves.visible[leaf] === 0 || kind[node] !== NODE_KIND.text) continue;
    for (let at = textStart[node]!; at < textEnd[node]!; at += SAMPLE_STEP) {
      const unit = units[text.charCodeAt(at)]!;
      ink += unit & INK;
      letters += unit & EAST_ASIAN_LETTER;
    }
  }
  const isEastAsian = letters / EAST_ASIAN_LETTER >= ink * EAST_ASIAN_SHARE && letters > 0;
  return isEastAsian ? EAST_ASIAN_MARK : WESTERN_MARK | ARABIC_MARK;
}

/** What Joint-para finds on a page. */
interface TextParas {
  /** 1 for nodes that wrap noise: text-paras without punctuation. */
  readonly pruned: Uint8Array;
  /** The snippet-node, or -1 on a page without punctuation. */
  readonly snippet: number;
}

const INLINE_TAGS = tagTable("a", "b", "em", "font", "i", "span", "strong", "u");

/**
 * Joint-para (III.B) for every big-node: adjacent big-nodes of one level are joined to a text-para; one without
 * punctuation is noise, the longest one holds the snippet-node.
 *
 * Reading: text nodes between big-nodes are pieces of the same text-para. Reading: what is inside an inline element
 * that was joined with such text is a piece of that sentence and is not judged again; else every bold name would go.
 */
class JointPara {
  readonly #document: Document;
  readonly #sums: TextSums;
  readonly #big: BigNodes;
  readonly #pruned: Uint8Array;
  readonly #joined: Uint8Array;
  #longest = 0;
  #snippet = -1;

  constructor(document: Document, sums: TextSums, big: BigNodes) {
    this.#document = document;
    this.#sums = sums;
    this.#big = big;
    this.#pruned = new Uint8Array(document.size);
    this.#joined = new Uint8Array(document.size);
  }

  run(): TextParas {
    const { size, kind, end } = this.#document;
    const { length } = this.#sums;
    const [pruned, joined] = [this.#pruned, this.#joined];
    for (let node = 0; node < size; node++) {
      if (kind[node] === NODE_KIND.text) continue;
      // Pruned and joined nodes are done with all that is in them, and without text there are no paras.
      const isDone = pruned[node] === 1 || joined[node] === 1 || length[end[node]!] === length[node];
      if (isDone) node = end[node]! - 1;
      else this.#scanChildren(node);
    }
    return { pruned, snippet: this.#snippet };
  }

  #scanChildren(parent: number): void {
    const { kind, tag, firstChild, nextSibling } = this.#document;
    const { byTag, byText } = this.#big;
    let first = -1;
    let hasBigNode = false;
    for (let child = firstChild[parent]!; child >= 0; child = nextSibling[child]!) {
      const isText = kind[child] === NODE_KIND.text;
      if (isText || byTag[tag[child]!] === 1 || byText[child] === 1) {
        if (first < 0) first = child;
        hasBigNode ||= !isText;
        continue;
      }
      if (hasBigNode) this.#endPara(first, child);
      first = -1;
      hasBigNode = false;
    }
    if (hasBigNode) this.#endPara(first, -1);
  }

  /** Judges the text-node-set of the siblings from `first` up to, not including, `stop`. */
  #endPara(first: number, stop: number): void {
    const { end, nextSibling } = this.#document;
    const last = stop >= 0 ? stop : end[this.#document.parent[first]!]!;
    const length = this.#sums.length[last]! - this.#sums.length[first]!;
    if (length === 0) return;
    if (this.#sums.punctuation[last] === this.#sums.punctuation[first]) {
      for (let node = first; node >= 0 && node !== stop; node = nextSibling[node]!) this.#pruned[node] = 1;
      return;
    }
    this.#markJoined(first, stop);
    if (length > this.#longest) {
      this.#longest = length;
      this.#snippet = this.#richest(first, stop);
    }
  }

  #markJoined(first: number, stop: number): void {
    const { kind, tag, nextSibling } = this.#document;
    let hasText = false;
    for (let node = first; node >= 0 && node !== stop && !hasText; node = nextSibling[node]!) {
      hasText = kind[node] === NODE_KIND.text && this.#sums.length[node + 1]! > this.#sums.length[node]!;
    }
    if (!hasText) return;
    for (let node = first; node >= 0 && node !== stop; node = nextSibling[node]!) {
      if (INLINE_TAGS[tag[node]!] === 1) this.#joined[node] = 1;
    }
  }

  /** Reading: the paper takes any node of the set 'randomly'; we take the one with the most punctuation, first on ties. */
  #richest(first: number, stop: number): number {
    const { kind, end, nextSibling } = this.#document;
    let best = -1;
    let most = -1;
    for (let node = first; node >= 0 && node !== stop; node = nextSibling[node]!) {
      if (kind[node] === NODE_KIND.text) continue;
      const punctuation = this.#sums.punctuation[end[node]!]! - this.#sums.punctuation[node]!;
      if (punctuation > most) {
        most = punctuation;
        best = node;
      }
    }
    return best;
  }
}
