import type { BrowserContext, CDPSession, Page as LivePage, Request, Route } from "playwright-core";
import type { WarningCode } from "../article/index.ts";
import { NewsError } from "../errors/index.ts";
import { makeResourceFetcher, type ResourceFetcher } from "../fetch/index.ts";
import type { LoadedFile } from "../output/index.ts";
import { Page } from "../page/index.ts";
import { buildPage } from "./build-page.ts";
import { captureArticle } from "./capture-article.ts";
import type { LiveBrowser } from "./chromium.ts";
import type { OpenedRenderSource, RenderedPage, RenderSettings } from "./render-source.ts";
import { runInside, streamedPartsProgram, type Walked, walkProgram } from "./walk-page.ts";

/** Shares of the time limit for loading and for late requests; the rest is for reading the page. */
const LOAD_SHARE = 0.6;
const SETTLE_SHARE = 0.2;
/** Scripts count as done after this long without a request. */
const QUIET_MS = 150;

/** Loads a page in a fresh browser context and reads it; throws RENDER_TIMEOUT, RENDER_CRASHED or PageLeft. */
export async function visitPage(
  browser: LiveBrowser,
  source: OpenedRenderSource,
  settings: RenderSettings,
): Promise<RenderedPage> {
  const requests = new PageRequests(source, settings);
  const watch = new EndWatch(browser, settings.timeoutMs);
  const opening = browser.newContext({
    javaScriptEnabled: settings.scripts,
    viewport: settings.screen,
    acceptDownloads: false,
    serviceWorkers: "block",
  });
  try {
    return await Promise.race([showPage(opening, { source, settings, requests, watch }), watch.ended]);
  } catch (error) {
    // The reason why the page ended is more useful than the failed call.
    throw (await watch.reason()) ?? error;
  } finally {
    watch.stop();
    requests.stop();
    await browser.closeContext(opening);
  }
}

interface Visit {
  readonly source: OpenedRenderSource;
  readonly settings: RenderSettings;
  readonly requests: PageRequests;
  readonly watch: EndWatch;
}

async function showPage(opening: Promise<BrowserContext>, visit: Visit): Promise<RenderedPage> {
  const { source, settings, requests, watch } = visit;
  const context = await opening;
  const live = await context.newPage();
  watch.follow(live);
  live.on("dialog", (dialog) => void dialog.dismiss().catch(() => undefined));
  context.on("page", (other) => void other.close().catch(() => undefined));
  const session = await context.newCDPSession(live);
  await watch.followDocument(session);
  await requests.serve(live);
  await live.goto(source.shownAt, { waitUntil: "commit", timeout: 0 });
  const isLoaded = await waitForLoad(live, visit);
  if (settings.scripts && isLoaded) await settle(requests, settings);
  const contextId = await ownWorld(session);
  const walked = await walkLive(session, contextId, settings);
  watch.check();
  const { document, layout, isCut, ...built } = buildPage(walked, {
    screen: settings.screen,
    isComplete: walked.hasFonts && requests.isComplete(walked.otherSheets),
    hasScripts: settings.scripts,
    maxHeight: settings.maxHeight,
  });
  const warnings: WarningCode[] = [...source.warnings];
  if (!isLoaded) warnings.push("LOAD_UNFINISHED");
  if (requests.hasLeft) warnings.push("LEFT_PAGE");
  if (isCut) warnings.push("PAGE_TOO_TALL");
  if (!walked.hasFonts) warnings.push("NO_FONTS");
  const opened = { page: new Page(document, source.url, layout), warnings };
  if (settings.makeArticle === undefined) return opened;
  const article = settings.makeArticle(opened);
  const captured = await captureArticle(
    { session, contextId, walked: built.walked, files: requests.files },
    opened.page,
    article,
  );
  watch.check();
  return { ...opened, captured };
}

/** Whether the page loaded in time; throws PageLeft if its scripts navigate away. */
async function waitForLoad(live: LivePage, { requests, settings }: Visit): Promise<boolean> {
  const leaving = requests.left.then(() => {
    if (settings.scripts) throw new PageLeft("The page left before it had loaded.");
  });
  leaving.catch(() => undefined);
  const timeout = Math.max(1, settings.timeoutMs * LOAD_SHARE);
  try {
    await Promise.race([live.waitForLoadState("load", { timeout }), leaving]);
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === "TimeoutError") return false;
    throw error;
  }
}

