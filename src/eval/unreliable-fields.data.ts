/** Label fields that do not describe the page, by set; from the notes that come with the sets. */
export const UNRELIABLE_FIELDS: Readonly<Record<string, readonly string[]>> = {
  // The day of the crawl, not of the article.
  "daniel-en-zh-pl": ["published"],
};
