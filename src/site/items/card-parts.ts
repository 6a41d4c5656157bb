import { pictureAddress, pictureSource } from "../../assemble/index.ts";
import { attribute, contains, type Document, HEADING_TAGS, NODE_KIND } from "../../html/index.ts";
import { headlineKey, LEAF_KINDS, leafAt, type Page } from "../../page/index.ts";
import { foldSpaces } from "../../text/index.ts";
import { type Headline, wordsOf } from "./headline.ts";

/** Fewer words are a kicker, a byline or a date, unless they end as sentences do. */
const MIN_TEASER_WORDS = 8;
const MIN_SENTENCE_WORDS = 5;
const SENTENCE_END = /[\p{Sentence_Terminal}…]["'”’»«“)\]]*$/u;
/** Longer ones are cut. */
const MAX_TEASER = 1_000;
/** Cards have a few dozen. */
const MAX_CARD_NODES = 500;
const TEXT = LEAF_KINDS.indexOf("text");
const IMAGE = LEAF_KINDS.indexOf("image");
const SOFT_HYPHEN = /\u00ad/g;

/** The longest text of a card besides its headings that reads like a sentence; null where there is none. */
export function teaserOf(page: Page, card: number, headline: Headline): string | null {
  const { document, leaves, blocks } = page;
  const titleKey = headlineKey(headline.title);
  const last = leafAt(leaves, document.end[card]!);
  let longest = "";
  for (let leaf = leafAt(leaves, card); leaf < last; ) {
    const block = blocks.ofLeaf[leaf]!;
    const end = Math.min(last, blocks.firstLeaf[block + 1]!);
    if (HEADING_TAGS[document.tag[blocks.container[block]!]!] !== 1) {
      const text = textOf(page, leaf, end, headline.node);
      if (text.length > longest.length && isTeaser(text, titleKey)) longest = text;
    }
    leaf = end;
  }
  return longest === "" ? null : longest.slice(0, MAX_TEASER);
}

/** The picture of a card: the first that is none of layout. */
export function imageOf({ document, leaves, baseUrl }: Page, card: number): string | null {
  const base = baseUrl === undefined ? undefined : (URL.parse(baseUrl) ?? undefined);
  const last = leafAt(leaves, document.end[card]!);
  for (let leaf = leafAt(leaves, card); leaf < last; leaf++) {
    if (leaves.kind[leaf] !== IMAGE) continue;
    const source = pictureSource(document, leaves.node[leaf]!, base);
    if (source !== undefined) return source;
  }
  return scriptedImage(document, card, base);
}

/** The picture of an element that a script turns into one, such as `amp-img`. */
function scriptedImage(document: Document, card: number, base: URL | undefined): string | null {
  const end = Math.min(document.end[card]!, card + MAX_CARD_NODES);
  for (let node = card; node < end; node++) {
    if (document.kind[node] !== NODE_KIND.element || document.tag[node] !== 0) continue;
    const isImage = document.otherNames.get(node)?.endsWith("-img") === true;
    const source = isImage ? pictureAddress(attribute(document, node, "src") ?? "", base) : undefined;
    if (source !== undefined) return source;
  }
  return null;
}

/** What a reader sees of some leaves, those of the headline left out. */
function textOf({ document, leaves }: Page, from: number, to: number, headline: number): string {
  const { text, textStart, textEnd } = document;
  let shown = "";
  let before = -1;
  for (let leaf = from; leaf < to; leaf++) {
    const node = leaves.node[leaf]!;
    if (leaves.kind[leaf] !== TEXT || leaves.visible[leaf] === 0 || contains(document, headline, node)) {
      continue;
    }
    // White space between two leaves is no leaf.
    if (before >= 0 && textStart[node]! > before) shown += " ";
    shown += text.slice(textStart[node], textEnd[node]);
    before = textEnd[node]!;
  }
  return foldSpaces(shown.replace(SOFT_HYPHEN, ""));
}

/** Whether a text says something of an article, more than its title does. */
function isTeaser(text: string, titleKey: string): boolean {
  const words = wordsOf(text);
  const isLong = words >= MIN_TEASER_WORDS || (words >= MIN_SENTENCE_WORDS && SENTENCE_END.test(text));
  return isLong && !titleKey.includes(headlineKey(text));
}
