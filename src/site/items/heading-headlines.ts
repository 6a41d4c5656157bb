import { type Document, HEADING_TAGS, NODE_FLAG } from "../../html/index.ts";
import { shownText } from "../../page/index.ts";
import type { AddressKind } from "./address-kind.ts";
import { headingLevel } from "./heading-level.ts";
import { type Headline, isTitle, wordsOf } from "./headline.ts";
import { linksWithin, NONE, type Targets } from "./targets.ts";

/** Words at least, by how much the address looks like that of an article. */
const MIN_WORDS: Readonly<Record<AddressKind, number>> = {
  0: Number.POSITIVE_INFINITY,
  1: 4,
  2: 3,
  3: 1,
};
/** A heading without a link may be the label of a section, and those are short. */
const MIN_UNLINKED_WORDS = 3;
/** How far above a heading without a link the one of its card is looked for. */
const MAX_CLIMB = 6;
const UNSEEN = NODE_FLAG.hidden | NODE_FLAG.template | NODE_FLAG.noscript;

type Named = Pick<Headline, "node" | "target">;

/** The headings that announce articles: with a link inside, in a link, or in a card that links to one article. */
export function headingHeadlines(document: Document, targets: Targets): readonly Headline[] {
  const found: Headline[] = [];
  for (let node = 0; node < document.size; node++) {
    const level = headingLevel(document, node);
    if (level === undefined || (document.flags[node]! & UNSEEN) !== 0) continue;
    const named = linkedName(document, targets, node) ?? unlinkedName(document, targets, node);
    if (named === undefined) continue;
    const title = shownText(document, named.node);
    const minWords = MIN_WORDS[targets.list[named.target]!.kind];
    if (isTitle(title, minWords)) found.push({ ...named, title, level });
  }
  return found;
}

/** The link with the longest text in a heading, as one to a section may stand beside it; or the heading, linked as a whole. */
function linkedName(document: Document, targets: Targets, heading: number): Named | undefined {
  const { inside } = targets;
  // A list of links may be called headlines as well.
  if (HEADING_TAGS[document.tag[heading]!] !== 1 && inside[heading]! < 0) return undefined;
  let longest = 0;
  let named: Named | undefined;
  for (const { link, target } of linksWithin(targets, heading, document.end[heading]!)) {
    const length = link.textEnd - link.textStart;
    if (length <= longest) continue;
    longest = length;
    named = { node: link.node, target };
  }
  const around = inside[heading]!;
  return named ?? (around >= 0 ? { node: heading, target: around } : undefined);
}

/** A heading in the card of one article whose links say less than it does ("read on"). */
function unlinkedName(document: Document, targets: Targets, heading: number): Named | undefined {
  const { inside } = targets;
  let card = heading;
  for (let step = 0; step < MAX_CLIMB && inside[card] === NONE; step++) card = document.parent[card]!;
  const target = inside[card] ?? NONE;
  if (target < 0) return undefined;
  const title = shownText(document, heading);
  const isHeadline =
    wordsOf(title) >= MIN_UNLINKED_WORDS &&
    linksWithin(targets, card, document.end[card]!).every(
      ({ link }) => wordsOf(shownText(document, link.node)) < wordsOf(title),
    );
  return isHeadline ? { node: heading, target } : undefined;
}
