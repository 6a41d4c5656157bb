import { HEADING_TAGS, TAG } from "../../html/index.ts";
import { LEAF_KINDS } from "../../page/index.ts";
import type { PageReading } from "./page-reading.ts";

/** What is known of a block inside of the body, for telling text from noise. */
export const NOISE_FEATURES = {
  place: "the share of blocks before it",
  fromEnd: "blocks behind it",
  wordsBefore: "the share of the body's words before it",
  wordsAfter: "the share of the body's words behind it",
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

/** The names of the features, in the order of their columns. */
export const NOISE_FEATURE_NAMES = Object.keys(NOISE_FEATURES) as readonly (keyof typeof NOISE_FEATURES)[];

/** A block with text inside of the body. */
interface BodyBlock {
  readonly block: number;
  readonly words: number;
  readonly linkShare: number;
  /** The element around its first text. */
  readonly element: number;
  readonly container: number;
  readonly endsSentence: boolean;
}

const TEXT = LEAF_KINDS.indexOf("text");
const SENTENCE_END = /[.!?…。！？．।۔]["'\u2018-\u201f\u00bb\u203a)\]\u300d\u300f\s]*$/u;
/** A block of more words and fewer links is a paragraph; shorter ones may be anything. */
const PARAGRAPH = { words: 15, linkShare: 0.3 } as const;
/** Farther than this is far. */
const FAR = 40;

/** The blocks with text of a body, and what each is like beside the others. */
export class BodyBlocks {
  readonly #reading: PageReading;
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

  constructor(reading: PageReading, body: number) {
    this.#reading = reading;
    this.#body = body;
    this.#blocks = readBlocks(reading, body);
    this.#wordsBefore = new Float64Array(this.#blocks.length + 1);
    for (const [at, { words }] of this.#blocks.entries())
      this.#wordsBefore[at + 1] = this.#wordsBefore[at]! + words;
    const { layout, document } = reading;
    this.#main = {
      font: this.#commonest(({ element }) => layout.fontSize[element]!),
      color: this.#commonest(({ element }) => layout.color[element]!),
      left: this.#commonest(({ container }) => layout.left[container]!),
      parent: this.#commonest(({ container }) => document.parent[container]!),
    };
    [this.#since, this.#until] = distances(this.#blocks);
  }

  /** Which blocks of the page they are. */
  get blocks(): readonly number[] {
    return this.#blocks.map(({ block }) => block);
  }

  /** Words of each. */
  get words(): readonly number[] {
    return this.#blocks.map(({ words }) => words);
  }

  /** The row of a block, in the order of `NOISE_FEATURE_NAMES`. */
  row(at: number): Float32Array {
    const values = { ...this.#place(at), ...this.#boxes(at), ...this.#looks(at) };
    return Float32Array.from(NOISE_FEATURE_NAMES, (name) => values[name]);
  }

  #place(at: number) {
    const { words, linkShare, endsSentence } = this.#blocks[at]!;
    const [above, below] = [this.#blocks[at - 1], this.#blocks[at + 1]];
    const all = Math.max(1, this.#wordsBefore.at(-1)!);
    return {
      place: at / this.#blocks.length,
      fromEnd: this.#blocks.length - 1 - at,
      wordsBefore: this.#wordsBefore[at]! / all,
      wordsAfter: 1 - this.#wordsBefore[at + 1]! / all,
      ...{ words, linkShare, endsSentence: Number(endsSentence) },
      wordsAbove: above?.words ?? Number.NaN,
      linkShareAbove: above?.linkShare ?? Number.NaN,
      wordsBelow: below?.words ?? Number.NaN,
      linkShareBelow: below?.linkShare ?? Number.NaN,
      sinceParagraph: this.#since[at]!,
      untilParagraph: this.#until[at]!,
    };
  }

  #boxes(at: number) {
    const { container } = this.#blocks[at]!;
    const { document } = this.#reading;
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
      childLinkShare: linkShareOf(this.#reading, child),
      parentWords: this.#wordShare(above),
      parentLinkShare: linkShareOf(this.#reading, above),
      isMainParent: Number(parent[container] === this.#main.parent),
    };
  }

  #looks(at: number) {
    const { container, element } = this.#blocks[at]!;
    const reading = this.#reading;
    const { layout } = reading;
    const body = this.#body;
    return {
      left: (reading.left(container) - reading.left(body)) / layout.screen.width,
      width: reading.width(container) / Math.max(1, reading.width(body)),
      top: (reading.top(container) - reading.top(body)) / Math.max(1, reading.height(body)),
      height: reading.height(container) / layout.screen.height,
      fontSize: layout.fontSize[element]! / (this.#main.font || 1),
      fontWeight: layout.fontWeight[element]!,
      isMainColour: Number(layout.color[element] === this.#main.color),
      isMainLeft: Number(layout.left[container] === this.#main.left),
    };
  }

  #wordShare(node: number): number {
    return this.#reading.wordsIn(node) / Math.max(1, this.#reading.wordsIn(this.#body));
  }

  /** The value under which most words stand. */
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

function readBlocks(reading: PageReading, body: number): readonly BodyBlock[] {
  const { blocks, leaves } = reading.page;
  const [from, to] = reading.leavesIn(body);
  const found: BodyBlock[] = [];
  for (let leaf = from; leaf < to; ) {
    const block = blocks.ofLeaf[leaf]!;
    const end = Math.min(to, blocks.firstLeaf[block + 1]!);
    let [words, linkWords, element, last] = [0, 0, -1, -1];
    for (; leaf < end; leaf++) {
      const own = leaves.kind[leaf] === TEXT ? reading.wordsIn(leaves.node[leaf]!) : 0;
      if (own === 0) continue;
      words += own;
      if (leaves.anchor[leaf]! >= 0) linkWords += own;
      if (element < 0) element = reading.document.parent[leaves.node[leaf]!]!;
      last = leaf;
    }
    if (words === 0) continue;
    const container = blocks.container[block]!;
    const endsSentence = SENTENCE_END.test(tailOf(reading, last));
    found.push({ block, words, linkShare: linkWords / words, element, container, endsSentence });
  }
  return found;
}

/** Enough of a text to see how it ends. */
const TAIL = 8;

function tailOf({ document, page }: PageReading, leaf: number): string {
  const node = page.leaves.node[leaf]!;
  const end = document.textEnd[node]!;
  return document.text.slice(Math.max(document.textStart[node]!, end - TAIL), end);
}

function linkShareOf(reading: PageReading, node: number): number {
  return reading.linkWordsIn(node) / Math.max(1, reading.wordsIn(node));
}

/** For every block how far the last and the next paragraph are. */
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
