/** A root-to-leaf tag path of a site's articles. */
export interface TemplatePath {
  /** Element names from `html` to the parent of the leaf, as `html/body/div/p`. */
  readonly path: string;
  /** Articles of the site, of those mined, that have content there. */
  readonly pages: number;
}

/** Where a site's article pages hold what differs from page to page. */
export interface ArticleTemplate {
  /** Article pages that it was mined from. */
  readonly pages: number;
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
  /** Blocks seen on several of these pages, by the hash of their words: on how many. */
  readonly repeated: Readonly<Record<string, number>>;
  readonly template: ArticleTemplate | null;
}
