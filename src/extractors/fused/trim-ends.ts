import { HEADING_TAGS, rawText } from "../../html/index.ts";
import { type Extraction, type Page, RIGHTS_WORDS, WALL_WORDS } from "../../page/index.ts";
import { words } from "../../text/index.ts";
import { isInFigure, keptTexts, keptWords, withoutLeaves } from "./kept.ts";

/** Fewer words are not a story, and the lines around it are all that there is to answer with. */
const MIN_STORY_WORDS = 30;

/**
 * An answer without the lines around a story that are set like its paragraphs: date and byline before it; copyright, contact, web
 * address and labelled links after it. They are recognised by their form, in any language.
 */
export function trimEnds(given: Page, answer: Extraction): Extraction {
  const isArticle = (answer.notes?.otherPagesWeight ?? 0) === 0;
  if (!isArticle || answer.statedBody !== undefined) return answer;
  const page = given.revealed;
  const { scores } = answer;
  const isDropped = new Uint8Array(scores.length);
  const lines = linesAfterStory(page, scores).concat(linesBeforeStory(page, scores));
  if (lines.length === 0) return answer;
  for (const { leaves } of lines) for (const leaf of leaves) isDropped[leaf] = 1;
  const trimmed = withoutLeaves(answer, isDropped, "outside the body");
  return keptWords(page, trimmed.scores, MIN_STORY_WORDS) < MIN_STORY_WORDS ? answer : trimmed;
}

/** What an answer keeps of a block. */
interface KeptBlock {
  readonly block: number;
  readonly leaves: readonly number[];
  readonly text: string;
}

/** The next block of the answer from a place on; words of figures go with their picture and do not count. */
function nextBlock(
  page: Page,
  scores: Float32Array,
  { from, step }: { readonly from: number; readonly step: 1 | -1 },
): KeptBlock | undefined {
  const { document, leaves: all, blocks } = page;
  for (let block = from; block >= 0 && block < blocks.count; block += step) {
    const leaves = keptTexts(page, scores, block);
    if (leaves.length === 0 || isInFigure(page, block)) continue;
    const text = leaves.map((leaf) => rawText(document, all.node[leaf]!)).join("");
    if (text.trim() !== "") return { block, leaves, text: text.trim() };
  }
  return undefined;
}

/** A kicker, a heading and a place may be before the byline. */
const MAX_BEFORE_STORY = 4;

/** The date that an answer begins with, and who wrote it, with the date below. */
function linesBeforeStory(page: Page, scores: Float32Array): KeptBlock[] {
  const found: KeptBlock[] = [];
  let isAtStart = true;
  for (let count = 0, at = 0; count < MAX_BEFORE_STORY; count++) {
    const line = nextBlock(page, scores, { from: at, step: 1 });
    if (line === undefined || line.text.length > MAX_LINE_CHARACTERS) break;
    at = line.block + 1;
    // A date among other lines may be where a report begins.
    isAtStart = isByline(line.text) || (isAtStart && isDate(line.text));
    if (isAtStart) found.push(line);
  }
  return found;
}

/** The lines below the last paragraph, from the last one up. */
function linesAfterStory(page: Page, scores: Float32Array): KeptBlock[] {
  const found: KeptBlock[] = [];
  const links: KeptBlock[] = [];
  const below: KeptBlock[] = [];
  for (let at = page.blocks.count - 1; ; ) {
    const last = nextBlock(page, scores, { from: at, step: -1 });
    if (last === undefined) break;
    at = last.block - 1;
    if (isLabel(page, last) && found.length + links.length > 0) {
      // Links below a paragraph may be its sources; below a label they lead to other stories.
      found.push(...links.splice(0), last);
    } else if (links.length === 0 && isRights(last.text)) {
      // Short lines below a notice of rights tell how to reach its owner.
      found.push(...below.splice(0), last);
    } else if (below.length > 0) break;
    else if (isLinks(page, last)) links.push(last);
    else if (links.length > 0) break;
    else if (isNotice(last.text)) found.push(last);
    else if (found.length === 0 && words(last.text).length <= MAX_BELOW_RIGHTS_WORDS) below.push(last);
    else break;
  }
  return found;
}

/** Longer labels are sentences. This and the next were chosen on half of the sites of the sets: docs/experiments/fused.md. */
const MAX_LABEL_WORDS = 8;
const LABEL_END = /[:：]$/u;

