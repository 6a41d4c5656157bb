import type { WarningCode } from "../article/index.ts";
import type { Document } from "../html/index.ts";
import { addressKey } from "../url/index.ts";
import {
  type Declared,
  findBaseUrl,
  findCanonicalUrl,
  findLandmarks,
  findLinks,
  type Landmarks,
  type Link,
  type Meta,
  readDeclared,
  readMeta,
} from "./landmarks.ts";
import { type Blocks, findBlocks, findLeaves, type Leaves, revealLeaves } from "./leaves.ts";
import { ARTICLE_TYPES, WEB_PAGE_TYPES } from "./schema-types.data.ts";
import {
  firstText,
  isOfType,
  isThing,
  type JsonLd,
  type Microdata,
  readJsonLd,
  readMicrodata,
  type Thing,
  textOf,
  valuesOf,
} from "./structured-data.ts";
import { findStatedTitles, findThingTitles, headlineKey, type TitleCandidate } from "./titles.ts";

/** One page and everything that several parts read from it; expensive views are computed once, on first use. */
export class Page {
  readonly document: Document;
  /** The address the page was found at. */
  readonly url: string | undefined;
  /** Boxes and styles of its elements, where a browser has measured them. */
  readonly layout: Layout | undefined;
  #canonicalUrl: { readonly value: string | undefined } | undefined;
  /** The page that this is a copy of; metadata is read from there. */
  #source: Page | undefined;
  #leaves: Leaves | undefined;
  #blocks: Blocks | undefined;
  #landmarks: Landmarks | undefined;
  #meta: Meta | undefined;
  #jsonLd: JsonLd | undefined;
  #microdata: Microdata | undefined;
  #mainThings: MainThings | undefined;
  #statedTitles: readonly TitleCandidate[] | undefined;
  #titleCandidates: readonly TitleCandidate[] | undefined;
  #links: readonly Link[] | undefined;
  #declared: Declared | undefined;
  #revealed: Page | undefined;
  #views: Map<(page: Page) => unknown, unknown> | undefined;

  constructor(document: Document, url?: string, layout?: Layout) {
    this.document = document;
    this.url = url;
    this.layout = layout;
  }

  /** The address that relative ones refer to. */
  get baseUrl(): string | undefined {
    return findBaseUrl(this.document, this.landmarks, this.url);
  }

  /** The address that `link rel=canonical` states, absolute. */
  get canonicalUrl(): string | undefined {
    this.#canonicalUrl ??= { value: findCanonicalUrl(this.document, this.landmarks, this.baseUrl) };
    return this.#canonicalUrl.value;
  }

  /** Text and media, in document order. */
  get leaves(): Leaves {
    this.#leaves ??= findLeaves(this.document);
    return this.#leaves;
  }

  /** Leaves grouped as a reader sees them. */
  get blocks(): Blocks {
    this.#blocks ??= findBlocks(this.document, this.leaves);
    return this.#blocks;
  }

  /** The nodes that the views below read. */
  get landmarks(): Landmarks {
    this.#landmarks ??= findLandmarks(this.document);
    return this.#landmarks;
  }

  /** What the `meta` elements say. */
  get meta(): Meta {
    this.#meta ??= this.#source?.meta ?? readMeta(this.document, this.landmarks);
    return this.#meta;
  }

  /** The structured data in scripts. */
  get jsonLd(): JsonLd {
    this.#jsonLd ??= this.#source?.jsonLd ?? readJsonLd(this.document, this.landmarks);
    return this.#jsonLd;
  }

  /** The structured data on elements. */
  get microdata(): Microdata {
    this.#microdata ??= this.#source?.microdata ?? readMicrodata(this.document, this.landmarks);
    return this.#microdata;
  }

  /** The structured data about this page's own article. */
  get mainThings(): MainThings {
    this.#mainThings ??=
      this.#source?.mainThings ??
      findMainThings(
        this,
        [this.url, this.canonicalUrl].filter((url) => url !== undefined),
        this.#stated().map(({ text }) => text),
      );
    return this.#mainThings;
  }

