import type { Page } from "../../page/index.ts";
import { SITE_WARNINGS, type SiteWarningCode } from "../warnings.data.ts";

/** A page of a site, read. */
export interface SitePage {
  /** The id of the page in its source: a file path, a record id or an address. */
  readonly id: string;
  /** Its address, if known. */
  readonly url: string | undefined;
  readonly page: Page;
}

/** A source of the pages of one site: a folder of saved pages, or the network. */
export interface PageSource {
  /** The page that mining starts from: the home page, or the most similar to one. */
  home(): Promise<SitePage>;
  /** The page at an address; undefined where it is missing, forbidden, or beyond a limit. */
  open(url: string): Promise<SitePage | undefined>;
  /** All pages that the source knows in advance, one at a time; none where pages are found only by links. */
  pages(): AsyncIterable<SitePage>;
  /** The pages that could not be read so far, and why. */
  readonly failures: readonly { readonly id: string; readonly code: string; readonly message: string }[];
}

/** A warning about a site. */
export interface SiteWarning {
  readonly code: SiteWarningCode;
  readonly message: string;
}

/** An opened source, with the name of its site and the warnings so far. */
export interface OpenedSource extends PageSource {
  /** The registrable domain, or a placeholder where the pages have no address. */
  readonly site: string;
  /** The number of pages, if known in advance. */
  readonly pageCount?: number | undefined;
  /** The warnings so far. */
  readonly warningCodes: ReadonlySet<SiteWarningCode>;
}

/** The warnings of some codes, in the order of the table. */
export function warningsOf(warningCodes: ReadonlySet<SiteWarningCode>): readonly SiteWarning[] {
  const codes = Object.keys(SITE_WARNINGS) as SiteWarningCode[];
  return codes
    .filter((code) => warningCodes.has(code))
    .map((code) => ({ code, message: SITE_WARNINGS[code] }));
}
