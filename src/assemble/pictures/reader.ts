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

/** Groups of rules; experiments leave one out to measure its effect. */
export const PICTURE_RULES = [
  "unseen",
  "size",
  "names",
  "files",
  "links",
  "place",
  "stated",
  "copies",
  "frames",
] as const;
/** The name of a group of picture rules. */
export type PictureRule = (typeof PICTURE_RULES)[number];

/** What experiments change about the decision. */
export interface PictureOptions {
  readonly without?: PictureRule | undefined;
}

/** The pictures of an article. */
export interface ChosenPictures {
  /** The addresses of the pictures, by their leaves. */
  readonly sources: ReadonlyMap<number, string>;
  /** Pictures that are not leaves: backgrounds, galleries in data. */
  readonly backgrounds: readonly Candidate[];
  /** The faults of pictures that are not shown, by their leaves. */
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
  readonly choose: (
    page: Page,
    kept: Uint8Array,
    base: URL | undefined,
    options?: PictureOptions,
  ) => ChosenPictures;
  readonly readCaption: (page: Page, node: number, kept: Uint8Array) => Caption;
}
