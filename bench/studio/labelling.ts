import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext, Page as Tab } from "playwright-core";
import { parsePage } from "../../src/default-extract.ts";
import type { Job, NodeLabel, PageView } from "../../src/server/studio/contract.ts";
import { openSet, type StudioRun } from "../../studio/e2e/harness.ts";
import { sameLabels } from "../../studio/src/labels/labels.ts";
import { PageTree } from "../../studio/src/tree/page-tree.ts";
import { timeUntilDrawn } from "./drawn.ts";
import { actionsOf, type Edit, type Plan, planEdits, readWanted } from "./person.ts";

/** A page to label, and the truth that its labeller knows. */
export interface TruePage {
  readonly id: string;
  readonly url: string | null;
  readonly site: string | null;
  readonly encoding: string | null;
  readonly html: Uint8Array | string;
  readonly truth: { readonly title: string | null; readonly body: string | null };
}

/** The cost of labelling some pages. */
export interface Labelled {
  /** Of each page, in the order in which they came. */
  readonly actions: readonly number[];
  /** Of them, how often something was pointed at. */
  readonly points: readonly number[];
  /** Of each page, from the first action to the next page on the screen. */
  readonly ms: readonly number[];
  /** From Enter to the next page on the screen. */
  readonly nextMs: readonly number[];
  /** From a page on the screen to the next two being loaded. */
  readonly aheadMs: readonly number[];
  /** Pages where some text keeps a wrong role. */
  readonly imperfect: number;
}

const SAVE_TRIES = 100;

/** Whether pages come with a guess. */
export type Filling = "pre-filled" | "by hand";

/** Writes pages as a set without any truth. */
export function writeUnlabelled(folder: string, pages: readonly TruePage[]): void {
  mkdirSync(join(folder, "html"), { recursive: true });
  const lines = pages.map(({ id, url, site, encoding, html }, at) => {
    writeFileSync(join(folder, `html/${at}.html`), html);
    return JSON.stringify({ id, url, site, htmlPath: `html/${at}.html`, encoding: encoding ?? undefined });
  });
  writeFileSync(join(folder, "index.jsonl"), `${lines.join("\n")}\n`);
}

/** A tab that the studio has let in, as a person. */
export async function enter(run: StudioRun, name: string): Promise<{ context: BrowserContext; tab: Tab }> {
  const context = await run.browser.newContext({ viewport: { width: 1280, height: 800 } });
  context.setDefaultTimeout(120_000);
  await context.addInitScript((given) => localStorage.setItem("galley-name", given), name);
  const tab = await context.newPage();
  await tab.goto(run.entry);
  await tab.locator(".open").waitFor();
  return { context, tab };
}

/** Labels all pages of a folder in the browser, by what a person would do who knows the truth. */
export async function labelAll(
  run: StudioRun,
  { folder, pages, filling }: { folder: string; pages: readonly TruePage[]; filling: Filling },
): Promise<Labelled> {
  const name = filling === "by hand" ? "hand" : "filled";
  const { context, tab } = await enter(run, name);
  if (filling === "by hand") await withoutGuesses(tab);
  const set = await openSet(tab, folder);
  const plans = await planAll(tab, { set, pages, filling });
  await tab.goto(`${run.origin}/studio/label/${set}`);
  const told: Record<"actions" | "points" | "ms" | "nextMs" | "aheadMs", number[]> = {
    actions: [],
    points: [],
    ms: [],
    nextMs: [],
    aheadMs: [],
  };
  for (let left = pages.length; left > 0; left--) {
    const shownMs = performance.now();
    const id = await pageShown(tab);
    const plan = plans.get(id);
    if (plan === undefined) throw new Error(`The studio shows ${id}, which was not planned.`);
    await loadedAhead(tab, Math.min(2, left - 1));
    told.aheadMs.push(performance.now() - shownMs);
    const startMs = performance.now();
    for (const edit of plan.edits) await doEdit(tab, edit);
    const enterMs = await timeUntilDrawn(tab, { event: "keydown", drawn: left > 1 ? "page" : "end" }, () =>
      tab.keyboard.press("Enter"),
    );
    told.ms.push(performance.now() - startMs);
    if (left > 1) told.nextMs.push(enterMs);
    told.actions.push(actionsOf(plan));
    told.points.push(plan.edits.length);
  }
  await checkSaved(folder, name, plans);
  await context.close();
  return { ...told, imperfect: [...plans.values()].filter(({ wrong }) => wrong > 0).length };
}

