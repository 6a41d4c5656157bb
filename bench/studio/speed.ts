import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page as Tab } from "playwright-core";
import { openSet, type StudioRun } from "../../studio/e2e/harness.ts";
import { makeArticlePage } from "../../test/newsroom/index.ts";
import { timeUntilDrawn } from "./drawn.ts";
import { enter } from "./labelling.ts";

const SLOW_DOWN = 4;
const LARGE_BYTES = 5_000_000;
const TREE_NODES = 50_000;

/** Milliseconds from the address to the first view, with a cold cache and a slowed-down processor. */
export async function measureFirstView(run: StudioRun, visits: number): Promise<readonly number[]> {
  const { context, tab } = await enter(run, "viewer");
  const state = await context.storageState();
  await tab.evaluate(() =>
    fetch("/studio/api/sets", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"kind":"samples"}',
    }),
  );
  await context.close();
  const times: number[] = [];
  for (let visit = 0; visit < visits; visit++) {
    const own = await run.browser.newContext({ storageState: state, viewport: { width: 1280, height: 800 } });
    await own.addInitScript(watchFirstView);
    const page = await own.newPage();
    const session = await own.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOW_DOWN });
    await page.goto(`${run.origin}/studio/`);
    times.push(await page.evaluate(() => (window as unknown as { viewed: Promise<number> }).viewed));
    await own.close();
  }
  return times;
}

/** Runs in the page: when the list of sets, which needs script, style and an answer of the server, was drawn. */
function watchFirstView(): void {
  const viewed = new Promise<number>((done) => {
    const look = (): void => {
      if (document.querySelector(".set-row") === null) requestAnimationFrame(look);
      else requestAnimationFrame(() => setTimeout(() => done(performance.now())));
    };
    requestAnimationFrame(look);
  });
  Object.assign(window, { viewed });
}

/** What a page of 5 MB takes. */
export interface LargePage {
  readonly bytes: number;
  readonly openMs: number;
  readonly hoverMs: readonly number[];
  readonly pickMs: readonly number[];
}

/** Opens a page of 5 MB, and points and clicks all over it. */
export async function measureLargePage(run: StudioRun, folder: string, points: number): Promise<LargePage> {
  const html = makeLargePage();
  const { context, tab } = await enter(run, "large");
  const openMs = await openAlone(run, tab, { folder, name: "large", html });
  const [hoverMs, pickMs]: [number[], number[]] = [[], []];
  const box = (await tab.locator(".stage-scroll").boundingBox())!;
  for (let at = 0; at < points; at++) {
    const place = await tab.evaluate(nextPlace, { at, points, box });
    if (place === null) continue;
    const move = () => tab.mouse.move(place.x, place.y);
    hoverMs.push(await timeUntilDrawn(tab, { event: "pointermove", drawn: "hovered" }, move));
    const click = async () => {
      await tab.mouse.down();
      await tab.mouse.up();
    };
    pickMs.push(await timeUntilDrawn(tab, { event: "click", drawn: "picked" }, click));
  }
  await context.close();
  return { bytes: Buffer.byteLength(html), openMs, hoverMs, pickMs };
}

/** Runs in the page: scrolls further down, and gives a point on a node that is neither pointed at nor picked. */
function nextPlace({
  at,
  points,
  box,
}: {
  at: number;
  points: number;
  box: { x: number; y: number; width: number; height: number };
}): { readonly x: number; readonly y: number } | null {
  const scroller = document.querySelector(".stage-scroll");
  const frame = document.querySelector<HTMLIFrameElement>(".frames iframe.shown");
  const inner = frame?.contentDocument;
  if (!scroller || !inner) return null;
  const hold = window as unknown as { lastNode?: string };
  scroller.scrollTo({ top: ((scroller.scrollHeight - box.height) * at) / points, behavior: "instant" });
  scroller.dispatchEvent(new Event("scroll"));
  for (let y = 40; y < box.height - 40; y += 13) {
    const node = inner.elementFromPoint(120, y)?.closest("[data-node]")?.getAttribute("data-node");
    const { tagName } = inner.elementFromPoint(120, y) ?? {};
    if (node == null || node === hold.lastNode || !/^(p|a|li|h\d|span|time|em|b)$/i.test(tagName ?? ""))
      continue;
    hold.lastNode = node;
    return { x: box.x + 120, y: box.y + y };
  }
  return null;
}

