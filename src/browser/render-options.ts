import type { Article, WarningCode } from "../article/index.ts";
import { NewsError } from "../errors/index.ts";
import type { FetchOptions } from "../fetch/index.ts";
import { DEFAULT_MAX_BYTES } from "../html/index.ts";
import { DEFAULT_SCREEN } from "../layout/index.ts";
import type { CapturedArticle } from "../output/index.ts";
import type { Page, Screen } from "../page/index.ts";

/** Options of one page. */
export interface RenderOptions {
  /** Whether scripts run; true by default. Without them the tree equals that of our parser. */
  readonly scripts?: boolean | undefined;
  /** Opens the network, through the address guard, for the page and its requests; closed by default. */
  readonly network?: boolean | FetchOptions | undefined;
  /** The window size in CSS pixels; 1280 by 1024. */
  readonly screen?: Screen | undefined;
  /** Time limit for the whole page; 15 s. */
  readonly timeoutMs?: number | undefined;
  /** Maximum size of the page; 64 MiB. */
  readonly maxBytes?: number | undefined;
  /** Maximum nodes of the page; 500,000. */
  readonly maxNodes?: number | undefined;
  /** Elements below this many pixels get no box; 100,000. */
  readonly maxHeight?: number | undefined;
  /** Makes the article, with `explain`, while the page is still open, so that its styles can be captured. */
  readonly makeArticle?: ((opened: OpenedPage) => Article) | undefined;
}

/** Options of a browser, and defaults for its pages. */
export interface BrowserOptions extends RenderOptions {
  /** Path of the browser; by default CHROME_PATH, else one from npm or the system. */
  readonly executablePath?: string | undefined;
  /** Pages at once; 2. */
  readonly pages?: number | undefined;
  /** Memory limit of a page's process in MB; 1024. */
  readonly maxMemoryMb?: number | undefined;
}

/** A page open in a browser. */
export interface OpenedPage {
  /** Its live tree and layout. */
  readonly page: Page;
  /** Warnings besides those of `page`. */
  readonly warnings: readonly WarningCode[];
}

/** A page as a browser shows it. */
export interface RenderedPage extends OpenedPage {
  /** The article and its styles, if `makeArticle` was given. */
  readonly captured?: CapturedArticle;
}

/** The options of a page with every default filled in. */
export interface RenderSettings {
  readonly scripts: boolean;
  readonly network: FetchOptions | undefined;
  readonly screen: Screen;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly maxNodes: number;
  readonly maxHeight: number;
  readonly makeArticle: ((opened: OpenedPage) => Article) | undefined;
}

/** The options of a browser with every default filled in. */
export interface BrowserSettings extends RenderSettings {
  readonly executablePath: string | undefined;
  readonly pages: number;
  readonly maxMemoryMb: number;
}

/** Limit of pages at once. */
export const MAX_PAGES = 100;
// Above this, timers silently become 1 ms.
const MAX_TIMER_MS = 2 ** 31 - 1;
/** Chromium's own bound on a length, in pixels. */
const MAX_PIXELS = 2 ** 25;

/** Fills in the defaults, or throws BAD_OPTION. */
export function readBrowserOptions(options: BrowserOptions): BrowserSettings {
  const { executablePath, pages = 2, maxMemoryMb = 1024 } = options;
  demandWhole("pages", pages, [1, MAX_PAGES]);
  // With less, not even an empty page starts.
  demandWhole("maxMemoryMb", maxMemoryMb, [128, 1_000_000]);
  return { ...readRenderOptions(options), executablePath, pages, maxMemoryMb };
}

/** Fills in the defaults of one page, or throws BAD_OPTION. */
export function readRenderOptions(options: RenderOptions): RenderSettings {
  const { scripts = true, network = false, screen = DEFAULT_SCREEN, makeArticle } = options;
  const { timeoutMs = 15_000, maxBytes = DEFAULT_MAX_BYTES } = options;
  const { maxNodes = 500_000, maxHeight = 100_000 } = options;
  demandWhole("timeoutMs", timeoutMs, [1, MAX_TIMER_MS]);
  demandWhole("maxBytes", maxBytes, [1, Number.MAX_SAFE_INTEGER]);
  demandWhole("maxNodes", maxNodes, [1, 10_000_000]);
  demandWhole("maxHeight", maxHeight, [1, MAX_PIXELS]);
  demandWhole("screen.width", screen.width, [1, 10_000]);
  demandWhole("screen.height", screen.height, [1, 10_000]);
  const opened = network === true ? {} : network || undefined;
  return { scripts, network: opened, screen, timeoutMs, maxBytes, maxNodes, maxHeight, makeArticle };
}

function demandWhole(name: string, value: number, [min, max]: readonly [number, number]): void {
  if (Number.isInteger(value) && value >= min && value <= max) return;
  throw new NewsError(
    "BAD_OPTION",
    `The option ${name} must be a whole number from ${min} to ${max}, not ${value}.`,
  );
}
