import { attribute, type Document, NODE_FLAG, TAG, tagTable } from "../../html/index.ts";
import { leafAt, type Page, TEXT_LEAF } from "../../page/index.ts";
import { pictureKey, resolveUrl } from "../../url/index.ts";
import type { KeptText } from "../kept-text.ts";
import { NAMED } from "./pictures.data.ts";

/** A candidate for a picture of the article: a media leaf, or an element that shows one without being one. */
export interface Candidate {
  /** Whether the headline is written on it. */
  readonly isHero?: boolean;
  /** The sides that its markup states, in pixels. */
  readonly stated?: readonly number[] | undefined;
  readonly node: number;
  readonly src: string;
  /** Its leaf, or the first one after it. */
  readonly leaf: number;
}

/** The size of a picture. */
export interface Sides {
  /** The longer and the shorter side that the markup or the address states, in pixels. */
  readonly longSide: number | undefined;
  readonly shortSide: number | undefined;
  /** Whether the size is known from the address alone. */
  readonly isSizeOfFile: boolean;
}

/** An ancestor with this share of the kept text is the article's own: its names do not describe a picture in it. */
const HOME_SHARE = 0.3;
/** Boxes of more leaves are parts of the page, not boxes around a picture. */
const MAX_BOX_LEAVES = 120;
/** Real pages nest their pictures less deep in their article. */
const MAX_LEVELS = 40;
/** Fewer linked characters are a credit or a button. */
const MIN_TEASER_CHARACTERS = 8;
const MIN_LINKED_CHARACTERS = 20;
const MAX_ITEM_LEVELS = 4;
/** Shorter picture keys occur in many addresses by chance. */
const MIN_KEY_CHARACTERS = 9;
const BESIDE = tagTable("nav", "footer", "form", "button", "label");
const CAPTION_NAME = /caption|figure|legend/i;
/** Pages that show a picture larger. */
const PICTURE_PAGE = /\/[^/]*(?:photo|foto|image|galler|picture|slideshow|zoom|enlarge|attachment)/i;
/** Folders that sites keep the pages of their writers in. */
const AUTHOR_LINK =
  /\/(?:authors?|autor(?:en|es|in|i)?|auteurs?|profiles?|profil|people|person|staff|contributors?|journalists?|reporters?|writers?|columnists?|redaktion|users?|members?)\//i;
