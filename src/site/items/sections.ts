import { type Document, HEADING_TAGS, TAG } from "../../html/index.ts";
import { headlineKey, leafAt, type Page, shownText } from "../../page/index.ts";
import { hasInk } from "../../text/index.ts";
import { type Headline, wordsOf } from "./headlines.ts";
import { isHome, ownAddress, type Targets, UNSEEN } from "./targets.ts";

/** Names of sections are short. */
const MAX_NAME = 40;
const WORD = /\p{L}{2}/u;
/** Elements between a heading and the link in it. */
const LOGO_DEPTH = 3;
/** Leaves of a card that are searched for the name of a section. */
const MAX_LEAVES = 30;
/** Longer texts are sentences, not section names. */
const MAX_LABEL = 60;
/** A linked heading with more words announces an article. */
const MAX_LABEL_WORDS = 4;
/** A label with more text around it than this labels its own box alone, not what follows. */
const MAX_BESIDE = 100;
/** Characters between a heading and the first card below it, if all cards are in the same part of the page as the heading. */
const MAX_BETWEEN = 200;
/** How many levels above a label its part of the page is searched. */
const MAX_CLIMB = 10;
/** Numbers in a list are not labels. */
const LETTER = /\p{L}/u;

/** Finds the section of each card on a page. */
export class Sections {
  readonly #page: Page;
  readonly #labels: ReadonlyMap<number, string>;
  readonly #names: ReadonlySet<string>;

  constructor(page: Page, targets: Targets, cards: readonly number[]) {
    this.#page = page;
    this.#names = sectionNames(page, targets);
    const places = {
      isOfPage: namesOfPage(page, targets),
      lines: shortLines(page, targets.navigation),
    };
    this.#labels = labelsOfCards(page.document, places, cards);
  }

  /** The label above a card, else a text inside it that names a section the page links to. */
  of(card: number): string | null {
    return this.#labels.get(card) ?? this.#kickerOf(card);
  }

  #kickerOf(card: number): string | null {
    const { document, leaves } = this.#page;
    const first = leafAt(leaves, card);
    const last = Math.min(leafAt(leaves, document.end[card]!), first + MAX_LEAVES);
    for (let leaf = first; leaf < last; leaf++) {
      const node = leaves.node[leaf]!;
      if (document.textEnd[node]! - document.textStart[node]! > MAX_NAME) continue;
      const text = shownText(document, node);
      if (text !== "" && this.#names.has(headlineKey(text))) return text;
    }
    return null;
  }
}

/** The normalised link texts of sections. */
function sectionNames({ document }: Page, { sections, list }: Targets): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { link, target } of sections) {
    if (link.textEnd - link.textStart > MAX_NAME || isHome(list[target]!.own)) continue;
    const name = headlineKey(shownText(document, link.node));
    if (name !== "") names.add(name);
  }
  return names;
}

/** The short texts outside of menus that are alone on their line. */
function shortLines({ document, leaves, blocks }: Page, navigation: Uint8Array): ReadonlySet<number> {
  const lines = new Set<number>();
  for (let block = 0; block < blocks.count; block++) {
    const leaf = blocks.firstLeaf[block]!;
    const node = leaves.node[leaf]!;
    if (blocks.firstLeaf[block + 1] !== leaf + 1 || navigation[node] === 1) continue;
    const text = document.text.slice(document.textStart[node], document.textEnd[node]);
    if (text.length <= MAX_NAME && WORD.test(text)) lines.add(node);
  }
  return lines;
}

/** Tests whether a heading names the site or the page rather than a part of it. */
function namesOfPage(page: Page, targets: Targets): (heading: number) => boolean {
  const { document, meta } = page;
  const logos = markLogos(document, targets);
  const siteName = headlineKey(meta.get("og:site_name")?.[0] ?? "");
  const own = page.url === undefined ? undefined : ownAddress(page.url);
  const isFront = own !== undefined && isHome(own);
  return (heading) =>
    targets.navigation[heading] === 1 ||
    logos[heading] === 1 ||
    (isFront && document.tag[heading] === TAG.h1) ||
    (siteName !== "" && headlineKey(shownText(document, heading)) === siteName);
}

/** Marks links to the home page, their content and their nearest ancestors. */
function markLogos({ size, parent, end }: Document, { sections, list }: Targets): Uint8Array {
  const marks = new Uint8Array(size);
  for (const { link, target } of sections) {
    if (!isHome(list[target]!.own)) continue;
    marks.fill(1, link.node, end[link.node]);
    for (let at = parent[link.node]!, step = 0; at > 0 && step < LOGO_DEPTH; at = parent[at]!, step++)
      marks[at] = 1;
  }
  return marks;
}

/** A text that names a part of the page, which ends before the node `end`. */
interface Label {
  readonly text: string;
  readonly end: number;
}

/** Whether a headline may be the label of the part of the page that begins with the next one. */
export function looksLikeLabel(headline: Headline, next: Headline | undefined): boolean {
  return (
    next !== undefined &&
    next.target !== headline.target &&
    headline.level < next.level &&
    wordsOf(headline.title) <= MAX_LABEL_WORDS
  );
}

/** The candidates for labels. */
interface LabelPlaces {
  /** Whether a heading names the site or the page, or is in a menu. */
  readonly isOfPage: (heading: number) => boolean;
  /** Short texts that are alone on their line. */
  readonly lines: ReadonlySet<number>;
}

/** For every card the nearest label above it: a heading, or a short line that its part of the page begins with. */
function labelsOfCards(
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
      // Headings inside a card are not labels, and nested cards share its label.
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

/** The parts of a page that contain cards. */
class Scopes {
  readonly #document: Document;
  readonly #cards: readonly number[];
  /** 1 for every node that contains a card. */
  readonly #hasCard: Uint8Array;

  constructor(document: Document, cards: readonly number[]) {
    this.#document = document;
    this.#cards = cards;
    this.#hasCard = new Uint8Array(document.size);
    for (const card of cards) {
      for (let at = document.parent[card]!; at >= 0 && this.#hasCard[at] === 0; at = document.parent[at]!) {
        this.#hasCard[at] = 1;
      }
    }
  }

  /** The smallest part around a label that contains a card; undefined if the label's box has none. */
  of(label: number): number | undefined {
    const { parent, textStart, textEnd } = this.#document;
    const length = textEnd[label]! - textStart[label]!;
    let at = label;
    for (let step = 0; step < MAX_CLIMB; step++) {
      if (this.#hasCard[at] === 1) return at;
      if (textEnd[at]! - textStart[at]! > length + MAX_BESIDE) return undefined;
      at = parent[at]!;
    }
    return undefined;
  }

  /** Whether a part of the page, other than the whole page, begins with a text. */
  isBegunBy(scope: number, node: number): boolean {
    const { text, textStart } = this.#document;
    return !this.#isWhole(scope) && !hasInk(text, textStart[scope]!, textStart[node]!);
  }

  /** Whether a heading is right above a card, or its part is not the whole page. */
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
