import type { Extraction, Page, TitleCandidate } from "../page/index.ts";
import type { DetectedLanguage } from "../text/index.ts";
import type { Found } from "./metadata.ts";
import type { Snippet } from "./surroundings.ts";

/** Reads what pages show around the article, by words of many languages; a small bundle does without. */
export interface ShownReader {
  /** Reads the names in a short text that says whose they are; none where it does not. */
  readonly readNames: (text: string) => readonly string[];
  /** Reads the date of publication, or of a change, that stands near the article. */
  readonly readDate: (kind: "published" | "changed", evidence: DatedTexts) => string | undefined;
  /** Whether the text ends at a wall that asks for a subscription. */
  readonly readWall: (evidence: Evidence) => boolean | undefined;
}

/** The short texts that dates are looked for in, and their language. */
export type DatedTexts = Pick<Evidence, "snippets" | "language">;

/** What the rules read. */
export interface Evidence {
  readonly page: Page;
  readonly extraction: Extraction;
  /** The names that the page gives its site, most trusted first, and the words of its domain. */
  readonly siteNames: readonly string[];
  /** The same names, as `headlineKey` folds them. */
  readonly siteKeys: readonly string[];
  /** The names that the page gives its sections, as `headlineKey` folds them. */
  readonly sections: ReadonlySet<string>;
  /** The first-level headings that are not the site's own name. */
  readonly headlines: readonly TitleCandidate[];
  /** Those headings, as `headlineKey` folds them. */
  readonly headlineKeys: ReadonlySet<string>;
  /** What OpenGraph, cards and structured data state as the title, without the names of site and section. */
  readonly statedTitles: readonly string[];
  /** What OpenGraph states as the title, where the structured data states the same. */
  readonly statedTwice: string | undefined;
  /** The node at which the body has begun for certain. */
  readonly bodyStart: number;
  /** The language that the article's text seems to be in; undefined where nobody looked, or nobody can tell. */
  readonly detected: DetectedLanguage | undefined;
  /** The language of the article, as the page declares it or the text tells. */
  readonly language: Found<string | undefined>;
  /** Reads what is shown around the article, where such a reader was given. */
  readonly shownReader: ShownReader | undefined;
  /** The short texts around the article, where bylines and dates stand. */
  readonly snippets: readonly Snippet[];
  /** The time in milliseconds that no date of the article lies after. */
  readonly latest: number;
}

/** One way to find a field: its name, how often it was right or is judged to be (docs/metadata.md), and how it reads. */
export type Rule<Value> = readonly [
  name: string,
  confidence: number,
  read: (evidence: Evidence) => Value | undefined,
];

/** The first rule's answer that there is, with its name; `none` where no rule finds one. */
export function firstOf<Value, None>(
  rules: readonly Rule<Value>[],
  evidence: Evidence,
  none: None,
): Found<Value | None> {
  for (const rule of rules) {
    const value = rule[2](evidence);
    if (value !== undefined) return { value, source: rule[0], confidence: rule[1] };
  }
  return { value: none, source: "none", confidence: 0 };
}
