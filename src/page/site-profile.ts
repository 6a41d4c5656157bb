/** What a place of a template holds: prose of the body, the headline, or what differs beside them (dates, names, teasers). */
export const TEMPLATE_ROLES = ["body", "title", "beside"] as const;
/** What a place of a template holds. */
export type TemplateRole = (typeof TEMPLATE_ROLES)[number];

/** A root-to-leaf path of a site's articles. */
export interface TemplatePath {
  /** The elements from `html` to the parent of the leaf, each its name and first class, as `html/body/div.story/p`. */
  readonly path: string;
  /** Articles of the site, of those mined, that have content there. */
  readonly pages: number;
  /** Words that such an article has there, on average. */
  readonly words: number;
  readonly role: TemplateRole;
}

/** Where a site's article pages hold what differs from page to page. */
export interface ArticleTemplate {
  /** Article pages that it was mined from. */
  readonly pages: number;
  /** In the order in which the articles show them. */
  readonly paths: readonly TemplatePath[];
}

/** What was mined from several pages of one site, as `galley site` writes it: dated, and noticed when it no longer fits. */
export interface SiteProfile {
  readonly format: "galley-site-profile";
  readonly version: 1;
  /** The registrable domain, or what the site is called where its pages have no address. */
  readonly site: string;
  /** When it was mined, ISO 8601. */
  readonly made: string;
  /** Pages that it was mined from. */
  readonly pages: number;
  /** Blocks seen on several of these pages, by the hash of their words and place: on how many. */
  readonly repeated: Readonly<Record<string, number>>;
  /** The templates of the site's articles, the one of most pages first; none where no two pages are alike. */
  readonly templates: readonly ArticleTemplate[];
}
