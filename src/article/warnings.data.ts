/** What may be odd about a page or an answer, in words. docs/errors.md equals this table. */
export const WARNINGS = {
  NO_TEXT: "The page shows no text; the article is empty.",
  NOTHING_FOUND: "No part of the page looks like an article.",
  SHORT_TEXT: "The article has fewer than 25 words; it may be a teaser or the wrong part of the page.",
  NOT_AN_ARTICLE:
    "The page is probably no article; isArticle says how likely it is one, pageType what else, where that is known.",
  LOW_CONFIDENCE:
    "The text may not be the article, whole and alone; check it, or see the answer of another extractor.",
  CHARSET_GUESSED: "The page does not say its character encoding; it was guessed from the bytes.",
  CHARSET_LIES: "The declared character encoding does not fit the bytes; another one was used.",
  BAD_CHARACTERS: "Some bytes are no text in the page's encoding and were replaced.",
  NUL_CHARACTERS: "The page holds NUL characters; they were removed.",
  TRUNCATED: "The markup ends in the middle; the page may have been cut short.",
  TITLE_UNCLOSED:
    "The page's title has no end tag and would hold the whole page; it was ended with its line.",
  NOSCRIPT_USED: "The page fills itself by script; the text was read from noscript.",
  HIDDEN_USED: "The page hides its text until a script reveals it; the hidden text was read.",
  TEXT_FROM_DATA:
    "The page shows no article by itself; the text was read from data that it states for scripts.",
  PAYWALL_TEASER: "The article is behind a paywall; this is probably only its beginning.",
  CONSENT_WALL: "The page shows a request for consent instead of the article.",
  SCRIPT_ONLY:
    "Scripts fill the page; what they load is not in its markup. Run them with --render (in code: galley/browser).",
  LIVE_BLOG: "The page is a live blog: entries of different times, which it may not hold all.",
  GALLERY: "The page is a series of pictures; the text is mostly their captions.",
  SEVERAL_ARTICLES:
    "The page holds several whole articles, one after the other; the text may be of more than one.",
  BAD_JSON_LD: "Structured data on the page is broken and was left out.",
  LANGUAGE_MISMATCH: "The text is in another language than the page declares; the text's was taken.",
  URL_IGNORED: "The page's address is no http or https URL; relative addresses stay out.",
  TITLE_FROM_PAGE: "No collected title was given; the page's own was used.",
  TITLE_UNUSABLE:
    "No telling word of the collected title stands in the page's text; the page's own was tried instead.",
  TITLE_TOO_LONG: "The collected title is longer than any title; only its first 100 keywords were used.",
  NO_SITE_PROFILE:
    "No profile of the site with a template was given; the page was read without. Mine one with galley site.",
  SITE_PROFILE_STALE:
    "The page lacks the places where the site's profile has articles; if other articles do too, mine the site again.",
  OTHER_SITE_PROFILE: "The site profile is of another site than the page; give one of its own site.",
  LAYOUT_INCOMPLETE:
    "Style sheets of the page were not at hand; where things stand on the screen was told by their order.",
  OTHER_SCREEN:
    "The page was laid out for another screen than the model was trained for; train one for this screen.",
  NO_TITLE:
    "No word of a collected title or of the page's own stands in its text; the longest text was taken.",
  LOAD_UNFINISHED: "The page was still loading when its time was up; it was read as it stood.",
  LEFT_PAGE: "The page tried to go elsewhere; what it was before that was read.",
  PAGE_TOO_TALL: "The page is taller than the limit; what lies below has no place in its layout.",
  NO_FONTS: "The machine has no fonts, so that no text has a size; install some.",
  UNKNOWN_TEMPLATE: "The page has none of the templates that were learned; learn them from pages like it.",
} as const;
