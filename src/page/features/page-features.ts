import { TAG } from "../../html/index.ts";
import type { ScratchArena } from "../../text/index.ts";
import { type FamilyWriter, type FeatureContext, LONG_WORDS, share } from "./feature-context.ts";
import { statedBody } from "./stated-features.ts";

/** Where in the family its parts begin, and where it ends. */
const SHARES = 11;
const STATEMENTS = SHARES + 6;
const COLUMNS = STATEMENTS + 3;

/** Writes the family `page`: the same values in every row. */
export function describePage(context: FeatureContext): FamilyWriter {
  const own = context.scratch.floats(COLUMNS);
  own.set(amounts(context));
  own.set(shares(context), SHARES);
  own.set(statements(context), STATEMENTS);
  return ({ count, values, width }, column) => {
    for (let row = 0; row < count; row++) {
      const at = row * width + column;
      for (let index = 0; index < COLUMNS; index++) values[at + index] = own[index]!;
    }
    return column + COLUMNS;
  };
}

function amounts({ count, texts, sums, scratch }: FeatureContext): readonly number[] {
  const shown = sums.shown[count]!;
  const characters = sums.characters[count]!;
  const words =
    sums.shownBlocks.length > 0 ? sortedWords(texts.words, sums.shownBlocks, scratch) : scratch.floats(1);
  return [
    shown,
    sums.words[count]!,
    share(sums.linkCharacters[count]!, characters),
    total(texts.isParagraph),
    share(sums.paragraphCharacters[count]!, characters),
    words[words.length >> 1]!,
    share(sums.words[count]!, shown),
    words[words.length - 1]!,
    countLong(words),
    sums.headings[count]!,
    total(texts.media),
  ];
}

function shares({ count, source, texts, sums }: FeatureContext): readonly number[] {
  const { document, blocks } = source;
  const characters = sums.characters[count]!;
  const hidden = total(texts.hidden);
  let inLists = 0;
  let inTables = 0;
  for (let block = 0; block < count; block++) {
    const tag = document.tag[blocks.container[block]!]!;
    if (tag === TAG.li) inLists += texts.characters[block]!;
    else if (tag === TAG.td || tag === TAG.th) inTables += texts.characters[block]!;
  }
  return [
    share(100 * sums.marks[count]!, characters),
    share(total(texts.unspaced), characters),
    share(inLists, characters),
    share(inTables, characters),
    share(hidden, hidden + characters),
    characters / document.size,
  ];
}

function statements({ source, sums, skeleton }: FeatureContext): readonly number[] {
  const { document, mainThings } = source;
  let articles = 0;
  for (let place = 0; place < skeleton.count; place++) {
    if (document.tag[skeleton.node[place]!] !== TAG.article) continue;
    if (sums.shown[skeleton.endBlock[place]!]! > sums.shown[skeleton.firstBlock[place]!]!) articles++;
  }
  const hasData = mainThings.article !== undefined || mainThings.item !== undefined;
  return [articles, hasData ? 1 : 0, statedBody(source) === undefined ? 0 : 1];
}

function sortedWords(words: Float32Array, shownBlocks: Int32Array, scratch: ScratchArena): Float32Array {
  const own = scratch.floats(shownBlocks.length);
  for (let index = 0; index < own.length; index++) own[index] = words[shownBlocks[index]!]!;
  return own.sort();
}

/** How many of the numbers of words, which are in their order, are of long blocks. */
function countLong(words: Float32Array): number {
  let first = words.length;
  while (first > 0 && words[first - 1]! >= LONG_WORDS) first--;
  return words.length - first;
}

function total(values: Int32Array | Uint8Array): number {
  let sum = 0;
  for (let index = 0; index < values.length; index++) sum += values[index]!;
  return sum;
}