/** Waits until the page has made no request for a while. */
async function settle(requests: PageRequests, { timeoutMs }: RenderSettings): Promise<void> {
  const start = performance.now();
  const end = start + timeoutMs * SETTLE_SHARE;
  let quietSince = start;
  for (let now = start; now - quietSince < QUIET_MS && now < end; now = performance.now()) {
    if (requests.isBusy) quietSince = now;
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS / 3));
  }
}

/** An isolated world, where scripts of the page have changed nothing. */
async function ownWorld(session: CDPSession): Promise<number> {
  const { frameTree } = await session.send("Page.getFrameTree");
  const world = await session.send("Page.createIsolatedWorld", { frameId: frameTree.frame.id });
  return world.executionContextId;
}

async function walkLive(
  session: CDPSession,
  contextId: number,
  { scripts, maxNodes }: RenderSettings,
): Promise<Walked> {
  if (!scripts) await runInside(session, contextId, streamedPartsProgram());
  const walked: Walked = JSON.parse(await runInside(session, contextId, walkProgram({ maxNodes })));
  if (walked.isTooLarge) {
    throw new NewsError("PAGE_TOO_DEEP", `The live page holds more than ${maxNodes} nodes.`);
  }
  return walked;
}

/** The page navigated away or closed itself. */
export class PageLeft extends Error {
  override readonly name = "PageLeft";
}

/** Chromium reports the end of a process this long after the failures that it causes. */
const LATE_REPORT_MS = 100;

/** Watches for the end of a page before it was read: timeout, crash, end of the browser, or navigation. */
class EndWatch {
  readonly ended: Promise<never>;
  #reason: Error | undefined;
  #end: (reason: Error) => void = () => {};
  #documents = 0;
  readonly #browser: LiveBrowser;
  readonly #timer: NodeJS.Timeout;
  readonly #forget: () => void;

