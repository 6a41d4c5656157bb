import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { PageList } from "../../src/server/studio/contract.ts";
import { openSet, StudioRun, saved } from "./harness.ts";
import { readLabels, writePages } from "./pages.ts";

const PAGES = 4;
/** No screen has as many stops. */
const MAX_STOPS = 150;

let run: StudioRun;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "galley-pages-"));
  writePages(folder, { articles: PAGES });
  run = await StudioRun.start({ folders: [folder], store: join(folder, "library.db") });
});
afterAll(async () => {
  await run?.close();
  rmSync(folder, { recursive: true, force: true });
});
afterEach(() => expect(run.takeFaults()).toEqual([]));

/** What has the focus, by the name that is read out; and why a person would not see it there. */
interface Focus {
  readonly name: string;
  readonly fault: string | null;
}

function focusOf(page: Page): Promise<Focus> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body)
      return { name: "", fault: "nothing has the focus" };
    const labels = "labels" in element ? [...((element.labels as NodeListOf<HTMLElement> | null) ?? [])] : [];
    const texts = [element.ariaLabel, labels[0]?.innerText, element.innerText, element.title];
    const name = (texts.find((text) => text) ?? element.tagName).replace(/\s+/g, " ").trim();
    // Radio buttons are drawn by what is beside them.
    const drawn = [element, ...labels.flatMap((label) => [label, ...label.children])];
    const hasRing = drawn.some((each) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(each);
      return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
    });
    const { top, bottom, left, right } = (labels[0] ?? element).getBoundingClientRect();
    const isInView = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
    if (!hasRing) return { name, fault: `${element.outerHTML.slice(0, 100)} has no ring` };
    return { name, fault: isInView ? null : `${element.outerHTML.slice(0, 100)} is out of view` };
  });
}

/** Goes on by Tab to what has a name; every stop on the way is seen. */
async function tabTo(page: Page, name: string | RegExp, key = "Tab"): Promise<void> {
  const passed: string[] = [];
  for (let stop = 0; stop < MAX_STOPS; stop++) {
    await page.keyboard.press(key);
    const focus = await focusOf(page);
    // Past the last stop the focus is the browser's own.
    if (focus.name !== "") expect(focus.fault).toBeNull();
    if (typeof name === "string" ? focus.name === name : name.test(focus.name)) return;
    passed.push(focus.name);
  }
  throw new Error(`Tab never comes to ${name}, but to ${[...new Set(passed)].join(" | ")}.`);
}

async function press(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press("Enter");
}

/** After a key, something still has the focus. */
async function keepsFocus(page: Page): Promise<void> {
  await expect.poll(async () => (await focusOf(page)).name).not.toBe("");
}

test("the whole studio can be walked by keys alone, and the focus is always seen", async (context) => {
  const page = await run.visit(context, "/studio/", { name: "" });
  await page.locator(".open").waitFor();
  await openByKeys(page);
  await labelByKeys(page);
  await trainByKeys(page);
  await judgeByKeys(page);
  await evaluateByKeys(page);
  await mineByKeys(page);
});

async function openByKeys(page: Page): Promise<void> {
  await tabTo(page, "Folder");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(folder);
  await page.keyboard.press("Enter");
  await page.locator(".page-row").first().waitFor();
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keys" }).waitFor();
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  await press(page, "Label the next page");
  await page.getByLabel("Your name").waitFor();
  expect((await focusOf(page)).name).toBe("Your name");
  await page.keyboard.type("kim");
  await page.keyboard.press("Enter");
  await page.locator(".outline[data-kind=body]").first().waitFor();
}

async function labelByKeys(page: Page): Promise<void> {
  const first = decodeURIComponent(new URL(page.url()).pathname.split("/")[4] ?? "");
  await page.keyboard.press("ArrowDown");
  const menu = page.locator(".pop-up");
  await press(page, "More roles");
  await menu.waitFor();
  await expect.poll(async () => (await focusOf(page)).name).toBe("Standfirst");
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "detached" });
  expect((await focusOf(page)).name).toBe("More roles");
  await page.keyboard.press("Enter");
  await menu.waitFor();
  await press(page, "Credit");
  await menu.waitFor({ state: "detached" });
  expect((await focusOf(page)).name).toBe("More roles");
  await page.keyboard.press("Enter");
  await menu.waitFor();
  await tabTo(page, /^Undo/);
  await menu.waitFor({ state: "detached" });
  await saved(page);
  expect(
    readLabels(folder, "kim")
      .get(first)
      ?.labels.map(({ role }) => role),
  ).toContain("credit");
  await press(page, /^Skip/);
  await page.locator("dialog[open]").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  expect((await focusOf(page)).name).toMatch(/^Skip/);
  await tabTo(page, /^Confirm/);
  for (let done = 0; done < PAGES; done++) {
    const before = page.url();
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.href !== before);
    if (done === PAGES - 1) continue;
    // The keys belong to the next page, Enter included.
    await page.locator(".outline[data-kind=body]").first().waitFor();
    expect((await focusOf(page)).name).toMatch(/^Point at text/);
  }
  await page.getByRole("heading", { name: "Every page is done" }).waitFor();
  await keepsFocus(page);
}

