/** schema.org's types for an article: Article with all it was refined into, and posts. Lower case. */
export const ARTICLE_TYPES: ReadonlySet<string> = new Set([
  "advertisercontentarticle",
  "analysisnewsarticle",
  "article",
  "askpublicnewsarticle",
  "backgroundnewsarticle",
  "blogposting",
  "creativework",
  "liveblogposting",
  "medicalscholarlyarticle",
  "newsarticle",
  "opinionnewsarticle",
  "report",
  "reportagenewsarticle",
  "reviewnewsarticle",
  "satiricalarticle",
  "scholarlyarticle",
  "socialmediaposting",
  "techarticle",
]);

/** schema.org's types for a whole page. Lower case. */
export const WEB_PAGE_TYPES: ReadonlySet<string> = new Set([
  "aboutpage",
  "collectionpage",
  "contactpage",
  "faqpage",
  "itempage",
  "medicalwebpage",
  "profilepage",
  "qapage",
  "realestatelisting",
  "searchresultspage",
  "webpage",
]);
