import type { LanguageCode, UsualConcept } from "../names.ts";

/** The fixed words that a site's pages show around its stories. */
const LABELS = [
  "home",
  "by",
  "updated",
  "comments",
  "reply",
  "related",
  "mostRead",
  "latest",
  "readMore",
  "advert",
  "cookie",
  "accept",
  "decline",
  "breaking",
  "highlights",
  "photo",
  "gallery",
  "live",
  "paywall",
  "subscribe",
  "newsletter",
  "signUp",
  "share",
  "print",
  "search",
  "tags",
  "about",
  "contact",
  "privacy",
  "rights",
  "correction",
  "year",
  "total",
  "change",
] as const;
/** The name of a fixed word. */
export type Label = (typeof LABELS)[number];

/** The sentence kinds that every grammar must be able to make. */
const SYMBOLS = [
  "headline",
  "standfirst",
  "lead",
  "sentence",
  "quote",
  "claim",
  "heading",
  "comment",
  "caption",
  "point",
  "flash",
] as const;

/**
 * A language's words and a small grammar over them.
 * `{name}` in a rule is replaced by one of the rules of that name, `{Name}` by the same with a capital letter.
 */
export interface Language {
  readonly code: LanguageCode;
  readonly locale: string;
  readonly direction: "ltr" | "rtl";
  /** What separates two sentences. */
  readonly gap: string;
  /** A person's name from given and family name. */
  readonly fullName: string;
  /** Grouping and decimal marks of numbers. */
  readonly numberMarks: readonly [string, string];
  readonly dateShape: string;
  readonly months: readonly string[];
  /** Names of papers, each with the Latin form its domain is made of. */
  readonly papers: readonly (readonly [string, string])[];
  readonly given: readonly string[];
  readonly family: readonly string[];
  /** A place, and the phrase that puts something there. */
  readonly places: readonly (readonly [string, string])[];
  readonly organisations: readonly string[];
  /** A subject on its own, and in the form that the grammar's `{topicOf}` needs. */
  readonly topics: readonly (readonly [string, string])[];
  readonly sections: Readonly<Record<UsualConcept, readonly string[]>>;
  readonly labels: Readonly<Record<Label, string>>;
  readonly grammar: Readonly<Record<(typeof SYMBOLS)[number], readonly string[]>> &
    Readonly<Record<string, readonly string[]>>;
}