  /** Candidates for the title, as stated, in the order of headings, head, structured data. */
  get titleCandidates(): readonly TitleCandidate[] {
    this.#titleCandidates ??= [
      ...this.#stated(),
      ...findThingTitles(this.mainThings.article, this.mainThings.item),
    ];
    return this.#titleCandidates;
  }

  /** The anchors with absolute addresses. */
  get links(): readonly Link[] {
    this.#links ??= findLinks(this.document, this.landmarks, this.baseUrl);
    return this.#links;
  }

  /** The language and direction that the root elements declare. */
  get declared(): Declared {
    this.#declared ??= readDeclared(this.document, this.landmarks);
    return this.#declared;
  }

  /** A copy in which hidden prose is visible, as if a reader had opened every closed part; the page itself if it hides none. */
  get revealed(): Page {
    this.#revealed ??= this.#reveal();
    return this.#revealed;
  }

  /**
   * What another part reads from the page, computed on first use. Not in a `WeakMap` of that part: V8 keeps what is new in those
   * alive until a full garbage collection, and the page with it.
   */
  view<View>(read: (page: Page) => View): View {
    this.#views ??= new Map();
    if (!this.#views.has(read)) this.#views.set(read, read(this));
    return this.#views.get(read) as View;
  }

  #reveal(): Page {
    const visible = revealLeaves(this.document, this.leaves);
    if (visible === undefined) return this;
    const page = this.#withData(this.document);
    page.#leaves = { ...this.leaves, visible };
    page.#blocks = this.blocks;
    page.#landmarks = this.landmarks;
    return page;
  }

  /** A copy with only some of its leaves and elements; its metadata stays the same. */
  thinned(document: Document, leaves: Leaves, blocks: Blocks): Page {
    const page = this.#withData(document);
    page.#leaves = leaves;
    page.#blocks = blocks;
    return page;
  }

  #withData(document: Document): Page {
    const page = new Page(document, this.url, document === this.document ? this.layout : undefined);
    page.#source = this;
    return page;
  }

  /** What is odd about the page's markup. */
  get warnings(): readonly WarningCode[] {
    return this.jsonLd.isBroken ? ["BAD_JSON_LD", ...this.leafWarnings] : this.leafWarnings;
  }

  /** What is odd about where its text was found. */
  get leafWarnings(): readonly WarningCode[] {
    const { rescued } = this.leaves;
    if (rescued === "nothing") return [];
    return [rescued === "noscript" ? "NOSCRIPT_USED" : "HIDDEN_USED"];
  }

  #stated(): readonly TitleCandidate[] {
    this.#statedTitles ??= this.#source
      ? this.#source.#stated()
      : findStatedTitles(this.document, this.landmarks, this.meta);
    return this.#statedTitles;
  }
}

/** The `display` values of a layout; `Layout.display` has the index of one of these. */
export const DISPLAYS = [
  "none",
  "block",
  "inline",
  "inline-block",
  "flex",
  "grid",
  "table",
  "table-row",
  "table-cell",
  "list-item",
  "contents",
] as const;
/** A `display` value; rarer ones are mapped to the nearest of these. */
export type Display = (typeof DISPLAYS)[number];

/** A screen in CSS pixels. */
export interface Screen {
  readonly width: number;
  readonly height: number;
}

/**
 * Boxes and styles of a page's elements: parallel arrays over the nodes of its Document, 0 at text nodes and at elements
 * without a box. Lengths are CSS pixels from the page's left and top. Read-only by contract.
 */
export interface Layout {
  /** Measured by a browser, or estimated from the markup. */
  readonly source: "browser" | "estimate";
  /** Whether all style sheets of the page were applied. */
  readonly complete: boolean;
  readonly screen: Screen;
  readonly left: Float32Array;
  readonly top: Float32Array;
  readonly width: Float32Array;
  readonly height: Float32Array;
  /** The size of the content including overflow. */
  readonly scrollWidth: Float32Array;
  readonly scrollHeight: Float32Array;
  readonly fontSize: Float32Array;
  /** 100 to 900. */
  readonly fontWeight: Uint16Array;
  /** Index into `families`. */
  readonly fontFamily: Uint16Array;
  /** Distinct font stacks of the computed styles. */
  readonly families: readonly string[];
  /** Text colour as 0xRRGGBBAA. */
  readonly color: Uint32Array;
  /** Background colour as 0xRRGGBBAA; 0 where transparent. */
  readonly background: Uint32Array;
  /** Index into `DISPLAYS`. */
  readonly display: Uint8Array;
  /** 1 where an element has a visible box: displayed, not `visibility: hidden`, not empty. */
  readonly visible: Uint8Array;
}

/** The structured data about this page, and not about an article it links to. */
interface MainThings {
  /** The article in JSON-LD. */
  readonly article: Thing | undefined;
  /** The page in JSON-LD. */
  readonly webPage: Thing | undefined;
  /** The article in microdata. */
  readonly item: Thing | undefined;
}

