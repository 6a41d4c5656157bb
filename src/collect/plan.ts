import { type FoundList, findLists, readList, START } from "../discover/index.ts";
import { asNewsError, type NewsError } from "../errors/index.ts";
import type { PoliteFetcher } from "../fetch/index.ts";
import { type ReadOptions, type Start, searchSource } from "./read-sources.ts";

/** What would be read of a source, without storing anything. */
export interface PlannedSource extends FoundList {
  readonly entries: readonly {
    readonly url: string;
    readonly title: string | undefined;
    readonly isKnown: boolean;
  }[];
  readonly failure: NewsError | undefined;
}

/** What a run would ask for, and why: only lists are fetched. */
export async function plan(
  starts: readonly Start[],
  options: ReadOptions,
): Promise<readonly PlannedSource[]> {
  const { store, fetcher, sinceMs } = options;
  const planned: PlannedSource[] = [];
  for (const start of starts) {
    if (start.kind === "search") {
      const { id: url } = searchSource(start);
      planned.push({
        kind: "front",
        url,
        foundBy: `the search for ${start.keyword}`,
        entries: [],
        failure: undefined,
      });
      continue;
    }
    for (const list of await listsOrFailure(start.url, planned, fetcher)) {
      try {
        const read = await readList(list, fetcher, { known: async () => undefined, sinceMs });
        const entries = [];
        for (const { url, title } of read.entries)
          entries.push({ url, title, isKnown: (await store.getArticle(url)) !== undefined });
        planned.push({ ...list, entries, failure: undefined });
      } catch (error) {
        const failure = asNewsError(error);
        if (failure.code === "INTERNAL") throw error;
        planned.push({ ...list, entries: [], failure });
      }
    }
  }
  return planned;
}

/** The lists of a start; one that cannot be read is planned with its failure. */
async function listsOrFailure(
  url: string,
  planned: PlannedSource[],
  fetcher: PoliteFetcher,
): Promise<readonly FoundList[]> {
  try {
    return await findLists(url, fetcher);
  } catch (error) {
    const failure = asNewsError(error);
    if (failure.code === "INTERNAL") throw error;
    planned.push({ kind: "front", url, foundBy: START, entries: [], failure });
    return [];
  }
}
