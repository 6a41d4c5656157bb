import { setTimeout as sleep } from "node:timers/promises";
import type { KnownSites } from "../batch/index.ts";
import { readKnownSites } from "../collect/index.ts";
import type { Store } from "../store/index.ts";

/** Site knowledge of a library in memory that all threads share, so that it is not copied with every page. */
export interface SharedSites {
  /** Grows with every change, so that a thread parses the bytes once. */
  readonly generation: number;
  /** JSON of `KnownSites`. */
  readonly bytes: Uint8Array<SharedArrayBuffer>;
}

/** Changes by other programs are found within this time; changes by the studio at once. */
const FRESH_MS = 2000;
/** A page waits this long for a slow library. */
const MAX_WAIT_MS = 250;

/** Profiles and models of sites as the library has them now, for a server that runs for months. */
export class LiveSites {
  readonly #openStore: () => Promise<Store>;
  readonly #now: () => number;
  #stamp = "";
  #generation = 0;
  #shared: SharedSites | undefined;
  #checkedMs: number | undefined;
  #checking: Promise<void> | undefined;

  constructor(openStore: () => Promise<Store>, now: () => number = () => performance.now()) {
    this.#openStore = openStore;
    this.#now = now;
  }

  /** Reads the current state; from then on pages use it, and the library is polled for changes. */
  async refresh(): Promise<void> {
    // A running check may have read before the change.
    await this.#checking?.catch(() => undefined);
    await this.#check();
  }

  /** What is known; undefined before the first reading, and where there is nothing. */
  async current(): Promise<SharedSites | undefined> {
    if (this.#checkedMs !== undefined && this.#now() - this.#checkedMs > FRESH_MS) {
      // An unresponsive library is no reason to refuse pages: they use the last known state.
      const checked = this.#check().catch(() => undefined);
      await Promise.race([checked, sleep(MAX_WAIT_MS, undefined, { ref: false })]);
    }
    return this.#shared;
  }

  #check(): Promise<void> {
    this.#checkedMs = this.#now();
    this.#checking ??= this.#read().finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  async #read(): Promise<void> {
    const store = await this.#openStore();
    const records = await store.listSiteRecords();
    const stamp = records.map(({ site, kind, atMs }) => `${site} ${kind} ${atMs}`).join("\n");
    if (stamp === this.#stamp) return;
    const known: KnownSites = await readKnownSites(store);
    const json = Buffer.from(JSON.stringify(known));
    const bytes = new Uint8Array(new SharedArrayBuffer(json.length));
    bytes.set(json);
    this.#generation++;
    this.#shared = records.length === 0 ? undefined : { generation: this.#generation, bytes };
    this.#stamp = stamp;
  }
}
