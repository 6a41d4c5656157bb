import { type Document, HEADING_TAGS, NODE_FLAG } from "../../html/index.ts";
import { type Page, shownText } from "../../page/index.ts";
import { type Headline, wordsOf } from "./headline.ts";

/** Longer texts say something; they name no section. */
const MAX_LABEL = 60;
/** A linked heading with more words announces an article. */
const MAX_LABEL_WORDS = 4;
/** A heading with more text around it than this labels its own box alone, not what follows. */
const MAX_BESIDE = 100;
/** How far above a heading the part of the page that it names is looked for. */
const MAX_CLIMB = 10;
const UNSEEN = NODE_FLAG.hidden | NODE_FLAG.template | NODE_FLAG.noscript;

/** A heading that is no headline, and the part of the page that it names. */
interface Label {
  readonly text: string;
  readonly end: number;
}

/** Whether what looks like a headline names the part of the page that begins with the next one. */
export function isLabel(headline: Headline, next: Headline | undefined): boolean {
  return (
    next !== undefined &&
    next.target !== headline.target &&
    headline.level < next.level &&
    wordsOf(headline.title) <= MAX_LABEL_WORDS
  );
}

/** For every card the nearest heading above it that names the part of the page it is in. */
export function sectionLabels({ document }: Page, cards: readonly number[]): ReadonlyMap<number, string> {
  const ordered = [...new Set(cards)].sort((a, b) => a - b);
  const holdsCard = markHolders(document, ordered);
  const labels = new Map<number, string>();
  const open: Label[] = [];
  let next = 0;
  for (let node = 0; node < document.size; node++) {
    while (open.length > 0 && open.at(-1)!.end <= node) open.pop();
    if (node === ordered[next]) {
      const label = open.at(-1)?.text;
      if (label !== undefined) labels.set(node, label);
      next++;
      node = Math.max(node, document.end[node]! - 1);
      while (next < ordered.length && ordered[next]! <= node) next++;
    } else if (HEADING_TAGS[document.tag[node]!] === 1 && (document.flags[node]! & UNSEEN) === 0) {
      const text = shownText(document, node);
      const end = scopeEnd(document, holdsCard, node);
      if (text !== "" && text.length <= MAX_LABEL && end !== undefined) open.push({ text, end });
    }
  }
  return labels;
}

/** Marks every node that a card is in. */
function markHolders({ size, parent }: Document, cards: readonly number[]): Uint8Array {
  const holds = new Uint8Array(size);
  for (const card of cards) {
    for (let at = parent[card]!; at >= 0 && holds[at] === 0; at = parent[at]!) holds[at] = 1;
  }
  return holds;
}

/** Where the part of the page ends that a heading names: the smallest around it with a card. */
function scopeEnd(document: Document, holdsCard: Uint8Array, heading: number): number | undefined {
  const { parent, textStart, textEnd, end } = document;
  const length = textEnd[heading]! - textStart[heading]!;
  let at = heading;
  for (let step = 0; step < MAX_CLIMB; step++) {
    if (holdsCard[at] === 1) return end[at]!;
    if (textEnd[at]! - textStart[at]! > length + MAX_BESIDE) return undefined;
    at = parent[at]!;
  }
  return undefined;
}