/** The studio without guesses. */
async function withoutGuesses(tab: Tab): Promise<void> {
  await tab.route(/\/studio\/api\/sets\/[^/]+\/pages\/[^/]+\?by=/, async (route) => {
    const response = await route.fetch();
    const view = (await response.json()) as PageView;
    await route.fulfill({ response, json: { ...view, guess: [] } });
  });
}

/** The actions on each page, planned before the clock runs. */
async function planAll(
  tab: Tab,
  { set, pages, filling }: { set: string; pages: readonly TruePage[]; filling: Filling },
): Promise<ReadonlyMap<string, Plan>> {
  const plans = new Map<string, Plan>();
  const look = await tab.context().newPage();
  await look.setViewportSize(STAGE);
  for (const { id, url, encoding, html, truth } of pages) {
    const path = `/studio/api/sets/${set}/pages/${encodeURIComponent(id)}?by=planner`;
    const answer = await tab.context().request.get(new URL(path, tab.url()).href);
    const view = (await answer.json()) as PageView;
    const page = parsePage(html, { url, encoding });
    await look.goto(new URL(view.frame, tab.url()).href);
    const shown = new Set(await look.evaluate(findShown));
    const known = { page, tree: new PageTree(view.tree), wanted: readWanted(page, truth), shown };
    plans.set(id, planEdits(known, filling === "by hand" ? [] : view.guess));
  }
  await look.close();
  return plans;
}

/** The size of a page in the studio's window. */
const STAGE = { width: 875, height: 660 };

/** Runs in the frame: the elements that have a text which a browser shows. */
function findShown(): readonly number[] {
  const range = document.createRange();
  return [...document.querySelectorAll("[data-node]")]
    .filter((element) => {
      range.selectNodeContents(element);
      const { width, height } = range.getBoundingClientRect();
      return width > 0 && height > 0 && getComputedStyle(element).visibility === "visible";
    })
    .map((element) => Number(element.getAttribute("data-node")));
}

/** Waits until a page is on the screen, with its outlines where it has labels; gives its id. */
async function pageShown(tab: Tab): Promise<string> {
  await tab.waitForFunction(() => {
    const frame = document.querySelector<HTMLIFrameElement>(".frames iframe.shown");
    return frame?.contentDocument?.readyState === "complete" && frame.contentDocument.URL !== "about:blank";
  });
  return decodeURIComponent(new URL(tab.url()).pathname.split("/")[4] ?? "");
}

/** A person reads a page for longer than it takes to load the next two; a script waits for them. */
async function loadedAhead(tab: Tab, count: number): Promise<void> {
  await tab.waitForFunction((wanted) => {
    const frames = [...document.querySelectorAll<HTMLIFrameElement>(".frames iframe:not(.shown)")];
    const ready = frames.filter(({ contentDocument: inner }) => {
      return inner?.readyState === "complete" && inner.URL !== "about:blank";
    });
    return ready.length >= wanted;
  }, count);
}

/** Points, widens and presses the key. */
async function doEdit(tab: Tab, { element, widens, key }: Edit): Promise<void> {
  await pointAt(tab, element);
  for (let step = 0; step < widens; step++) await tab.keyboard.press("[");
  await tab.keyboard.press(key);
}

const POINT_TRIES = 20;

/** Brings a text of an element under the pointer, until the studio outlines the element. */
async function pointAt(tab: Tab, node: number): Promise<void> {
  for (let tries = 0; tries < POINT_TRIES; tries++) {
    // The frame of the next page is laid out when it is shown, which may be after this is asked.
    const found = await tab.waitForFunction(findPlace, node, { timeout: 10_000 });
    const place = (await found.jsonValue())!;
    // Two moves: the page was scrolled below a pointer that may be at this very place.
    await tab.mouse.move(place.x + 1, place.y);
    await tab.mouse.move(place.x, place.y);
    if (await tab.evaluate(isHovered, node)) return;
  }
  throw new Error(`Node ${node} cannot be pointed at.`);
}

