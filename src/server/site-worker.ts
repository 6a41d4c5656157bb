import type { Chunk } from "../batch/index.ts";
import {
  type AddedPage,
  addPage,
  applyRetention,
  type CollectSummary,
  collect,
  HeaderFiles,
  LateBrowser,
  readHeaderFiles,
  reportHits,
  type SentPage,
  type Start,
  startAgain,
} from "../collect/index.ts";
import { extract } from "../default-extract.ts";
import { type Announced, readList } from "../discover/index.ts";
import { asNewsError, type FailureCode, NewsError } from "../errors/index.ts";
import { type FetchOptions, makePoliteFetcher } from "../fetch/index.ts";
import { toStyled } from "../output/index.ts";
import { openStore, type Store, type StoredRawPage } from "../store/index.ts";

/** A page as it was received. */
type KeptPage = Pick<StoredRawPage, "bytes" | "url" | "charset">;

/** Work on whole sites, which takes seconds to hours and parses pages: not for the thread that answers requests. */
export type SiteTask =
  /** What a feed, a sitemap or a front page announces. */
  | { readonly kind: "list"; readonly url: string; readonly limit: number }
  /** A run of the collector; without addresses, of all sources of the library. */
  | { readonly kind: "collect"; readonly addresses: readonly string[] }
  /** The article of a kept page in the styles of that page. */
  | ({ readonly kind: "original" } & KeptPage)
  /** A page that a client sent, for the library. */
  | ({ readonly kind: "add" } & SentPage);

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
  /** The workers of the library's fleet collect these sources. */
  | { readonly queued: number }
  | { readonly styled: string }
  | { readonly added: AddedPage }
  | { readonly failure: { readonly code: FailureCode; readonly message: string } };

/** What a thread for sites runs. */
export async function run({ inputs, shared }: Chunk<SiteTask, SiteSettings>): Promise<SiteAnswer> {
  const task = inputs[0]!;
  try {
    if (task.kind === "list") return { list: await announced(task, shared) };
    if (task.kind === "original") return { styled: await renderOriginal(task, shared.network) };
    if (task.kind === "add") return { added: await addNow(task, shared.store) };
    return await collectNow(task.addresses, shared);
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
  // A feed is still recognised by its first bytes when read as a front page.
  const list = { kind: "front", url, foundBy: "" } as const;
  const { title = null, entries } = await readList(list, fetcher, { known: async () => undefined });
  return { title, entries: entries.slice(0, limit) };
}

/** One run as galley collect does it: by the library's fleet, if it has one. */
async function collectNow(
  addresses: readonly string[],
  { store: name, network, delayMs }: SiteSettings,
): Promise<SiteAnswer> {
  const store = await openStore(name, { mayCreate: true });
  try {
    const starts =
      addresses.length > 0
        ? addresses.map((url) => ({ kind: "address", url }) as const)
        : (await store.listKnownSources()).map(startAgain);
    const queued = await leaveToFleet(name, starts, store);
    const answer =
      queued === undefined ? { summary: await collectHere(starts, store, { network, delayMs }) } : { queued };
    // Failed calls are sent again after the next run, and galley watch list shows them.
    await reportHits(store, network);
    return answer;
  } finally {
    await store.close();
  }
}

/** Queues sources for the fleet of a library, whose workers share the delays of hosts; undefined where it has none. */
async function leaveToFleet(
  name: string,
  starts: readonly Start[],
  store: Store,
): Promise<number | undefined> {
  if (store.driver !== "postgres") return undefined;
  // Loaded here: most libraries are files.
  const { addSources, FleetQueue } = await import("../fleet/index.ts");
  const queue = await FleetQueue.find(name, "visitor");
  if (queue === undefined) return undefined;
  try {
    const jobs = starts.map((start) => ({ start }));
    await applyRetention(store, queue.now());
    return await addSources(queue, jobs);
  } finally {
    await queue.close();
  }
}

/** Collects in this thread, with the headers and the browser that sources need. */
async function collectHere(
  starts: readonly Start[],
  store: Store,
  { network, delayMs }: Omit<SiteSettings, "store">,
): Promise<CollectSummary> {
  const files = new HeaderFiles();
  const known = { ...network, headersFor: files.headersFor };
  const browser = new LateBrowser(known);
  try {
    const fetcher = makePoliteFetcher({ ...known, delayMs });
    const unreadable = await readHeaderFiles(files, store, { named: undefined });
    const { render } = browser;
    return await collect(starts, { store, fetcher, unreadable, render, now: () => Date.now() });
  } finally {
    await browser.close();
  }
}

async function addNow(page: SentPage, place: string): Promise<AddedPage> {
  const store = await openStore(place, { mayCreate: true });
  try {
    return await addPage(store, page, Date.now());
  } finally {
    await store.close();
  }
}

/** Parts that a styled article shows, but methods that pick one subtree leave out. */
const STYLED_PARTS = { standfirst: true, captions: true } as const;

/** The article of a kept page in the styles of that page, rendered without scripts; style sheets and pictures are fetched with the address guard. */
export async function renderOriginal(
  { bytes, url, charset }: KeptPage,
  network: FetchOptions,
): Promise<string> {
  // Loaded here: a server without a browser has everything but the original style.
  const { renderPage } = await import("../browser/index.ts");
  const { captured } = await renderPage(
    { html: bytes, url, charset: charset ?? undefined },
    {
      scripts: false,
      network,
      makeArticle: (opened) => extract(opened, { explain: true, include: STYLED_PARTS }),
    },
  );
  if (captured === undefined) throw new NewsError("NO_ARTICLE", "The kept page gives no article.");
  return toStyled(captured, { inline: true });
}
