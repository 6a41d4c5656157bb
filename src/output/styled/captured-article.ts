import type { Article } from "../../article/index.ts";
import type { Page } from "../../page/index.ts";
import type { PseudoElement } from "./styled.data.ts";

/** The values of `STYLE_PROPERTIES`, in their order, as a browser computes them. */
export type StyleValues = readonly string[];

/** How one element looks. */
export interface ElementLook {
  /** Index into `Look.styles`. */
  readonly style: number;
  /** The same of the parts that style sheets add to it. */
  readonly parts: Readonly<Partial<Record<PseudoElement, number>>>;
  /** The address of the picture that it shows, where it has loaded. */
  readonly picture?: string;
}

/** A web font as a style sheet declares it. */
export interface FontFace {
  /** The address that its files are found from. */
  readonly base: string;
  readonly family: string;
  readonly src: string;
  readonly descriptors: Readonly<Record<string, string>>;
}

/** An animation as a style sheet declares it. */
export interface Keyframes {
  readonly base: string;
  readonly name: string;
  readonly frames: readonly KeyFrame[];
}

/** One keyframe of an animation. */
export interface KeyFrame {
  readonly at: string;
  readonly values: readonly (readonly [property: string, value: string])[];
}

/** A file that a page has loaded. */
export interface LoadedFile {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** By which rules a browser lays a page out, as its doctype asks for: those of before 2000, nearly today's, or today's. */
export type LayoutMode = "quirks" | "limited quirks" | "standards";

/** How the elements of a page look: what its own style sheets and the browser's make of each. */
export interface Look {
  readonly mode: LayoutMode;
  /** What properties are where nothing sets them. */
  readonly initial: StyleValues;
  /** Each combination of values once. */
  readonly styles: readonly StyleValues[];
  /** By node of the page's document. */
  readonly elements: ReadonlyMap<number, ElementLook>;
  readonly fontFaces: readonly FontFace[];
  readonly keyframes: readonly Keyframes[];
  /** Pictures and fonts by their addresses. */
  readonly files: ReadonlyMap<string, LoadedFile>;
}

/** An article with the page that it was found on and the looks of what it holds. */
export interface CapturedArticle {
  readonly article: Article;
  readonly page: Page;
  readonly look: Look;
}
