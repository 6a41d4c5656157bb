import type { BrowserContext, CDPSession, Page as LivePage } from "playwright-core";
import type { WarningCode } from "../article/index.ts";
import { NewsError } from "../errors/index.ts";
import { Page } from "../page/index.ts";
import { buildPage } from "./build-page.ts";
import { captureArticle } from "./capture-article.ts";
import { EndWatch, PageLeft } from "./end-watch.ts";
import type { LiveBrowser } from "./live-browser.ts";
import { PageRequests } from "./page-requests.ts";
import type { RenderSettings } from "./render-options.ts";
import type { OpenedSource } from "./render-source.ts";
import type { RenderedPage } from "./rendered-page.ts";
import { runInside } from "./run-inside.ts";
import { streamedPartsProgram } from "./streamed-parts.ts";
import { type Walked, walkProgram } from "./walk-page.ts";

/** The shares of a page's time that it may load for, and then ask for more; the rest is for reading it. */
const LOAD_SHARE = 0.6;
const SETTLE_SHARE = 0.2;
/** How long nothing must be asked for until scripts count as done. */
const QUIET_MS = 150;

/** Shows a page in a profile of its own and reads it; throws RENDER_TIMEOUT, RENDER_CRASHED or PageLeft. */
export async function visitPage(
  browser: LiveBrowser,
  source: OpenedSource,
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
    // What a call to a page says that has gone is less than why it has gone.
    throw (await watch.reason()) ?? error;
  } finally {
    watch.stop();
    requests.stop();
    await browser.closeContext(opening);
  }
}

interface Visit {
  readonly source: OpenedSource;
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

/** Whether the page has loaded in its time. One that is leaving is not read any further: PageLeft, unless it does so without scripts. */
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

/** Waits until the page has asked for nothing for a while. */
async function settle(requests: PageRequests, { timeoutMs }: RenderSettings): Promise<void> {
  const start = performance.now();
  const end = start + timeoutMs * SETTLE_SHARE;
  let quietSince = start;
  for (let now = start; now - quietSince < QUIET_MS && now < end; now = performance.now()) {
    if (requests.isBusy) quietSince = now;
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS / 3));
  }
}

/** A world of our own inside of the page, where no script of the page has changed anything. */
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
