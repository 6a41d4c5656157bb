import { type Document, HEADING_TAGS, NODE_FLAG } from "../../html/index.ts";
import { shownText } from "../../page/index.ts";
import { hasInk } from "../../text/index.ts";
import { type Headline, wordsOf } from "./headline.ts";

/** Longer texts say something; they name no section. */
const MAX_LABEL = 60;
/** A linked heading with more words announces an article. */
const MAX_LABEL_WORDS = 4;
/** What has more text around it than this labels its own box alone, not what follows. */
const MAX_BESIDE = 100;
/** Characters between a heading and the first card below it, where all cards are in the same part of the page as the heading. */
const MAX_BETWEEN = 200;
/** How far above a label the part of the page that it names is looked for. */
const MAX_CLIMB = 10;
/** Numbers of a list label nothing. */
const LETTER = /\p{L}/u;
const UNSEEN = NODE_FLAG.hidden | NODE_FLAG.template | NODE_FLAG.noscript;

/** A text that names a part of the page, which ends with the node before `end`. */
interface Label {
  readonly text: string;
  readonly end: number;
}

/** Whether what stands as a headline may name the part of the page that begins with the next one. */
export function looksLikeLabel(headline: Headline, next: Headline | undefined): boolean {
  return (
    next !== undefined &&
    next.target !== headline.target &&
    headline.level < next.level &&
    wordsOf(headline.title) <= MAX_LABEL_WORDS
  );
}

/** What may label a part of the page. */
interface LabelPlaces {
  /** Whether a heading names the site or the page, or is in a menu. */
  readonly isOfPage: (heading: number) => boolean;
  /** Short texts that are lines of their own. */
  readonly lines: ReadonlySet<number>;
}

/** For every card the nearest label above it: a heading, or a short line that its part of the page begins with. */
export function labelsOfCards(
  document: Document,
  places: LabelPlaces,
  cards: readonly number[],
): ReadonlyMap<number, string> {
  const ordered = [...new Set(cards)].sort((a, b) => a - b);
  const scopes = new Scopes(document, ordered);
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
      const label = readLabel(document, places, scopes, node);
      if (label !== undefined) open.push(label);
    }
  }
  return labels;
}

function readLabel(
  document: Document,
  { isOfPage, lines }: LabelPlaces,
  scopes: Scopes,
  node: number,
): Label | undefined {
  const isHeading = HEADING_TAGS[document.tag[node]!] === 1;
  if (isHeading ? isOfPage(node) : !lines.has(node)) return undefined;
  const text = shownText(document, node);
  const scope = scopes.of(node);
  if (!LETTER.test(text) || text.length > MAX_LABEL || scope === undefined) return undefined;
  const isLabel = isHeading ? scopes.isNearCards(scope, node) : scopes.isBegunBy(scope, node);
  return isLabel ? { text, end: document.end[scope]! } : undefined;
}

/** The parts of a page that hold cards. */
class Scopes {
  readonly #document: Document;
  readonly #cards: readonly number[];
  /** 1 for every node that a card is in. */
  readonly #holds: Uint8Array;

  constructor(document: Document, cards: readonly number[]) {
    this.#document = document;
    this.#cards = cards;
    this.#holds = new Uint8Array(document.size);
    for (const card of cards) {
      for (let at = document.parent[card]!; at >= 0 && this.#holds[at] === 0; at = document.parent[at]!) {
        this.#holds[at] = 1;
      }
    }
  }

  /** The smallest part around a label that holds a card; undefined where the label is one of a box without any. */
  of(label: number): number | undefined {
    const { parent, textStart, textEnd } = this.#document;
    const length = textEnd[label]! - textStart[label]!;
    let at = label;
    for (let step = 0; step < MAX_CLIMB; step++) {
      if (this.#holds[at] === 1) return at;
      if (textEnd[at]! - textStart[at]! > length + MAX_BESIDE) return undefined;
      at = parent[at]!;
    }
    return undefined;
  }

  /** Whether a part of the page, and not the whole of it, begins with a text. */
  isBegunBy(scope: number, node: number): boolean {
    const { text, textStart } = this.#document;
    return !this.#isWhole(scope) && !hasInk(text, textStart[scope]!, textStart[node]!);
  }

  /** Whether a heading stands right above a card, unless the part that it names is only one of the page. */
  isNearCards(scope: number, heading: number): boolean {
    const { textStart, textEnd } = this.#document;
    const next = this.#cards[this.#countBefore(heading)];
    return (
      !this.#isWhole(scope) || (next !== undefined && textStart[next]! - textEnd[heading]! <= MAX_BETWEEN)
    );
  }

  #isWhole(scope: number): boolean {
    return this.#cards[0]! >= scope && this.#cards.at(-1)! < this.#document.end[scope]!;
  }

  #countBefore(node: number): number {
    let [low, high] = [0, this.#cards.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#cards[middle]! < node) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
