import type { WarningCode } from "../article/index.ts";
import { NewsError } from "../errors/index.ts";
import { Slots } from "../fetch/index.ts";
import { LiveBrowser } from "./chromium.ts";
import {
  type BrowserOptions,
  type BrowserSettings,
  type OpenedRenderSource,
  openRenderSource,
  type RenderedPage,
  type RenderOptions,
  type RenderSettings,
  type RenderSource,
  readBrowserOptions,
  readRenderOptions,
} from "./render-source.ts";
import { PageLeft, visitPage } from "./visit-page.ts";

export {
  type AddressSource,
  type BrowserOptions,
  type FileSource,
  MAX_PAGES,
  type MarkupSource,
  type OpenedPage,
  type RenderedPage,
  type RenderOptions,
  type RenderSource,
} from "./render-source.ts";
export type { BrowserPool };

/** A browser that renders several pages at once and restarts after a crash. */
class BrowserPool {
  readonly #options: BrowserOptions;
  readonly #settings: BrowserSettings;
  #browser: Promise<LiveBrowser> | undefined;
  readonly #slots: Slots;
  #isClosed = false;

  /** Starts a browser; throws NO_BROWSER if none is found or starts. */
  static async open(options: BrowserOptions = {}): Promise<BrowserPool> {
    const pool = new BrowserPool(options);
    await pool.#running();
    return pool;
  }

  private constructor(options: BrowserOptions) {
    this.#options = options;
    this.#settings = readBrowserOptions(options);
    this.#slots = new Slots(this.#settings.pages);
  }

  /** Renders a page; options given here override those of the pool. */
  async render(source: RenderSource, options: RenderOptions = {}): Promise<RenderedPage> {
    const given = Object.entries(options).filter(([, value]) => value !== undefined);
    const settings = readRenderOptions({ ...this.#options, ...Object.fromEntries(given) });
    return this.#slots.take(async () =>
      this.#renderOpened(await openRenderSource(source, settings), settings),
    );
  }

  /** Ends the browser; pages in progress fail with RENDER_CRASHED. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const browser = await this.#browser?.catch(() => undefined);
    await browser?.close();
  }

  async #renderOpened(opened: OpenedRenderSource, settings: RenderSettings): Promise<RenderedPage> {
    const browser = await this.#running();
    try {
      return await visitAndHold(browser, opened, settings);
    } catch (error) {
      if (this.#isClosed) throw new NewsError("RENDER_CRASHED", "The browser was closed.", { cause: error });
      // Another page may have crashed the browser, so one retry; a page that crashes it twice is to blame.
      if (browser.isRunning) throw error;
      return await visitAndHold(await this.#running(), opened, settings);
    }
  }

  /** The running browser, restarted if it has ended; concurrent callers share one start. */
  #running(): Promise<LiveBrowser> {
    this.#browser = this.#keepOrStart(this.#browser);
    return this.#browser;
  }

  async #keepOrStart(known: Promise<LiveBrowser> | undefined): Promise<LiveBrowser> {
    const browser = await known?.catch(() => undefined);
    if (this.#isClosed) throw new NewsError("BAD_OPTION", "The browser was closed; open another.");
    return browser?.isRunning ? browser : startBrowser(this.#settings);
  }
}

/** Launches in progress: their profile folder exists, their process is not known yet. */
const starting = new Set<Promise<LiveBrowser>>();

async function startBrowser(settings: BrowserSettings): Promise<LiveBrowser> {
  const launch = LiveBrowser.start(settings);
  starting.add(launch);
  try {
    return await launch;
  } finally {
    starting.delete(launch);
  }
}

/** Waits for launches in progress; only a started browser removes its profile folder on exit. */
export async function browsersStarted(): Promise<void> {
  await Promise.allSettled(starting);
}

/** Visits a page; one that navigates away is loaded again without scripts and kept in place. */
async function visitAndHold(
  browser: LiveBrowser,
  opened: OpenedRenderSource,
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
  const still = await visitAndHold(browser, { ...opened, isHeld: true }, { ...settings, scripts: false });
  return { ...still, warnings: [...new Set<WarningCode>([...still.warnings, "LEFT_PAGE"])] };
}

/** Starts a browser for many pages; close it when done. */
export function openBrowser(options: BrowserOptions = {}): Promise<BrowserPool> {
  return BrowserPool.open(options);
}

/** Renders one page in a browser of its own. */
export async function renderPage(source: RenderSource, options: BrowserOptions = {}): Promise<RenderedPage> {
  const pool = await openBrowser(options);
  try {
    return await pool.render(source);
  } finally {
    await pool.close();
  }
}
