import { HEADING_TAGS, TAG, tagTable } from "../../html/index.ts";
import { FEATURE_UNITS, type Page, TEXT_LEAF, UNIT } from "../../page/index.ts";
import { LazyTable, type ScratchArena, UNIT_COUNT } from "../../text/index.ts";

/** Characters of a script without spaces that make a word, on average. */
const UNSPACED_PER_WORD = 3;

/** The blocks of a page that show text, in order, as numbers: parallel arrays. */
export type BlockMeasures = Readonly<ReturnType<typeof measureBlocks>>;

/** Measures every block that shows text, reading each text once. */
export function measureBlocks(page: Page, scratch: ScratchArena) {
  const { document, leaves, blocks } = page;
  const measures = emptyMeasures(blocks.count, scratch);
  const counts = new TextCounts();
  let count = 0;
  for (let block = 0; block < blocks.count; block++) {
    counts.clear();
    let linked = 0;
    let links = 0;
    let media = 0;
    let first = -1;
    let last = -1;
    let lastAnchor = -1;
    const end = blocks.firstLeaf[block + 1]!;
    for (let leaf = blocks.firstLeaf[block]!; leaf < end; leaf++) {
      if (leaves.visible[leaf] === 0) continue;
      if (leaves.kind[leaf] !== TEXT_LEAF) {
        media++;
        continue;
      }
      const node = leaves.node[leaf]!;
      if (first < 0) first = node;
      last = node;
      const before = counts.ink;
      counts.add(document.text, document.textStart[node]!, document.textEnd[node]!);
      const anchor = leaves.anchor[leaf]!;
      if (anchor < 0) continue;
      linked += counts.ink - before;
      if (anchor !== lastAnchor) links++;
      lastAnchor = anchor;
    }
    if (counts.ink === 0) continue;
    const container = blocks.container[block]!;
    const tag = document.tag[container]!;
    measures.block[count] = block;
    measures.node[count] = first;
    measures.container[count] = container;
    measures.tag[count] = tag;
    measures.linked[count] = linked;
    measures.links[count] = links;
    measures.media[count] = media;
    measures.isHeading[count] = HEADING_TAGS[tag]!;
    measures.isParagraph[count] = tag === TAG.p ? 1 : 0;
    measures.isList[count] = LIST_TAGS[tag]!;
    measures.starts[count] = startOf(document.text, document.textStart[first]!, document.textEnd[first]!);
    measures.ends[count] = endOf(document.text, document.textStart[last]!, document.textEnd[last]!);
    putCounts(measures, count++, counts);
  }
  return { ...measures, count };
}

const LIST_TAGS = tagTable("li", "td", "th", "dd", "dt");

function putCounts(measures: ReturnType<typeof emptyMeasures>, at: number, counts: TextCounts): void {
  measures.characters[at] = counts.ink;
  measures.words[at] = counts.words + counts.unspaced / UNSPACED_PER_WORD;
  measures.capitals[at] = counts.capitals;
  measures.digits[at] = counts.digits;
  measures.unspaced[at] = counts.unspaced;
  measures.sentences[at] = counts.sentences;
  measures.commas[at] = counts.commas;
  measures.quotes[at] = counts.quotes;
  measures.signs[at] = counts.signs;
}

function emptyMeasures(most: number, scratch: ScratchArena) {
  return {
    /** Its number among all blocks of the page. */
    block: scratch.ints(most),
    /** Its first text. */
    node: scratch.ints(most),
    container: scratch.ints(most),
    tag: scratch.bytes(most),
    characters: scratch.ints(most),
    words: scratch.floats(most),
    capitals: scratch.ints(most),
    digits: scratch.ints(most),
    unspaced: scratch.ints(most),
    sentences: scratch.ints(most),
    commas: scratch.ints(most),
    quotes: scratch.ints(most),
    signs: scratch.ints(most),
    /** Characters inside links. */
    linked: scratch.ints(most),
    links: scratch.ints(most),
    media: scratch.ints(most),
    isHeading: scratch.bytes(most),
    isParagraph: scratch.bytes(most),
    isList: scratch.bytes(most),
    /** How it begins and ends, as `EDGE` has it. */
    starts: scratch.bytes(most),
    ends: scratch.bytes(most),
  };
}

/** Bits of one count in a packed sum, so that four are added at once. */
const FIELD_BITS = 8;
const FIELD_MASK = 0xff;
/** A field could overflow after more units. */
const UNITS_AT_ONCE = 255;

/** What each unit adds to the first sum: ink, capitals, digits, characters of scripts without spaces. */
const LETTERS = /* @__PURE__ */ new LazyTable(() =>
  packedTable((kind) => {
    const isInk = kind !== UNIT.space && kind !== UNIT.silent;
    return [isInk, kind === UNIT.upper, kind === UNIT.digit, kind === UNIT.unspaced];
  }),
);

