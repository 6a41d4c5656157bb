import { type OpenedSource, openFolder, openSite } from "../site/index.ts";
import { isAddress } from "../url/index.ts";
import { demandHttp } from "./address-argument.ts";
import { type CrawlOptions, siteOptions } from "./crawl-options.ts";

/** What is told of the reading, and where fetched pages are kept. */
export interface OpenOptions {
  readonly storeFolder?: string | undefined;
  readonly onPage?: (pages: number) => void;
}

/** Opens a SITE of the command line: an address, a folder of saved pages, or a .jsonl file. */
export async function openSource(
  name: string,
  options: CrawlOptions,
  { storeFolder, onPage }: OpenOptions = {},
): Promise<OpenedSource> {
  if (isAddress(name)) {
    demandHttp(name);
    return openSite(name, { ...siteOptions(options), storeFolder });
  }
  return openFolder(name, { maxBytes: options.maxBytes, ...(onPage && { onPage }) });
}
