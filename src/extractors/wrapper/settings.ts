import type { TagName } from "../../html/index.ts";
import { DEFAULT_SCREEN } from "../../layout/index.ts";
import type { Screen } from "../../page/index.ts";

/** Which features a wrapper goes by: the paper's tables 3 and 4 take them apart. */
export const FEATURE_CHOICES = ["all", "spatial", "content"] as const;
/** Which features a wrapper goes by. */
export type FeatureChoice = (typeof FEATURE_CHOICES)[number];

/** What counts as a formatting element: the named tags alone, as in the paper, or what is shown as a paragraph too. */
export const PARAGRAPH_CHOICES = ["boxes", "tags"] as const;
/** What counts as a formatting element. */
export type ParagraphChoice = (typeof PARAGRAPH_CHOICES)[number];

/** How far down a complete layout bodies start and titles end: in the paper's one screen, in two of them, or anywhere. */
export const SCREEN_CHOICES = ["one", "two", "any"] as const;
/** In how many screens bodies start and titles end. */
export type ScreenChoice = (typeof SCREEN_CHOICES)[number];

/** What a wrapper takes for a candidate and how it measures one; a model keeps those that it was trained with. */
export interface WrapperSettings {
  /** The screen that pages are laid out for. */
  readonly screen: Screen;
  /** Deviation: a picture above the story fills the paper's one screen on many of today's pages. */
  readonly firstScreens: ScreenChoice;
  /** Square pixels that a body covers at least: the paper's BigEnough. */
  readonly minBodyArea: number;
  /** Words that a body has at least. Deviation: the paper knows no such rule; it spares looking at thousands of empty boxes. */
  readonly minBodyWords: number;
  /** The paper's MaxWordNum. Deviation: longer texts are not only far away, they are no candidates. */
  readonly maxTitleWords: number;
  readonly formattingTags: readonly TagName[];
  /** Deviation: today's paragraphs are often `div`s or elements of a site's own, which by the paper's tags would be no text. */
  readonly paragraphs: ParagraphChoice;
  readonly features: FeatureChoice;
}

/**
 * The settings where nothing else is said. MaxWordNum and the tags are the paper's, which gives no figure for the area; how
 * many screens is measured in docs/experiments/wrapper.md.
 */
export const WRAPPER_DEFAULTS: WrapperSettings = {
  screen: DEFAULT_SCREEN,
  firstScreens: "two",
  minBodyArea: 10_000,
  minBodyWords: 10,
  maxTitleWords: 60,
  formattingTags: ["p", "br", "i", "b", "strong"],
  paragraphs: "boxes",
  features: "all",
};
