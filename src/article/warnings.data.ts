/** What can be odd about a page or an answer, in words. docs/errors.md equals this table. */
export const WARNINGS = {
  NO_TEXT: "The page shows no text; the article is empty.",
  NOTHING_FOUND: "No part of the page looks like an article.",
  SHORT_TEXT: "The article has fewer than 25 words; it may be a teaser or the wrong part of the page.",
  NOT_AN_ARTICLE:
    "The page is probably not an article; isArticle is the probability that it is one, pageType its type, where known.",
  LOW_CONFIDENCE:
    "The text may be incomplete or include other parts of the page; check it, or try another extractor.",
  CHARSET_GUESSED: "The page does not declare its character encoding; it was guessed from the bytes.",
  CHARSET_LIES: "The declared character encoding does not fit the bytes; another one was used.",
  BAD_CHARACTERS: "Some bytes are invalid in the page's encoding and were replaced.",
  NUL_CHARACTERS: "The page holds NUL characters; they were removed.",
  TRUNCATED: "The markup ends in the middle; the page may have been cut short.",
  TITLE_UNCLOSED: "The page's title has no end tag; it was closed at the end of its line.",
  NOSCRIPT_USED: "The page fills itself by script; the text was read from noscript.",
  HIDDEN_USED: "The page hides its text until a script reveals it; the hidden text was read.",
  TEXT_FROM_DATA: "The page shows no article by itself; the text was read from data for its scripts.",
  PAYWALL_TEASER: "The article is behind a paywall; this is probably only its beginning.",
  CONSENT_WALL: "The page shows a request for consent instead of the article.",
  SCRIPT_ONLY:
    "Scripts fill the page; what they load is not in its markup. Run them with --render (in code: galley/browser).",
  LIVE_BLOG: "The page is a live blog; it may not hold all of its entries.",
  GALLERY: "The page is a series of pictures; the text is mostly their captions.",
  SEVERAL_ARTICLES:
    "The page holds several whole articles, one after the other; the text may be of more than one.",
  DENSE_PAGE:
    "The page is made of more than 20,000 blocks; short ones were judged by one of their neighbours.",
  PAYWALL_DECLARED: "The page declares a paywall, but sent the article's text.",
  PART_MISSING: "The article goes on on another page that could not be read; its end is missing.",
  BAD_JSON_LD: "Structured data on the page is broken and was left out.",
  LANGUAGE_MISMATCH: "The text is in another language than the page declares; the text's was taken.",
  URL_IGNORED: "The page's address is not an http or https URL; relative links are left out.",
  TITLE_FROM_PAGE: "No collected title was given; the page's own title was used.",
  TITLE_UNUSABLE:
    "No keyword of the collected title occurs in the page's text; the page's own title was tried instead.",
  TITLE_TOO_LONG: "The collected title is longer than any title; only its first 100 keywords were used.",
  NO_SITE_PROFILE: "No site profile with a template was given, so none was used; make one with galley site.",
  SITE_PROFILE_STALE:
    "The page does not fit the article template of the site profile; if others do not either, mine the site again.",
  OTHER_SITE_PROFILE:
    "The site profile belongs to another site than the page; give the profile of the page's own site.",
  LAYOUT_INCOMPLETE:
    "Style sheets of the page were not available; positions on the screen were estimated from the order of elements.",
  OTHER_SCREEN:
    "The page was laid out for another screen than the model was trained for; train one for this screen.",
  NO_TITLE:
    "No word of the collected title or of the page's own title occurs in its text; the longest text was taken.",
  LOAD_UNFINISHED: "The page was still loading when its time was up; what had loaded was read.",
  LEFT_PAGE: "The page tried to navigate elsewhere; its content before that was read.",
  PAGE_TOO_TALL: "The page is taller than the limit; content below it has no position in the layout.",
  NO_FONTS: "The machine has no fonts, so text has no size; install some.",
  UNKNOWN_TEMPLATE: "The page matches none of the learned templates; learn from pages like it.",
} as const;
