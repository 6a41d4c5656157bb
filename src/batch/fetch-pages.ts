import type { BatchPage, ReceivedPage, UnfetchedPage } from "../archive/index.ts";
import { asNewsError, NewsError } from "../errors/index.ts";
import type { FetchOptions, HostPace, PaceClock, PageFetcher } from "../fetch/index.ts";
import { MACHINE_CLOCK } from "../fetch/index.ts";
import { parseHttpUrl } from "../url/index.ts";
import { Changes } from "./ordered-map.ts";
import type { ReadyPage } from "./page-line.ts";
import { weightOf } from "./run-batch.ts";

/** Pages read ahead of the first that is still being fetched, so that one slow host does not hold up others. */
const MAX_AHEAD = 1000;
/** Pages read ahead where nothing is being fetched. */
const MAX_AHEAD_IDLE = 16;
/** Bytes held for an earlier page; above it only the first page in line is fetched. */
const MAX_HELD_BYTES = 64_000_000;
/** Hosts that are asked at once. */
const MAX_CONNECTIONS = 16;
/** Limits and politeness of fetching many pages. */
export interface FetchPagesOptions extends FetchOptions {
  /** Time from one request to the next of the same host; 1 s. */
  readonly delayMs?: number | undefined;
  /** The clock, for tests. */
  readonly clock?: PaceClock;
}

/**
 * Fetches addresses and passes everything on in input order: each host one page at a time, a delay apart,
 * many hosts at once. Pages that wait for an earlier one are bounded in number and in bytes.
 */
export async function* fetchPages(
  pages: AsyncIterable<BatchPage>,
  options: FetchPagesOptions = {},
): AsyncGenerator<ReadyPage, void, undefined> {
  const line = new FetchLine(options);
  void line.feed(pages);
  try {
    yield* line.read();
  } finally {
    line.stop();
  }
}

/** A place in the queue, filled when its page has arrived. */
interface Slot {
  readonly number: number;
  page?: ReadyPage;
}

interface Job {
  readonly slot: Slot;
  readonly page: UnfetchedPage;
}

interface Tools {
  readonly fetchPage: PageFetcher;
  paceOf(host: string): HostPace;
}

class FetchLine {
  readonly #options: FetchPagesOptions;
  readonly #clock: PaceClock;
  #tools: Promise<Tools> | undefined;
  readonly #slots: Slot[] = [];
  /** The jobs of each host that has any, in their order. */
  readonly #jobsByHost = new Map<string, Job[]>();
  /** Jobs whose host may be asked, waiting for a connection. */
  readonly #ready = new Map<number, () => void>();
  #unfetched = 0;
  #heldBytes = 0;
  #connections = 0;
  #read = 0;
  #isStopped = false;
  #end: { readonly error?: unknown } | undefined;
  readonly #changes = new Changes();

  constructor(options: FetchPagesOptions) {
    this.#options = options;
    this.#clock = options.clock ?? MACHINE_CLOCK;
  }

