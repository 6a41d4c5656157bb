import { HEADING_TAGS, TAG } from "../../html/index.ts";
import { type TreeEnsemble, toProbability } from "../../model/index.ts";
import { type Extraction, KEEP_SCORE, reasonCode, TEXT_LEAF } from "../../page/index.ts";
import type { MeasuredPage } from "./measured-page.ts";

const NOISE = reasonCode("noise in the body");

/**
 * Drops blocks of the body that are likelier noise: share bars, related links, author boxes, comments. Deviation: the
 * paper's answer is the whole subtree. A body of which nothing would be left stays whole. Returns the chances of all blocks.
 */
export function dropNoise(
  measured: MeasuredPage,
  body: number,
  noise: TreeEnsemble,
  { scores, reasons }: Pick<Extraction, "scores" | "reasons">,
): readonly BlockChance[] {
  const chances = textChances(measured, body, noise);
  if (!chances.some(({ chance }) => chance >= KEEP_SCORE)) return chances;
  const { firstLeaf } = measured.page.blocks;
  for (const { block, chance } of chances) {
    if (chance >= KEEP_SCORE) continue;
    for (let leaf = firstLeaf[block]!; leaf < firstLeaf[block + 1]!; leaf++) {
      if (scores[leaf]! < KEEP_SCORE) continue;
      scores[leaf] = chance;
      reasons[leaf] = NOISE;
    }
  }
  return chances;
}

/** A block of a body and the probability that it is article text. */
export interface BlockChance {
  readonly block: number;
  readonly words: number;
  readonly chance: number;
}

function textChances(measured: MeasuredPage, body: number, noise: TreeEnsemble): readonly BlockChance[] {
  const inside = new BodyBlocks(measured, body);
  const { words } = inside;
  return inside.blocks.map((block, at) => ({
    block,
    words: words[at]!,
    chance: toProbability(noise.scoreRow(inside.row(at), 0)),
  }));
}

/** Features of a block inside the body. */
const NOISE_FEATURES = {
  place: "the share of blocks before it",
  fromEnd: "blocks after it",
  wordsBefore: "the share of the body's words before it",
  wordsAfter: "the share of the body's words after it",
  words: "its words",
  linkShare: "the share of them that leads elsewhere",
  endsSentence: "1 where a sentence mark ends it",
  isHeading: "1 for h1 to h6",
  isListItem: "1 for li, dt and dd",
  isCell: "1 for td and th",
  depth: "elements between it and the body",
  childWords: "the share of the body's words in the child of the body that it is in",
  childLinkShare: "the share of that child's words that leads elsewhere",
  parentWords: "the share of the body's words in the parent of its box",
  parentLinkShare: "the share of the parent's words that leads elsewhere",
  left: "from the body's left edge, by the width of the screen",
  width: "its width by the body's",
  top: "from the body's upper edge, by the body's height",
  height: "its height by the height of the screen",
  fontSize: "its font by the one that most of the body is in",
  fontWeight: "100 to 900",
  isMainColour: "1 in the colour that most of the body is in",
  isMainLeft: "1 where it begins as far left as most of the body",
  isMainParent: "1 where its box has the parent that most of the body has",
  wordsAbove: "words of the block before it",
  linkShareAbove: "the share of those that leads elsewhere",
  wordsBelow: "words of the next block",
  linkShareBelow: "the share of those that leads elsewhere",
  sinceParagraph: "blocks since the last long one without many links",
  untilParagraph: "blocks up to the next such one",
} as const;

/** Feature names in column order. */
export const NOISE_FEATURE_NAMES = Object.keys(NOISE_FEATURES) as readonly (keyof typeof NOISE_FEATURES)[];

/** A text block inside the body. */
interface BodyBlock {
  readonly block: number;
  readonly words: number;
  readonly linkShare: number;
  /** The element around its first text. */
  readonly element: number;
  readonly container: number;
  readonly endsSentence: boolean;
}