const PICTURE_LINK = /\.(?:jpe?g|png|gif|webp|avif|svg)(?:$|[?#])/i;

/** Where the article's text is on a page. */
export class ArticlePlace {
  readonly page: Page;
  readonly text: KeptText;
  readonly base: string | undefined;
  /** The first and the last leaf of kept text; -1 where there is none. */
  readonly first: number;
  readonly last: number;
  /** An element with this many kept characters is the article's own. */
  readonly homeCharacters: number;
  readonly #names = new Map<number, NamedKind | undefined>();
  #own: readonly string[] | undefined;

  constructor(page: Page, text: KeptText, base: URL | undefined) {
    this.page = page;
    this.text = text;
    this.base = base?.href;
    this.homeCharacters = text.sizeOf(0).characters * HOME_SHARE;
    let first = 0;
    let last = page.leaves.count - 1;
    while (last >= 0 && !this.#isText(last)) last--;
    while (first <= last && !this.#isText(first)) first++;
    this.first = last < 0 ? -1 : first;
    this.last = last;
  }

  get ownAddresses(): readonly string[] {
    const { url, canonicalUrl } = this.page;
    this.#own ??= [url, canonicalUrl].flatMap((own) => (own === undefined ? [] : [bareAddress(own)]));
    return this.#own;
  }

  /** The nodes of the last kept text before a leaf and of the first one after it. */
  textsBeside(leaf: number): { readonly before: number; readonly after: number } {
    const { node, count } = this.page.leaves;
    let [before, after] = [leaf - 1, Math.max(leaf, this.first)];
    while (before >= this.first && !this.#isText(before)) before--;
    while (after <= this.last && !this.#isText(after)) after++;
    const isLast = after > this.last || after >= count;
    return {
      before: before < this.first ? -1 : node[Math.min(before, this.last)]!,
      after: isLast ? this.page.document.size : node[after]!,
    };
  }

  #isText(leaf: number): boolean {
    return this.text.kept[leaf] === 1 && this.page.leaves.kind[leaf] === TEXT_LEAF;
  }

  /** What kind of picture the names of an element suggest. */
  nameOf(node: number): NamedKind | undefined {
    if (!this.#names.has(node)) {
      const { document } = this.page;
      const named = kindNamed(document, node) ?? (BESIDE[document.tag[node]!] === 1 ? "icon" : undefined);
      this.#names.set(node, named);
    }
    return this.#names.get(node);
  }
}

/** Where a picture leads: to nothing or itself, to the front page, to a person's page, or to any other. */
type PictureLink = "none" | "front" | "author" | "away";

/** What is around a picture. */
interface Surroundings {
  /** The first ancestor with much of the kept text. */
  readonly home: number;
  /** The largest ancestor without kept text, or the picture itself. */
  readonly box: number;
  /** The child of `home` that the picture is in. */
  readonly outer: number;
  /** The nearest element for pictures with captions, or -1. */
  readonly figure: number;
  readonly named: NamedKind | undefined;
}

/** Characters of a picture's box. */
interface WordCounts {
  all: number;
  linked: number;
  /** Characters with the picture's own link. */
  sameLink: number;
}

/** Facts about a picture, computed on demand, from which it is decided whether the article shows it. */
export class PictureEvidence {
  readonly node: number;
  readonly src: string;
  readonly leaf: number;
  /** Texts between it and the article's text. */
  readonly distance: number;
  readonly sides: Sides;
  /** Whether the headline is written on it. */
  readonly isHero: boolean;
  readonly #place: ArticlePlace;
  #key: string | undefined;
  #surroundings: Surroundings | undefined;
  #link: PictureLink | undefined;
  #words: WordCounts | undefined;

  constructor(place: ArticlePlace, { node, src, leaf, stated, isHero = false }: Candidate, distance: number) {
    this.node = node;
    this.src = src;
    this.leaf = leaf;
    this.distance = distance;
    this.isHero = isHero;
    this.#place = place;
    this.sides = sidesOf(stated, src);
  }

  /** The same for all sizes of one picture. */
  get key(): string {
    this.#key ??= pictureKey(this.src);
    return this.#key;
  }

  /** Where it is: before the first kept text, between the first and the last, or after it. */
  get place(): "above" | "among" | "below" {
    if (this.leaf < this.#place.first) return "above";
    return this.leaf > this.#place.last ? "below" : "among";
  }

  /** Whether it is a leaf of the page, not a background or data. */
  get isLeaf(): boolean {
    return this.#place.page.leaves.node[this.leaf] === this.node;
  }

  /** Whether it is not seen at first, and why. */
  get unseen(): "no" | "noscript" | "hidden" {
    const { document, leaves } = this.#place.page;
    const flags = document.flags[this.node]!;
    if ((flags & (NODE_FLAG.hidden | NODE_FLAG.template)) !== 0) return "hidden";
    const isVisible = this.isLeaf && leaves.visible[this.leaf] === 1;
    return !isVisible && (flags & NODE_FLAG.noscript) !== 0 ? "noscript" : "no";
  }

  get named(): NamedKind | undefined {
    return this.#around.named;
  }

  /** Whether it is in an element for pictures with captions. */
  get isCaptioned(): boolean {
    return this.#around.figure >= 0;
  }

  /** Whether it is in a box right beside the text. */
  get isBesideText(): boolean {
    const { outer, home } = this.#around;
    return outer === this.node || this.#place.page.document.parent[outer] === home;
  }

  /** Where it leads. */
  get link(): PictureLink {
    this.#link ??= this.#findLink();
    return this.#link;
  }

  /** Whether words that are not the article's are beside it with the same link. */
  get isTeaser(): boolean {
    const { box, home } = this.#around;
    if (this.#place.page.document.parent[box] !== home) return false;
    return this.#counted.sameLink >= MIN_TEASER_CHARACTERS;
  }

  /** The share of the words in its box that are links; a box in a part of the article is that part's. */
  get linkedShare(): number {
    const { box, home } = this.#around;
    if (this.link === "away" && this.#place.page.document.parent[box] !== home) return 0;
    const { linked, all } = this.#counted;
    return linked < MIN_LINKED_CHARACTERS ? 0 : linked / all;
  }

  /** Whether it is all that its paragraph or figure shows. */
  get isAlone(): boolean {
    const { parent, tag } = this.#place.page.document;
    const around = parent[this.node]!;
    return PARAGRAPHS[tag[around]!] === 1 && trimmedLength(this.#place.page.document, around) === 0;
  }

  /** Whether it is an item of a list. */
  get isItem(): boolean {
    const { parent, tag } = this.#place.page.document;
    let at = this.node;
    for (let level = 0; level < MAX_ITEM_LEVELS && at > 0; level++, at = parent[at]!)
      if (tag[at] === TAG.li) return true;
    return false;
  }

  get #around(): Surroundings {
    this.#surroundings ??= this.#lookAround();
    return this.#surroundings;
  }

  get #counted(): WordCounts {
    this.#words ??= this.#countWords();
    return this.#words;
  }

  #lookAround(): Surroundings {
    const { page, text, homeCharacters } = this.#place;
    const { document } = page;
    const { before, after } = this.#place.textsBeside(this.leaf);
    let [home, box, outer, figure] = [document.parent[this.node]!, this.node, this.node, -1];
    let named = this.#place.nameOf(this.node);
    for (let level = 0; home > 0 && level < MAX_LEVELS; level++, home = document.parent[home]!) {
      const isEmpty = home > before && document.end[home]! <= after;
      if (isEmpty) box = home;
      else if (text.sizeOf(home).characters >= homeCharacters) break;
      outer = home;
      if (WEAK_KINDS.has(named)) named = this.#place.nameOf(home) ?? named;
      if (figure < 0 && isFigure(document, home)) figure = home;
    }
    return { home, box, outer, figure, named };
  }

  get #anchor(): number {
    const { document, leaves } = this.#place.page;
    return this.isLeaf ? leaves.anchor[this.leaf]! : anchorOf(document, this.node);
  }

  #findLink(): PictureLink {
    const anchor = this.#anchor;
    if (anchor < 0) return "none";
    const href = attribute(this.#place.page.document, anchor, "href") ?? "";
    if (href === "" || href.startsWith("#") || PICTURE_LINK.test(href)) return "none";
    if (/^(?:mailto|tel):/i.test(href)) return "away";
    const url = resolveUrl(href, this.#place.base);
    if (url === undefined || !url.startsWith("http")) return "none";
    const bare = bareAddress(url);
    const own = this.#place.ownAddresses;
    if (this.key.length >= MIN_KEY_CHARACTERS && url.toLowerCase().includes(this.key)) return "none";
    if (own.some((address) => bare === address || bare.startsWith(`${address}/`))) return "none";
    if (PICTURE_PAGE.test(bare) && trimmedLength(this.#place.page.document, anchor) === 0) return "none";
    if (AUTHOR_LINK.test(bare)) return "author";
    return !bare.includes("/") && own.some((address) => address.startsWith(`${bare}/`)) ? "front" : "away";
  }

  /** How many characters of its box are links, and how many have the picture's own; captions are left out. */
  #countWords(): WordCounts {
    const { document, leaves } = this.#place.page;
    const { box, figure } = this.#around;
    const words = { all: 0, linked: 0, sameLink: 0 };
    const href = this.link === "away" ? attribute(document, this.#anchor, "href") : undefined;
    const from = leafAt(leaves, box);
    const to = Math.min(leaves.count, from + MAX_BOX_LEAVES);
    const figureEnd = figure < 0 ? -1 : document.end[figure]!;
    for (let leaf = from; leaf < to && leaves.node[leaf]! < document.end[box]!; leaf++) {
      const node = leaves.node[leaf]!;
      if (
        leaves.kind[leaf] !== TEXT_LEAF ||
        leaves.visible[leaf] === 0 ||
        (node > figure && node < figureEnd)
      )
        continue;
      const length = trimmedLength(document, node);
      const anchor = leaves.anchor[leaf]!;
      words.all += length;
      if (anchor < 0) continue;
      words.linked += length;
      if (href !== undefined && attribute(document, anchor, "href") === href) words.sameLink += length;
    }
    return words;
  }
}

/** Whether an element holds a picture with its caption. */
export function isFigure(document: Document, node: number): boolean {
  return document.tag[node] === TAG.figure || CAPTION_NAME.test(attribute(document, node, "class") ?? "");
}

function anchorOf({ parent, tag }: Document, node: number): number {
  let at = node;
  for (let level = 0; at > 0 && level < MAX_LEVELS && tag[at] !== TAG.a; level++) at = parent[at]!;
  return tag[at] === TAG.a ? at : -1;
}

/** How many characters a text has, white space at its ends left out. */
function trimmedLength({ text, textStart, textEnd }: Document, node: number): number {
  let [start, end] = [textStart[node]!, textEnd[node]!];
  while (start < end && text.charCodeAt(start) <= SPACE) start++;
  while (end > start && text.charCodeAt(end - 1) <= SPACE) end--;
  return end - start;
}

const SPACE = 0x20;
const PARAGRAPHS = tagTable("p", "figure");

/** An address without what differs between two ways to write it. */
function bareAddress(url: string): string {
  return url
    .replace(/^https?:\/\/(?:www\.)?/, "")
    .replace(/[?#].*$/, "")
    .replace(/\/$/, "");
}

function sidesOf(stated: readonly number[] | undefined, src: string): Sides {
  const sides = stated ?? sidesInAddress(src);
  return {
    longSide: sides.length === 0 ? undefined : Math.max(...sides),
    shortSide: stated?.length === 2 ? Math.min(...stated) : undefined,
    isSizeOfFile: stated === undefined,
  };
}

/** `-640x360.`, `?width=640`, `/w_640/`, `_640w.`: the size that an address asks for. */
const ADDRESS_SIZE =
  /(?:^|[^\da-z])(\d{2,4})x(\d{2,4})(?![\da-z])|[?&,/_-](?:(?:w|h|width|height|s|size)[=_-]?(\d{2,4})|(\d{2,4})w)(?![\da-z])/i;

function sidesInAddress(src: string): readonly number[] {
  const found = src.startsWith("data:") ? null : ADDRESS_SIZE.exec(src);
  if (found === null) return [];
  const [, width, height, named, wide] = found;
  return width === undefined ? [Number(named ?? wide)] : [Number(width), Number(height)];
}

/** The kinds of pictures that are not the article's, by the names around them. */
type NamedKind = keyof typeof NAMED;

const KIND_OF: ReadonlyMap<string, NamedKind> = new Map(
  (Object.keys(NAMED) as NamedKind[]).flatMap((kind) =>
    NAMED[kind].flatMap((line) => line.split(" ").map((word) => [word, kind] as const)),
  ),
);

/** Names of buttons that lie on pictures of the article too: other names of the same element or around it say more. */
export const WEAK_KINDS: ReadonlySet<NamedKind | undefined> = new Set([undefined, "share", "icon"]);

const WORDS = wordTest(() => true);
const STRONG_WORDS = wordTest((kind) => !WEAK_KINDS.has(kind));

/** Finds a whole word in names of both spellings: `author-image` and `authorImage`, not `authority`. */
function wordTest(isWanted: (kind: NamedKind) => boolean): RegExp {
  const words = [...KIND_OF.keys()].filter((word) => isWanted(KIND_OF.get(word)!));
  const humps = words.map((word) => word.replace(/^./, (letter) => letter.toUpperCase()));
  return new RegExp(`(?:(?:^|[^a-zA-Z])(${words.join("|")})|(${humps.join("|")}))(?![a-z])`);
}

/** The kind of picture that class and id of an element suggest. */
export function kindNamed(document: Document, node: number): NamedKind | undefined {
  const name = attribute(document, node, "class");
  const id = attribute(document, node, "id");
  if (name === undefined && id === undefined) return undefined;
  const names = id === undefined ? name! : `${name ?? ""} ${id}`;
  const first = WORDS.exec(names);
  if (first === null) return undefined;
  const kind = KIND_OF.get((first[1] ?? first[2]!).toLowerCase());
  const strong = WEAK_KINDS.has(kind) ? STRONG_WORDS.exec(names) : null;
  return strong === null ? kind : KIND_OF.get((strong[1] ?? strong[2]!).toLowerCase());
}