async function trainByKeys(page: Page): Promise<void> {
  await press(page, "Train");
  await page.getByRole("button", { name: `Train on ${PAGES} pages` }).waitFor();
  await press(page, `Train on ${PAGES} pages`);
  await page.locator(".method").first().waitFor({ timeout: 120_000 });
  await keepsFocus(page);
  await press(page, "Keep for the site");
  await page.locator(".kept-model").waitFor();
  await page.keyboard.press("u");
  await page.locator(".kept-model").waitFor({ state: "detached" });
  await keepsFocus(page);
}

async function judgeByKeys(page: Page): Promise<void> {
  await press(page, "Pages");
  await page.locator(".page-row").first().waitFor();
  await tabTo(page, "All");
  await page.keyboard.press("ArrowRight");
  await page.waitForURL(/show=open/);
  await page.keyboard.press("ArrowLeft");
  await page.locator(".page-row").first().waitFor();
  await press(page, "Compare");
  await page.locator(".leaf-row").first().waitFor();
  await page.keyboard.press("x");
  await page.waitForURL(/leaf=/);
  await press(page, "Why this text?");
  await page.locator(".leaf-panel").waitFor();
  await tabTo(page, /Threshold/);
  const slider = page.getByRole("slider");
  const before = await slider.inputValue();
  await page.keyboard.press("ArrowRight");
  expect(await slider.inputValue()).not.toBe(before);
  const leaf = page.url();
  await tabTo(page, /^The page; click/);
  await page.keyboard.press("ArrowDown");
  await page.waitForURL((url) => url.href !== leaf);
  await press(page, "Copy as bug report");
  await page.locator("textarea").waitFor();
  await keepsFocus(page);
}

async function evaluateByKeys(page: Page): Promise<void> {
  await press(page, "Evaluate");
  await page.locator("form .button.primary").waitFor();
  await tabTo(page, "quick");
  await page.keyboard.press("Space");
  expect(await page.getByRole("checkbox", { name: "quick" }).isChecked()).toBe(true);
  await press(page, `Evaluate on ${PAGES} pages`);
  await page.locator(".figures").first().waitFor({ timeout: 60_000 });
  await keepsFocus(page);
}

async function mineByKeys(page: Page): Promise<void> {
  await press(page, "Sites");
  await page.getByRole("button", { name: "Mine them" }).waitFor();
  await press(page, "Mine them");
  await page.locator(".notice.good").first().waitFor({ timeout: 60_000 });
  await keepsFocus(page);
}

test("a list of pages that is worked in by keys keeps its order until it is to be sorted again", async (context) => {
  const page = await run.visit(context, "/studio/", { name: "sort" });
  const set = await openSet(page, folder);
  let [polls, hasNews] = [0, false];
  await page.route(/\/pages\?/, async (route) => {
    const asked = new URL(route.request().url()).searchParams.get("order");
    const list: PageList = await (await route.fetch()).json();
    polls++;
    const isOld = !hasNews || asked === "1";
    const pages = list.pages.toSorted((a, b) =>
      isOld ? a.id.localeCompare(b.id) : b.id.localeCompare(a.id),
    );
    const json: PageList = {
      ...list,
      pages,
      waiting: 1,
      order: isOld ? 1 : 2,
      isOutdated: isOld && hasNews,
    };
    await route.fulfill({ json });
  });
  await page.goto(`${run.origin}/studio/set/${set}`);
  await page.locator(".page-row a").first().waitFor();
  const titles = () => page.locator(".page-row a:first-child").allTextContents();
  const before = await titles();
  await tabTo(page, before[1] ?? "");
  [polls, hasNews] = [0, true];
  await page.getByRole("button", { name: "Sort again" }).waitFor();
  await expect.poll(() => polls, { timeout: 20_000 }).toBeGreaterThan(2);
  expect(await titles()).toEqual(before);
  expect((await focusOf(page)).name).toBe(before[1]);
  await tabTo(page, "Sort again", "Shift+Tab");
  await page.keyboard.press("Enter");
  await expect.poll(titles).toEqual(before.toReversed());
  await keepsFocus(page);
});
