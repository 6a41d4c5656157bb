import { type Command, InvalidArgumentError } from "commander";
import { type OpenedSource, openFolder, openSite } from "../site/index.ts";
import { isAddress } from "../url/index.ts";
import { demandHttp } from "./input.ts";
import {
  addPageOptions,
  delayAsMs,
  fetchOptions,
  given,
  type PageOptions,
  secondsAsMs,
  wholeNumber,
} from "./options.ts";

/** The options of commands that read whole sites. */
export interface CrawlOptions extends PageOptions {
  readonly depth?: number;
  readonly maxPages?: number;
  readonly delay?: number;
  readonly maxTime?: number;
}

/** Adds the options of reading a whole site to a command. */
export function addCrawlOptions(command: Command): Command {
  const crawling = command
    .option(
      "--depth <steps>",
      "how many links deep to follow sections from the home page (default: 2)",
      numberOfSteps,
    )
    .option("--max-pages <count>", "most pages to fetch from a site (default: 500)", wholeNumber)
    .option("--delay <seconds>", "time between fetches (default: 1)", delayAsMs)
    .option("--max-time <seconds>", "time limit for a site (default: 3600)", secondsAsMs);
  return addPageOptions(crawling);
}

function numberOfSteps(text: string): number {
  const number = Number(text);
  if (text.trim() === "" || !Number.isSafeInteger(number) || number < 0)
    throw new InvalidArgumentError("It must be a whole number from 0 up.");
  return number;
}

/** Where fetched pages are kept, and a callback for the pages read. */
interface SiteInputOptions {
  readonly storeFolder?: string | undefined;
  readonly onPage?: (pages: number) => void;
}

/** Opens a site: an address, a folder of saved pages, or a .jsonl file. */
export async function openSiteInput(
  name: string,
  options: CrawlOptions,
  { storeFolder, onPage }: SiteInputOptions = {},
): Promise<OpenedSource> {
  if (isAddress(name)) {
    demandHttp(name);
    const { maxPages, delay: delayMs, maxTime: maxTimeMs } = options;
    return openSite(name, { ...fetchOptions(options), maxPages, delayMs, maxTimeMs, storeFolder });
  }
  return openFolder(name, { maxBytes: options.maxBytes, ...given({ onPage }) });
}
