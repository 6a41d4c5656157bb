import { countShownWords, type Page, type SiteProfile } from "../page/index.ts";
import type { Front } from "./fronts/index.ts";
import { siteLinks } from "./source/index.ts";
import type { SiteWarningCode } from "./warnings.data.ts";

/** Front pages of a second language that make a site one of several. */
const MIN_OF_LANGUAGE = 2;

/** What is odd about a home page. */
export function homeOddities(home: Page): readonly SiteWarningCode[] {
  const found: SiteWarningCode[] = [];
  if (countShownWords(home, 1) === 0) found.push("NO_WORDS");
  if (siteLinks(home).length === 0) found.push("NO_LINKS");
  return found;
}

/** What was mined, as far as it tells oddities. */
export interface Findings {
  readonly fronts: readonly Front[];
  readonly profile: SiteProfile;
  readonly concepts: number;
}

/** What is odd about what was mined from a site. */
export function frontOddities({ fronts, profile, concepts }: Findings): readonly SiteWarningCode[] {
  const isOnePage = fronts.length === 1 && profile.pages === 0;
  const found: SiteWarningCode[] = isOnePage ? ["ONE_PAGE"] : [];
  if (hasSeveralLanguages(fronts)) found.push("SEVERAL_LANGUAGES");
  if (concepts === 0) found.push("NO_SECTIONS");
  if (profile.templates.length === 0) found.push("NO_TEMPLATE");
  return found;
}

function hasSeveralLanguages(fronts: readonly Front[]): boolean {
  const byLanguage = Map.groupBy(fronts, ({ labels }) => labels.language);
  byLanguage.delete(undefined);
  return [...byLanguage.values()].filter(({ length }) => length >= MIN_OF_LANGUAGE).length > 1;
}
