import { NewsError } from "../errors/index.ts";
import { homeOddities } from "./find-oddities.ts";
import { type FollowOptions, followSections } from "./fronts/index.ts";
import { readFronts } from "./run/index.ts";
import { type OpenedSource, type SiteWarning, siteOf, warningsOf } from "./source/index.ts";
import type { PageLabels, SiteLabels } from "./taxonomy/index.ts";
import type { SiteWarningCode } from "./warnings.data.ts";

/** The labels of a site that was just read. */
export interface LabelsRead extends SiteLabels {
  readonly warnings: readonly SiteWarning[];
}

/** The labels of a site's front pages, as a taxonomy across sites takes them, and what was odd about the site. */
export async function readSiteLabels(source: OpenedSource, options: FollowOptions = {}): Promise<LabelsRead> {
  const oddities = new Set<SiteWarningCode>();
  const pages: PageLabels[] = [];
  for await (const { front } of followSections(source, oddities, options)) pages.push(front.labels);
  const home = homeOddities((await source.home()).page);
  return {
    site: source.site,
    pages,
    warnings: warningsOf(new Set([...source.oddities, ...home, ...oddities])),
  };
}

/** The labels that mining a site has left in its output folder. */
export function keptSiteLabels(folder: string): SiteLabels {
  const pages = readFronts(folder).map(({ labels }) => labels);
  const site = pages[0]?.url === undefined ? undefined : siteOf(pages[0].url);
  if (site !== undefined) return { site, pages };
  throw new NewsError("NO_PAGES", `The folder ${folder} holds no front page; mine its site again.`);
}
