import type { BrowserPool } from "../browser/index.ts";
import type { FetchedPage, FetchOptions } from "../fetch/index.ts";
import type { Page } from "../page/index.ts";

/** A browser that starts with the first page that needs it. */
export class LateBrowser {
  readonly #network: FetchOptions;
  #started: Promise<BrowserPool> | undefined;

  constructor(network: FetchOptions) {
    this.#network = network;
  }

  readonly render = async ({ bytes: html, url, charset }: FetchedPage): Promise<Page> => {
    const { timeoutMs, ...network } = this.#network;
    // Loaded here: most sources are not rendered.
    this.#started ??= import("../browser/index.ts").then(({ openBrowser }) => openBrowser({ timeoutMs }));
    return (await (await this.#started).render({ html, url, charset }, { network })).page;
  };

  async close(): Promise<void> {
    await (await this.#started?.catch(() => undefined))?.close();
  }
}