/** An article with comments up to 5 MB, as a story that everybody has an opinion on. */
function makeLargePage(): string {
  const pages = [1, 2, 3, 4].map(
    (seed) => makeArticlePage({ look: "broadsheet-2023", language: "en", seed, hardCases: [] }).html,
  );
  const texts = pages.flatMap((page) =>
    [...page.matchAll(/<p[^>]*>([^<]{60,})<\/p>/g)].map(([, text]) => text),
  );
  const comments: string[] = [];
  let length = pages[0]!.length;
  for (let at = 0; length < LARGE_BYTES; at++) {
    const comment = `<li class="comment"><h4><a href="/user/${at}">Reader ${at}</a> <time>${at % 60} minutes ago</time></h4><p>${texts[at % texts.length]}</p></li>\n`;
    comments.push(comment);
    length += comment.length;
  }
  return pages[0]!.replace(
    "</body>",
    `<section><h2>Comments</h2><ol>${comments.join("")}</ol></section></body>`,
  );
}

/** What scrolling a tree of 50,000 nodes takes. */
export interface ScrolledTree {
  readonly rows: number;
  readonly openMs: number;
  /** The time between two frames. */
  readonly frameMs: readonly number[];
}

/** Opens all branches of a tree of 50,000 nodes and scrolls it from its top to its end. */
export async function measureTree(run: StudioRun, folder: string): Promise<ScrolledTree> {
  // A paragraph is two rows: its element and its text.
  const paragraphs = Array.from(
    { length: TREE_NODES / 2 },
    (_, at) => `<p>Paragraph ${at} of a long page</p>`,
  );
  const groups = Array.from(
    { length: 250 },
    (_, at) => `<div>${paragraphs.slice(at * 100, at * 100 + 100).join("")}</div>`,
  );
  const html = `<title>Long</title><h1>A long page</h1>${groups.join("\n")}`;
  const { context, tab } = await enter(run, "tree");
  const openMs = await openAlone(run, tab, { folder, name: "tree", html });
  await tab.locator(".tree-head button").click();
  const rows = await tab.evaluate(() => {
    const list = document.querySelector(".tree-rows");
    return Math.round((list?.scrollHeight ?? 0) / 26);
  });
  const place = (await tab.locator(".tree-rows").boundingBox())!;
  await tab.mouse.move(place.x + 60, place.y + 60);
  await tab.evaluate(recordFrames);
  for (let turn = 0; turn < 120; turn++) await tab.mouse.wheel(0, 40 + turn * 20);
  const frameMs = await tab.evaluate(() =>
    (window as unknown as { stopFrames: () => number[] }).stopFrames(),
  );
  await context.close();
  return { rows, openMs, frameMs };
}

/** Runs in the page: notes how long each frame takes while something is scrolled. */
function recordFrames(): void {
  const frames: number[] = [];
  let last = performance.now();
  let isOn = true;
  const note = (now: number): void => {
    frames.push(now - last);
    last = now;
    if (isOn) requestAnimationFrame(note);
  };
  requestAnimationFrame((now) => {
    last = now;
    requestAnimationFrame(note);
  });
  const stopFrames = (): number[] => {
    isOn = false;
    return frames;
  };
  Object.assign(window, { stopFrames });
}

/** Opens the label screen of a page that is a set of its own; milliseconds until its labels are drawn. */
async function openAlone(
  run: StudioRun,
  tab: Tab,
  { folder, name, html }: { folder: string; name: string; html: string },
): Promise<number> {
  const own = join(folder, name);
  mkdirSync(own);
  writeFileSync(join(own, "page.html"), html);
  const set = await openSet(tab, own);
  const startMs = performance.now();
  await tab.goto(`${run.origin}/studio/label/${set}/page.html`);
  await tab.waitForFunction(() => {
    const frame = document.querySelector<HTMLIFrameElement>(".frames iframe.shown");
    return frame?.contentDocument?.readyState === "complete" && document.querySelector(".outline") !== null;
  });
  return performance.now() - startMs;
}