  constructor(browser: LiveBrowser, timeoutMs: number) {
    this.#browser = browser;
    this.ended = new Promise((_, reject) => {
      this.#end = (reason) => {
        this.#reason ??= reason;
        reject(reason);
      };
    });
    // If something else fails first, this must not be an unhandled rejection.
    this.ended.catch(() => undefined);
    const late = `The page was not rendered within ${timeoutMs / 1000} s.`;
    this.#timer = setTimeout(() => this.#end(new NewsError("RENDER_TIMEOUT", late)), timeoutMs);
    this.#forget = browser.onEnd(() => this.#end(browserEnded()));
  }

  /** Why the page ended, if it did; waits a moment for late reports. */
  async reason(): Promise<Error | undefined> {
    if (this.#reason === undefined) await new Promise((resolve) => setTimeout(resolve, LATE_REPORT_MS));
    // A browser that ended earlier emits no event.
    return this.#reason ?? (this.#browser.isRunning ? undefined : browserEnded());
  }

  check(): void {
    if (this.#reason !== undefined) throw this.#reason;
  }

  follow(live: LivePage): void {
    live.once("crash", () => this.#end(new NewsError("RENDER_CRASHED", "The process of the page ended.")));
    live.once("close", async () => {
      // A browser that ends closes its pages first.
      if (await this.#browser.answers()) this.#end(new PageLeft("The page closed itself."));
      else this.#end(browserEnded());
    });
  }

  /** Watches for a second document in the main frame. */
  async followDocument(session: CDPSession): Promise<void> {
    session.on("Page.frameNavigated", ({ frame }) => {
      if (frame.parentId === undefined && ++this.#documents > 1) {
        this.#end(new PageLeft(`The page went to ${frame.url.slice(0, 100)}.`));
      }
    });
    await session.send("Page.enable");
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#forget();
  }
}

function browserEnded(): NewsError {
  return new NewsError("RENDER_CRASHED", "The browser ended.");
}

/** Resource types that may use the network. Videos do not play here, and event streams never end. */
const FETCHED_KINDS: ReadonlySet<string> = new Set([
  "document",
  "stylesheet",
  "image",
  "font",
  "script",
  "xhr",
  "fetch",
]);
/** Resource types that a saved page may load from its folder; nothing that a script could read. */
const SAVED_KINDS: ReadonlySet<string> = new Set(["document", "stylesheet", "image", "font", "script"]);
/** Resource types that a styled article needs. */
const KEPT_KINDS: ReadonlySet<string> = new Set(["image", "font", "stylesheet"]);
const MAX_KEPT_BYTES = 100_000_000;
/** Far more requests than a page needs; stops pages that never stop asking. */
const MAX_REQUESTS = 1000;

interface Answer {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly bytes: Uint8Array;
  readonly allowOrigin?: string | undefined;
}

/** Answers all requests of a page: its own document, files of its folder, or the guarded fetch; all else fails. */
class PageRequests {
  readonly #source: OpenedRenderSource;
  readonly #fetch: ResourceFetcher | undefined;
  readonly #stop = new AbortController();
  /** Style sheets that were requested and not (yet) applied. */
  readonly #missingSheets = new Set<string>();
  readonly #files = new Map<string, LoadedFile>();
  readonly #keepsFiles: boolean;
  #keptBytes = 0;
  #requests = 0;
  #pending = 0;
  #isServed = false;
  #hasLeft = false;
  #leave: () => void = () => {};
  /** Resolves when the page tries to navigate away. */
  readonly left = new Promise<void>((resolve) => {
    this.#leave = resolve;
  });

  constructor(source: OpenedRenderSource, { network, makeArticle }: RenderSettings) {
    this.#source = source;
    this.#keepsFiles = makeArticle !== undefined;
    const isOpen = network !== undefined && source.findFile === undefined;
    this.#fetch = isOpen ? makeResourceFetcher(network) : undefined;
  }

  get hasLeft(): boolean {
    return this.#hasLeft;
  }

  /** Whether a request is pending. */
  get isBusy(): boolean {
    return this.#pending > 0;
  }

  /** Loaded pictures, fonts and style sheets, if an article is to be made. */
  get files(): ReadonlyMap<string, LoadedFile> {
    return this.#files;
  }

  /** Whether all style sheets for this screen were applied. */
  isComplete(otherSheets: readonly string[]): boolean {
    const others = new Set(otherSheets);
    return [...this.#missingSheets].every((url) => others.has(url));
  }

  async serve(page: LivePage): Promise<void> {
    await page.context().route("**/*", async (route) => {
      this.#pending++;
      try {
        await this.#answer(route, page);
      } catch {
        // The page is gone, or the request comes from a popup.
        await route.abort().catch(() => undefined);
      } finally {
        this.#pending--;
      }
    });
  }

  stop(): void {
    this.#stop.abort();
  }

  async #answer(route: Route, page: LivePage): Promise<void> {
    const request = route.request();
    if (request.frame().page() !== page) return route.abort();
    if (isOfMainFrame(request, page)) return this.#answerNavigation(route);
    const isSheet = request.resourceType() === "stylesheet";
    if (isSheet) this.#missingSheets.add(request.url());
    const answer = await this.#find(request);
    if (answer === undefined) return route.abort("blockedbyclient");
    if (isSheet && answer.status < 400 && answer.contentType?.startsWith("text/css")) {
      this.#missingSheets.delete(request.url());
    }
    const { status, contentType = "", bytes, allowOrigin } = answer;
    if (status < 400 && KEPT_KINDS.has(request.resourceType()))
      this.#keep(request.url(), { contentType, bytes });
    await route.fulfill({
      status,
      body: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
      headers: {
        "content-type": contentType,
        ...(allowOrigin !== undefined && { "access-control-allow-origin": allowOrigin }),
      },
    });
  }

  #keep(url: string, file: LoadedFile): void {
    this.#keptBytes += file.bytes.length;
    if (this.#keepsFiles && this.#keptBytes <= MAX_KEPT_BYTES) this.#files.set(url, file);
  }

  async #answerNavigation(route: Route): Promise<void> {
    if (this.#isServed) {
      this.#hasLeft = true;
      this.#leave();
      // With this error code the browser stays on the page.
      return route.abort("aborted");
    }
    this.#isServed = true;
    const { markup, isHeld } = this.#source;
    const headers = {
      "content-type": "text/html; charset=utf-8",
      // The only way to stop a refresh that makes no request, such as to about:blank.
      ...(isHeld && { "content-security-policy": "sandbox allow-same-origin" }),
    };
    await route.fulfill({ body: markup, headers });
  }

  async #find(request: Request): Promise<Answer | undefined> {
    const kind = request.resourceType();
    if (request.method() !== "GET" || ++this.#requests > MAX_REQUESTS) return undefined;
    const { findFile } = this.#source;
    if (findFile !== undefined && SAVED_KINDS.has(kind)) {
      const file = findFile(request.url());
      return file && { status: 200, ...file };
    }
    if (this.#fetch === undefined || !FETCHED_KINDS.has(kind)) return undefined;
    try {
      return await this.#fetch(request.url(), this.#stop.signal);
    } catch {
      // The page continues without it, as in any browser.
      return undefined;
    }
  }
}

function isOfMainFrame(request: Request, page: LivePage): boolean {
  return request.isNavigationRequest() && request.frame() === page.mainFrame();
}
