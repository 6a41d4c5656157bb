import type { SiteProfile } from "../page/index.ts";
import type { ArticleLink } from "./fronts/index.ts";
import type { SiteWarning } from "./source/index.ts";
import type { Taxonomy } from "./taxonomy/index.ts";
import type { ProfileDrift } from "./template/index.ts";

/** A page that announces articles. */
export interface SectionPage {
  /** What the page is called in its source. */
  readonly id: string;
  readonly url: string;
  /** Articles that it announces. */
  readonly articles: number;
}

/** An article of a mined site. */
export interface MinedArticle extends ArticleLink {
  /** The id of the concept that it is an instance of; `null` where no page says. */
  readonly concept: string | null;
}

/** What was mined from one site. */
export interface MinedSite {
  readonly format: "galley-site";
  readonly version: 1;
  /** The registrable domain, or what stands for it where the pages have no address. */
  readonly site: string;
  readonly home: string;
  /** When it was mined, ISO 8601. */
  readonly made: string;
  /** The home page first, then the sections in the order of the visit. */
  readonly sections: readonly SectionPage[];
  readonly articles: readonly MinedArticle[];
  readonly taxonomy: Taxonomy;
  readonly profile: SiteProfile;
  /** How the articles fit the profile of the run before; undefined where there was none. */
  readonly drift?: ProfileDrift | undefined;
  readonly warnings: readonly SiteWarning[];
  readonly failures: readonly { readonly id: string; readonly code: string; readonly message: string }[];
}
