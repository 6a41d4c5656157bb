import { type Document, NODE_KIND, TAG, type TagName, tagTable } from "../html/index.ts";
import type { Page } from "../page/index.ts";
import { fillUnits, UNIT_COUNT, UNITS } from "../text/index.ts";
import type { Extractor } from "./extractor.ts";
import { type Judgement, judgeLeaves } from "./verdict.ts";

const KEEP: Judgement = { keep: true, reason: "inside the body" };
const OUTSIDE: Judgement = { keep: false, reason: "outside the body" };
const NOISE: Judgement = { keep: false, reason: "no punctuation" };

/** Choices that the damaged tag list of the paper leaves open. */
export interface EconOptions {
  /** Whether `tbody tr td th center` are big-nodes. Off: decided on news of 2008 and Chinese pages, see docs/extractors/econ.md. */
  readonly tableTags?: boolean;
}

/** ECON (Guo et al., 2010): from the longest punctuated text up the tree until no punctuation is gained. */
export function makeEcon({ tableTags = false }: EconOptions = {}): Extractor {
  return {
    id: "econ",
    paper: "Guo et al., ECON: An Approach to Extract Content from Web News Page, APWeb 2010",
    needs: [],
    extract(page) {
      const { document } = page;
      const sums = sumText(page);
      const { pruned, snippet } = new JointPara(document, sums, findBigNodes(page, tableTags)).run();
      const start = snippet >= 0 ? snippet : bareBody(document, sums);
      if (start < 0) return judgeLeaves(page, () => OUTSIDE);
      const summary = backtrack(document, sums, start);
      const noise = inherit(document, pruned, summary);
      const verdict = judgeLeaves(page, (node) => {
        if (node < summary || node >= document.end[summary]!) return OUTSIDE;
        return noise[node - summary] === 1 ? NOISE : KEEP;
      });
      return { ...verdict, bodyRoot: summary };
    },
  };
}

/** The body if all punctuated text is directly in it: there it is the big-node that the paper says it is; else -1. */
function bareBody({ size, tag }: Document, { punctuation }: TextSums): number {
  return punctuation[size] === 0 ? -1 : tag.indexOf(TAG.body);
}

/** Extract-news (III.B): up from the snippet-node until the distance is 0 for the first time; the child is the summary-node. */
function backtrack({ parent, end }: Document, { punctuation }: TextSums, snippet: number): number {
  let node = snippet;
  for (let above = parent[node]!; above >= 0; above = parent[node]!) {
    const gained =
      punctuation[end[above]!]! - punctuation[above]! - (punctuation[end[node]!]! - punctuation[node]!);
    if (gained === 0) return node;
    node = above;
  }
  return node;
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
  /** Characters of shown text. Reading: white space is none, as the source's indentation is no text of the page. */
  readonly length: Int32Array;
}

/** Punctuation and length of all shown text, so that any subtree's is one subtraction. */
function sumText({ document, leaves }: Page): TextSums {
  const { size, kind, text, textStart, textEnd } = document;
  const punctuation = new Int32Array(size + 1);
  const length = new Int32Array(size + 1);
  const units = textUnits();
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
      marks += unit & PUNCTUATION;
    }
    punctuation[node + 1] = marks / PUNCTUATION;
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
/** The bit of units that the paper counts as punctuation. */
export const PUNCTUATION = 2;

/** Periods and commas, and their counterparts in Chinese, Japanese and Arabic. In numbers too: the paper does not exclude them. */
const MARKS = [".", ",", "。", "，", "、", "．", "､", "｡", "،", "۔"] as const;
const NEXT_LINE = 0x85;
const ZERO_WIDTH_SPACE = 0x200b;
const BYTE_ORDER_MARK = 0xfeff;

let units: Uint8Array | undefined;

/** What every unit adds, `INK` the same as `hasInk` has it: a table, since branches would be mispredicted at every word. */
export function textUnits(): Uint8Array {
  units ??= classifyUnits();
  return units;
}

function classifyUnits(): Uint8Array {
  const table = new Uint8Array(UNIT_COUNT).fill(INK);
  fillUnits(table, UNITS.spaces, 0);
  table.fill(0, 0, 0x21);
  table[NEXT_LINE] = INK;
  for (const unit of [ZERO_WIDTH_SPACE, BYTE_ORDER_MARK]) table[unit] = 0;
  for (const mark of MARKS) table[mark.charCodeAt(0)]! |= PUNCTUATION;
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
  "li",
  "dd",
  "dt",
] as const satisfies readonly TagName[];

const TABLE_TAGS = ["tbody", "tr", "td", "th", "center"] as const satisfies readonly TagName[];

const BIG_TAGS = tagTable(...TEXT_TAGS);
const BIG_TAGS_WITH_TABLES = tagTable(...TEXT_TAGS, ...TABLE_TAGS);

/** Tells big-nodes (III.B). */
interface BigNodes {
  /** 1 for the tags of the list. */
  readonly byTag: Uint8Array;
  /** 1 for the parents of text nodes. */
  readonly byText: Uint8Array;
}

/** The big-nodes of a page: the elements of the tag list, and the parents of shown text nodes. */
function findBigNodes({ document, leaves }: Page, tableTags: boolean): BigNodes {
  const { size, kind, tag, parent } = document;
  const byText = new Uint8Array(size);
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const node = leaves.node[leaf]!;
    if (leaves.visible[leaf] === 0 || kind[node] !== NODE_KIND.text) continue;
    const around = parent[node]!;
    if (!isRoot(tag[around]!)) byText[around] = 1;
  }
  return { byTag: tableTags ? BIG_TAGS_WITH_TABLES : BIG_TAGS, byText };
}

/** Deviation: a stray word beside the page's blocks does not make the whole page one text-para. */
function isRoot(tag: number): boolean {
  return tag === TAG.body || tag === TAG.html;
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
      // Nothing inside pruned or already joined nodes is looked at again, and there are no paras where no text is.
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
