import { type Document, HEADING_TAGS, NODE_FLAG } from "../../html/index.ts";
import { shownText } from "../../page/index.ts";
import { type Headline, wordsOf } from "./headline.ts";

/** Longer texts say something; they name no section. */
const MAX_LABEL = 60;
/** A linked heading with more words announces an article. */
const MAX_LABEL_WORDS = 4;
/** What has more text around it than this labels its own box alone, not what follows. */
const MAX_BESIDE = 100;
/** How far above a label the part of the page that it names is looked for. */
const MAX_CLIMB = 10;
const UNSEEN = NODE_FLAG.hidden | NODE_FLAG.template | NODE_FLAG.noscript;

/** A text that names a part of the page, which ends with the node before `end`. */
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

/** Where labels may stand. */
export interface LabelPlaces {
  /** 1 for nodes that label nothing: menus, logos. */
  readonly isNone: (heading: number) => boolean;
  /** Links to sections, each alone in its line. */
  readonly links: ReadonlySet<number>;
}

/** For every card the nearest label above it: a heading, or a link to a section that its part of the page begins with. */
export function labelsOfCards(
  document: Document,
  places: LabelPlaces,
  cards: readonly number[],
): ReadonlyMap<number, string> {
  const ordered = [...new Set(cards)].sort((a, b) => a - b);
  const holdsCard = markHolders(document, ordered);
  const labels = new Map<number, string>();
  const open: Label[] = [];
  let next = 0;
  for (let node = 0; node < document.size; node++) {
    while (open.length > 0 && open.at(-1)!.end <= node) open.pop();
    if (node === ordered[next]) {
      // The headings of a card label nothing, and a card in it stands where it does.
      const end = document.end[node]!;
      for (; next < ordered.length && ordered[next]! < end; next++) {
        const label = open.at(-1);
        if (label !== undefined) labels.set(ordered[next]!, label.text);
      }
      node = end - 1;
    } else if ((document.flags[node]! & UNSEEN) === 0) {
      const label = readLabel(document, places, holdsCard, { node, cardBefore: ordered[next - 1] ?? -1 });
      if (label !== undefined) open.push(label);
    }
  }
  return labels;
}

/** The label that a node is. A link below a card of the same part leads to more of it and labels nothing. */
function readLabel(
  document: Document,
  { isNone, links }: LabelPlaces,
  holdsCard: Uint8Array,
  { node, cardBefore }: { readonly node: number; readonly cardBefore: number },
): Label | undefined {
  const isHeading = HEADING_TAGS[document.tag[node]!] === 1 && !isNone(node);
  if (!isHeading && !links.has(node)) return undefined;
  const text = shownText(document, node);
  const scope = scopeOf(document, holdsCard, node);
  if (text === "" || text.length > MAX_LABEL || scope === undefined) return undefined;
  return isHeading || cardBefore < scope ? { text, end: document.end[scope]! } : undefined;
}

/** Marks every node that a card is in. */
function markHolders({ size, parent }: Document, cards: readonly number[]): Uint8Array {
  const holds = new Uint8Array(size);
  for (const card of cards) {
    for (let at = parent[card]!; at >= 0 && holds[at] === 0; at = parent[at]!) holds[at] = 1;
  }
  return holds;
}

/** The part of the page that a label names: the smallest around it with a card. */
function scopeOf(document: Document, holdsCard: Uint8Array, label: number): number | undefined {
  const { parent, textStart, textEnd } = document;
  const length = textEnd[label]! - textStart[label]!;
  let at = label;
  for (let step = 0; step < MAX_CLIMB; step++) {
    if (holdsCard[at] === 1) return at;
    if (textEnd[at]! - textStart[at]! > length + MAX_BESIDE) return undefined;
    at = parent[at]!;
  }
  return undefined;
}
