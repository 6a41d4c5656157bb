import type { GroupTruth, ItemTruth, LeafTruth } from "../build/leaves.ts";
import type { HardCase, LanguageCode, LookId, PageType } from "../names.ts";

/** Everything that is true of a page. */
export interface PageTruth {
  readonly url: string;
  readonly site: string;
  /** `null` on front pages, as are all fields that only a story has. */
  readonly title: string | null;
  readonly authors: readonly string[];
  readonly published: string | null;
  readonly modified: string | null;
  readonly section: string | null;
  readonly tags: readonly string[];
  readonly language: LanguageCode;
  readonly direction: "ltr" | "rtl";
  readonly image: string | null;
  readonly isPaywalled: boolean;
  readonly standfirst: string | null;
  /** The article's text; empty on front pages. */
  readonly body: string;
  readonly titlePath: string | null;
  /** The deepest node that holds at least 95 % of the article's characters. */
  readonly bodyPath: string | null;
  readonly leaves: readonly LeafTruth[];
  readonly groups: readonly GroupTruth[];
  /** The stories that a front page offers, in page order; empty on other pages. */
  readonly items: readonly ItemTruth[];
  /** The title under which the story was found elsewhere. */
  readonly collectedTitle: string | null;
  readonly hardCases: readonly HardCase[];
}

/** A made-up page and what is true of it. */
export interface NewsPage {
  readonly id: string;
  readonly look: LookId;
  readonly language: LanguageCode;
  readonly pageType: PageType;
  readonly url: string;
  /** The path part of the address, with its leading slash. */
  readonly path: string;
  readonly html: string;
  readonly truth: PageTruth;
}