/** What a thing is compared with. */
interface Known {
  /** The page's titles, as `headlineKey` folds them. */
  readonly titleKeys: ReadonlySet<string>;
  readonly isOwnAddress: (url: string) => boolean;
}

/** Candidates past this number are not weighed: lists of teasers come late. */
const MAX_CANDIDATES = 100;

/** The page's address is the strongest sign, its headline the next; a type alone says little. */
const WEIGHT = { url: 4, headline: 3, hasHeadline: 1, hasDate: 0.5, specificType: 0.25 } as const;

/** Chooses among all articles and pages that the structured data describes, by the page's addresses and titles. */
function findMainThings(
  { jsonLd, microdata }: { readonly jsonLd: JsonLd; readonly microdata: Microdata },
  urls: readonly string[],
  titles: readonly string[],
): MainThings {
  const known: Known = {
    titleKeys: new Set(titles.map(headlineKey)),
    isOwnAddress: addressTest(urls),
  };
  const choose = (things: readonly Thing[], types: ReadonlySet<string>) =>
    best(things.filter((thing) => isOfType(thing, types)).slice(0, MAX_CANDIDATES), known);
  const article = choose(jsonLd.things, ARTICLE_TYPES);
  const isOwn = article !== undefined && !isOfAnotherPage(article, known);
  return {
    article: isOwn ? article : undefined,
    webPage: choose(jsonLd.things, WEB_PAGE_TYPES),
    item: choose(microdata.items, ARTICLE_TYPES),
  };
}

/** Shorter words are in every headline. */
const MIN_TELLING_LETTERS = 4;

/** Whether the data describes another page's article: it has neither this page's address nor any telling word of its titles. */
function isOfAnotherPage(thing: Thing, known: Known): boolean {
  const headline = firstText(thing, "headline") ?? "";
  // Most data repeats one of the titles: all of its words are there.
  if (known.titleKeys.has(headlineKey(headline)) || isAt(thing, known)) return false;
  const telling = headline
    .split(" ")
    .map(headlineKey)
    .filter((word) => word.length >= MIN_TELLING_LETTERS);
  // Scripts without spaces give one long word, which says nothing.
  const titles = [...known.titleKeys];
  if (telling.length < 2 || titles.length === 0) return false;
  return !telling.some((word) => titles.some((title) => title.includes(word)));
}

function best(things: readonly Thing[], known: Known): Thing | undefined {
  if (things.length < 2) return things[0];
  let chosen: Thing | undefined;
  let chosenWeight = -1;
  for (const thing of things) {
    const weight = weigh(thing, known);
    // Strictly more: among equals the first is the page's own, teasers follow.
    if (weight > chosenWeight) [chosen, chosenWeight] = [thing, weight];
  }
  return chosen;
}

function weigh(thing: Thing, known: Known): number {
  const headline = firstText(thing, "headline") ?? firstText(thing, "name");
  let weight = 0;
  if (isAt(thing, known)) weight += WEIGHT.url;
  if (headline !== undefined) weight += WEIGHT.hasHeadline;
  if (headline !== undefined && known.titleKeys.has(headlineKey(headline))) weight += WEIGHT.headline;
  if (firstText(thing, "datePublished") !== undefined) weight += WEIGHT.hasDate;
  if (!isOfType(thing, GENERAL_TYPES)) weight += WEIGHT.specificType;
  return weight;
}

function isAt(thing: Thing, { isOwnAddress }: Known): boolean {
  return statedUrls(thing).some(isOwnAddress);
}

/** Recognises the page's own addresses. Most data repeats one of them exactly, so that keys are rarely computed. */
function addressTest(urls: readonly string[]): (url: string) => boolean {
  let keys: ReadonlySet<string> | undefined;
  return (url) => {
    if (urls.includes(url)) return true;
    keys ??= new Set(urls.map(addressKey));
    return keys.has(url) || keys.has(addressKey(url));
  };
}

const GENERAL_TYPES: ReadonlySet<string> = new Set(["creativework", "article", "webpage"]);

const URL_PROPERTIES = ["mainEntityOfPage", "url", "@id"] as const;

/** The addresses a thing gives as its own. */
export function statedUrls(thing: Thing): readonly string[] {
  const urls: string[] = [];
  for (const name of URL_PROPERTIES) {
    for (const value of valuesOf(thing, name)) {
      const url = textOf(isThing(value) ? (value["@id"] ?? value.url) : value);
      if (url !== undefined) urls.push(url);
    }
  }
  return urls;
}
