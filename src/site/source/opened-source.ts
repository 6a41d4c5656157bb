import type { PageSource } from "../page-source.ts";
import { SITE_WARNINGS, type SiteWarningCode } from "../warnings.data.ts";

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
  readonly oddities: ReadonlySet<SiteWarningCode>;
}

/** Oddities in words, in the order of the table. */
export function warningsOf(oddities: ReadonlySet<SiteWarningCode>): readonly SiteWarning[] {
  const codes = Object.keys(SITE_WARNINGS) as SiteWarningCode[];
  return codes.filter((code) => oddities.has(code)).map((code) => ({ code, message: SITE_WARNINGS[code] }));
}
