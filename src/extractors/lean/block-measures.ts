import { HEADING_TAGS, TAG, tagTable } from "../../html/index.ts";
import { type Page, TEXT_LEAF } from "../../page/index.ts";
import type { ScratchArena } from "../../text/index.ts";
import { endOf, startOf, TextCounts } from "./text-counts.ts";

/** Characters of a script without spaces that make a word, on average. */
const UNSPACED_PER_WORD = 3;

/** The blocks of a page that show text, in order, as numbers: parallel arrays. */
export type BlockMeasures = Readonly<ReturnType<typeof measureBlocks>>;

const COUNTS = new TextCounts();

/** Measures every block that shows text, reading each text once. */
export function measureBlocks(page: Page, scratch: ScratchArena) {
  const { document, leaves, blocks } = page;
  const measures = emptyMeasures(blocks.count, scratch);
  let count = 0;
  for (let block = 0; block < blocks.count; block++) {
    COUNTS.clear();
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
      const before = COUNTS.ink;
      COUNTS.add(document.text, document.textStart[node]!, document.textEnd[node]!);
      const anchor = leaves.anchor[leaf]!;
      if (anchor < 0) continue;
      linked += COUNTS.ink - before;
      if (anchor !== lastAnchor) links++;
      lastAnchor = anchor;
    }
    if (COUNTS.ink === 0) continue;
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
    putCounts(measures, count++);
  }
  return { ...measures, count };
}

const LIST_TAGS = tagTable("li", "td", "th", "dd", "dt");

function putCounts(measures: ReturnType<typeof emptyMeasures>, at: number): void {
  measures.characters[at] = COUNTS.ink;
  measures.words[at] = COUNTS.words + COUNTS.unspaced / UNSPACED_PER_WORD;
  measures.capitals[at] = COUNTS.capitals;
  measures.digits[at] = COUNTS.digits;
  measures.unspaced[at] = COUNTS.unspaced;
  measures.sentences[at] = COUNTS.sentences;
  measures.commas[at] = COUNTS.commas;
  measures.quotes[at] = COUNTS.quotes;
  measures.signs[at] = COUNTS.signs;
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
