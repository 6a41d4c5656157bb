import { NewsError } from "../../errors/index.ts";
import { TAG, type TagName } from "../../html/index.ts";

/** What the paper sets and what we add to it; docs/extractors/relevance.md has the effect of each. */
export interface RelevanceOptions {
  /** A sentence more similar to the collected title is a possible title (3.3). */
  readonly similarity: number;
  /** A lower possibility is compared with that of the reserve range (3.4). */
  readonly threshold: number;
  /** A node is related if it or its parent is text or one of these (3.4). */
  readonly tags: readonly TagName[];
  /** Whether words of scripts without spaces come from the segmenter. */
  readonly segment: boolean;
  /** Whether names of site and section are refused as the page's own title; only used where no title was collected. */
  readonly names: boolean;
  /** Whether a possible title in an h1 rules out those elsewhere. */
  readonly headline: boolean;
  /** Whether a sentence in a bold, span or other inline tag of the list counts in the place of that tag. */
  readonly inline: boolean;
  /** Whether boxes that are built like the paragraphs' own are parts of the article. */
  readonly boxes: boolean;
  /** Whether lists and quotations among the paragraphs are kept. */
  readonly lists: boolean;
  /** Whether a paragraph between title and body is kept whatever its style. */
  readonly outline: boolean;
  /** Whether a few words below the title can win over more words farther away. */
  readonly flashes: boolean;
}

/** Reading: the paper's list lost its angle brackets; `b strong span em font` are what fits the gaps. */
const PAPER_TAGS = [
  "b",
  "a",
  "p",
  "strong",
  "span",
  "dd",
  "dt",
  "em",
  "h1",
  "h2",
  "h3",
  "h4",
  "font",
] as const;

/** The paper as it is printed. */
export const PAPER_OPTIONS: RelevanceOptions = {
  similarity: 0.6,
  threshold: 100,
  tags: PAPER_TAGS,
  segment: false,
  names: false,
  headline: false,
  inline: false,
  boxes: false,
  lists: false,
  outline: false,
  flashes: false,
};

/** The paper with the options that help. */
const DEFAULT_OPTIONS: RelevanceOptions = {
  ...PAPER_OPTIONS,
  segment: true,
  names: true,
  headline: true,
  inline: true,
  boxes: true,
  lists: true,
  outline: true,
  flashes: true,
};

/** The defaults with the given options; checked, since a senseless number or tag would change every answer without an error. */
export function withDefaults(options: Partial<RelevanceOptions>): RelevanceOptions {
  const chosen = { ...DEFAULT_OPTIONS, ...options };
  for (const name of ["similarity", "threshold"] as const) {
    if (!(Number.isFinite(chosen[name]) && chosen[name] >= 0)) {
      throw new NewsError("BAD_OPTION", `The option ${name} must be a number from 0 up.`);
    }
  }
  const unknown = chosen.tags.find((tag) => !Object.hasOwn(TAG, tag));
  if (unknown !== undefined) {
    throw new NewsError(
      "BAD_OPTION",
      `The option tags must name HTML elements in lower case, not ${unknown}.`,
    );
  }
  return chosen;
}
