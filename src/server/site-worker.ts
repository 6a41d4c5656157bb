import type { Chunk } from "../batch/index.ts";
import { type CollectSummary, collect } from "../collect/index.ts";
import { type Announced, readList } from "../discover/index.ts";
import { asNewsError, type FailureCode } from "../errors/index.ts";
import { type FetchOptions, makePoliteFetcher } from "../fetch/index.ts";
import { openStore } from "../store/index.ts";

/** Work on whole sites, which takes seconds to hours and parses pages: not for the thread that answers requests. */
export type SiteTask =
  /** What a feed, a sitemap or a front page announces. */
  | { readonly kind: "list"; readonly url: string; readonly limit: number }
  /** A run of the collector; without addresses, of all sources of the library. */
  | { readonly kind: "collect"; readonly addresses: readonly string[] };

/** What a list announces. */
export interface AnnouncedList {
  readonly title: string | null;
  readonly entries: readonly Announced[];
}

/** What every task has in common; plain data, as it goes to another thread. */
export interface SiteSettings {
  readonly store: string;
  readonly network: Pick<
    FetchOptions,
    "allowPrivate" | "ignoreRobots" | "timeoutMs" | "maxBytes" | "userAgent"
  >;
  readonly delayMs?: number | undefined;
}

/** What a task ends with. */
export type SiteAnswer =
  | { readonly list: AnnouncedList }
  | { readonly summary: CollectSummary }
  | { readonly failure: { readonly code: FailureCode; readonly message: string } };

/** What a thread for sites runs. */
export async function run({ inputs, shared }: Chunk<SiteTask, SiteSettings>): Promise<SiteAnswer> {
  const task = inputs[0]!;
  try {
    return task.kind === "list"
      ? { list: await announced(task, shared) }
      : { summary: await collectNow(task.addresses, shared) };
  } catch (error) {
    const { code, message } = asNewsError(error);
    return { failure: { code, message } };
  }
}

async function announced(
  { url, limit }: SiteTask & { readonly kind: "list" },
  { network, delayMs }: SiteSettings,
): Promise<AnnouncedList> {
  const fetcher = makePoliteFetcher({ ...network, delayMs });
  // Read as a front page, a feed is still told by its first bytes.
  const list = { kind: "front", url, foundBy: "" } as const;
  const { title = null, entries } = await readList(list, fetcher, { known: async () => undefined });
  return { title, entries: entries.slice(0, limit) };
}

async function collectNow(
  addresses: readonly string[],
  { store: name, network, delayMs }: SiteSettings,
): Promise<CollectSummary> {
  const store = await openStore(name, { mayCreate: true });
  try {
    const known = addresses.length > 0 ? addresses : (await store.listSources()).map(({ url }) => url);
    const starts = known.map((url) => ({ kind: "address", url }) as const);
    const fetcher = makePoliteFetcher({ ...network, delayMs });
    return await collect(starts, { store, fetcher, now: () => Date.now() });
  } finally {
    await store.close();
  }
}
