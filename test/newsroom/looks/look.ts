import type { Attributes, ElementNode, Nodes } from "../build/tree.ts";
import type { Picture, Span } from "../content/story.ts";
import type { LookId } from "../names.ts";

/** The colours and sides of a look. */
export interface Theme {
  readonly accent: string;
  readonly dark: string;
  readonly tint: string;
  /** The side where reading begins. */
  readonly start: "left" | "right";
  readonly end: "left" | "right";
}

/** A link of the navigation, with the links below it. */
export interface NavEntry {
  readonly label: string;
  readonly link: ElementNode;
  readonly children: readonly ElementNode[];
}

/** A story as a list announces it, with its title and image as nodes. */
export interface TeaserParts {
  readonly title: ElementNode;
  readonly text: string | null;
  readonly picture: Picture | null;
  readonly label: string;
  readonly isLead: boolean;
}

/** A labelled list of teasers. */
export interface GroupParts {
  readonly label: Nodes;
  readonly teasers: readonly ElementNode[];
  readonly place: "top" | "section" | "side";
}

/** A reader's comment. */
export interface CommentParts {
  readonly author: string;
  readonly date: string;
  readonly text: string;
  readonly reply: string;
}

/** How a look writes each small part of a page. */
export interface Pieces {
  readonly inline: (span: Span) => Nodes;
  readonly paragraph: (content: Nodes, style: "plain" | "outline") => Nodes;
  readonly heading: (text: string) => Nodes;
  readonly list: (items: readonly string[]) => Nodes;
  readonly table: (head: readonly string[], rows: readonly (readonly string[])[]) => Nodes;
  readonly quote: (text: string) => Nodes;
  readonly pullQuote: (text: string) => Nodes;
  readonly code: (text: string) => Nodes;
  /** Caption and credit carry their own roles. */
  readonly figure: (picture: Picture) => Nodes;
  readonly embed: (author: string, text: string, date: string) => Nodes;
  readonly promotion: (text: string, button: string) => Nodes;
  readonly ad: (label: string) => Nodes;
  readonly correction: (text: string) => Nodes;
  readonly highlights: (label: string, items: readonly string[]) => Nodes;
  readonly sectionLabel: (link: ElementNode, size: "usual" | "large") => Nodes;
  readonly headline: (text: string) => ElementNode;
  readonly standfirst: (text: string) => Nodes;
  readonly byline: (by: string, authors: readonly ElementNode[]) => Nodes;
  readonly dates: (published: DateParts, modified: (DateParts & { readonly word: string }) | null) => Nodes;
  readonly tools: (words: readonly string[]) => Nodes;
  readonly tags: (label: string, links: readonly ElementNode[]) => Nodes;
  readonly related: (label: string, links: readonly ElementNode[]) => ElementNode;
  readonly comments: (label: string, comments: readonly ElementNode[]) => Nodes;
  readonly comment: (comment: CommentParts) => ElementNode;
  readonly rule: () => Nodes;
  readonly paywall: (text: string, button: string) => Nodes;
  /** The time carries its own role. */
  readonly liveEntry: (time: Nodes, title: Nodes, body: Nodes) => Nodes;
  readonly slide: (picture: Picture) => Nodes;
  readonly masthead: (name: string) => Nodes;
  readonly nav: (entries: readonly NavEntry[]) => ElementNode;
  readonly breaking: (label: string, link: ElementNode) => Nodes;
  readonly notice: (text: string, accept: string, decline: string) => Nodes;
  readonly footer: (text: string, links: readonly ElementNode[]) => ElementNode;
  readonly teaser: (parts: TeaserParts) => ElementNode;
  readonly group: (parts: GroupParts) => ElementNode;
}

/** A date for machines and for readers. */
export interface DateParts {
  readonly iso: string;
  readonly label: string;
}

/** The parts of a story, ready to be put in their places. */
export interface StoryParts {
  readonly label: Nodes;
  readonly headline: ElementNode;
  readonly standfirst: Nodes;
  readonly byline: Nodes;
  readonly dates: Nodes;
  readonly tools: Nodes;
  readonly hero: Nodes;
  readonly highlights: Nodes;
  readonly body: Nodes;
  readonly paywall: Nodes;
  readonly tags: Nodes;
}

/** The parts of a whole page, ready to be put in their places. */
export interface PageParts {
  readonly masthead: Nodes;
  readonly nav: ElementNode;
  readonly breaking: Nodes;
  readonly main: Nodes;
  readonly side: Nodes;
  readonly footer: ElementNode;
  readonly notice: Nodes;
}

/** The parts of a page that a class can be given to. */
export type Part =
  | "link"
  | "author"
  | "nav-link"
  | "group-link"
  | "teaser-link"
  | "breaking-link"
  | "footer-link"
  | "tag-link"
  | "related-link"
  | "label-link";

/** One way of writing news pages. */
export interface Look {
  readonly id: LookId;
  readonly doctype: string;
  readonly tagCase: "lower" | "upper";
  readonly spacing: "indented" | "minified";
  /** How much the head says about the story. */
  readonly metadata: "title" | "open-graph" | "json-ld";
  readonly css: string;
  readonly htmlAttributes: Attributes;
  readonly bodyAttributes: Attributes;
  /** Attributes of the links that the page's frame makes. */
  readonly linkAttributes: (part: Part) => Attributes;
  /** Whether a smaller section may be inside the group of the larger one on a front page. */
  readonly nestsGroups: boolean;
  /** The class that hides a second copy of the article; without one it is hidden inline. */
  readonly hiddenClass: string | undefined;
  readonly pieces: Pieces;
  readonly story: (parts: StoryParts) => Nodes;
  readonly front: (groups: readonly ElementNode[]) => Nodes;
  readonly page: (parts: PageParts) => Nodes;
}