/** What each unit adds to the second sum: sentence marks, commas, quotes, other signs. */
const MARKS = /* @__PURE__ */ new LazyTable(() =>
  packedTable((kind) => [
    kind === UNIT.sentence || kind === UNIT.ellipsis,
    kind === UNIT.comma,
    kind === UNIT.quote,
    kind >= UNIT.bracket && kind !== UNIT.ellipsis && kind < UNIT.space,
  ]),
);

function packedTable(fieldsOf: (kind: number) => readonly boolean[]): Int32Array {
  const units = FEATURE_UNITS.table;
  const sumOf = Array.from(Object.values(UNIT), (kind) =>
    fieldsOf(kind).reduce((sum, isOne, field) => sum + Number(isOne) * 2 ** (field * FIELD_BITS), 0),
  );
  const table = new Int32Array(UNIT_COUNT);
  for (let unit = 0; unit < table.length; unit++) table[unit] = sumOf[units[unit]! >>> KIND_SHIFT]!;
  return table;
}

/** The kind of a unit is above this bit of its entry. */
const KIND_SHIFT = 16;

/** Counts what a text is made of: two additions for each unit, no branch. */
export class TextCounts {
  ink = 0;
  /** Runs without white space. */
  words = 0;
  capitals = 0;
  digits = 0;
  unspaced = 0;
  sentences = 0;
  commas = 0;
  quotes = 0;
  signs = 0;

  clear(): void {
    this.ink = 0;
    this.words = 0;
    this.capitals = 0;
    this.digits = 0;
    this.unspaced = 0;
    this.sentences = 0;
    this.commas = 0;
    this.quotes = 0;
    this.signs = 0;
  }

  /** Adds a range of a text; a word ends with it. */
  add(text: string, start: number, end: number): void {
    const letters = LETTERS.table;
    const marks = MARKS.table;
    let before = 0;
    for (let from = start; from < end; from += UNITS_AT_ONCE) {
      const to = Math.min(end, from + UNITS_AT_ONCE);
      let letterSum = 0;
      let markSum = 0;
      let words = 0;
      for (let at = from; at < to; at++) {
        const unit = text.charCodeAt(at);
        const own = letters[unit]!;
        letterSum = (letterSum + own) | 0;
        markSum = (markSum + marks[unit]!) | 0;
        // Ink is the lowest bit: a word begins where it follows none.
        words += own & ~before & 1;
        before = own;
      }
      this.words += words;
      this.#unpack(letterSum, markSum);
    }
  }

  #unpack(letters: number, marks: number): void {
    this.ink += letters & FIELD_MASK;
    this.capitals += (letters >>> FIELD_BITS) & FIELD_MASK;
    this.digits += (letters >>> (2 * FIELD_BITS)) & FIELD_MASK;
    this.unspaced += letters >>> (3 * FIELD_BITS);
    this.sentences += marks & FIELD_MASK;
    this.commas += (marks >>> FIELD_BITS) & FIELD_MASK;
    this.quotes += (marks >>> (2 * FIELD_BITS)) & FIELD_MASK;
    this.signs += marks >>> (3 * FIELD_BITS);
  }
}

/** How a text begins or ends. */
const EDGE = { other: 0, lower: 1, upper: 2, digit: 3, sentence: 4, colon: 5, ellipsis: 6 } as const;

const EDGE_OF_KIND: Readonly<Record<number, number>> = {
  [UNIT.lower]: EDGE.lower,
  [UNIT.upper]: EDGE.upper,
  [UNIT.digit]: EDGE.digit,
  [UNIT.sentence]: EDGE.sentence,
  [UNIT.colon]: EDGE.colon,
  [UNIT.ellipsis]: EDGE.ellipsis,
};

/** What a range ends in, quotes and brackets apart. */
export function endOf(text: string, start: number, end: number): number {
  const units = FEATURE_UNITS.table;
  for (let at = end - 1; at >= start; at--) {
    const kind = units[text.charCodeAt(at)]! >>> KIND_SHIFT;
    if (!isPassed(kind)) return EDGE_OF_KIND[kind] ?? EDGE.other;
  }
  return EDGE.other;
}

/** What a range begins with, quotes and brackets apart. */
export function startOf(text: string, start: number, end: number): number {
  const units = FEATURE_UNITS.table;
  for (let at = start; at < end; at++) {
    const kind = units[text.charCodeAt(at)]! >>> KIND_SHIFT;
    if (!isPassed(kind)) return EDGE_OF_KIND[kind] ?? EDGE.other;
  }
  return EDGE.other;
}

function isPassed(kind: number): boolean {
  return kind === UNIT.space || kind === UNIT.silent || kind === UNIT.quote || kind === UNIT.bracket;
}
