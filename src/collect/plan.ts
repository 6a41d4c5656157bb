import {
  type Announced,
  type FoundList,
  findLists,
  readList,
  SiteSearcher,
  START,
} from "../discover/index.ts";
import { asNewsError, type NewsError } from "../errors/index.ts";
import { identityUrl } from "../url/index.ts";
import { type ReadOptions, type Start, searchSource } from "./read-sources.ts";

/** What would be read of a source, without storing anything. */
export interface PlannedSource {
  readonly kind: FoundList["kind"] | "search";
  readonly url: string;
  /** Who named it, in words for people. */
  readonly foundBy: string;
  /** What it announces, without what a source before it does. */
  readonly entries: readonly {
    readonly url: string;
    readonly title: string | undefined;
    readonly isKnown: boolean;
  }[];
  /** Entries that a source before it announces too. */
  readonly repeated: number;
  readonly failure: NewsError | undefined;
}

/** What a run would ask for, and why: only lists and result pages are fetched. */
export async function plan(
  starts: readonly Start[],
  options: ReadOptions,
): Promise<readonly PlannedSource[]> {
  const planner = new Planner(options);
  const planned: PlannedSource[] = [];
  for (const start of starts) {
    if (start.kind === "search") planned.push(await planner.planSearch(start));
    else planned.push(...(await planner.planAddress(start.url)));
  }
  return planned;
}

/** Reads lists one after the other and keeps what they announced, so that each address is planned once. */
class Planner {
  readonly #options: ReadOptions;
  readonly #searcher: SiteSearcher;
  readonly #announced = new Set<string>();

  constructor(options: ReadOptions) {
    this.#options = options;
    this.#searcher = new SiteSearcher(options.fetcher);
  }

  planSearch(search: Extract<Start, { kind: "search" }>): Promise<PlannedSource> {
    const { id: url } = searchSource(search);
    const list = { kind: "search", url, foundBy: `the search for ${search.keyword}` } as const;
    return this.#plan(list, async () => {
      const entries: Announced[] = [];
      for await (const page of this.#searcher.search(search)) entries.push(...page.entries);
      return entries;
    });
  }

  async planAddress(url: string): Promise<readonly PlannedSource[]> {
    const { fetcher, sinceMs } = this.#options;
    let lists: readonly FoundList[];
    try {
      lists = await findLists(url, fetcher);
    } catch (error) {
      const fault = async () => Promise.reject(error);
      return [await this.#plan({ kind: "front", url, foundBy: START }, fault)];
    }
    const planned: PlannedSource[] = [];
    for (const list of lists) {
      const read = async () =>
        (await readList(list, fetcher, { known: async () => undefined, sinceMs })).entries;
      planned.push(await this.#plan(list, read));
    }
    return planned;
  }

  async #plan(
    list: Pick<PlannedSource, "kind" | "url" | "foundBy">,
    read: () => Promise<readonly Announced[]>,
  ): Promise<PlannedSource> {
    try {
      const announced = await read();
      const own = announced.filter(({ url }) => !this.#announced.has(identityUrl(url)));
      for (const { url } of own) this.#announced.add(identityUrl(url));
      const entries = [];
      for (const { url, title } of own)
        entries.push({ url, title, isKnown: (await this.#options.store.getArticle(url)) !== undefined });
      return { ...list, entries, repeated: announced.length - own.length, failure: undefined };
    } catch (error) {
      const failure = asNewsError(error);
      if (failure.code === "INTERNAL") throw error;
      return { ...list, entries: [], repeated: 0, failure };
    }
  }
}
