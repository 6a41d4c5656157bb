import type { WarningCode } from "../article/index.ts";
import { NewsError } from "../errors/index.ts";
import { PageLeft } from "./end-watch.ts";
import { LiveBrowser } from "./live-browser.ts";
import {
  type BrowserOptions,
  type BrowserSettings,
  type RenderOptions,
  type RenderSettings,
  readBrowserOptions,
  readRenderOptions,
} from "./render-options.ts";
import { type OpenedSource, openSource, type RenderSource } from "./render-source.ts";
import type { RenderedPage } from "./rendered-page.ts";
import { visitPage } from "./visit-page.ts";

/** A browser that renders several pages at once and is started anew when one of them takes it down. */
export class BrowserPool {
  readonly #options: BrowserOptions;
  readonly #settings: BrowserSettings;
  #browser: Promise<LiveBrowser> | undefined;
  #free: number;
  readonly #queue: (() => void)[] = [];
  #isClosed = false;

  /** Starts a browser; NO_BROWSER where none is found or none starts. */
  static async open(options: BrowserOptions = {}): Promise<BrowserPool> {
    const pool = new BrowserPool(options);
    await pool.#running();
    return pool;
  }

  private constructor(options: BrowserOptions) {
    this.#options = options;
    this.#settings = readBrowserOptions(options);
    this.#free = this.#settings.pages;
  }

  /** A page as the browser shows it; options given here go before the pool's. */
  async render(source: RenderSource, options: RenderOptions = {}): Promise<RenderedPage> {
    const given = Object.entries(options).filter(([, value]) => value !== undefined);
    const settings = readRenderOptions({ ...this.#options, ...Object.fromEntries(given) });
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#queue.push(resolve));
    try {
      return await this.#renderOpened(await openSource(source, settings), settings);
    } finally {
      const next = this.#queue.shift();
      if (next) next();
      else this.#free++;
    }
  }

  /** Ends the browser; pages under way fail with RENDER_CRASHED. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const browser = await this.#browser?.catch(() => undefined);
    await browser?.close();
  }

  async #renderOpened(opened: OpenedSource, settings: RenderSettings): Promise<RenderedPage> {
    const browser = await this.#running();
    try {
      return await visitStill(browser, opened, settings);
    } catch (error) {
      if (this.#isClosed) throw new NewsError("RENDER_CRASHED", "The browser was closed.", { cause: error });
      // It may have been another page that took the browser down; one that does so twice does it itself.
      if (browser.isRunning) throw error;
      return await visitStill(await this.#running(), opened, settings);
    }
  }

  /** The browser, a new one where it has ended; callers wait in line, so that one starts it for all. */
  #running(): Promise<LiveBrowser> {
    this.#browser = this.#keepOrStart(this.#browser);
    return this.#browser;
  }

  async #keepOrStart(known: Promise<LiveBrowser> | undefined): Promise<LiveBrowser> {
    const browser = await known?.catch(() => undefined);
    if (this.#isClosed) throw new NewsError("BAD_OPTION", "The browser was closed; open another.");
    return browser?.isRunning ? browser : LiveBrowser.start(this.#settings);
  }
}

/** Visits a page; one that does not stay is held where it is, without its scripts. */
async function visitStill(
  browser: LiveBrowser,
  opened: OpenedSource,
  settings: RenderSettings,
): Promise<RenderedPage> {
  try {
    return await visitPage(browser, opened, settings);
  } catch (error) {
    if (!(error instanceof PageLeft)) throw error;
    if (opened.isHeld) {
      const message = "The page does not stay, even without scripts.";
      throw new NewsError("RENDER_CRASHED", message, { cause: error });
    }
  }
  const still = await visitStill(browser, { ...opened, isHeld: true }, { ...settings, scripts: false });
  return { ...still, warnings: [...new Set<WarningCode>([...still.warnings, "LEFT_PAGE"])] };
}

/** Starts a browser for many pages; close it when done. */
export function openBrowser(options: BrowserOptions = {}): Promise<BrowserPool> {
  return BrowserPool.open(options);
}

/** One page as a browser shows it, in a browser that is started and ended for it. */
export async function renderPage(source: RenderSource, options: BrowserOptions = {}): Promise<RenderedPage> {
  const pool = await openBrowser(options);
  try {
    return await pool.render(source);
  } finally {
    await pool.close();
  }
}
