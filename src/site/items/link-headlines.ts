import { type Document, HEADING_TAGS, TAG } from "../../html/index.ts";
import { LEAF_KINDS, leafAt, type Page, shownText } from "../../page/index.ts";
import { ADDRESS_KIND, type AddressKind } from "./address-kind.ts";
import { type Headline, isTitle, NO_LEVEL } from "./headline.ts";
import { LinkLooks } from "./link-looks.ts";
import { linksWithin, type Targets } from "./targets.ts";

/** Words at least, by how much the address looks like that of an article: without a heading the words must say it. */
const MIN_WORDS: Readonly<Record<AddressKind, number>> = {
  0: Number.POSITIVE_INFINITY,
  1: Number.POSITIVE_INFINITY,
  2: 5,
  3: 4,
};
/** A headline among headlines needs no more. */
const MIN_ALIKE_WORDS = 2;
/** A line without a heading, picture or teaser is told by its words alone. */
const MIN_LINE_WORDS = 5;
/** More than a card has; a hostile link may hold the whole page. */
const MAX_LINK_LEAVES = 50;
const TEXT = LEAF_KINDS.indexOf("text");
/** Cards have a few dozen; nested elements must not be looked through once each. */
const MAX_CARD_NODES = 500;

/** The links whose words are a headline, and shorter ones that look the same on the page. */
export function linkHeadlines(page: Page, targets: Targets): readonly Headline[] {
  const looks = new LinkLooks(page.document);
  for (const { link, target } of targets.links) {
    if (titleBlock(page, link.node, MIN_WORDS[targets.list[target]!.kind])) looks.add(link.node, target);
  }
  return targets.links.flatMap(({ link, target }) => {
    const { kind } = targets.list[target]!;
    const isAlike = kind >= ADDRESS_KIND.likely && looks.has(link.node);
    const named = titleBlock(page, link.node, isAlike ? MIN_ALIKE_WORDS : MIN_WORDS[kind]);
    return named === undefined ? [] : [{ ...named, target, level: NO_LEVEL }];
  });
}

/** Those of plain links that are lines of words and long enough to need no likeness. */
export function lineHeadlines(page: Page, headlines: readonly Headline[]): readonly Headline[] {
  return headlines.filter(
    ({ node, title }) =>
      page.document.tag[node] === TAG.a && isTitle(title, MIN_LINE_WORDS) && isLine(page, node),
  );
}

/** The links of `article` elements that announce one article and have no heading. */
export function cardHeadlines(page: Page, targets: Targets): readonly Headline[] {
  const { document } = page;
  const found: Headline[] = [];
  for (let node = 0; node < document.size; node++) {
    if (document.tag[node] !== TAG.article) continue;
    const target = targets.inside[node]!;
    if (target < 0 || isMore(document, node)) continue;
    const minWords = MIN_WORDS[targets.list[target]!.kind];
    for (const { link } of linksWithin(targets, node, document.end[node]!)) {
      const named = titleBlock(page, link.node, minWords);
      if (named === undefined) continue;
      found.push({ ...named, target, level: NO_LEVEL });
      break;
    }
  }
  return found;
}

/** The first block in a link with words enough for a headline: what stands before it is a kicker, behind it the teaser. */
function titleBlock(
  { document, leaves, blocks }: Page,
  link: number,
  minWords: number,
): Pick<Headline, "node" | "title"> | undefined {
  const last = leafAt(leaves, document.end[link]!);
  const most = leafAt(leaves, link) + MAX_LINK_LEAVES;
  for (let leaf = leafAt(leaves, link); leaf < last && leaf < most; ) {
    const block = blocks.ofLeaf[leaf]!;
    const container = blocks.container[block]!;
    const node = Math.max(container, link);
    const title = shownText(document, node);
    if (isTitle(title, minWords)) return { node, title };
    leaf = Math.max(leaf + 1, blocks.firstLeaf[block + 1]!);
  }
  return undefined;
}

/** Whether a link is a line of words: no picture, and all in one block. */
function isLine({ document, leaves, blocks }: Page, link: number): boolean {
  const last = leafAt(leaves, document.end[link]!);
  const first = leafAt(leaves, link);
  for (let leaf = first; leaf < last; leaf++) {
    if (leaves.kind[leaf] !== TEXT || blocks.ofLeaf[leaf] !== blocks.ofLeaf[first]) return false;
  }
  return true;
}

/** Whether an element is large or has a heading. */
function isMore(document: Document, node: number): boolean {
  const end = document.end[node]!;
  if (end - node > MAX_CARD_NODES) return true;
  for (let at = node; at < end; at++) if (HEADING_TAGS[document.tag[at]!] === 1) return true;
  return false;
}
