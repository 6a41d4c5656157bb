import type { Concept, HardCase, PageType } from "../names.ts";
import type { HouseTexts } from "./house-texts.data.ts";

/** A stretch of a paragraph in one style. */
export interface Span {
  readonly style: "plain" | "link" | "bold" | "italic" | "marked";
  readonly text: string;
  readonly url?: string;
}

/** A picture with the words under it. */
export interface Picture {
  readonly src: string;
  readonly alt: string;
  readonly width: number;
  readonly height: number;
  readonly caption: string;
  readonly credit: string;
}

/** One entry of a live report. */
export interface LiveEntry {
  readonly time: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
}

/** A story as it is offered on other pages. */
export interface Teaser {
  readonly title: string;
  readonly url: string;
  readonly text: string | null;
  readonly picture: Picture | null;
  readonly section: string;
}

/** One part of a story, in reading order. */
export type Block =
  | { readonly kind: "paragraph"; readonly spans: readonly Span[]; readonly style: "plain" | "outline" }
  | { readonly kind: "credited"; readonly text: string; readonly credit: string }
  | { readonly kind: "heading"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly string[] }
  | {
      readonly kind: "table";
      readonly head: readonly string[];
      readonly rows: readonly (readonly string[])[];
    }
  | { readonly kind: "quote"; readonly text: string }
  | { readonly kind: "pull-quote"; readonly text: string }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "figure"; readonly picture: Picture }
  | { readonly kind: "embed"; readonly author: string; readonly text: string; readonly date: string }
  | { readonly kind: "related" }
  | { readonly kind: "promotion" }
  | { readonly kind: "ad" }
  | { readonly kind: "house"; readonly part: keyof HouseTexts; readonly paragraphs: readonly string[] }
  | { readonly kind: "correction"; readonly text: string }
  | { readonly kind: "live"; readonly entry: LiveEntry }
  | { readonly kind: "gallery"; readonly pictures: readonly Picture[] };

/** What a reader wrote under a story. */
export interface Comment {
  readonly author: string;
  readonly date: string;
  readonly text: string;
}

/** Where a story is offered, and under which title. */
export interface Listing {
  readonly source: "feed" | "home" | "section" | "aggregator";
  readonly title: string;
}

/** A story without a look. */
export interface Story {
  readonly id: string;
  readonly path: string;
  readonly pageType: Exclude<PageType, "home" | "section">;
  readonly concept: Concept;
  readonly headline: string;
  readonly standfirst: string | null;
  readonly highlights: readonly string[];
  readonly authors: readonly string[];
  readonly published: string;
  readonly publishedLabel: string;
  readonly modified: string | null;
  readonly modifiedLabel: string | null;
  readonly tags: readonly string[];
  readonly hero: Picture | null;
  readonly blocks: readonly Block[];
  readonly comments: readonly Comment[];
  readonly summary: string;
  readonly isPaywalled: boolean;
  readonly collectedTitle: string;
  readonly listings: readonly Listing[];
  readonly hardCases: readonly HardCase[];
}
