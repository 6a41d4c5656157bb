import type { PageView } from "../../../src/server/studio/contract.ts";
import type { Api, Look } from "../api.ts";
import { PageTree } from "../tree/page-tree.ts";

/** A page with its tree, ready to be shown. */
export interface LoadedPage {
  readonly set: string;
  readonly look: Look;
  readonly view: PageView;
  readonly tree: PageTree;
}

/** The page that is shown, the two that come next, and the one before. */
const MAX_PAGES = 5;

/** Pages that were loaded, ahead of time or by now: the next one is shown without a wait. */
export class PageCache {
  readonly #api: Pick<Api, "page">;
  readonly #pages = new Map<string, Promise<LoadedPage>>();

  constructor(api: Pick<Api, "page">) {
    this.#api = api;
  }

  /** A page as it was loaded, ahead of time or now. */
  load(set: string, page: string, by: string, look: Look = "sent"): Promise<LoadedPage> {
    const key = JSON.stringify([set, page, by, look]);
    const known = this.#pages.get(key);
    // Back to the end of the list: the oldest are dropped first.
    this.#pages.delete(key);
    const loading = known ?? this.#fetch({ set, page, by, look }, key);
    this.#pages.set(key, loading);
    for (const old of this.#pages.keys()) {
      if (this.#pages.size <= MAX_PAGES) break;
      this.#pages.delete(old);
    }
    return loading;
  }

  /** Forgets a page, whose labels have changed; the next load asks the server. */
  drop(set: string, page: string, by: string): void {
    for (const look of ["sent", "rendered"]) this.#pages.delete(JSON.stringify([set, page, by, look]));
  }

  async #fetch(
    { set, page, by, look }: { set: string; page: string; by: string; look: Look },
    key: string,
  ): Promise<LoadedPage> {
    try {
      const view = await this.#api.page(set, page, by, look);
      return { set, look, view, tree: new PageTree(view.tree) };
    } catch (error) {
      this.#pages.delete(key);
      throw error;
    }
  }
}
