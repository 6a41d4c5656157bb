import type { WarningCode } from "../article/index.ts";
import type { Document } from "../html/index.ts";
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
import type { Layout } from "./layout.ts";
import { type Blocks, findBlocks, findLeaves, type Leaves, revealLeaves } from "./leaves.ts";
import { findMainThings, type MainThings } from "./main-things.ts";
import { type JsonLd, type Microdata, readJsonLd, readMicrodata } from "./structured-data.ts";
import { findStatedTitles, findThingTitles, type TitleCandidate } from "./titles.ts";

/** One page and everything that several parts read from it; expensive views are computed once, on first use. */
export class Page {
  readonly document: Document;
  /** The address the page was found at. */
  readonly url: string | undefined;
  /** Where its elements are, where a browser has measured it. */
  readonly layout: Layout | undefined;
  #canonicalUrl: { readonly value: string | undefined } | undefined;
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
    this.#meta ??= readMeta(this.document, this.landmarks);
    return this.#meta;
  }

  /** The structured data in scripts. */
  get jsonLd(): JsonLd {
    this.#jsonLd ??= readJsonLd(this.document, this.landmarks);
    return this.#jsonLd;
  }

  /** The structured data on elements. */
  get microdata(): Microdata {
    this.#microdata ??= readMicrodata(this.document, this.landmarks);
    return this.#microdata;
  }

  /** The structured data about this page's own article. */
  get mainThings(): MainThings {
    this.#mainThings ??= findMainThings(
      this,
      [this.url, this.canonicalUrl].filter((url) => url !== undefined),
      this.#stated().map(({ text }) => text),
    );
    return this.#mainThings;
  }

  /** What may be the title, as stated, in the order of headings, head, structured data. */
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

  /** A copy with hidden prose seen, as if a reader had opened all that opens; itself where it hides none. */
  get revealed(): Page {
    this.#revealed ??= this.#reveal();
    return this.#revealed;
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

  /** A copy with only some of its leaves and elements; what it states in data stays. */
  thinned(document: Document, leaves: Leaves, blocks: Blocks): Page {
    const page = this.#withData(document);
    page.#leaves = leaves;
    page.#blocks = blocks;
    return page;
  }

  #withData(document: Document): Page {
    const page = new Page(document, this.url, document === this.document ? this.layout : undefined);
    page.#meta = this.meta;
    page.#jsonLd = this.jsonLd;
    page.#microdata = this.microdata;
    page.#mainThings = this.mainThings;
    page.#statedTitles = this.#stated();
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
    this.#statedTitles ??= findStatedTitles(this.document, this.landmarks, this.meta);
    return this.#statedTitles;
  }
}