/** Whether a block announces what is below it. */
function isLabel({ document, blocks }: Page, { block, text }: KeptBlock): boolean {
  const isHeading = HEADING_TAGS[document.tag[blocks.container[block]!]!] === 1;
  return (isHeading || LABEL_END.test(text)) && words(text).length <= MAX_LABEL_WORDS;
}

/** The rest of a block of links is what separates them. */
const MIN_LINK_SHARE = 0.9;

function isLinks({ document, leaves: all }: Page, { leaves }: KeptBlock): boolean {
  let [linked, length] = [0, 0];
  for (const leaf of leaves) {
    const own = rawText(document, all.node[leaf]!).trim().length;
    length += own;
    if (all.anchor[leaf]! >= 0) linked += own;
  }
  return linked >= MIN_LINK_SHARE * length;
}

/** A mark of copyright, or the word before a year or an owner: an article on copyright may begin its last paragraph with it. */
const COPYRIGHT = /^[([（]?\s*(?:©|\(c\)|copyright\s*(?:©|\(c\)|[:：]|by\s|(?:19|20)\d\d))/iu;
/** What agencies allow and forbid takes 30 words. */
const MAX_COPYRIGHT_WORDS = 80;
const MAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/u;
const HANDLE = /(?:^|[\s(])@\w{2,}/u;
const ADDRESS = /(?:https?:\/\/|www\.)\S+/u;
/** Blocks with more words beside an address are paragraphs, or tell who the author is. */
const MAX_CONTACT_WORDS = 20;
const MIN_ADDRESS_SHARE = 0.4;
/** Longer texts are about rights. */
const MAX_RIGHTS_WORDS = 120;
const MAX_BELOW_RIGHTS_WORDS = 40;
/** Longer texts are sentences of an article about subscriptions. */
const MAX_WALL_CHARACTERS = 160;

/** Whether a block after a story names its owner, an address to write to or to read at, or asks for a subscription. */
function isNotice(text: string): boolean {
  if (text.length <= MAX_WALL_CHARACTERS && WALL_WORDS.test(text)) return true;
  if (COPYRIGHT.test(text)) return words(text).length <= MAX_COPYRIGHT_WORDS;
  const [address = ""] = text.match(ADDRESS) ?? [];
  const isAddress = address !== "" && address.length >= MIN_ADDRESS_SHARE * text.length;
  const isContact = isAddress || MAIL.test(text) || HANDLE.test(text);
  return isContact && words(text.replace(address, "")).length <= MAX_CONTACT_WORDS;
}

/** Whether a block after a story tells whose it is, and who may reprint it. */
function isRights(text: string): boolean {
  return RIGHTS_WORDS.test(text) && words(text).length <= MAX_RIGHTS_WORDS;
}

/** Lines with a date, or the names of who wrote a story, are shorter. */
const MAX_LINE_CHARACTERS = 120;
/** The word before a name, in many languages. */
const BY =
  /^(?:by|von|par|por|door|av|af|author|autor|auteur|автор|текст|συντάκτης|بقلم|מאת|作者|文|記者|记者|글|लेखक|โดย)[\s:：]+/iu;
const MAX_BYLINE_WORDS = 10;
/** A word of a sentence; names join with shorter ones. */
const SMALL_WORD = /(?<!\p{L})\p{Ll}\p{L}{3}/u;

/** Whether a block says who wrote the story: "By" and names, no sentence. */
function isByline(text: string): boolean {
  const names = text.replace(BY, "");
  const count = words(names).length;
  return names !== text && count > 1 && count <= MAX_BYLINE_WORDS && !SMALL_WORD.test(names);
}

const YEAR = /(?<!\p{N})(?:19|20)\d\d(?!\p{N})/u;
const NUMBER = /\p{N}/u;
/** "Last updated: 2:52 pm March 12, 2009" has five numbers in eight words. */
const MIN_NUMBER_SHARE = 0.4;
/** A day or a month, and the year. */
const MIN_NUMBERS = 2;

/** Whether a block is a date, with time and label or without. */
function isDate(text: string): boolean {
  if (text.length > MAX_LINE_CHARACTERS || !YEAR.test(text)) return false;
  const all = words(text);
  const numbers = all.filter((word) => NUMBER.test(word)).length;
  return numbers >= MIN_NUMBERS && numbers >= MIN_NUMBER_SHARE * all.length;
}