/** Runs in the page: whether an element is outlined after two frames, as what is pointed at is looked up once a frame. */
async function isHovered(node: number): Promise<boolean> {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const frame = document.querySelector<HTMLIFrameElement>(".frames iframe.shown");
  const element = frame?.contentDocument?.querySelector(`[data-node="${node}"]`);
  const outline = document.querySelector<HTMLElement>(".outline[data-kind=hovered]");
  if (!element || !outline || !frame?.contentWindow) return false;
  const { width, y } = element.getBoundingClientRect();
  const [, top = "0"] = /translate\([^,]*, (-?[\d.]+)px/.exec(outline.style.transform) ?? [];
  const isThere = Math.abs(Number(top) - y - frame.contentWindow.scrollY) < 1;
  return isThere && Math.abs(Number.parseFloat(outline.style.width) - width) < 1;
}

/** Runs in the page: scrolls to an element, and looks for a point at which nothing covers it. */
function findPlace(node: number): { readonly x: number; readonly y: number } | null {
  const scroller = document.querySelector(".stage-scroll");
  const frame = document.querySelector<HTMLIFrameElement>(".frames iframe.shown");
  const inner = frame?.contentDocument;
  const view = frame?.contentWindow;
  const element = inner?.querySelector(`[data-node="${node}"]`);
  if (!scroller || !frame || !inner || !view || !element) return null;
  scroller.scrollTo({ top: element.getBoundingClientRect().y + view.scrollY - 200, behavior: "instant" });
  scroller.dispatchEvent(new Event("scroll"));
  const at = frame.getBoundingClientRect();
  const range = inner.createRange();
  range.selectNodeContents(element);
  for (const rect of range.getClientRects()) {
    for (const share of [0.5, 0.1, 0.9]) {
      const [x, y] = [rect.x + rect.width * share, rect.y + rect.height / 2];
      const isInView = x > 0 && y > 0 && x < view.innerWidth && y < scroller.clientHeight;
      const found = inner.elementFromPoint(x, y)?.closest("[data-node]");
      if (isInView && found === element) return { x: at.x + x, y: at.y + y };
    }
  }
  return null;
}

/** The studio's files match the person's plan; the last page is on its way there. */
async function checkSaved(folder: string, name: string, plans: ReadonlyMap<string, Plan>): Promise<void> {
  for (const [id, { labels, edits }] of plans) {
    for (let tries = 0; ; tries++) {
      const lines = readFileSync(join(folder, "labels", `${name}.jsonl`), "utf8")
        .trim()
        .split("\n");
      const line = lines.map((text) => JSON.parse(text)).findLast((each) => each.id === id);
      if (line?.state === "done" && sameLabels(line.labels, labels)) break;
      if (tries > SAVE_TRIES)
        throw new Error(
          `${id}: saved ${briefly(line?.labels ?? [])}, not ${briefly(labels)} by ${JSON.stringify(edits)}`,
        );
      await sleep(100);
    }
  }
}

function briefly(labels: readonly NodeLabel[]): string {
  return labels.map(({ node, role }) => `${node} ${role}`).join(", ");
}

/** Trains by the button; the wrapper of the job, and that of the command on the same labels. */
export async function trainBoth(
  run: StudioRun,
  folder: string,
): Promise<{ readonly isEqual: boolean; readonly job: Job; readonly seconds: number }> {
  const { context, tab } = await enter(run, "filled");
  const set = await openSet(tab, folder);
  await tab.goto(`${run.origin}/studio/train/${set}`);
  const startMs = performance.now();
  await tab.locator("form button[type=submit]").click();
  let job: Job | undefined;
  while (job === undefined || job.state === "waiting" || job.state === "running") {
    await sleep(500);
    const listed = await context.request.get(`${run.origin}/studio/api/jobs`);
    [job] = (await listed.json()) as readonly Job[];
  }
  const seconds = (performance.now() - startMs) / 1000;
  const answer = await context.request.get(`${run.origin}/studio/api/jobs/${job.id}/model/wrapper`);
  const model = await answer.text();
  await context.close();
  const output = join(run.folder, "by-command.json");
  const command = join(import.meta.dirname, "../../dist/cli/main.js");
  execFileSync(
    process.execPath,
    [command, "train", "wrapper", basename(folder), "--seed", "1", "-o", output],
    { cwd: dirname(folder), stdio: "ignore" },
  );
  const same = (text: string) => {
    const { training, ...rest } = JSON.parse(text);
    return JSON.stringify({ ...rest, training: { ...training, command: "" } });
  };
  return { isEqual: same(model) === same(readFileSync(output, "utf8")), job, seconds };
}
