/** Roles of a place: prose of the body, the headline, or other varying text (dates, names, teasers). */
export const TEMPLATE_ROLES = ["body", "title", "beside"] as const;
/** The role of a place in a template. */
export type TemplateRole = (typeof TEMPLATE_ROLES)[number];

/** The steps of paths: element names with their first class or id, or names alone as in the paper. */
export const PATH_STEPS = ["classes", "names"] as const;
/** The kind of a path's steps. */
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

/** The places of a site's article pages with text that varies from page to page. */
export interface ArticleTemplate {
  /** Article pages that it was mined from. */
  readonly pages: number;
  readonly steps: PathSteps;
  /** In the order in which the articles show them. */
  readonly paths: readonly TemplatePath[];
  /** Short texts of the template that label what follows them, such as "Photo:". */
  readonly labels: readonly string[];
}

/** What was mined from several pages of one site, as `galley site` writes it; dated, and checked against each page. */
export interface SiteProfile {
  readonly format: "galley-site-profile";
  readonly version: 1;
  /** The registrable domain, or another name if the pages have no address. */
  readonly site: string;
  /** When it was mined, ISO 8601. */
  readonly made: string;
  /** Pages that it was mined from. */
  readonly pages: number;
  /** The number of pages with each repeated block, by the hash of its words and the elements around it. */
  readonly repeated: Readonly<Record<string, number>>;
  /** By the hash of a place's path, the per cent of its text that the default method drops; places at 0 are left out. */
  readonly outside?: Readonly<Record<string, number>>;
  /** The templates of the site's articles, those by classes before those by names, of most pages first. */
  readonly templates: readonly ArticleTemplate[];
}
