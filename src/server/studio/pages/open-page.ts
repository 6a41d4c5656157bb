import { closeSync, openSync, readSync } from "node:fs";
import { basename, dirname } from "node:path";
import { insidePath } from "../../../archive/index.ts";
import { parsePage } from "../../../default-extract.ts";
import { NewsError } from "../../../errors/index.ts";
import { type FetchOptions, RecentMap } from "../../../fetch/index.ts";
import type { Page } from "../../../page/index.ts";
import { contentHash, type Label, loadPage, parseLabel } from "../../../sets/index.ts";

/** Where a page of a set is: a range of bytes of its index, or a file of a folder that has no index. */
export type PagePlace = { readonly folder: string; readonly render?: boolean } & (
  | { readonly from: number; readonly to: number; readonly line: number }
  | { readonly file: string }
);

/** A page as all screens see it. */
export interface StudioPage {
  readonly label: Label;
  readonly page: Page;
  /** Of the bytes, and of how they were opened: labels of nodes are valid only for this tree. */
  readonly hash: string;
  /** The folder of a saved copy, whose style sheets and pictures may be shown. */
  readonly saved: string | undefined;
}

/** Cached pages: several screens show the same page, and the next two are loaded ahead. */
const KEPT_PAGES = 8;

/** Opens pages, and keeps those that were opened last. */
export class PageOpener {
  /** How rendered pages load their resources; absent: not at all. */
  network: FetchOptions | undefined;
  readonly #kept = new RecentMap<string, StudioPage>(KEPT_PAGES);
  #browser: Promise<Renderer> | undefined;

  async open(place: PagePlace): Promise<StudioPage> {
    const label = readLabel(place);
    const html = loadPage(label);
    const bytesHash = contentHash(html);
    const hash = place.render ? `rendered-${bytesHash}` : bytesHash;
    const key = `${hash} ${label.url}`;
    const known = this.#kept.get(key);
    if (known !== undefined) return { ...known, label };
    const saved = "path" in label.source ? dirname(label.source.path) : undefined;
    const page = place.render
      ? await this.#render(html, label, saved)
      : parsePage(html, { url: label.url, encoding: label.encoding });
    const opened = { label, page, hash, saved };
    this.#kept.set(key, opened);
    return opened;
  }

  async #render(html: Uint8Array | string, label: Label, folder: string | undefined): Promise<Page> {
    // Loaded here: pages that are not rendered need none of it.
    const { openBrowser } = await import("../../../browser/index.ts");
    this.#browser ??= openBrowser({ pages: 1, network: this.network });
    this.#browser.catch(() => {
      this.#browser = undefined;
    });
    const { url, encoding } = label;
    const source = { html, url: url ?? undefined, encoding: encoding ?? undefined, folder };
    return (await (await this.#browser).render(source)).page;
  }

  async close(): Promise<void> {
    await (await this.#browser?.catch(() => undefined))?.close();
  }
}

type Renderer = Awaited<ReturnType<typeof import("../../../browser/index.ts").openBrowser>>;

const INDEX = "index.jsonl";

/** The line of the index at a place, without later labels by people. */
function readLabel(place: PagePlace): Label {
  const set = basename(place.folder);
  if ("file" in place) {
    const line = JSON.stringify({ id: place.file, htmlPath: place.file });
    return parseLabel(line, { set, lineNumber: 0 }, (path) => insidePath(place.folder, path));
  }
  const line = readRange(insidePath(place.folder, INDEX), place.from, place.to);
  try {
    return parseLabel(line, { set, lineNumber: place.line }, (path) => insidePath(place.folder, path));
  } catch (cause) {
    const message = "The index was changed while it was open; open the set again.";
    throw new NewsError("PAGE_CHANGED", message, { cause });
  }
}

function readRange(path: string, from: number, to: number): string {
  const bytes = Buffer.alloc(to - from);
  const file = openSync(path, "r");
  try {
    readSync(file, bytes, 0, bytes.length, from);
  } finally {
    closeSync(file);
  }
  return bytes.toString("utf8");
}
