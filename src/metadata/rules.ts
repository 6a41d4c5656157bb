import { AUTHORS_RULES } from "./authors.ts";
import { CANONICAL_URL_RULES } from "./canonical-url.ts";
import { DIRECTION_RULES } from "./direction.ts";
import { EXCERPT_RULES } from "./excerpt.ts";
import { IMAGE_RULES } from "./image.ts";
import { LANGUAGE_RULES } from "./language.ts";
import { MODIFIED_RULES } from "./modified.ts";
import { PAGE_TYPE_RULES } from "./page-type.ts";
import { PAYWALL_RULES } from "./paywall.ts";
import { PUBLISHED_RULES } from "./published.ts";
import { SECTION_RULES } from "./section.ts";
import { SITE_RULES } from "./site.ts";
import { TAGS_RULES } from "./tags.ts";
import { TITLE_RULES } from "./title.ts";

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
