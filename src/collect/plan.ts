import {
  type Announced,
  type FoundList,
  findLists,
  readList,
  SiteSearcher,
  START,
} from "../discover/index.ts";
import { asNewsError, type NewsError } from "../errors/index.ts";
import type { FindingPreview, KnownSource, Source } from "../store/index.ts";
import { addressKey, identityUrl } from "../url/index.ts";
import { isStoreFault } from "./judge-page.ts";
import {
  findingTime,
  knownLists,
  listKind,
  type ReadOptions,
  reachableOf,
  type Start,
  searchSource,
  wantedOf,
} from "./read-sources.ts";

/** What would be read of a source, without storing anything. */
export interface PlannedSource {
  readonly kind: Source["kind"] | "article";
  readonly url: string;
  /** Where the source comes from, as text for people. */
  readonly foundBy: string;
  /** Its entries of the wanted time, without those of earlier sources. */
  readonly entries: readonly {
    readonly url: string;
    readonly title: string | undefined;
    /** Entries to be requested: all but known and removed ones. */
    readonly state: FindingPreview["state"];
  }[];
  /** Entries that an earlier source announces too. */
  readonly repeated: number;
  readonly failure: NewsError | undefined;
}

/** What a run would request. */
export interface Plan {
  readonly sources: readonly PlannedSource[];
  /** Pages left open by earlier runs, or due again after a failure, that no source announces now. */
  readonly waiting: number;
}

/** What a run would request, and why: only lists and result pages are fetched. */
export async function plan(starts: readonly Start[], options: ReadOptions): Promise<Plan> {
  const planner = new Planner(options);
  const sources: PlannedSource[] = [];
  for (const start of starts) {
    if (start.kind === "search") sources.push(await planner.planSearch(start));
    else sources.push(...(await planner.planAddress(start.url)));
  }
  const { count } = await options.store.countWaiting(options.now());
  const entries = sources.flatMap((source) => source.entries);
  return { sources, waiting: count - entries.filter(({ state }) => state === "waiting").length };
}

type PlannedList = Pick<PlannedSource, "kind" | "url" | "foundBy">;

/** Reads lists one after the other, so that each list and each address is planned once. */
class Planner {
  readonly #options: ReadOptions;
  readonly #searcher: SiteSearcher;
  readonly #announced = new Set<string>();
  readonly #read = new Set<string>();
  #known: Promise<readonly KnownSource[]> | undefined;

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
    const planned: PlannedSource[] = [];
    try {
      for (const list of await this.#listsOf(url)) {
        if (this.#read.has(addressKey(list.url))) continue;
        this.#read.add(addressKey(list.url));
        planned.push(await this.#plan(list, () => this.#readList(list)));
      }
    } catch (error) {
      planned.push(await this.#plan({ kind: "front", url, foundBy: START }, () => Promise.reject(error)));
    }
    return planned;
  }

  /** As in a run: known lists, else those that are found now. */
  async #listsOf(url: string): Promise<readonly (PlannedList & Pick<FoundList, "file">)[]> {
    const { store, fetcher, findAgain } = this.#options;
    this.#known ??= store.listKnownSources();
    const known = findAgain ? [] : await knownLists(url, await this.#known, store);
    return known.length === 0
      ? findLists(url, fetcher)
      : known.map((list) => ({ kind: list.kind, url: list.url, foundBy: "known from an earlier run" }));
  }

  async #readList({ kind, ...list }: PlannedList & Pick<FoundList, "file">): Promise<readonly Announced[]> {
    const { fetcher, sinceMs } = this.#options;
    const found = { ...list, kind: kind === "article" ? kind : listKind(kind) };
    return (await readList(found, fetcher, { known: async () => undefined, sinceMs })).entries;
  }

  async #plan(
    { kind, url, foundBy }: PlannedList,
    read: () => Promise<readonly Announced[]>,
  ): Promise<PlannedSource> {
    const list = { kind, url, foundBy };
    try {
      const when = findingTime(this.#options);
      const announced = await wantedOf(reachableOf(await read()), this.#options, when);
      const own = announced.filter((entry) => this.#isFirst(entry));
      const states = await this.#options.store.previewFindings(
        own.map((entry) => entry.url),
        // An article that is named itself is always checked again.
        kind === "article" ? { ...when, recheckMs: 0 } : when,
      );
      const entries = own.map((entry, at) => ({
        url: entry.url,
        title: entry.title,
        state: states[at]!.state,
      }));
      return { ...list, entries, repeated: announced.length - own.length, failure: undefined };
    } catch (error) {
      const failure = asNewsError(error);
      if (failure.code === "INTERNAL" || isStoreFault(failure)) throw error;
      return { ...list, entries: [], repeated: 0, failure };
    }
  }

  #isFirst({ url }: Announced): boolean {
    const before = this.#announced.size;
    return this.#announced.add(identityUrl(url)).size > before;
  }
}
