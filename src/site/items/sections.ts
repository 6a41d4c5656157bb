import { type Document, TAG } from "../../html/index.ts";
import { headlineKey, leafAt, type Page, shownText } from "../../page/index.ts";
import { isHome, ownAddress } from "./own-address.ts";
import { labelsOfCards } from "./section-labels.ts";
import type { Targets } from "./targets.ts";

/** Names of sections are short. */
const MAX_NAME = 40;
const WORD = /\p{L}{2}/u;
/** Elements between a heading and the link in it. */
const LOGO_DEPTH = 3;
/** Leaves of a card that are looked through for the name of a section. */
const MAX_LEAVES = 30;

/** Tells under which section of a page each of its cards stands. */
export class Sections {
  readonly #page: Page;
  readonly #labels: ReadonlyMap<number, string>;
  readonly #names: ReadonlySet<string>;

  constructor(page: Page, targets: Targets, cards: readonly number[]) {
    this.#page = page;
    this.#names = sectionNames(page, targets);
    const places = {
      isOfPage: namesOfPage(page, targets),
      lines: shortLines(page, targets.furniture),
    };
    this.#labels = labelsOfCards(page.document, places, cards);
  }

  /** The label above a card, else the text in it that the page links to a section elsewhere. */
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

/** What the page calls the sections that it links to, folded. */
function sectionNames({ document }: Page, { sections, list }: Targets): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { link, target } of sections) {
    if (link.textEnd - link.textStart > MAX_NAME || isHome(list[target]!.own)) continue;
    const name = headlineKey(shownText(document, link.node));
    if (name !== "") names.add(name);
  }
  return names;
}

/** The short texts outside of menus that have a line for themselves. */
function shortLines({ document, leaves, blocks }: Page, furniture: Uint8Array): ReadonlySet<number> {
  const lines = new Set<number>();
  for (let block = 0; block < blocks.count; block++) {
    const leaf = blocks.firstLeaf[block]!;
    const node = leaves.node[leaf]!;
    const isLine = blocks.firstLeaf[block + 1] === leaf + 1 && furniture[node] !== 1;
    if (isLine && isName(document.text.slice(document.textStart[node], document.textEnd[node])))
      lines.add(node);
  }
  return lines;
}

function isName(text: string): boolean {
  return text.length <= MAX_NAME && WORD.test(text);
}

/** Tells whether a heading names the site or the page rather than a part of it. */
function namesOfPage(page: Page, targets: Targets): (heading: number) => boolean {
  const { document, meta } = page;
  const logos = markLogos(document, targets);
  const siteName = headlineKey(meta.get("og:site_name")?.[0] ?? "");
  const own = page.url === undefined ? undefined : ownAddress(page.url);
  const isFront = own !== undefined && isHome(own);
  return (heading) =>
    targets.furniture[heading] === 1 ||
    logos[heading] === 1 ||
    (isFront && document.tag[heading] === TAG.h1) ||
    (siteName !== "" && headlineKey(shownText(document, heading)) === siteName);
}

/** Marks the links to the home page, with what is in them and the elements right above. */
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
