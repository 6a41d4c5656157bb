/** What kind of page it is, each with what it means. The closed list of `Article.pageType`. */
export const PAGE_TYPES = {
  article: "One story, report, review or post, to be read from its headline on.",
  home: "The front page of a publication: teasers of many articles on many subjects.",
  section: "A front page of one subject, author or region: teasers of many articles.",
  listing: "Entries that a search, a directory or an archive found, with little text of their own.",
  collection: "Things of one kind side by side, such as the products of a category.",
  product: "One thing that is offered, with its price, properties or reviews.",
  service: "What a firm or an office does or offers: landing pages, prices, contact.",
  forum: "A question or a topic and what several people wrote to it.",
  documentation: "How something is used: manuals, references, tutorials, help.",
} as const;

/** What kind of page it is. */
export type PageType = keyof typeof PAGE_TYPES;

/** Whether a text names a kind of page. */
export function isPageType(text: string): text is PageType {
  return Object.hasOwn(PAGE_TYPES, text);
}
