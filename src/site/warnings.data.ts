/** What may be odd about a site, in words. docs/errors.md equals this table. */
export const SITE_WARNINGS = {
  ONE_PAGE: "The site is a single page; its parts were read, but a template needs several articles.",
  NO_LINKS: "The home page links to no other page of the site; its sections could not be followed.",
  NO_WORDS: "The home page shows no words, only pictures; nothing names its sections.",
  LINK_FARM: "The home page links to more pages than a reader could follow; only the first were looked at.",
  ENDLESS_ADDRESSES:
    "Addresses of one kind go on without end, as those of calendars do; only the first were followed.",
  SAME_PAGE: "Several addresses lead to the same page; it was read once.",
  SEVERAL_LANGUAGES:
    "The pages are in several languages; what is written in different ones was not compared.",
  HALF_SAVED: "Some pages end in the middle; they were read as far as they go.",
  OTHER_SITES:
    "Some pages are of other sites and were left out; save each site in a folder of its own, and mine it by itself.",
  SEVERAL_SITES:
    "The folders seem to hold a site each and were read as one site; mine each folder by itself.",
  PAGES_FAILED: "Some pages could not be read; the failures say which and why.",
  ROBOTS_SKIPPED: "The site's robots.txt forbids some pages; they were left out.",
  LIMIT_REACHED: "A limit of pages, bytes or time was reached; the rest of the site was left out.",
  SERVER_GONE:
    "The server stopped answering, or asks to be left alone for longer than the run may take; run again later to go on.",
  NO_SECTIONS: "No label of the home page leads to a section; give more pages of the site.",
  NO_TEMPLATE: "Too few article pages are alike; there is no template, and articles are found page by page.",
} as const;

/** The code of a warning about a site. */
export type SiteWarningCode = keyof typeof SITE_WARNINGS;
