import type { PageType } from "../article/index.ts";
import type { Extraction, Page } from "../page/index.ts";
import { AUTHORS_RULES } from "./authors.ts";
import { MODIFIED_RULES, PUBLISHED_RULES } from "./dates.ts";
import type { MetadataOptions } from "./evidence.ts";
import { EXCERPT_RULES } from "./excerpt.ts";
import { DIRECTION_RULES, LANGUAGE_RULES, languageOf } from "./language.ts";
import { PAGE_TYPE_RULES } from "./page-type.ts";
import { PAYWALL_RULES } from "./paywall.ts";
import { type Found, firstOf } from "./rule.ts";
import { SECTION_RULES, TAGS_RULES } from "./section-tags.ts";
import { SITE_RULES } from "./site.ts";
import { TITLE_RULES } from "./title.ts";
import { CANONICAL_URL_RULES, IMAGE_RULES } from "./urls.ts";

/** The rules of every field, most trusted first. docs/metadata.md equals this table; a test checks. */
export const RULES = {
  canonicalUrl: CANONICAL_URL_RULES,
  title: TITLE_RULES,
  authors: AUTHORS_RULES,
  published: PUBLISHED_RULES,
  modified: MODIFIED_RULES,
  language: LANGUAGE_RULES,
  direction: DIRECTION_RULES,
  site: SITE_RULES,
  section: SECTION_RULES,
  tags: TAGS_RULES,
  excerpt: EXCERPT_RULES,
  image: IMAGE_RULES,
  pageType: PAGE_TYPE_RULES,
  paywall: PAYWALL_RULES,
} as const;

/** What the page says about its article, every field with its source. */
export interface Metadata {
  readonly canonicalUrl: Found<string | null>;
  readonly title: Found<string | null>;
  readonly authors: Found<readonly string[]>;
  readonly published: Found<string | null>;
  readonly modified: Found<string | null>;
  readonly language: Found<string | null>;
  readonly direction: Found<"ltr" | "rtl" | null>;
  readonly site: Found<string | null>;
  readonly section: Found<string | null>;
  readonly tags: Found<readonly string[]>;
  readonly excerpt: Found<string | null>;
  readonly image: Found<string | null>;
  readonly pageType: Found<PageType | null>;
  readonly paywall: Found<boolean | null>;
}

/** Reads what the page says about its article; every field names the rule that gave it. */
export function readMetadata(page: Page, extraction: Extraction, options: MetadataOptions = {}): Metadata {
  const evidence = { page, extraction, options };
  return {
    canonicalUrl: firstOf(RULES.canonicalUrl, evidence, null),
    title: firstOf(RULES.title, evidence, null),
    authors: firstOf(RULES.authors, evidence, []),
    published: firstOf(RULES.published, evidence, null),
    modified: firstOf(RULES.modified, evidence, null),
    language: languageOf(evidence),
    direction: firstOf(RULES.direction, evidence, null),
    site: firstOf(RULES.site, evidence, null),
    section: firstOf(RULES.section, evidence, null),
    tags: firstOf(RULES.tags, evidence, []),
    excerpt: firstOf(RULES.excerpt, evidence, null),
    image: firstOf(RULES.image, evidence, null),
    pageType: firstOf(RULES.pageType, evidence, null),
    paywall: firstOf(RULES.paywall, evidence, null),
  };
}

/** The headline alone, as `readMetadata` gives it. */
export function readTitle(
  page: Page,
  extraction: Extraction,
  options: Pick<MetadataOptions, "suffixes">,
): string | null {
  return firstOf(RULES.title, { page, extraction, options }, null).value;
}
