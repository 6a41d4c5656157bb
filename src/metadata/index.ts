import type { Extraction, Page } from "../page/index.ts";
import { gatherEvidence, type MetadataOptions } from "./evidence.ts";
import type { Metadata } from "./metadata.ts";
import { firstOf } from "./rule.ts";
import { RULES } from "./rules.ts";

export type { MetadataOptions } from "./evidence.ts";
export { TEXT_AGAINST_DECLARED } from "./language.ts";
export type { Found, Metadata } from "./metadata.ts";
export type { ShownReader } from "./rule.ts";
export { findShownParts, type ShownParts } from "./shown-parts.ts";

/** The headline alone, as `readMetadata` gives it. */
export function readTitle(
  page: Page,
  extraction: Extraction,
  options: Pick<MetadataOptions, "suffixes">,
): string | null {
  return firstOf(RULES.title, gatherEvidence(page, extraction, options), null).value;
}

/** What the page's markup says plainly of its article; every field names the rule that gave it. */
export function readMetadata(page: Page, extraction: Extraction, options?: MetadataOptions): Metadata {
  const evidence = gatherEvidence(page, extraction, options);
  return {
    canonicalUrl: firstOf(RULES.canonicalUrl, evidence, null),
    title: firstOf(RULES.title, evidence, null),
    authors: firstOf(RULES.authors, evidence, []),
    published: firstOf(RULES.published, evidence, null),
    modified: firstOf(RULES.modified, evidence, null),
    language: { ...evidence.language, value: evidence.language.value ?? null },
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
