import { asNewsError } from "../errors/index.ts";
import {
  isRunFolder,
  keptSiteLabels,
  type LabelsRead,
  readSiteLabels,
  type SiteLabels,
} from "../site/index.ts";
import { isAddress } from "../url/index.ts";
import type { CrawlOptions } from "./crawl-options.ts";
import { openSource } from "./open-source.ts";
import { startSiteProgress } from "./site-progress.ts";

/** How several sites are read. */
export interface ReadOptions extends CrawlOptions {
  readonly quiet?: boolean;
}

/** Sites that were read, and a line for everything that was odd about them. */
export interface SitesRead {
  readonly sites: readonly SiteLabels[];
  readonly remarks: readonly string[];
}

/** Reads the labels of sites, one after the other; an empty folder, or a site of the network that fails, stops the others only where none is left. */
export async function readSites(names: readonly string[], options: ReadOptions): Promise<SitesRead> {
  const progress = await startSiteProgress(!options.quiet);
  const sites = new Map<string, SiteLabels>();
  const remarks: string[] = [];
  try {
    for (const [at, name] of names.entries()) {
      const isLast = at === names.length - 1;
      try {
        const { site, pages, warnings } = await readLabels(name, options);
        const own = isNamedByFolder(site) && sites.has(site) ? `${site}-${at + 1}` : site;
        sites.set(own, { site: own, pages: [...(sites.get(own)?.pages ?? []), ...pages] });
        remarks.push(...warnings.map(({ code, message }) => `${own}: ${code}: ${message}`));
      } catch (error) {
        const { code, message } = asNewsError(error);
        const mayBeLeftOut = code === "NO_PAGES" || (isAddress(name) && code !== "INTERNAL");
        if (!mayBeLeftOut || (isLast && sites.size === 0)) throw error;
        remarks.push(`${name} was left out: ${code}: ${message}`);
      }
      progress.show("sites", at + 1, names.length);
    }
  } finally {
    progress.stop();
  }
  return { sites: [...sites.values()], remarks };
}

/** Saved pages without addresses are named after their folder: two folders of one name are two sites, two of one domain are one. */
function isNamedByFolder(site: string): boolean {
  return site.endsWith(".invalid");
}

async function readLabels(name: string, options: ReadOptions): Promise<LabelsRead> {
  if (!isAddress(name) && isRunFolder(name)) return { ...keptSiteLabels(name), warnings: [] };
  return readSiteLabels(await openSource(name, options), { depth: options.depth });
}
