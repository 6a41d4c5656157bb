import type { Addresses } from "./addresses.ts";
import type { CapturedArticle } from "./captured-article.ts";
import type { ElementStyles } from "./element-styles.ts";
import type { KeptParts } from "./kept-parts.ts";

/** What the elements of an article are written from. */
export interface BodySource extends CapturedArticle {
  readonly parts: KeptParts;
  readonly styles: ElementStyles;
  readonly addresses: Addresses;
  /** Names of the classes for what was behind title and byline, by their declarations; filled while these are written. */
  readonly backgrounds: Map<string, string>;
  /** A line of ours that is no part of the page: what is written, and the element that it comes after. */
  readonly line?: { readonly markup: string; readonly after: number };
}
