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
    .option("--depth <steps>", "steps from the home page that sections are followed (default: 2)", steps)
    .option("--max-pages <count>", "pages to fetch from a site at most (default: 500)", wholeNumber)
    .option("--delay <seconds>", "time from one fetch to the next (default: 1)", delayAsMs)
    .option("--max-time <seconds>", "time to spend on a site at most (default: 3600)", secondsAsMs);
  return addPageOptions(crawling);
}

/** Adds the options of reading single pages, saved or fetched, to a command. */
export function addPageOptions(command: Command): Command {
  return command
    .option(
      "--max-bytes <size>",
      "the size of a page at most, such as 500k or 1MB (default: 64MiB; fetched: 20MB)",
      sizeInBytes,
    )
    .option("--timeout <seconds>", "the time to fetch a page at most (default: 20)", secondsAsMs)
    .option("--allow-private", "fetch from private and loopback addresses too")
    .option("--ignore-robots", "fetch what a site's robots.txt forbids; for sites of your own");
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
