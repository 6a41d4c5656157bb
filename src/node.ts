import type { Article } from "./article/index.ts";
import { extract } from "./default-extract.ts";
import type { FetchedPage, FetchOptions } from "./fetch/index.ts";
import type { ExtractOptions } from "./index.ts";

export type { FetchedPage, FetchOptions } from "./fetch/index.ts";
export * from "./index.ts";

/** One GET for a page, with the address guard, the limits and robots.txt; throws a NewsError when there is no page. */
export async function fetchPage(url: string | URL, options: FetchOptions = {}): Promise<FetchedPage> {
  // Loaded here: most programs have their pages already.
  const { fetchPage: get } = await import("./fetch/index.ts");
  return get(url, options);
}

/** The options of `extractUrl`: those of `extract`, and those of the fetch. */
export interface ExtractUrlOptions extends Omit<ExtractOptions, "url" | "charset" | "encoding"> {
  readonly fetch?: FetchOptions | undefined;
}

/** The article at an address, which is fetched with the address guard, the limits and robots.txt. */
export async function extractUrl(url: string | URL, options: ExtractUrlOptions = {}): Promise<Article> {
  const { fetch, ...rest } = options;
  const page = await fetchPage(url, fetch);
  return extract(page.bytes, { ...rest, url: page.url, charset: page.charset });
}
