import { type Command, InvalidArgumentError } from "commander";
import type { SiteOptions } from "../site/index.ts";
import { delayAsMs, secondsAsMs, sizeInBytes, wholeNumber } from "./option-values.ts";

/** The options of commands that read whole sites. */
export interface CrawlOptions {
  readonly depth?: number;
  readonly maxPages?: number;
  readonly delay?: number;
  readonly maxTime?: number;
  readonly maxBytes?: number;
  readonly timeout?: number;
  readonly allowPrivate?: boolean;
  readonly ignoreRobots?: boolean;
}

/** Adds the options of reading a whole site to a command. */
export function addCrawlOptions(command: Command): Command {
  const crawling = command
    .option(
      "--depth <steps>",
      "how many links deep to follow sections from the home page (default: 2)",
      steps,
    )
    .option("--max-pages <count>", "most pages to fetch from a site (default: 500)", wholeNumber)
    .option("--delay <seconds>", "time between fetches (default: 1)", delayAsMs)
    .option("--max-time <seconds>", "time limit for a site (default: 3600)", secondsAsMs);
  return addPageOptions(crawling);
}

/** Adds the options of reading single pages, saved or fetched, to a command. */
export function addPageOptions(command: Command): Command {
  return command
    .option(
      "--max-bytes <size>",
      "largest page to read, such as 500k or 1MB (default: 64MiB; fetched: 20MB)",
      sizeInBytes,
    )
    .option("--timeout <seconds>", "time limit for fetching a page (default: 20)", secondsAsMs)
    .option("--allow-private", "fetch from private and loopback addresses too")
    .option("--ignore-robots", "fetch what a site's robots.txt forbids; only for your own sites");
}

/** The options as the source of a site takes them. */
export function siteOptions(options: CrawlOptions): SiteOptions {
  const {
    maxPages,
    delay: delayMs,
    maxTime: maxTimeMs,
    maxBytes,
    timeout,
    allowPrivate,
    ignoreRobots,
  } = options;
  return {
    ...(maxPages !== undefined && { maxPages }),
    ...(delayMs !== undefined && { delayMs }),
    ...(maxTimeMs !== undefined && { maxTimeMs }),
    ...(maxBytes !== undefined && { maxBytes }),
    ...(timeout !== undefined && { timeoutMs: timeout }),
    ...(allowPrivate && { allowPrivate }),
    ...(ignoreRobots && { ignoreRobots }),
  };
}

function steps(text: string): number {
  const number = Number(text);
  if (text.trim() === "" || !Number.isSafeInteger(number) || number < 0)
    throw new InvalidArgumentError("It must be a whole number from 0 up.");
  return number;
}
