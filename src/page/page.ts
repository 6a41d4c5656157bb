import type { Document } from "../html/index.ts";
import { findBaseUrl } from "./base-url.ts";
import { type Blocks, findBlocks } from "./blocks.ts";
import { findLeaves, type Leaves } from "./leaves.ts";

/** One page and everything that several parts read from it; each view is computed on first use, once. */
export class Page {
  readonly document: Document;
  /** The address the page was found at. */
  readonly url: string | undefined;
  #baseUrl: { readonly value: string | undefined } | undefined;
  #leaves: Leaves | undefined;
  #blocks: Blocks | undefined;

  constructor(document: Document, url?: string) {
    this.document = document;
    this.url = url;
  }

  /** The address that relative ones refer to. */
  get baseUrl(): string | undefined {
    this.#baseUrl ??= { value: findBaseUrl(this.document, this.url) };
    return this.#baseUrl.value;
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
}
