import type { TagName } from "../../html/index.ts";
import { DEFAULT_SCREEN } from "../../layout/index.ts";
import type { Screen } from "../../page/index.ts";

/** The feature families of the paper's tables 3 and 4. */
export const FEATURE_CHOICES = ["all", "spatial", "content"] as const;
/** Which features a wrapper uses. */
export type FeatureChoice = (typeof FEATURE_CHOICES)[number];

/** What counts as a formatting element: only the named tags, as in the paper, or boxes that look like paragraphs too. */
export const PARAGRAPH_CHOICES = ["boxes", "tags"] as const;
/** What counts as a formatting element. */
export type ParagraphChoice = (typeof PARAGRAPH_CHOICES)[number];

/** In how many screens of a complete layout bodies start and titles end; the paper uses one. */
export const SCREEN_CHOICES = ["one", "two", "any"] as const;
/** In how many screens bodies start and titles end. */
export type ScreenChoice = (typeof SCREEN_CHOICES)[number];

/** How candidates are chosen and measured; a model stores the settings of its training. */
export interface WrapperSettings {
  /** The screen that pages are laid out for. */
  readonly screen: Screen;
  /** Deviation: on many pages a picture above the story fills the paper's one screen. */
  readonly firstScreens: ScreenChoice;
  /** Minimum area of a body in square pixels: the paper's BigEnough. */
  readonly minBodyArea: number;
  /** Minimum words of a body. Deviation: not in the paper; it skips thousands of empty boxes. */
  readonly minBodyWords: number;
  /** The paper's MaxWordNum. Deviation: longer texts are excluded, not only unlikely. */
  readonly maxTitleWords: number;
  readonly formattingTags: readonly TagName[];
  /** Deviation: paragraphs are often `div`s or custom elements, which the paper's tags miss. */
  readonly paragraphs: ParagraphChoice;
  readonly features: FeatureChoice;
}

/** Default settings. Words and tags are the paper's; the area is ours; the screens are measured in docs/experiments/wrapper.md. */
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
