import type { RenderedPage, RenderOptions } from "../browser/index.ts";
import type { Source, SourceOptions } from "./read-source.ts";
import { beforeSignal } from "./stop-signal.ts";

/** How the page of the command line is rendered. */
export interface RenderRequest extends SourceOptions {
  /** The address of a page that is read from a file. */
  readonly url: string | undefined;
  /** The charset of the bytes where it is known for certain. */
  readonly encoding: string | undefined;
  readonly scripts: boolean;
  /** Makes the article of the open page, where its looks are wanted too. */
  readonly makeArticle?: RenderOptions["makeArticle"];
}

/** Renders what was read; the network is open only to a page that came from there. */
export async function renderSource(source: Source, request: RenderRequest): Promise<RenderedPage> {
  const { url = source.url, encoding, scripts, makeArticle, maxBytes, timeoutMs, ...manners } = request;
  // Loaded here: most pages are not rendered.
  const { renderPage } = await import("../browser/index.ts");
  // A signal that ends the process by itself would leave the browser's profile behind.
  const release = beforeSignal(() => Promise.resolve());
  try {
    const { bytes: html, charset, folder } = source;
    const network = source.url !== undefined && { ...manners, ...(maxBytes !== undefined && { maxBytes }) };
    return await renderPage(
      { html, url, charset, encoding, folder },
      { scripts, timeoutMs, maxBytes, network, makeArticle },
    );
  } finally {
    release();
  }
}