const SENTENCE_END = /[.!?…。！？．।۔]["'\u2018-\u201f\u00bb\u203a)\]\u300d\u300f\s]*$/u;
/** A block with at least these words and fewer links counts as a paragraph. */
const PARAGRAPH = { words: 15, linkShare: 0.3 } as const;
/** Distances are capped here. */
const FAR = 40;

/** The text blocks of a body, with features relative to each other. */
export class BodyBlocks {
  readonly #measured: MeasuredPage;
  readonly #body: number;
  readonly #blocks: readonly BodyBlock[];
  readonly #wordsBefore: Float64Array;
  readonly #since: Int32Array;
  readonly #until: Int32Array;
  readonly #main: {
    readonly font: number;
    readonly color: number;
    readonly left: number;
    readonly parent: number;
  };

  constructor(measured: MeasuredPage, body: number) {
    this.#measured = measured;
    this.#body = body;
    this.#blocks = readBlocks(measured, body);
    this.#wordsBefore = new Float64Array(this.#blocks.length + 1);
    for (const [at, { words }] of this.#blocks.entries())
      this.#wordsBefore[at + 1] = this.#wordsBefore[at]! + words;
    const { layout, document } = measured;
    this.#main = {
      font: this.#commonest(({ element }) => layout.fontSize[element]!),
      color: this.#commonest(({ element }) => layout.color[element]!),
      left: this.#commonest(({ container }) => layout.left[container]!),
      parent: this.#commonest(({ container }) => document.parent[container]!),
    };
    [this.#since, this.#until] = distances(this.#blocks);
  }

  /** Their block numbers in the page. */
  get blocks(): readonly number[] {
    return this.#blocks.map(({ block }) => block);
  }

  /** The word count of each. */
  get words(): readonly number[] {
    return this.#blocks.map(({ words }) => words);
  }

  /** The features of a block in the order of `NOISE_FEATURE_NAMES`. */
  row(at: number): Float32Array {
    const values = { ...this.#textFeatures(at), ...this.#treeFeatures(at), ...this.#visualFeatures(at) };
    return Float32Array.from(NOISE_FEATURE_NAMES, (name) => values[name]);
  }

  #textFeatures(at: number) {
    const { words, linkShare, endsSentence } = this.#blocks[at]!;
    const [above, below] = [this.#blocks[at - 1], this.#blocks[at + 1]];
    const all = Math.max(1, this.#wordsBefore.at(-1)!);
    return {
      place: at / this.#blocks.length,
      fromEnd: this.#blocks.length - 1 - at,
      wordsBefore: this.#wordsBefore[at]! / all,
      wordsAfter: 1 - this.#wordsBefore[at + 1]! / all,
      words,
      linkShare,
      endsSentence: Number(endsSentence),
      wordsAbove: above?.words ?? Number.NaN,
      linkShareAbove: above?.linkShare ?? Number.NaN,
      wordsBelow: below?.words ?? Number.NaN,
      linkShareBelow: below?.linkShare ?? Number.NaN,
      sinceParagraph: this.#since[at]!,
      untilParagraph: this.#until[at]!,
    };
  }

  #treeFeatures(at: number) {
    const { container } = this.#blocks[at]!;
    const { document } = this.#measured;
    const { tag, parent } = document;
    const kind = tag[container]!;
    let child = container;
    let depth = 0;
    for (let node = container; node > this.#body; node = parent[node]!) {
      child = node;
      depth++;
    }
    const above = container > this.#body ? parent[container]! : container;
    return {
      isHeading: HEADING_TAGS[kind]!,
      isListItem: Number(kind === TAG.li || kind === TAG.dt || kind === TAG.dd),
      isCell: Number(kind === TAG.td || kind === TAG.th),
      depth,
      childWords: this.#wordShare(child),
      childLinkShare: linkShareOf(this.#measured, child),
      parentWords: this.#wordShare(above),
      parentLinkShare: linkShareOf(this.#measured, above),
      isMainParent: Number(parent[container] === this.#main.parent),
    };
  }

  #visualFeatures(at: number) {
    const { container, element } = this.#blocks[at]!;
    const measured = this.#measured;
    const { layout } = measured;
    const body = this.#body;
    return {
      left: (measured.left(container) - measured.left(body)) / layout.screen.width,
      width: measured.width(container) / Math.max(1, measured.width(body)),
      top: (measured.top(container) - measured.top(body)) / Math.max(1, measured.height(body)),
      height: measured.height(container) / layout.screen.height,
      fontSize: layout.fontSize[element]! / (this.#main.font || 1),
      fontWeight: layout.fontWeight[element]!,
      isMainColour: Number(layout.color[element] === this.#main.color),
      isMainLeft: Number(layout.left[container] === this.#main.left),
    };
  }

  #wordShare(node: number): number {
    return this.#measured.wordsIn(node) / Math.max(1, this.#measured.wordsIn(this.#body));
  }

  /** The value that most words share. */
  #commonest(read: (block: BodyBlock) => number): number {
    const words = new Map<number, number>();
    let best = 0;
    for (const block of this.#blocks) {
      const value = read(block);
      const sum = (words.get(value) ?? 0) + block.words;
      words.set(value, sum);
      if (sum >= (words.get(best) ?? 0)) best = value;
    }
    return best;
  }
}

function readBlocks(measured: MeasuredPage, body: number): readonly BodyBlock[] {
  const { blocks, leaves } = measured.page;
  const [from, to] = measured.leavesIn(body);
  const found: BodyBlock[] = [];
  for (let leaf = from; leaf < to; ) {
    const block = blocks.ofLeaf[leaf]!;
    const end = Math.min(to, blocks.firstLeaf[block + 1]!);
    let [words, linkWords, element, last] = [0, 0, -1, -1];
    for (; leaf < end; leaf++) {
      const own = leaves.kind[leaf] === TEXT_LEAF ? measured.wordsIn(leaves.node[leaf]!) : 0;
      if (own === 0) continue;
      words += own;
      if (leaves.anchor[leaf]! >= 0) linkWords += own;
      if (element < 0) element = measured.document.parent[leaves.node[leaf]!]!;
      last = leaf;
    }
    if (words === 0) continue;
    const container = blocks.container[block]!;
    const endsSentence = SENTENCE_END.test(tailOf(measured, last));
    found.push({ block, words, linkShare: linkWords / words, element, container, endsSentence });
  }
  return found;
}

/** Enough characters to see how a text ends. */
const TAIL = 8;

function tailOf({ document, page }: MeasuredPage, leaf: number): string {
  const node = page.leaves.node[leaf]!;
  const end = document.textEnd[node]!;
  return document.text.slice(Math.max(document.textStart[node]!, end - TAIL), end);
}

function linkShareOf(measured: MeasuredPage, node: number): number {
  return measured.linkWordsIn(node) / Math.max(1, measured.wordsIn(node));
}

/** For each block, the distance to the last and to the next paragraph. */
function distances(blocks: readonly BodyBlock[]): [since: Int32Array, until: Int32Array] {
  const isParagraph = ({ words, linkShare }: BodyBlock) =>
    words >= PARAGRAPH.words && linkShare < PARAGRAPH.linkShare;
  const walk = (ordered: readonly BodyBlock[]) => {
    let distance = FAR;
    return Int32Array.from(ordered, (block) => {
      distance = isParagraph(block) ? 0 : Math.min(FAR, distance + 1);
      return distance;
    });
  };
  return [walk(blocks), walk(blocks.toReversed()).reverse()];
}
