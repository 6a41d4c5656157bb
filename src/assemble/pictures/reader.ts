import type { Page } from "../../page/index.ts";
import type { Candidate } from "./evidence.ts";

/** Why a picture is not the article's. */
export const PICTURE_FAULTS = {
  blank: "nothing to show",
  unseen: "not shown",
  small: "too small for a picture of the article",
  portrait: "portrait of an author",
  share: "button to share or follow",
  icon: "icon, logo or button",
  advertisement: "advertisement",
  teaser: "leads to another story",
  elsewhere: "too far from the text",
  copy: "shown before",
} as const;
/** Why a picture is not the article's. */
export type PictureFault = keyof typeof PICTURE_FAULTS;

/** The pictures of an article. */
export interface ChosenPictures {
  readonly sources: ReadonlyMap<number, string>;
  /** Pictures that are not leaves: backgrounds, galleries in data. */
  readonly backgrounds: readonly Candidate[];
  readonly faults: ReadonlyMap<number, PictureFault>;
}

/** The words beside a picture. */
export interface Caption {
  readonly caption: string | null;
  /** Who made the picture, where the markup names it. */
  readonly credit: string | null;
}

/** Decides which pictures are the article's and reads their captions; the small bundle leaves it out. */
export interface PictureReader {
  readonly choose: (page: Page, kept: Uint8Array, base: URL | undefined) => ChosenPictures;
  readonly readCaption: (page: Page, node: number, kept: Uint8Array) => Caption;
}
