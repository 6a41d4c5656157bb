import type { Page } from "../../page/index.ts";
import { SITE_WARNINGS, type SiteWarningCode } from "../warnings.data.ts";

/** A page of a site, read. */
export interface SitePage {
  /** What the page is called in its source: a file's path, a record's id, an address. */
  readonly id: string;
  /** Where it was found; absent where nobody knows. */
  readonly url: string | undefined;
  readonly page: Page;
}

/** Where the pages of one site come from: a folder of saved ones, or the site itself. */
export interface PageSource {
  /** The page that mining starts from: the home page, or what comes nearest to one. */
  home(): Promise<SitePage>;
  /** The page at an address; undefined where the source does not have it, may not read it, or has reached its limit. */
  open(url: string): Promise<SitePage | undefined>;
  /** All pages that the source knows by itself, one after the other, so that memory holds one; none where pages are only found by links. */
  pages(): AsyncIterable<SitePage>;
  /** What could not be read so far and why, for the report. */
  readonly failures: readonly { readonly id: string; readonly code: string; readonly message: string }[];
}

/** Something odd about a site. */
export interface SiteWarning {
  readonly code: SiteWarningCode;
  readonly message: string;
}

/** A source that knows what it is called and what was odd about it. */
export interface OpenedSource extends PageSource {
  /** The registrable domain, or what stands for it where the pages have no address. */
  readonly site: string;
  /** How many pages there are, where that is known beforehand. */
  readonly pageCount?: number | undefined;
  /** What was odd so far. */
  readonly warningCodes: ReadonlySet<SiteWarningCode>;
}

/** Oddities in words, in the order of the table. */
export function warningsOf(warningCodes: ReadonlySet<SiteWarningCode>): readonly SiteWarning[] {
  const codes = Object.keys(SITE_WARNINGS) as SiteWarningCode[];
  return codes
    .filter((code) => warningCodes.has(code))
    .map((code) => ({ code, message: SITE_WARNINGS[code] }));
}
