import type { Addresses } from "./addresses.ts";
import type { CapturedArticle } from "./captured-article.ts";
import type { ElementStyles } from "./element-styles.ts";
import type { KeptParts } from "./kept-parts.ts";

/** What the elements of an article are written from. */
export interface BodySource extends CapturedArticle {
  readonly parts: KeptParts;
  readonly styles: ElementStyles;
  readonly addresses: Addresses;
}
