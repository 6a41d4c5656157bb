import { attribute } from "../../html/index.ts";
import { type Extraction, KEEP_SCORE, type Page, reasonCode, TEXT_LEAF } from "../../page/index.ts";
import { keepBlock, openDraft } from "./complete-text.ts";

/** Shorter blocks are labels and items: about 25 words. This and the next were chosen on half of the sites: docs/experiments/fused.md. */
const MIN_CHARACTERS = 140;
const MAX_LINK_SHARE = 0.2;
/** A text with fewer kept paragraphs is not long. */
const MIN_KEPT = 20;
/** Where fewer are dropped, they may be notes and boxes set like paragraphs. */
const MIN_DROPPED = 10;
/** Where less of its text is kept, it is a list from which some entries were taken for an article. */
const MIN_KEPT_SHARE = 0.4;
/** A hostile page may give every element a class of a megabyte. */
const MAX_CLASS_CHARACTERS = 200;
const REASON = reasonCode("inside kept text");

/** A block of prose. */
interface Paragraph {
  readonly block: number;
  readonly characters: number;
  readonly isKept: boolean;
}

/**
 * An answer with all paragraphs of a long text: reports, transcripts and live blogs of more than ten thousand words, in which each paragraph
 * is so small a part of the page that the trees lose heart halfway. Paragraphs are alike if one element holds them and they have the same
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
      if (kindOf(page, block) === kind && !isLinks(page, block)) keepBlock(draft, block, REASON);
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
  const classes = attribute(document, element, "class")?.slice(0, MAX_CLASS_CHARACTERS) ?? "";
  return `${document.parent[element]} ${document.tag[element]} ${classes}`;
}
