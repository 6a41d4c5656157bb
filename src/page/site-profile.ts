/** What a place of a template holds: prose of the body, the headline, or what differs beside them (dates, names, teasers). */
export const TEMPLATE_ROLES = ["body", "title", "beside"] as const;
/** What a place of a template holds. */
export type TemplateRole = (typeof TEMPLATE_ROLES)[number];

/** What paths are made of: the names of elements alone, as in the paper, or with their first class or id. */
export const PATH_STEPS = ["classes", "names"] as const;
/** What paths are made of. */
export type PathSteps = (typeof PATH_STEPS)[number];

/** A root-to-leaf path of a site's articles. */
export interface TemplatePath {
  /** The elements from `html` to the parent of the leaf, as `html/body/div.story/p` or `html/body/div/p`. */
  readonly path: string;
  /** Articles of the site, of those mined, that have text there. */
  readonly pages: number;
  /** Words that such an article has there, on average. */
  readonly words: number;
  readonly role: TemplateRole;
}

/** Where a site's article pages hold what differs from page to page. */
export interface ArticleTemplate {
  /** Article pages that it was mined from. */
  readonly pages: number;
  readonly steps: PathSteps;
  /** In the order in which the articles show them. */
  readonly paths: readonly TemplatePath[];
  /** Short texts of the template that name what stands behind them, such as "Photo:". */
  readonly labels: readonly string[];
}

/** What a profile holds at most: mining writes no more, and no more is read. */
export const PROFILE_LIMITS = { templates: 10, paths: 1000, labels: 100 } as const;

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
  /**
   * Places of these pages, by the hash of their path: how much of the text there the default method takes for no part of an
   * article, in per cent. Places of nothing else than articles are left out; all are where it was not asked.
   */
  readonly outside?: Readonly<Record<string, number>>;
  /** The templates of the site's articles, those by classes before those by names, of most pages first; none where no two pages are alike. */
  readonly templates: readonly ArticleTemplate[];
}
