import { existsSync, readFileSync } from "node:fs";
import { type Start, startAgain } from "../../collect/index.ts";
import { findSearchForm, readOpml } from "../../discover/index.ts";
import { asNewsError, NewsError } from "../../errors/index.ts";
import type { PoliteFetcher } from "../../fetch/index.ts";
import { readSitePage } from "../../site/index.ts";
import type { Store } from "../../store/index.ts";
import { isAddress } from "../../url/index.ts";
import { oneLine } from "../failure-line.ts";
import { demandHttp } from "../input.ts";

/** The options that name what to collect from. */
export interface StartOptions {
  readonly search?: string;
  readonly keywords?: string;
  readonly keyword?: readonly string[];
  readonly topic?: string;
  readonly since?: number;
  readonly until?: number;
  /** Receives the entries that were left out of a list; standard error by default. */
  readonly warn?: (warning: string) => void;
}

/** What the command line names: addresses, files of feeds, searches; all known sources where it names nothing. */
export async function readStarts(
  names: readonly string[],
  options: StartOptions,
  store: Store,
  fetcher: PoliteFetcher,
): Promise<readonly Start[]> {
  const starts: Start[] = names.flatMap((name) => readName(name, options));
  if (options.search !== undefined) starts.push(...(await readSearches(options.search, options, fetcher)));
  else if (options.keywords !== undefined || options.keyword !== undefined)
    throw new NewsError("BAD_OPTION", "Keywords are for a search; name it with --search.");
  if (starts.length > 0) return starts;
  const known = await store.listKnownSources();
  if (known.length > 0) return known.map(startAgain);
  throw new NewsError(
    "BAD_OPTION",
    "There is nothing to collect from yet; give the address of a site or a feed.",
  );
}

/** Reads the starts again for every run, as lists may be edited; while a list cannot be read, the last ones stay. */
export function rereadStarts(
  read: () => Promise<readonly Start[]>,
  onFailure: (failure: NewsError) => void,
): () => Promise<readonly Start[]> {
  let last: readonly Start[] | undefined;
  return async () => {
    try {
      last = await read();
    } catch (error) {
      const failure = asNewsError(error);
      if (last === undefined || failure.code === "INTERNAL" || failure.code.startsWith("STORE_")) throw error;
      onFailure(failure);
    }
    return last;
  };
}

function readName(name: string, { topic, warn = printWarning }: StartOptions): readonly Start[] {
  if (isAddress(name)) {
    demandHttp(name);
    return [{ kind: "address", url: name, topic }];
  }
  // A bare host is the most common mistake.
  if (!existsSync(name) && HOST.test(name) && !LIST_FILE.test(name))
    throw new NewsError(
      "BAD_URL",
      `The source ${name} is neither a file nor an address; write https://${name}.`,
    );
  const text = readText(name);
  const { addresses, titles, warnings } = /^\s*</.test(text) ? readOpml(text, name) : readLines(text, name);
  if (addresses.length === 0) throw new NewsError("BAD_FEED", `The list ${name} names no feed or site.`);
  for (const warning of warnings) warn(warning);
  return addresses.map((url) => ({ kind: "address", url, topic, title: titles.get(url) }));
}

function printWarning(warning: string): void {
  process.stderr.write(`galley: warning: ${oneLine(warning)}\n`);
}

/** Prints each warning once: a list is read again by each of many runs. */
export function warnOnce(print: (warning: string) => void = printWarning): (warning: string) => void {
  const printed = new Set<string>();
  return (warning) => {
    if (!printed.has(warning)) print(warning);
    printed.add(warning);
  };
}

const HOST = /^[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:\/|$)/;
const LIST_FILE = /\.(?:opml|xml|txt)$/i;

/** The addresses of a plain file, one on each line; lines that start with # are comments. */
function readLines(text: string, name: string): ReturnType<typeof readOpml> {
  const [addresses, warnings]: [Set<string>, string[]] = [new Set(), []];
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    const word = line.trim();
    if (word === "" || word.startsWith("#")) continue;
    if (/^https?:/i.test(word) && isAddress(word)) addresses.add(word);
    else warnings.push(`${name}, line ${at + 1}: ${word} is not a web address; left out.`);
  }
  return { addresses: [...addresses], titles: new Map(), warnings };
}

function readText(path: string): string {
  if (!existsSync(path))
    throw new NewsError("FILE_NOT_FOUND", `There is no file ${path}, and it is not an address.`);
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    throw new NewsError("FILE_UNREADABLE", `The file ${path} cannot be read.`, { cause });
  }
}

/** What the address of a search is filled with. */
const PLACES: readonly string[] = ["{keyword}", "{page}", "{from}", "{to}"];

async function readSearches(
  search: string,
  options: StartOptions,
  fetcher: PoliteFetcher,
): Promise<readonly Start[]> {
  demandHttp(search);
  const odd = search.match(/\{\w+\}/g)?.find((place) => !PLACES.includes(place));
  if (odd !== undefined)
    throw new NewsError("BAD_OPTION", `Nothing is put in place of ${odd}; there are ${PLACES.join(", ")}.`);
  const lines = options.keywords === undefined ? [] : readText(options.keywords).split(/\r?\n/);
  const keywords = [...lines, ...(options.keyword ?? [])]
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
  if (keywords.length === 0) throw new NewsError("BAD_OPTION", "A search needs --keywords or --keyword.");
  const template = search.includes("{keyword}") ? search : await findForm(search, fetcher);
  const [from, to] = [options.since, options.until].map((ms) =>
    ms === undefined ? undefined : new Date(ms).toISOString().slice(0, 10),
  );
  return [...new Set(keywords)].map((keyword) => ({ kind: "search", template, keyword, from, to }));
}

async function findForm(url: string, { get }: PoliteFetcher): Promise<string> {
  const file = await get(url, {});
  const template = file === "unchanged" ? undefined : findSearchForm(readSitePage(file.bytes, file).page);
  if (template !== undefined) return template;
  throw new NewsError(
    "BAD_OPTION",
    `The page ${url} has no search form that works without scripts; give the address of a search with {keyword}.`,
  );
}