  /** Takes pages in while the queue is not full. */
  async feed(pages: AsyncIterable<BatchPage>): Promise<void> {
    try {
      for await (const page of pages) {
        while (this.#isFull && !this.#isStopped) await this.#changes.next();
        if (this.#isStopped) break;
        const slot: Slot = { number: this.#read++ };
        this.#slots.push(slot);
        if (page.kind === "address") this.#queue({ slot, page });
        else this.#fill(slot, page);
      }
      this.#end = {};
    } catch (error) {
      this.#end = { error };
    }
    this.#changes.signal();
  }

  async *read(): AsyncGenerator<ReadyPage, void, undefined> {
    while (true) {
      const page = this.#slots[0]?.page;
      if (page !== undefined) {
        this.#slots.shift();
        this.#heldBytes -= weightOf(page);
        this.#admit();
        this.#changes.signal();
        yield page;
      } else if (this.#slots.length === 0 && this.#end) {
        if ("error" in this.#end) throw this.#end.error;
        return;
      } else await this.#changes.next();
    }
  }

  stop(): void {
    this.#isStopped = true;
    this.#changes.signal();
  }

  /** After the reader has stopped, no more requests are sent. */
  #refuseStopped(): void {
    if (this.#isStopped) throw new NewsError("SERVER_GONE", "The run has ended.");
  }

  get #isFull(): boolean {
    const maxAhead = this.#unfetched > 0 ? MAX_AHEAD : MAX_AHEAD_IDLE;
    return this.#slots.length >= maxAhead || this.#heldBytes >= MAX_HELD_BYTES;
  }

  #fill(slot: Slot, page: ReadyPage): void {
    slot.page = page;
    this.#heldBytes += weightOf(page);
    this.#changes.signal();
  }

  #queue(job: Job): void {
    this.#unfetched++;
    // Only an http address has a host; the fetcher reports what is wrong with others.
    const host = parseHttpUrl(job.page.url)?.host ?? "";
    const jobs = this.#jobsByHost.get(host);
    if (jobs) jobs.push(job);
    else {
      this.#jobsByHost.set(host, [job]);
      void this.#serve(host);
    }
  }

  /** Does the jobs of one host, one after the other. */
  async #serve(host: string): Promise<void> {
    const jobs = this.#jobsByHost.get(host) ?? [];
    for (let job = jobs.shift(); job && !this.#isStopped; job = jobs.shift()) {
      const page = await this.#fetch(host, job);
      this.#unfetched--;
      this.#fill(job.slot, page);
    }
    this.#jobsByHost.delete(host);
  }

  async #fetch(host: string, { slot, page }: Job): Promise<ReadyPage> {
    try {
      const { fetchPage, paceOf } = await this.#loaded();
      const pace = paceOf(host);
      pace.refuseGone(host);
      await pace.wait();
      this.#refuseStopped();
      await this.#connection(slot);
      try {
        this.#refuseStopped();
        pace.begin();
        return await fetchOne(page, pace, fetchPage);
      } finally {
        this.#connections--;
        this.#admit();
      }
    } catch (error) {
      const { code, message } = asNewsError(error);
      return { kind: "broken", id: page.id, code, message };
    }
  }

  /** Loaded with the first address: most batches have none. */
  #loaded(): Promise<Tools> {
    this.#tools ??= this.#load();
    return this.#tools;
  }

  async #load(): Promise<Tools> {
    const { DEFAULT_DELAY_MS, HostPace, KNOWN_HOSTS, makePageFetcher, RecentMap } = await import(
      "../fetch/index.ts"
    );
    const { delayMs = DEFAULT_DELAY_MS, clock, ...fetchOptions } = this.#options;
    const paces = new RecentMap<string, HostPace>(KNOWN_HOSTS);
    const paceOf = (host: string): HostPace => {
      const pace = paces.get(host) ?? new HostPace(delayMs, this.#clock);
      paces.set(host, pace);
      return pace;
    };
    return { fetchPage: makePageFetcher(fetchOptions), paceOf };
  }

  #connection(slot: Slot): Promise<void> {
    return new Promise((resolve) => {
      this.#ready.set(slot.number, resolve);
      this.#admit();
    });
  }

  /** Gives free connections to the earliest pages; the first always gets one, as all others wait for it. */
  #admit(): void {
    while (this.#connections < MAX_CONNECTIONS && this.#ready.size > 0) {
      const earliest = Math.min(...this.#ready.keys());
      if (this.#heldBytes >= MAX_HELD_BYTES && earliest !== this.#slots[0]?.number) return;
      const admit = this.#ready.get(earliest);
      this.#ready.delete(earliest);
      this.#connections++;
      admit?.();
    }
  }
}

async function fetchOne(
  { id, url: address, encoding, collectedTitle }: UnfetchedPage,
  pace: HostPace,
  fetchPage: PageFetcher,
): Promise<ReceivedPage> {
  try {
    const { url, bytes, charset } = await fetchPage(address);
    pace.addAnswer();
    return { kind: "received", id, url, bytes, charset, encoding, collectedTitle };
  } catch (error) {
    pace.addError(asNewsError(error));
    throw error;
  }
}
